#include "simulation/held_flow_rate.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/vessel.hpp"

namespace ibsim {
namespace {

/// Corrections of the slip of b: each makes it ten times smaller or more.
constexpr int corrections_of_answer = 12;

/// Numbers on the device.
enum Number { wanted, found, of_answer, change, numbers_on_device };

template <class B>
void set_number(const Stream<B>& stream, real value, real* to) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *to = value; });
}

/// to += factor of
template <class B>
void add_scaled(const Stream<B>& stream, Size n, const real* factor, const real* of, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += *factor * of[i]; });
}

/// Sums over the own planes: sums[k] = sum of parts u.
template <class B>
void sum_of_each_plane(const Stream<B>& stream, const Slab& slab, const real* parts, const real* u,
                       real* sums) {
  const Index plane = slab.plane_cells();
  reduce_each(
      stream, slab.planes, plane, real{0},
      [=] IBSIM_KERNEL(Index k, Index c) {
        const Size i = Size{k} * plane + c;
        return parts[i] * u[i];
      },
      Plus{}, sums);
}

template <class B>
void add_planes(const Stream<B>& stream, Index planes, real factor, const real* sums, real* to) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    real all = 0;
    for (Index k = 0; k < planes; ++k) all += sums[k];
    *to = factor * all;
  });
}

/// dg, and g += dg
template <class B>
void change_force(const Stream<B>& stream, real* at, real* g) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    at[change] = (at[wanted] - at[found]) / at[of_answer];
    *g += at[change];
  });
}

} // namespace

template <class B>
struct HeldFlowRate<B>::Impl {
  LocalGrid<B> local;
  NavierStokes<B>& fluid;
  HeldWalls<B>& walls;
  int d;
  real density;
  Signal rate;
  Array<real, B> parts, own_sums, sums, numbers, F;
  FaceField<B> b;
  std::vector<std::size_t> bytes_of_ranks;
  real beta = 0; ///< of the steps whose answer b is

  Impl(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& of_rank, NavierStokes<B>& of,
       HeldWalls<B>& held)
      : local(of_rank), fluid(of), walls(held), d(model.drive.direction), density(model.fluid.density),
        rate(model.drive.flow_rate), parts(stream, model.vessel->parts_of_faces(d, of_rank.slab)),
        own_sums(static_cast<std::size_t>(of_rank.slab.planes)),
        sums(static_cast<std::size_t>(of_rank.grid.n.z)), numbers(stream, numbers_on_device),
        F(stream, 3 * held.points().size()), b(stream, of_rank.slab) {
    const std::vector<Index> first = local.first_planes();
    for (std::size_t r = 0; r + 1 < first.size(); ++r)
      bytes_of_ranks.push_back(sizeof(real) * static_cast<std::size_t>(first[r + 1] - first[r]));
    stream.synchronize();
  }

  /// numbers[to] = Q(u)
  void find_rate(const Stream<B>& stream, FaceView<const real> u, Number to) {
    sum_of_each_plane(stream, local.slab, parts.data(), u[d], own_sums.data());
    const real* all = own_sums.data();
    if (!local.alone()) {
      gather(stream, *local.ranks, own_sums.data(), sums.data(), bytes_of_ranks, MessagesOf::halos);
      all = sums.data();
    }
    const real h = local.grid.h;
    add_planes(stream, local.grid.n.z, h * h / static_cast<real>(local.grid.n[d]), all, numbers.data() + to);
  }

  /// b and F_1 of a step.
  void find_answer(const Stream<B>& stream, const StepInTime& when) {
    fluid.prepare(stream, when);
    const FaceView<real> f = fluid.room_for_forces().template as<real>();
    for (int c = 0; c < 3; ++c)
      fill_zero(stream, f[c], sizeof(real) * static_cast<std::size_t>(local.slab.own_cells()));
    set_number(stream, when.difference().beta / density, numbers.data() + change);
    add_scaled(stream, local.slab.own_cells(), numbers.data() + change, parts.data(), f[d]);
    fluid.answer(stream, when, b.view());
    fill_zero(stream, F.data(), sizeof(real) * F.size());
    for (int c = 0; c < corrections_of_answer; ++c) walls.hold(stream, when, b.any(), F);
    find_rate(stream, b.view(), of_answer);
    beta = when.difference().beta;
    log::debug(text("flow rate: the answer of steps with beta = %.4g us", beta));
  }
};

template <class B>
HeldFlowRate<B>::HeldFlowRate(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                              NavierStokes<B>& fluid, HeldWalls<B>& walls)
    : impl_(std::make_unique<Impl>(stream, model, local, fluid, walls)) {}
template <class B>
HeldFlowRate<B>::~HeldFlowRate() = default;

template <class B>
std::size_t HeldFlowRate<B>::numbers() const {
  return impl_->F.size() + 1;
}

template <class B>
void HeldFlowRate<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  Impl& p = *impl_;
  if (when.difference().beta != p.beta) p.find_answer(stream, when);
  set_number(stream, p.rate.at(when.end()), p.numbers.data() + wanted);
}

template <class B>
void HeldFlowRate<B>::add_force(const Stream<B>& stream, const Array<real, B>& forces, AnyFaces f) {
  Impl& p = *impl_;
  add_scaled(stream, p.local.slab.own_cells(), forces.data() + p.F.size(), p.parts.data(),
             f.template as<real>()[p.d]);
}

template <class B>
void HeldFlowRate<B>::hold(const Stream<B>& stream, AnyFaces velocity, Array<real, B>& forces) {
  Impl& p = *impl_;
  const FaceView<real> u = velocity.as<real>();
  p.find_rate(stream, u, found);
  change_force(stream, p.numbers.data(), forces.data() + p.F.size());
  add_scaled(stream, static_cast<Size>(p.F.size()), p.numbers.data() + change, p.F.data(), forces.data());
  const Size ghosts = p.local.slab.ghost_cells(); // of both fields they are filled
  add_scaled(stream, 3 * p.local.slab.stored_cells(), p.numbers.data() + change, p.b.values().data(),
             u.x - ghosts);
}

template class HeldFlowRate<ThisBackend>;

} // namespace ibsim
