#include "simulation/inner_fluid.hpp"

#include "base/error.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/structure_properties.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// normals = contrast n dA, and the volumes of the objects as the x of sums.
template <class B>
void measure_objects(const Stream<B>& stream, real contrast, DerivativeBlock block, const real* weights,
                     VectorsView<real> normals, GroupSums<B>& volumes) {
  sum_by_group(
      stream, block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Real3 x =
            block.at(SurfaceOperator::value, object, s) - block.at(SurfaceOperator::value, object, 0);
        const Real3 normal = weights[s] * cross(block.at(SurfaceOperator::d1, object, s),
                                                block.at(SurfaceOperator::d2, object, s));
        normals.set(object * block.n_sample + s, contrast * normal);
        return Real3{dot(x, normal) / 3, 0, 0};
      },
      volumes);
}

template <class B>
void add_up(const Stream<B>& stream, GroupSums<B>& of_objects, GroupSums<B>& sum) {
  const Real3* const totals = of_objects.totals();
  sum_by_group(
      stream, of_objects.groups(), [=] IBSIM_KERNEL(Index, Index object) { return totals[object]; }, sum);
}

/// mean = what it is, or nothing, and factor total
template <class B>
void add_to_mean(const Stream<B>& stream, bool first, real factor, const Real3* total, real* mean) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *mean = (first ? real{0} : *mean) + factor * total->x; });
}

} // namespace

template <class B>
InnerFluid<B>::InnerFluid(const Stream<B>& stream, const FlowModel& model,
                          const std::vector<Structure<B>>& structures)
    : box_volume_(model.grid.cell_volume() * static_cast<real>(model.grid.cells())), mean_(stream, 1) {
  Index samples = 0;
  for (std::size_t kind = 0; kind < structures.size(); ++kind) {
    const Surface<B>& surface = structures[kind].surface();
    kinds_.push_back({std::log(viscosity_ratio(model.objects[kind])), samples, {}, {}});
    if (kinds_.back().contrast != 0) {
      if (surface.topology() != SurfaceTopology::closed)
        throw InputError("\"" + model.objects[kind].name +
                         "\" is not closed and has no inside, so it cannot have a viscosity_ratio");
      kinds_.back().volumes.emplace(stream, surface.objects(), surface.samples_per_object());
      if (surface.objects() > 1) kinds_.back().sum.emplace(stream, 1, surface.objects());
    }
    samples += surface.sample_sites();
  }
  normals_ = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
}

template <class B>
void InnerFluid<B>::measure(const Stream<B>& stream, std::size_t kind, const Surface<B>& surface,
                            DerivativeBlock block) {
  OfKind& k = kinds_[kind];
  if (!k.volumes) return;
  const VectorsView<real> all = vectors_view(normals_.data(), static_cast<Index>(normals_.size() / 3));
  measure_objects<B>(stream, k.contrast, block, surface.weights(),
                     {all.x + k.first, all.y + k.first, all.z + k.first, surface.sample_sites()}, *k.volumes);
  if (k.sum) add_up<B>(stream, *k.volumes, *k.sum);
  bool first = true;
  for (std::size_t before = 0; before < kind; ++before) first = first && !kinds_[before].volumes;
  add_to_mean<B>(stream, first, k.contrast / box_volume_, (k.sum ? *k.sum : *k.volumes).totals(),
                 mean_.data());
}

template <class B>
VectorsView<const real> InnerFluid<B>::normals() const {
  return vectors_view(normals_.data(), static_cast<Index>(normals_.size() / 3));
}

template class InnerFluid<ThisBackend>;

} // namespace ibsim
