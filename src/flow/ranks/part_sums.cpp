#include "ranks/part_sums.hpp"

#include "fluid/plane_sums.hpp"
#include "fluid/varying_viscosity.hpp"
#include "fluid/velocity_layers.hpp"
#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/shear_moments.hpp"
#include "surface/layer_volumes.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

std::vector<real> numbers_of(const std::vector<Real3>& vectors) {
  std::vector<real> numbers;
  for (const Real3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}
std::vector<real> numbers_of(const std::vector<ShearSums>& sums) {
  std::vector<real> numbers;
  for (const ShearSums& of : sums) numbers.insert(numbers.end(), {of.products, of.extra});
  return numbers;
}

/// The axis of a tube about which each object lies, that image of it.
template <class B>
std::vector<LayerAxis> axes_of(const PartOfState<B>& part, std::size_t kind) {
  const Real3 box = part.model.grid.lengths();
  const std::vector<TubeSection> tubes = inner_parts(part.model);
  std::vector<LayerAxis> axes;
  for (const StructureIntegrals& object :
       part.step.structure(kind).integrals(part.stream, part.state.of(kind), part.found.derivatives[kind])) {
    const Real3 c = object.centre;
    LayerAxis nearest;
    real least = std::numeric_limits<real>::infinity();
    for (const TubeSection& tube : tubes) {
      const real x = std::remainder(c.x - tube.x, box.x), y = std::remainder(c.y - tube.y, box.y);
      if (const real apart = std::hypot(x, y); apart < least) nearest = {c.x - x, c.y - y}, least = apart;
    }
    axes.push_back(nearest);
  }
  return axes;
}

} // namespace

Layers profile_layers(const FlowModel& model) {
  if (!model.has_tubes()) return {model.grid.n.y, model.grid.h, false};
  const real radius = widest_tube(model);
  const int n = std::max(1, static_cast<int>(std::lround(radius / model.grid.h)));
  return {n, radius / n, true};
}

std::vector<real> sum_of_planes(const std::vector<real>& planes, Index n) {
  const std::size_t numbers = planes.size() / static_cast<std::size_t>(n);
  std::vector<real> sums(numbers);
  for (std::size_t i = 0; i < planes.size(); ++i) sums[i % numbers] += planes[i];
  return sums;
}

template <class B>
std::vector<real> plane_sums(const PartOfState<B>& part, PlaneSums what) {
  const Stream<B>& stream = part.stream;
  const Grid& grid = part.model.grid;
  const AnyConstFaces u = std::as_const(part.state.velocity).any();
  switch (what) {
  case PlaneSums::rows_at_walls:
    return numbers_of(sums_of_rows<B>(stream, part.slab, u, {0, 1, grid.n.y - 2, grid.n.y - 1}));
  case PlaneSums::inside_tubes:
    return sums_inside<B>(stream, grid, part.slab, inner_parts(part.model), u);
  case PlaneSums::inside_vessel: {
    const int d = part.model.drive.direction;
    return sums_of_parts<B>(stream, part.slab, part.model.vessel->parts_of_faces(d, part.slab), d, u);
  }
  case PlaneSums::openings:
    return part.step.plane_sums_of_pumps(stream, part.state);
  case PlaneSums::layers:
    return numbers_of(sums_of_layers<B>(
        stream, part.slab, columns_of_layers(grid, profile_layers(part.model), inner_parts(part.model)), u));
  case PlaneSums::shear: {
    const AnyConstFaces v = part.step.fluctuation(stream, part.state);
    const VaryingViscosity<B>* const varying =
        part.step.viscosity() ? part.step.present_viscosity(stream, part.state, part.found) : nullptr;
    const real rate = part.model.drive.shear_rate.at(part.state.time);
    return with_faces(v, [&]<class T>(FaceView<T> faces) {
      const T* const excess = varying ? varying->template excess_in<T>() : nullptr;
      return numbers_of(shear_sums<B>(stream, part.slab, faces, excess, grid.h * rate));
    });
  }
  }
  return {};
}

template <class B>
std::vector<real> object_sums(const PartOfState<B>& part, ObjectSums what, std::size_t kind) {
  const Surface<B>& surface = std::as_const(part.step).structure(kind).surface();
  const VectorsView<const real> X = part.step.sample_positions(kind);
  const DerivativeBlock block = part.found.derivatives[kind];
  if (surface.objects() == 0) return {};
  if (what == ObjectSums::shear_moments)
    return shear_moments<B>(part.stream, surface.objects(),
                            static_cast<Index>(part.model.objects[kind].placements.size()),
                            part.model.grid.lengths().y / 2, X, part.step.sample_forces(kind));
  if (what == ObjectSums::of_terms)
    return part.step.structure(kind).measures_of_terms(part.stream, part.state.of(kind), block);
  const Layers layers = profile_layers(part.model);
  return layer_volumes<B>(part.stream, layers, X, block, surface.weights(),
                          layers.shells ? axes_of(part, kind) : std::vector<LayerAxis>())
      .of_objects;
}

template std::vector<real> plane_sums(const PartOfState<Cpu>&, PlaneSums);
template std::vector<real> object_sums(const PartOfState<Cpu>&, ObjectSums, std::size_t);
#if defined(IBSIM_WITH_CUDA)
template std::vector<real> plane_sums(const PartOfState<Cuda>&, PlaneSums);
template std::vector<real> object_sums(const PartOfState<Cuda>&, ObjectSums, std::size_t);
#endif

} // namespace ibsim
