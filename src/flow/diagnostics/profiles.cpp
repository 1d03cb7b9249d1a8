#include "diagnostics/profiles.hpp"

#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/structure_properties.hpp"
#include "simulation/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

std::vector<TubeSection> tubes_of(const FlowModel& model) {
  return model.has_tubes() ? inner_parts(model) : std::vector<TubeSection>();
}

/// um^3
std::vector<real> volumes_of(const Layers& layers, const std::vector<TubeSection>& tubes, const Real3& box) {
  std::vector<real> volumes(layers.n, layers.shells ? 0 : box.x * layers.thickness * box.z);
  for (int k = 0; k < layers.n; ++k)
    for (const TubeSection& tube : tubes) {
      const real inner = std::min(layers.thickness * k, tube.radius),
                 outer = std::min(layers.thickness * (k + 1), tube.radius);
      volumes[k] += std::numbers::pi * (outer * outer - inner * inner) * box.z;
    }
  return volumes;
}

} // namespace

std::vector<Column<ProfileRow>> profile_columns(const FlowModel& model) {
  std::vector<Column<ProfileRow>> columns{{"time", "us", &ProfileRow::time},
                                          {model.has_tubes() ? "r" : "y", "um", &ProfileRow::place}};
  for (int d = 0; d < 3; ++d)
    columns.push_back({std::string("velocity ") + "xyz"[d], "um/us",
                       [d](const ProfileRow& row) { return row.velocity[d]; }});
  const auto add = [&](const std::string& name) {
    const std::size_t number = columns.size() - 5;
    columns.push_back({name, "", [number](const ProfileRow& row) { return row.fractions[number]; }});
  };
  add("volume fraction");
  for (const ObjectKind& kind : model.objects)
    if (has_inside(kind)) add("volume fraction of " + kind.name);
  return columns;
}

Layers profile_layers(const FlowModel& model) {
  if (!model.has_tubes()) return {model.grid.n.y, model.grid.h, false};
  const real radius = widest_tube(model);
  const int n = std::max(1, static_cast<int>(std::lround(radius / model.grid.h)));
  return {n, radius / n, true};
}

template <class B>
Profiles<B>::Profiles(const Stream<B>& stream, const FlowModel& model)
    : layers_(profile_layers(model)), tubes_(tubes_of(model)),
      volumes_(volumes_of(layers_, tubes_, model.grid.lengths())),
      velocity_(stream, model.grid, layers_, tubes_) {}

template <class B>
std::vector<LayerAxis> Profiles<B>::axes_of(Simulation<B>& simulation, std::size_t kind) const {
  const Real3 box = simulation.model().grid.lengths();
  std::vector<LayerAxis> axes;
  for (const StructureIntegrals& object : simulation.integrals(kind)) {
    const Real3 c = object.centre;
    LayerAxis nearest;
    real least = std::numeric_limits<real>::infinity();
    for (const TubeSection& tube : tubes_) {
      const real x = std::remainder(c.x - tube.x, box.x), y = std::remainder(c.y - tube.y, box.y);
      if (const real apart = std::hypot(x, y); apart < least) nearest = {c.x - x, c.y - y}, least = apart;
    }
    axes.push_back(nearest);
  }
  return axes;
}

template <class B>
std::vector<ProfileRow> Profiles<B>::measure(Simulation<B>& simulation) {
  const FlowModel& model = simulation.model();
  const Stream<B>& stream = simulation.stream();
  ImmersedBoundaryStep<B>& step = simulation.step();
  const std::vector<Real3> velocity = velocity_.measure(stream, simulation.present().velocity.view());
  std::vector<ProfileRow> rows;
  for (int k = 0; k < layers_.n; ++k)
    rows.push_back(
        {simulation.time(), layers_.thickness * (static_cast<real>(k) + real{0.5}), velocity[k], {0}});
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    if (!has_inside(model.objects[kind])) continue;
    const Evaluation& now = simulation.derivatives();
    const std::vector<real> volumes =
        objects_.measure(stream, layers_, step.sample_positions(kind), now.derivatives[kind],
                         step.structure(kind).surface().weights(),
                         layers_.shells ? axes_of(simulation, kind) : std::vector<LayerAxis>());
    for (int k = 0; k < layers_.n; ++k) {
      const real fraction = volumes[k] / volumes_[k];
      rows[k].fractions[0] += fraction;
      rows[k].fractions.push_back(fraction);
    }
  }
  return rows;
}

template class Profiles<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class Profiles<Cuda>;
#endif

} // namespace ibsim
