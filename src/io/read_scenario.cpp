// The schema (objects: see read_objects.cpp). Every dimensional value has its unit.
//
//   kind: flow                                          may be left out
//   title: text                                         the name of the file if left out
//   domain:   {size: [16 um, 16 um, 16 um], cell: 0.25 um}
//   fluid:    {density: 1 g/cm^3, viscosity: 1 cP, shear_rate: 1000 1/s, initial: rest | shear |
//   taylor-green, speed: 1 mm/s}
//             density and viscosity are those of water (1 g/cm^3, 1 cP) if left out; initial is shear where
//             there is a shear_rate, else rest; speed is the amplitude of taylor-green
//   time:     {step: 0.1 us, end: 1 ms, beyond_stability_limit: false}
//             or {step: auto, end: 1 ms, largest_step: none, safety: 0.8}: steps as large as the stability
//             limits times safety allow
//   objects:  a list, may be left out
//   coupling: {kernel: cosine, spread: tiles, sweep_width: 8, remove_net_force: true}
//   output:   {folder: results/NAME, cells_every: 20 us, fluid_every: .., series_every: .., checkpoint_every:
//   .., checkpoint_every_wall_clock: 10 min, precision: double | float,
//              compression: 0 .. 9 (gzip; left out: 0, none)}   an interval may also be `never`; 0 us is: at
//              the start and the end
//   device:   {backend: auto | cpu | cuda, threads: 0}
#include "io/read_scenario.hpp"

#include "base/error.hpp"
#include "io/read_objects.hpp"
#include "io/scenario_file.hpp"
#include "simulation/advice.hpp"
#include "simulation/time_plan.hpp"

#include <algorithm>

namespace ibsim {
namespace {

bool is_word(const Tree& tree, const char* word) {
  return tree.kind == Tree::Kind::scalar && tree.text == word;
}

void read_fluid(const Tree* tree, Scenario& scenario) {
  if (!tree) return;
  const Fields fields(*tree, "fluid", {"density", "viscosity", "shear_rate", "initial", "speed"});
  if (const Tree* t = fields.find("density"))
    scenario.fluid.density = read_positive(*t, "fluid.density", dimension::density);
  if (const Tree* t = fields.find("viscosity"))
    scenario.fluid.viscosity = read_positive(*t, "fluid.viscosity", dimension::viscosity);
  if (const Tree* t = fields.find("shear_rate"))
    scenario.shear_rate = read_quantity(*t, "fluid.shear_rate", dimension::rate);
  scenario.initial_flow = scenario.shear_rate != 0 ? InitialFlow::shear : InitialFlow::rest;
  if (const Tree* t = fields.find("initial")) {
    scenario.initial_flow =
        static_cast<InitialFlow>(read_choice(*t, "fluid.initial", {"rest", "shear", "taylor-green"}));
    if (scenario.initial_flow == InitialFlow::shear && scenario.shear_rate == 0)
      fail_at(*t, "fluid.initial: shear needs a fluid.shear_rate");
    if (scenario.initial_flow == InitialFlow::taylor_green && scenario.shear_rate != 0)
      fail_at(*t, "fluid.initial: taylor-green and a fluid.shear_rate do not go together");
  }
  const Tree* speed = fields.find("speed");
  if (scenario.initial_flow == InitialFlow::taylor_green)
    scenario.taylor_green_speed =
        read_positive(fields.need("speed", "10 mm/s"), "fluid.speed", dimension::velocity);
  else if (speed)
    fail_at(*speed, "fluid.speed: is the amplitude of initial: taylor-green, and has no meaning here");
}

void read_time(const Tree& tree, Scenario& scenario, std::vector<std::string>& warnings) {
  const Fields fields(tree, "time", {"step", "end", "beyond_stability_limit", "largest_step", "safety"});
  Scenario::Time& time = scenario.time;
  const Tree& step = fields.need("step", "0.1 us");
  time.automatic = is_word(step, "auto");
  if (!time.automatic) time.step = read_positive(step, "time.step", dimension::time);
  time.end = read_positive(fields.need("end", "1 ms"), "time.end", dimension::time);
  if (const Tree* t = fields.find("beyond_stability_limit")) {
    time.beyond_stability_limit = read_boolean(*t, "time.beyond_stability_limit");
    if (time.automatic && time.beyond_stability_limit)
      warnings.push_back(
          t->place() +
          "time.beyond_stability_limit: has no effect with step: auto, which keeps to the limits");
  }
  for (const char* key : {"largest_step", "safety"})
    if (const Tree* t = fields.find(key); t && !time.automatic)
      warnings.push_back(t->place() + fields.path(key) + ": has no effect without step: auto");
  if (const Tree* t = fields.find("largest_step"); t && !is_word(*t, "none"))
    time.largest_step = read_positive(*t, "time.largest_step", dimension::time);
  if (const Tree* t = fields.find("safety")) {
    time.safety = read_number(*t, "time.safety");
    if (!(time.safety > 0 && time.safety <= 1))
      fail_at(*t, "time.safety: must be more than 0, and at most 1");
  }
}

void read_coupling(const Tree* tree, Scenario& scenario) {
  if (!tree) return;
  const Fields fields(*tree, "coupling", {"kernel", "spread", "sweep_width", "remove_net_force"});
  if (const Tree* t = fields.find("kernel")) {
    const auto names = delta_kernel_names();
    scenario.kernel = *delta_kernel_from(names[read_choice(*t, "coupling.kernel", names)]);
  }
  if (const Tree* t = fields.find("spread")) {
    const auto names = spread_algorithm_names();
    scenario.spread = *spread_algorithm_from(names[read_choice(*t, "coupling.spread", names)]);
  }
  if (const Tree* t = fields.find("sweep_width")) {
    const int s = support(scenario.kernel);
    scenario.sweep_width = static_cast<int>(read_integer(*t, "coupling.sweep_width", 1, s * s * s));
  }
  if (const Tree* t = fields.find("remove_net_force"))
    scenario.remove_net_force = read_boolean(*t, "coupling.remove_net_force");
}

/// An interval of output. @return false for `never`
bool read_interval(const Fields& fields, std::string_view key, const Scenario::Time& time, real& every,
                   std::vector<std::string>& warnings) {
  const Tree* tree = fields.find(key);
  if (!tree) return true;
  if (is_word(*tree, "never")) {
    every = 0;
    return false;
  }
  every = read_quantity(*tree, fields.path(key), dimension::time);
  if (every < 0) fail_at(*tree, fields.path(key) + ": must not be negative");
  if (every > 0 && every < time.step && !time.automatic)
    warnings.push_back(tree->place() + fields.path(key) +
                       ": is shorter than the time step; it happens once a step");
  return true;
}

void read_output(const Tree* tree, const std::string& name, Scenario& scenario,
                 std::vector<std::string>& warnings) {
  auto& output = scenario.output;
  const real end = scenario.time.end, step = scenario.time.step;
  const auto nth = [&](real n) {
    if (!scenario.time.automatic) return std::max(step, end / n);
    for (const real parts : {500, 100, 50, 10}) // each a multiple of the next
      if (parts <= n && end / parts >= step) return end / parts;
    return end;
  };
  output.folder = std::filesystem::path("results") / std::filesystem::path(name).stem();
  output.cells_every = nth(50), output.fluid_every = nth(10), output.series_every = nth(500),
  output.checkpoint_every = nth(10);
  output.cells = !scenario.objects.empty();
  if (!output.cells) output.cells_every = 0;
  if (!tree) return;
  const Fields fields(*tree, "output",
                      {"folder", "cells_every", "fluid_every", "series_every", "checkpoint_every",
                       "checkpoint_every_wall_clock", "precision", "compression"});
  if (const Tree* t = fields.find("folder")) output.folder = read_text(*t, "output.folder");
  output.cells =
      read_interval(fields, "cells_every", scenario.time, output.cells_every, warnings) && output.cells;
  if (!output.cells) output.cells_every = 0;
  output.fluid = read_interval(fields, "fluid_every", scenario.time, output.fluid_every, warnings);
  if (!read_interval(fields, "series_every", scenario.time, output.series_every, warnings))
    fail_at(*fields.find("series_every"),
            "output.series_every: the table is always written; 0 us is: at the start and the end");
  output.checkpoints =
      read_interval(fields, "checkpoint_every", scenario.time, output.checkpoint_every, warnings);
  if (!output.checkpoints) output.checkpoint_every_wall_clock = 0;
  if (const Tree* t = fields.find("checkpoint_every_wall_clock")) {
    const bool never = is_word(*t, "never");
    output.checkpoint_every_wall_clock =
        never ? 0 : read_positive(*t, "output.checkpoint_every_wall_clock", dimension::time);
  }
  if (const Tree* t = fields.find("precision"))
    output.precision =
        static_cast<Scenario::Precision>(read_choice(*t, "output.precision", {"float", "double"}));
  if (const Tree* t = fields.find("compression"))
    output.compression = static_cast<int>(read_integer(*t, "output.compression", 0, 9));
}

void read_device(const Tree* tree, Scenario& scenario) {
  if (!tree) return;
  const Fields fields(*tree, "device", {"backend", "threads"});
  if (const Tree* t = fields.find("backend"))
    scenario.device =
        static_cast<Scenario::Device>(read_choice(*t, "device.backend", {"auto", "cpu", "cuda"}));
  if (const Tree* t = fields.find("threads"))
    scenario.threads = static_cast<int>(read_integer(*t, "device.threads", 0, 4096));
}

/// The node that a finding is about: `objects.0.placements.0` may be written as `objects.0.at`.
const Tree& place_of(const Tree& root, const std::string& key) {
  const Tree& node = node_at(root, key);
  const Tree* at = node.kind == Tree::Kind::map ? node.find("at") : nullptr;
  return at ? *at : node;
}

} // namespace

Scenario read_scenario_text(const std::string& text, const std::string& name,
                            const std::vector<std::string>& overrides, std::vector<std::string>& warnings) {
  const Tree root = scenario_tree(text, name, overrides);
  const Fields fields(
      root, "", {"kind", "title", "domain", "fluid", "time", "objects", "coupling", "output", "device"});
  const auto section = [&](std::string_view key) { // a key with nothing after it counts as left out
    const Tree* tree = fields.find(key);
    return tree && tree->kind != Tree::Kind::nothing ? tree : nullptr;
  };
  scenario_kind(root, {"flow"});
  Scenario scenario;
  scenario.title = std::filesystem::path(name).stem().string();
  if (const Tree* title = section("title")) scenario.title = read_text(*title, "title");
  scenario.grid = read_domain(fields.need("domain", "{size: [16 um, 16 um, 16 um], cell: 0.25 um}"));
  read_fluid(section("fluid"), scenario);
  read_time(fields.need("time", "{step: 0.1 us, end: 1 ms}"), scenario, warnings);
  if (const Tree* objects = section("objects")) scenario.objects = read_objects(*objects, scenario.grid.h);
  read_coupling(section("coupling"), scenario);
  if (scenario.time.automatic) scenario.time.step = std::min(first_step_limit(scenario), scenario.time.end);
  read_output(section("output"), name, scenario, warnings);
  read_device(section("device"), scenario);
  if (scenario.time.automatic)
    scenario.time.step = equal_steps(interval_length(scenario), scenario.time.step).step;

  const auto speak_of = [&](const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      const Tree& node = place_of(root, finding.key);
      if (finding.is_error) fail_at(node, finding.message);
      warnings.push_back(node.place() + finding.message);
    }
  };
  speak_of(check_scenario(scenario));
  speak_of(advice(scenario)); // once there is no error
  return scenario;
}

Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::vector<std::string>& warnings) {
  return read_scenario_text(scenario_text(file), file.string(), overrides, warnings);
}

} // namespace ibsim
