#include "step/inner_fluid.hpp"

#include "base/error.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// normals = contrast n dA, and the volumes of the objects as the x of sums.
template <class B, class T>
void measure_objects(const Stream<B>& stream, real contrast, BlockOf<T> block, const real* weights,
                     VectorsView<real> normals, GroupSums<B>& volumes) {
  sum_by_group(
      stream, block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Vec3<T> x =
            block.at(SurfaceOperator::value, object, s) - block.at(SurfaceOperator::value, object, 0);
        const Vec3<T> normal = T(weights[s]) * cross(block.at(SurfaceOperator::d1, object, s),
                                                     block.at(SurfaceOperator::d2, object, s));
        const Vec3<T> contrasted = T(contrast) * normal;
        normals.set(object * block.n_sample + s, {contrasted.x, contrasted.y, contrasted.z});
        return Real3{dot(x, normal) / 3, 0, 0};
      },
      volumes);
}

template <class B>
void add_up(const Stream<B>& stream, Index objects, const Real3* totals, GroupSums<B>& sum) {
  sum_by_group(
      stream, objects, [=] IBSIM_KERNEL(Index, Index object) { return totals[object]; }, sum);
}

/// of_all = the totals of those that this rank tells of, and zero bits.
template <class B>
void tell(const Stream<B>& stream, const Array<Index, B>& told, const Real3* totals,
          Array<Real3, B>& of_all) {
  of_all.zero(stream);
  const Index* const object = told.data();
  Real3* const all = of_all.data();
  for_each(stream, static_cast<Index>(told.size()), [=] IBSIM_KERNEL(Index slot) {
    if (object[slot] >= 0) all[object[slot]] = totals[slot];
  });
}

/// mean = what it is, or nothing, and factor total
template <class B>
void add_to_mean(const Stream<B>& stream, bool first, real factor, const Real3* total, real* mean) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *mean = (first ? real{0} : *mean) + factor * total->x; });
}

} // namespace

template <class B>
InnerFluid<B>::InnerFluid(const Stream<B>& stream, const FlowModel& model,
                          const std::vector<Structure<B>>& structures, const Communicator<B>* ranks,
                          const ListedObjects& listed)
    : ranks_(ranks), box_volume_(model.grid.cell_volume() * static_cast<real>(model.grid.cells())),
      mean_(stream, 1) {
  Index samples = 0;
  for (std::size_t kind = 0; kind < structures.size(); ++kind) {
    const Surface<B>& surface = structures[kind].surface();
    const bool in_part = ranks || (!listed.empty() && !listed[kind].is_all);
    const std::size_t objects =
        in_part ? model.objects[kind].placements.size() : static_cast<std::size_t>(surface.objects());
    kinds_.push_back(
        {std::log(viscosity_ratio(model.objects[kind])), samples, static_cast<Index>(objects), {}, {}, {}});
    if (kinds_.back().contrast != 0) {
      if (surface.topology() != SurfaceTopology::closed)
        throw InputError("\"" + model.objects[kind].name +
                         "\" is not closed and has no inside, so it cannot have a viscosity_ratio");
      kinds_.back().volumes.emplace(stream, surface.objects(), surface.samples_per_object());
      if (objects > 1) kinds_.back().sum.emplace(stream, 1, kinds_.back().objects);
      if (in_part) kinds_.back().of_all = Array<Real3, B>(objects);
    }
    samples += surface.sample_sites();
  }
  normals_ = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
}

template <class B>
void InnerFluid<B>::measure(const Stream<B>& stream, std::size_t kind, const Surface<B>& surface,
                            DerivativeBlock block, const Array<Index, B>* told) {
  OfKind& k = kinds_[kind];
  if (!k.volumes) return;
  const VectorsView<real> all = vectors_view(normals_.data(), static_cast<Index>(normals_.size() / 3));
  with_block(block, [&](auto of) {
    measure_objects<B>(stream, k.contrast, of, surface.weights(),
                       {all.x + k.first, all.y + k.first, all.z + k.first, surface.sample_sites()},
                       *k.volumes);
  });
  const Real3* volumes = k.volumes->totals();
  if (told) {
    tell<B>(stream, *told, volumes, k.of_all);
    static_assert(sizeof(Real3) == 3 * sizeof(std::uint64_t));
    if (ranks_)
      ranks_->add_words(stream, reinterpret_cast<std::uint64_t*>(k.of_all.data()),
                        3 * static_cast<Size>(k.of_all.size()), MessagesOf::sites);
    volumes = k.of_all.data();
  }
  if (k.sum) add_up<B>(stream, k.objects, volumes, *k.sum);
  bool first = true;
  for (std::size_t before = 0; before < kind; ++before) first = first && !kinds_[before].volumes;
  add_to_mean<B>(stream, first, k.contrast / box_volume_, k.sum ? k.sum->totals() : volumes, mean_.data());
}

template <class B>
VectorsView<const real> InnerFluid<B>::normals() const {
  return vectors_view(normals_.data(), static_cast<Index>(normals_.size() / 3));
}

template class InnerFluid<ThisBackend>;

} // namespace ibsim
