#include "diagnostics/profiles.hpp"

#include "fluid/velocity_layers.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/with_cuda.hpp"
#include "surface/layer_volumes.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

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

Profiles::Profiles(const FlowModel& model)
    : layers_(profile_layers(model)), volumes_(volumes_of(layers_, inner_parts(model), model.grid.lengths())),
      columns_(columns_of_layers(model.grid, layers_, inner_parts(model)).counts) {}

template <class B>
std::vector<ProfileRow> Profiles::measure(Simulation<B>& simulation) const {
  const FlowModel& model = simulation.model();
  // of u, [layer][component]
  const std::vector<real> sums = simulation.values().plane_sums(PlaneSums::layers);
  std::vector<ProfileRow> rows;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Real3 velocity{sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]};
    if (columns_[k] > 0) velocity *= 1 / (static_cast<real>(columns_[k]) * model.grid.n.z);
    rows.push_back(
        {simulation.time(), layers_.thickness * (static_cast<real>(k) + real{0.5}), velocity, {0}});
  }
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    if (!has_inside(model.objects[kind])) continue;
    const std::vector<real> objects = simulation.values().object_sums(ObjectSums::layer_volumes, kind);
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

template std::vector<ProfileRow> Profiles::measure(Simulation<Cpu>&) const;
#if defined(IBSIM_WITH_CUDA)
template std::vector<ProfileRow> Profiles::measure(Simulation<Cuda>&) const;
#endif

} // namespace ibsim
