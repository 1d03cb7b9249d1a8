// The keys of a flow; those of `domain` and `objects` are in domain_keys.cpp and object_keys.cpp.
#include "flow_files/flow_keys.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "schema/common_keys.hpp"
#include "schema/signal_key.hpp"
#include "simulation/driven_flow.hpp"
#include "simulation/precision.hpp"
#include "simulation/presets.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ibsim {
namespace {

Key fluid_key(FlowModel& s, const std::shared_ptr<Presets>& presets, const std::filesystem::path& folder) {
  const auto periodic = [&s] { return !s.has_walls() && !s.is_sheared(); };
  const std::string else_flow = "is the shear of a periodic box, which jumps at its ends; between walls and "
                                "with lees-edwards it is flow.shear_rate";
  const auto taylor_green = [&s] { return s.initial_flow == InitialFlow::taylor_green; };
  Keys keys = fluid_preset_keys(s, presets);
  Key viscosity = key::quantity(
      "viscosity", s.fluid.viscosity, dimension::viscosity,
      "Dynamic viscosity of the fluid outside of objects; inside it is viscosity_ratio times that.");
  keys.insert(
      keys.end(),
      {key::quantity("density", s.fluid.density, dimension::density, "Density of the fluid.").above(0),
       said_once(viscosity.above(0), presets),
       signal_key(
           "background_shear", s.drive.shear_rate, dimension::rate, folder,
           "Rate g of a shear in a periodic box: u = (0, 0, g (y - Ly/2)), which jumps where the box closes, "
           "and is kept up by a force there (the paper's). Without a jump: flow.ends_in_y: lees-edwards, or "
           "walls, with flow.shear_rate. A table may come from a file with units in its header, "
           "\"time (ms),shear rate (1/s)\".")
           .only_if(periodic, else_flow),
       key::choice("initial", s.initial_flow, {"rest", "shear", "taylor-green", "developed"},
                   "The flow at the start. shear: that of background_shear. developed, between walls: the "
                   "steady flow that walls and drive at the start would settle to; with lees-edwards: the "
                   "mean shear.")
           .by_default("shear where there is a background_shear, developed between walls and with "
                       "lees-edwards, else rest",
                       [&s] {
                         s.initial_flow = s.has_walls() || s.is_sheared() ? InitialFlow::developed

                                          : s.has_background_shear() ? InitialFlow::shear
                                                                     : InitialFlow::rest;
                       })
           .check([&s, taylor_green] {
             return s.is_sheared() && s.initial_flow != InitialFlow::developed
                        ? "with lees-edwards the flow begins as its mean shear: developed"
                    : s.initial_flow == InitialFlow::shear && !s.has_background_shear()
                        ? "shear needs a fluid.background_shear"
                    : taylor_green() && s.has_background_shear()
                        ? "taylor-green and a fluid.background_shear do not go together"
                    : taylor_green() && s.has_walls() ? "taylor-green needs a box that is periodic in y too"
                    : s.initial_flow == InitialFlow::developed && !s.has_walls() && !s.is_sheared()
                        ? "developed needs walls (flow.ends_in_y: walls) or lees-edwards"
                        : "";
           }),
       key::quantity("speed", s.taylor_green_speed, dimension::velocity,
                     "Amplitude of the Taylor-Green flow; only with initial: taylor-green.")
           .above(0)
           .needs("10 mm/s", taylor_green)
           .only_if(taylor_green, "is the amplitude of initial: taylor-green, and has no meaning here")});
  return key::map("fluid", keys, "The fluid, water where nothing is said, and what drives it.");
}

/// To 12 digits, so that 40 at 100 1/s is 400 ms.
real end_of_strain(const FlowModel& model, real strain) {
  const real time = time_of_strain(model, strain);
  return std::isinf(time) ? time : parse_number(text("%.12g", time));
}

Key time_key(Scenario& s) {
  TimeSettings& time = s.time;
  TimeScheme& scheme = s.scheme;
  Tension& tension = s.tension;
  const auto strain = std::make_shared<real>(0);
  const auto by_strain = std::make_shared<bool>(false);
  const auto automatic = [&time] { return time.automatic; };
  return key::map(
             "time",
             {key::quantity("step", time.step, dimension::time,
                            "Length of a time step; auto: as large as the limits times safety allow.")
                  .above(0)
                  .or_word("auto", time.automatic)
                  .needs("auto"),
              key::choice(
                  "scheme", scheme, {"imex-rk", "bdf2"},
                  "How fluid and sites go on in time, both of second order: imex-rk is Peskin's "
                  "Runge-Kutta scheme, the paper's; bdf2 a backward difference, which takes one solve "
                  "of the fluid a step instead of two, and several times longer steps where a "
                  "membrane is stiff in a viscous fluid.")
                  .changes(ChangeEffect::physics),
              key::choice(
                  "tension", tension, {"explicit", "relaxed"},
                  "With scheme: bdf2, how the in-plane tension of membranes follows their strain. explicit: "
                  "at once, in steps that its stiffness limits; relaxed: over a few steps, with an error of "
                  "second order, in steps up to four times as long, of closed membranes in the resolved "
                  "form; "
                  "others stay explicit.")
                  .changes(ChangeEffect::method),
              key::quantity("end", time.end, dimension::time, "When the run ends.")
                  .above(0)
                  .needs("1 ms", [by_strain] { return !*by_strain; })
                  .by_default("must be given, or strain")
                  .no_effect_unless([by_strain] { return !*by_strain; }, "has no effect beside time.strain")
                  .changes(ChangeEffect::nothing),
              key::number(
                  "strain", *strain,
                  "When the run ends, by the strain of the shear instead of the time: 40 at 100 1/s are "
                  "400 ms. In a sweep over the shear rate each point gets its own end.")
                  .above(0)
                  .by_default("none")
                  .not_written()
                  .afterwards([&s, strain, by_strain](const Tree* given, const std::string& path) {
                    if (!given) return;
                    s.time.end = end_of_strain(s, *strain);
                    if (std::isinf(s.time.end))
                      fail_at(*given, path + ": the flow has no shear that comes so far: it is that of "
                                             "fluid.background_shear, flow.shear_rate or walls that move; "
                                             "else give time.end");
                  }),
              key::quantity("largest_step", time.largest_step, dimension::time,
                            "With step: auto, no step is longer.")
                  .above(0)
                  .or_word(
                      "none", [&time] { return std::isinf(time.largest_step); },
                      [&time](bool none) {
                        if (none) time.largest_step = std::numeric_limits<real>::infinity();
                      })
                  .no_effect_unless(automatic, "has no effect without step: auto"),
              key::number("safety", time.safety,
                          "With step: auto, steps as a part of the limits of stability and accuracy.")
                  .above_to(0, 1)
                  .no_effect_unless(automatic, "has no effect without step: auto"),
              key::boolean("beyond_stability_limit", time.beyond_stability_limit,
                           "Runs with a fixed step that is beyond the stability limits, all the same.")
                  .no_effect_unless([&time] { return !time.automatic; },
                                    "has no effect with step: auto, which keeps to the limits")
                  .changes(ChangeEffect::nothing)},
             "How long, and in which steps.")
      .needs("{step: auto, end: 1 ms}")
      .beforehand([by_strain](const Tree* given, const std::string&) {
        *by_strain = given && given->kind == Tree::Kind::map && given->find("strain");
      })
      .changes(ChangeEffect::method);
}

/// The index of `name`, one of `names`.
std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

Key coupling_key(FlowModel& s) {
  const std::vector<std::string> kernels = delta_kernel_names();
  return key::map(
      "coupling",
      {key::one_of(
           "kernel", [&s, kernels] { return index_of(kernels, to_string(s.kernel)); },
           [&s, kernels](std::size_t i) { s.kernel = *delta_kernel_from(kernels[i]); }, kernels,
           "The regularised delta function between objects and grid."),
       key::boolean("remove_net_force", s.remove_net_force,
                    "Takes away the net force of each object, which is quadrature error."),
       key::choice(
           "motion", s.motion, {"forward-euler", "midpoint"},
           "How sites follow the flow with time.scheme: imex-rk: midpoint is of second order in the time "
           "step; forward-euler, the paper's, of first order, takes one interpolation less, and lets the "
           "volume of objects grow that "
           "turn with the flow.")
           .no_effect_unless([&s] { return !s.is_bdf2(); }, "has no effect with time.scheme: bdf2")
           .changes(ChangeEffect::method),
       key::choice(
           "membrane", s.membrane, {"paper", "resolved"},
           "In which form membranes act on the fluid. paper: forces at the sample sites as they come; "
           "in dense or strong flow such membranes fold. resolved: force and motion in the same space, "
           "what grid and data sites resolve; they do not.")
           .changes(ChangeEffect::method),
       key::boolean("keep_volume", s.keep_volume,
                    "Moves the sites of each object along their normals, by as little as keeps the volume "
                    "that it has at the start; the fluid feels no force of it.")
           .changes(ChangeEffect::method)},
      "How objects and fluid feel each other.");
}

/// The key of all kinds, and the precision of a flow.
Key flow_device_key(Scenario& s) {
  Key device = device_key(s.device, true);
  device.keys.push_back(
      key::choice(
          "precision", s.precision, {"double", "mixed"},
          "Number types of a flow. mixed: the fluid and the forces on it in single precision, membranes "
          "and positions in double, in boxes that are periodic in all directions. Results differ from "
          "those of double by rounding.")
          .check([&s] { return why_not_mixed(s); })
          .warn([&s] { return doubt_of_mixed(s, s.time.step); })
          .changes(ChangeEffect::physics));
  return device;
}

} // namespace

Keys flow_keys(Scenario& s, const std::string& name, std::shared_ptr<Presets> presets) {
  if (!presets) presets = std::make_shared<Presets>();
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  Key drive = drive_key(s, folder), objects = objects_key(s, folder, presets);
  add_drive_words(s, folder, drive, objects);
  Key contact = contact_key(s);
  add_numerical_moduli(s, presets, objects, contact);
  return {kind_key("flow"),
          title_key(s.title, name),
          domain_key(s.grid),
          drive,
          fluid_key(s, presets, folder),
          time_key(s),
          coupling_key(s), // before objects, whose sites follow from it
          objects,
          contact,
          start_key(s.start),
          output_key(s, name),
          flow_device_key(s)};
}

} // namespace ibsim
