#include "flow_run/start_from.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "files/run_folder.hpp"
#include "flow_files/read_scenario.hpp"
#include "model/scenario.hpp"
#include "objects/population.hpp"
#include "program/progress.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& why) { throw InputError("start.from: " + why); }

Checkpoint newest_of(const fs::path& folder) {
  std::string warning;
  Checkpoint found = read_newest_checkpoint(folder, warning);
  if (!warning.empty()) log::warning(warning);
  return found;
}

/// The checkpoint of a run at a time; it has two.
Checkpoint checkpoint_at(const fs::path& folder, real time) {
  std::string times;
  for (const fs::path& file : {run_files(folder).checkpoint, run_files(folder).previous_checkpoint}) {
    if (!is_file(file)) continue;
    Checkpoint found = read_checkpoint(file);
    if (std::abs(found.time - time) <= 1e-6 * std::max(time, found.time)) return found;
    times += (times.empty() ? "" : " and ") + time_text(found.time);
  }
  throw InputError("start.time: " + folder.string() + " has no checkpoint of " + time_text(time) +
                   (times.empty() ? "" : ", but of " + times) +
                   "; ibsim resume FOLDER --until TIME leaves one");
}

Checkpoint checkpoint_of(const StartPlan& start) {
  const fs::path from = start.from;
  std::error_code none;
  if (is_file(from)) return read_checkpoint(from);
  if (!fs::is_directory(from, none)) fail(from.string() + ": no such folder or checkpoint");
  return start.last ? newest_of(from) : checkpoint_at(from, start.time);
}

std::string box_text(const FlowModel& s) {
  return text("%d x %d x %d points, h = %.6g um", s.grid.n.x, s.grid.n.y, s.grid.n.z, s.grid.h) +
         (s.has_walls()    ? " between walls"
          : s.is_sheared() ? " in unbounded shear"
                           : ", periodic");
}

bool same_surface(const ObjectKind& a, const ObjectKind& b) {
  const auto *const x = std::get_if<ClosedSurface>(&a.structure), *const y = std::get_if<ClosedSurface>(
                                                                      &b.structure);
  return !x || !y || x->surface == y->surface;
}

/// Sites of one state are sites of the other.
void require_same_sites(const FlowModel& there, const FlowModel& here) {
  if (!(there.grid.n == here.grid.n) || std::abs(there.grid.h / here.grid.h - 1) > 1e-12 ||
      there.grid.topology.y.ends != here.grid.topology.y.ends)
    fail("that run has a box of " + box_text(there) + ", this one of " + box_text(here) +
         "; they must agree");
  if (has_traffic(there) || has_traffic(here))
    fail("objects come and go in one of the runs (enters, leaves, traffic), so they have no common places");
  if (there.objects.size() != here.objects.size())
    fail(text("that run has %zu kinds of objects, this one %zu; they must agree", there.objects.size(),
              here.objects.size()));
  for (std::size_t k = 0; k < here.objects.size(); ++k) {
    const ObjectKind &a = there.objects[k], &b = here.objects[k];
    const std::string kind = "objects." + std::to_string(k) + " (\"" + b.name + "\"): ";
    if (a.structure.index() != b.structure.index() || !same_surface(a, b))
      fail(kind + "has another shape in that run");
    if (a.placements.size() != b.placements.size())
      fail(kind +
           text("there are %zu in that run and %zu in this one", a.placements.size(), b.placements.size()));
    if (a.sites().data != b.sites().data || a.sites().sample != b.sites().sample)
      fail(kind +
           text("has %d data sites and %d sample sites in that run, %d and %d in this one; give these as "
                "data_sites and sample_sites",
                a.sites().data, a.sites().sample, b.sites().data, b.sites().sample));
  }
  if (there.precision != here.precision)
    fail("device.precision differs from the old run's, whose velocity is stored otherwise; give this run the "
         "old precision");
  if (there.membrane != here.membrane && !kinds_of<ClosedSurface>(here.objects).empty())
    fail("coupling.membrane differs from the run's, so its sites have other places");
}

/// The array of a checkpoint as which one of a state starts: u^{n-1} as u^n, earlier sites as present ones.
std::string source_of(const std::string& name) {
  for (const std::string earlier : {"_before", "_expected"})
    if (const std::size_t at = name.find(earlier);
        at != std::string::npos && (name.starts_with("velocity") || name.starts_with("data_sites")))
      return name.substr(0, at) + name.substr(at + earlier.size());
  return name;
}

/// Adds rate (y - Ly/2) to the z component of a velocity on the faces.
void add_shear(const Grid& grid, real rate, std::vector<real>& velocity) {
  const std::size_t cells = static_cast<std::size_t>(grid.cells());
  for (std::size_t c = 0; c < cells; ++c) {
    const std::size_t row = c / static_cast<std::size_t>(grid.n.x) % static_cast<std::size_t>(grid.n.y);
    velocity[2 * cells + c] += rate * grid.h * (static_cast<real>(row) + 0.5 - 0.5 * grid.n.y);
  }
}

} // namespace

std::optional<StartState> state_to_start_from(Scenario& scenario) {
  if (scenario.start.from.empty()) return {};
  StartState state{checkpoint_of(scenario.start), 0};
  std::vector<std::string> ignored;
  const Scenario before =
      read_scenario_text(state.checkpoint.scenario, "the scenario in the checkpoint", {}, ignored);
  require_same_sites(before, scenario);
  if (scenario.is_sheared()) {
    state.shear_rate = before.drive.shear_rate.at(state.checkpoint.time);
    scenario.drive.strain_at_start = strain_at(before, state.checkpoint.time);
  }
  scenario.start.from = fs::absolute(scenario.start.from).lexically_normal().string();
  return state;
}

void start_from(Simulation& simulation, const StartState& start) {
  std::map<std::string, const std::vector<real>*> there;
  for (const NamedArray& array : start.checkpoint.arrays) there[array.name] = &array.values;
  const FlowModel& model = simulation.model();
  std::map<std::string, std::vector<real>> arrays;
  std::string anew;
  for (auto& [name, values] : simulation.arrays_on_host()) {
    const auto source = there.find(source_of(name));
    const bool fits = source != there.end() && source->second->size() == values.size();
    if (!fits && (name == "velocity" || name.starts_with("data_sites")))
      fail("its " + name + " does not fit this run");
    if (!fits) anew += (anew.empty() ? "" : ", ") + name;
    arrays[name] = fits ? *source->second : std::move(values);
    if (model.is_sheared() && name.starts_with("velocity"))
      add_shear(model.grid, model.drive.shear_rate.at(0) - start.shear_rate, arrays[name]);
  }
  simulation.set_arrays(
      [&](const std::string& name, std::size_t) -> const std::vector<real>& { return arrays.at(name); });
  log::info("starts from the state at t = " + time_text(start.checkpoint.time) + " of " +
            simulation.scenario().start.from +
            (anew.empty() ? "" : "; missing parts of the state begin anew: " + anew));
}

} // namespace ibsim
