// Frames of a state by ranks: each sends its part, a piece at a time, to the host of the first.
#include "coupling/interpolate.hpp"
#include "grid/host_points.hpp"
#include "grid/local_grid.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/part_fields.hpp"
#include "ranks/rank_step.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr Index planes_together = 16;
constexpr std::size_t objects_of_a_frame_part = 256;

} // namespace

template <class B>
template <class T>
void RankStep<B>::surface_field(std::size_t kind, SurfaceField field, T* to) {
  const PartOfState<B> part = evaluated(needs_of(field));
  const Index each = kinds_[kind].operators.n_sample * components_of(field);
  const auto numbers = static_cast<std::size_t>(std::as_const(*step_).structure(kind).surface().objects()) *
                       static_cast<std::size_t>(each);
  Array<T, B> mine(numbers);
  if (numbers > 0) ibsim::surface_field(part, kind, field, mine.data());
  const int me = communicator_->rank();
  if (listed()[kind].is_all) {
    if (me == 0 && numbers > 0) copy_to_host(stream_, to, mine.data(), numbers * sizeof(T));
    return stream_.synchronize(); // `mine` goes
  }
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(each); // of an object
  for (std::size_t o = 0; me == 0 && o < objects_of(kind); ++o)
    if (tellers_[kind][o] < 0) std::fill_n(to + static_cast<Size>(each) * static_cast<Size>(o), each, T{0});
  for (std::size_t r = 0; r < lists_.size(); ++r) {
    const std::vector<Index>& objects = lists_[r][kind].objects;
    std::vector<Index> slots; // of those that this rank tells of
    for (std::size_t slot = 0; slot < objects.size(); ++slot)
      if (tellers_[kind][static_cast<std::size_t>(objects[slot])] == static_cast<int>(r))
        slots.push_back(static_cast<Index>(slot));
    for (std::size_t from = 0; from < slots.size(); from += objects_of_a_frame_part) {
      const std::size_t n = std::min(objects_of_a_frame_part, slots.size() - from);
      const auto first = slots.begin() + static_cast<std::ptrdiff_t>(from);
      const std::vector<Index> some(first, first + static_cast<std::ptrdiff_t>(n));
      const bool is_mine = me == static_cast<int>(r);
      Array<T, B> piece(is_mine || me == 0 ? n * static_cast<std::size_t>(each) : 0);
      const Array<Index, B> numbers_of_slots = is_mine ? Array<Index, B>(stream_, some) : Array<Index, B>();
      if (is_mine)
        take_rows(stream_, numbers_of_slots, static_cast<Index>(bytes / sizeof(std::uint32_t)),
                  reinterpret_cast<const std::uint32_t*>(mine.data()),
                  reinterpret_cast<std::uint32_t*>(piece.data()));
      to_first(static_cast<int>(r), piece.data(), piece.data(), n * bytes);
      if (me == 0) {
        const std::vector<T> told = piece.to_host(stream_);
        for (std::size_t i = 0; i < n; ++i)
          std::copy_n(told.begin() + static_cast<std::ptrdiff_t>(i * static_cast<std::size_t>(each)), each,
                      to + static_cast<Size>(each) * objects[static_cast<std::size_t>(some[i])]);
      }
      stream_.synchronize(); // the piece goes
    }
  }
}

/// u_y of the first row of all planes of the box, in the number type of the fluid, where frames need it.
template <class B>
Array<real, B> RankStep<B>::first_row_of_all() {
  if (!model_.is_sheared()) return {};
  const std::size_t row = static_cast<std::size_t>(model_.grid.n.x);
  const Slab& slab = local_.slab;
  Array<real, B> mine(row * static_cast<std::size_t>(slab.planes)),
      all(row * static_cast<std::size_t>(model_.grid.n.z));
  with_faces(std::as_const(state_.velocity).any(), [&]<class T>(FaceView<T> u) {
    const std::size_t bytes = row * sizeof(T);
    auto* const first = reinterpret_cast<std::byte*>(mine.data());
    for (Index k = 0; k < slab.planes; ++k)
      copy_within_device(stream_, first + bytes * static_cast<std::size_t>(k),
                         u.y + Size{slab.plane_cells()} * k, bytes);
    const std::vector<Index> planes = local_.first_planes();
    std::vector<std::size_t> sizes;
    for (std::size_t r = 0; r + 1 < planes.size(); ++r)
      sizes.push_back(bytes * static_cast<std::size_t>(planes[r + 1] - planes[r]));
    ibsim::gather(stream_, *communicator_, mine.data(), all.data(), sizes);
  });
  stream_.synchronize(); // `mine` goes
  return all;
}

template <class B>
template <class T>
void RankStep<B>::fluid_field(T* to) {
  const PartOfState<B> part = evaluated();
  const Slab& slab = local_.slab;
  Array<real, B> pressure(static_cast<std::size_t>(slab.own_cells()));
  step_->pressure(stream_, state_, *evaluation_, pressure.data());
  const Array<real, B> row = first_row_of_all();
  const FirstRow first_row{with_faces(std::as_const(state_.velocity).any(),
                                      [&]<class F>(FaceView<F>) {
                                        F* const first = reinterpret_cast<F*>(row.data());
                                        return AnyConstFaces(FaceView<F>{first, first, first});
                                      }),
                           model_.grid.n.x};
  const std::vector<Index> first = local_.first_planes();
  const Size plane = slab.plane_cells(), cells = model_.grid.cells();
  const int me = communicator_->rank();
  Array<T, B> piece(static_cast<std::size_t>(4 * plane * planes_together));
  for (std::size_t r = 0; r + 1 < first.size(); ++r)
    for (Index k = first[r]; k < first[r + 1]; k += planes_together) {
      const Index planes = std::min(planes_together, first[r + 1] - k);
      const Size n = plane * planes;
      if (me == static_cast<int>(r))
        ibsim::fluid_field(part, k - slab.first, planes, first_row, pressure.data(), piece.data(),
                           piece.data() + 3 * n);
      to_first(static_cast<int>(r), piece.data(), piece.data(), 4 * sizeof(T) * static_cast<std::size_t>(n));
      if (me == 0) {
        copy_to_host(stream_, to + 3 * plane * k, piece.data(), 3 * sizeof(T) * static_cast<std::size_t>(n));
        copy_to_host(stream_, to + 3 * cells + plane * k, piece.data() + 3 * n,
                     sizeof(T) * static_cast<std::size_t>(n));
      }
      stream_.synchronize(); // the next piece takes its place
    }
}

template <class B>
std::vector<Real3> RankStep<B>::velocities_at(std::vector<Real3> points) {
  points = communicator_->world().broadcast(std::move(points));
  const Array<real, B> places = points_on_device(stream_, points);
  Array<real, B> found(places.size());
  const auto n = static_cast<Index>(points.size());
  interpolate<B>(stream_, model_.kernel, model_.grid, local_.slab, std::as_const(state_.velocity).any(),
                 vectors_view<const real>(places.data(), n), vectors_view(found.data(), n));
  communicator_->add_words(stream_, reinterpret_cast<std::uint64_t*>(found.data()), Size{3} * n);
  return points_on_host(stream_, found);
}

template <class B>
Real3 RankStep<B>::site(bool is_sample, std::size_t kind, Index object, Index site) {
  evaluate(false);
  const int teller = listed()[kind].is_all ? 0 : tellers_[kind][static_cast<std::size_t>(object)];
  Real3 found;
  if (communicator_->rank() == teller) {
    Index slot = object;
    if (const std::vector<Index>& objects = listed()[kind].objects; !listed()[kind].is_all)
      slot = static_cast<Index>(std::lower_bound(objects.begin(), objects.end(), object) - objects.begin());
    const VectorsView<const real> X =
        is_sample ? step_->sample_positions(kind) : std::as_const(state_).sites(kind);
    const Index per_object = is_sample ? kinds_[kind].operators.n_sample : kinds_[kind].operators.n_data;
    for (int d = 0; d < 3; ++d)
      copy_to_host(stream_, &found[d], X[d] + per_object * slot + site, sizeof(real));
  }
  return communicator_->world().all_gather(found)[static_cast<std::size_t>(teller)];
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
template void RankStep<Cpu>::surface_field(std::size_t, SurfaceField, float*);
template void RankStep<Cpu>::surface_field(std::size_t, SurfaceField, double*);
template void RankStep<Cpu>::fluid_field(float*);
template void RankStep<Cpu>::fluid_field(double*);
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
template void RankStep<Cuda>::surface_field(std::size_t, SurfaceField, float*);
template void RankStep<Cuda>::surface_field(std::size_t, SurfaceField, double*);
template void RankStep<Cuda>::fluid_field(float*);
template void RankStep<Cuda>::fluid_field(double*);
#endif

} // namespace ibsim
