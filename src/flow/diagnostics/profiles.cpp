#include "diagnostics/profiles.hpp"

#include "fluid/velocity_layers.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "surface/layer_volumes.hpp"
#include "walls/wall.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// The axis of shells about which each object lies.
template <class B>
std::vector<LayerAxis> axes_of(const PartOfState<B>& part, std::size_t kind, const Wall& wall) {
  std::vector<LayerAxis> axes;
  for (const StructureIntegrals& object :
       part.step.structure(kind).integrals(part.stream, part.state.of(kind), part.derivatives(kind)))
    axes.push_back(wall.axis_near(object.centre));
  return axes;
}

const Measured<Real3> velocities_in_layers =
    measured("velocities in layers", Joined::plane_sums, Needs::state,
             []<class B>(const PartOfState<B>& part, std::size_t) {
               const WallLayers of = wall_of(part.model)->layers();
               return sums_of_layers<B>(part.stream, part.slab, columns_of_layers(of.of_columns, of.layers.n),
                                        part.state.velocity.any());
             });

/// As LayerVolumes has them.
const Measured<real> volumes_in_layers = measured(
    "volumes in layers", Joined::objects, Needs::derivatives,
    []<class B>(const PartOfState<B>& part, std::size_t kind) {
      const auto wall = wall_of(part.model);
      const Layers layers = wall->layers().layers;
      return layer_volumes<B>(part.stream, layers, part.step.sample_positions(kind), part.derivatives(kind),
                              std::as_const(part.step).structure(kind).surface().weights(),
                              layers.shells ? axes_of(part, kind, *wall) : std::vector<LayerAxis>())
          .of_objects;
    });

} // namespace

std::vector<Column<ProfileRow>> profile_columns(const FlowModel& model) {
  std::vector<Column<ProfileRow>> columns{
      {"time", "us", &ProfileRow::time},
      {wall_of(model)->layers().layers.shells ? "r" : "y", "um", &ProfileRow::place}};
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

Profiles::Profiles(const FlowModel& model) {
  const WallLayers of = wall_of(model)->layers();
  layers_ = of.layers, volumes_ = of.volumes;
  columns_ = columns_of_layers(of.of_columns, of.layers.n).counts;
}

std::vector<ProfileRow> Profiles::measure(Simulation& simulation) const {
  const FlowModel& model = simulation.model();
  const std::vector<Real3> sums = simulation.values().measure(velocities_in_layers);
  std::vector<ProfileRow> rows;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Real3 velocity = sums[k];
    if (columns_[k] > 0) velocity *= 1 / (static_cast<real>(columns_[k]) * model.grid.n.z);
    rows.push_back(
        {simulation.time(), layers_.thickness * (static_cast<real>(k) + real{0.5}), velocity, {0}});
  }
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    if (!has_inside(model.objects[kind])) continue;
    const std::vector<real> objects = simulation.values().measure(volumes_in_layers, kind);
    if (objects.empty()) { // none is there
      for (ProfileRow& row : rows) row.fractions.push_back(0);
      continue;
    }
    const std::size_t n = model.objects[kind].placements.size();
    const std::vector<real> volumes = total_in_layers(layers_, {n > 0 ? objects.size() / n : 1, objects});
    for (std::size_t k = 0; k < volumes.size(); ++k) {
      const real fraction = volumes[k] / volumes_[k];
      rows[k].fractions[0] += fraction;
      rows[k].fractions.push_back(fraction);
    }
  }
  return rows;
}

} // namespace ibsim
