#include "validation/follow_objects.hpp"

#include "base/text.hpp"
#include "diagnostics/shear_marker.hpp"
#include "diagnostics/tube_diagnostics.hpp"
#include "flow_files/read_scenario.hpp"
#include "grid/points.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"
#include "results/paper_data.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ibsim {
namespace {

/// The extents of each object of a kind along the axes.
std::vector<Real3> extents(Simulation& simulation, std::size_t kind, std::size_t objects) {
  const std::vector<real> X = simulation.surface_field_on_host(kind, SurfaceField::positions);
  const std::size_t each = X.size() / objects; // [site][component]
  std::vector<Real3> found(objects);
  for (std::size_t o = 0; o < objects; ++o)
    for (std::size_t d = 0; d < 3; ++d) {
      real least = X[o * each + d], most = least;
      for (std::size_t i = o * each + d; i < (o + 1) * each; i += 3)
        least = std::min(least, X[i]), most = std::max(most, X[i]);
      found[o][static_cast<int>(d)] = most - least;
    }
  return found;
}

std::vector<std::vector<Sighting>> follow(const AnyStream& stream, const Scenario& scenario,
                                          const ValidationSettings& s) {
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, s.cache_folder);
  Simulation simulation(stream, scenario, kinds);
  std::vector<ShearMarker> markers;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (const Placement& placement : scenario.objects[kind].placements) // of a tube one that nothing follows
      markers.push_back(shear_marker(placement, kinds[kind].start()));
  std::vector<std::vector<Sighting>> seen(markers.size());
  FunctionReporter look{
      "shapes",
      {intervals_between(scenario.time, scenario.output, scenario.output.series_every)},
      [&](Simulation& now) {
        const TubeDiagnostics tube = scenario.has_tubes() ? tube_diagnostics(now) : TubeDiagnostics{};
        std::size_t object = 0;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
          const std::vector<StructureIntegrals>& all = now.integrals(kind);
          if (!has_inside(scenario.objects[kind])) {
            object += all.size();
            continue;
          }
          now.check_volumes(kind, all);
          const std::vector<Real3> sizes = extents(now, kind, all.size());
          const std::vector<real> sites = now.data_sites_on_host(kind);
          const auto each = static_cast<Index>(kinds[kind].data_nodes.size());
          const VectorsView<const real> X = vectors_view(sites.data(), static_cast<Index>(sites.size() / 3));
          for (std::size_t o = 0; o < all.size(); ++o, ++object) {
            const CellShape shape = cell_shape(all[o]);
            std::vector<Sighting>& of = seen[object];
            CellAngles angles = of.empty() ? CellAngles{} : of.back().angles;
            const Real3 at = X.at(static_cast<Index>(o) * each + markers[object].site);
            angles.follow(shear_plane_angle(at, all[o].centre) - markers[object].start_angle, shape);
            of.push_back({now.time(), shape, angles, all[o].centre, sizes[o], all[o].volume,
                          tube.mean_velocity, tube.relative_viscosity});
          }
        }
      }};
  run(simulation, {&look}, s.control);
  return seen;
}

/// Settings as after --set; none if nothing is refined.
std::vector<std::string> refinements(const FlowModel& s, real safety, const Refinement& refined) {
  std::vector<std::string> found;
  if (refined.step != 1) found.push_back(text("time.safety=%.9g", safety * refined.step));
  if (refined.cell == 1 && refined.data_sites == 1) return found;
  const real h = s.grid.h * refined.cell;
  found.push_back(text("domain.cell=%.15g um", h));
  for (const auto& [kind, objects, of] :
       kinds_of<ClosedSurface>(s.objects)) { // a tube's follow from the grid
    const int data_sites = static_cast<int>(std::lround(of.data_sites * refined.data_sites / 4)) * 4;
    const int sample_sites =
        std::max(of.sample_sites, suitable_sites(of.surface, h, sample_spacing(s)).sample);
    found.push_back(
        text("objects.%zu.data_sites=%d", kind, refined.data_sites == 1 ? of.data_sites : data_sites));
    found.push_back(text("objects.%zu.sample_sites=%d", kind, sample_sites));
  }
  return found;
}

} // namespace

Scenario validation_scenario(const std::string& name, const std::vector<std::string>& overrides,
                             const ValidationSettings& s) {
  for (const PaperFile& file : paper_files()) {
    if (file.name != name + ".yaml") continue;
    std::vector<std::string> warnings; // those of a user's scenario; these files are ours
    std::vector<std::string> all = overrides;
    if (s.precision != "double") all.push_back("device.precision=" + s.precision);
    const Scenario scenario = read_scenario_text(file.text, "data/validation/" + file.name, all, warnings);
    const std::vector<std::string> finer = refinements(scenario, scenario.time.safety, s.refined);
    if (finer.empty()) return scenario;
    all.insert(all.end(), finer.begin(), finer.end());
    return read_scenario_text(file.text, "data/validation/" + file.name, all, warnings);
  }
  throw std::invalid_argument("no scenario data/validation/" + name + ".yaml");
}

std::vector<std::vector<Sighting>> follow_objects(const Scenario& scenario, const ValidationSettings& s) {
  return on_stream(s.cuda, [&](const AnyStream& stream) { return follow(stream, scenario, s); });
}

real interpolated(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto after = std::lower_bound(x.begin(), x.end(), at);
  if (after == x.end()) return std::nan("");
  const std::size_t i = static_cast<std::size_t>(after - x.begin());
  if (*after == at) return y[i];
  if (i == 0) return std::nan("");
  return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

} // namespace ibsim
