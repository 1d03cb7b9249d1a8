// The keys of a flow; those of `domain` and `objects` are in domain_keys.cpp and object_keys.cpp.
#include "flow_files/flow_keys.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "limits/precision.hpp"
#include "model/scenario.hpp"
#include "objects/presets.hpp"
#include "schema/common_keys.hpp"
#include "schema/signal_key.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ibsim {
namespace {

Key fluid_key(FlowModel& s, const std::shared_ptr<Presets>& presets, const std::filesystem::path& folder) {
  const auto periodic = [&s] { return !s.has_walls() && !s.is_sheared(); };
  const std::string else_flow = "is a shear of a periodic box, which jumps at its ends; between walls and "
                                "with lees-edwards give flow.shear_rate";
  const auto taylor_green = [&s] { return s.initial_flow == InitialFlow::taylor_green; };
  const auto settles = [&s] { // to a steady flow that is known
    return s.has_walls() || s.is_sheared() || s.drive.kolmogorov.speed > 0;
  };
  Keys keys = fluid_preset_keys(s, presets);
  Key viscosity = key::quantity(
      "viscosity", s.fluid.viscosity, dimension::viscosity,
      "Dynamic viscosity of the fluid outside objects; inside it is viscosity_ratio times as large.");
  keys.insert(
      keys.end(),
      {key::quantity("density", s.fluid.density, dimension::density, "Density of the fluid.").above(0),
       said_once(viscosity.above(0), presets),
       key::vector("gravity", s.gravity, Dimension{1, -2},
                   "Acceleration of gravity, as in [0 m/s^2, -9.81 m/s^2, 0 m/s^2] for a fall along -y. It "
                   "acts on objects whose inside has another density (objects.N.density). Without "
                   "walls, tubes, sheets and tethers, a uniform force on the fluid balances their weight.")
           .by_default("none"),
       signal_key(
           "background_shear", s.drive.shear_rate, dimension::rate, folder,
           "Shear rate g in a periodic box, as in the paper: u = (0, 0, g (y - Ly/2)). It jumps at the ends "
           "in y, where a force drives it. flow.shear_rate with walls or lees-edwards has no jump. A table "
           "may come from a file with units in its header, \"time (ms),shear rate (1/s)\".")
           .only_if(periodic, else_flow),
       key::choice("initial", s.initial_flow, {"rest", "shear", "taylor-green", "developed"},
                   "The flow at the start. shear: the background_shear. developed: between walls the steady "
                   "flow for the walls and the drive at the start; with lees-edwards the mean shear; with "
                   "flow.kolmogorov its sine.")
           .by_default("shear with a background_shear, developed between walls, with lees-edwards and with "
                       "kolmogorov, else rest",
                       [&s, settles] {
                         s.initial_flow = s.has_background_shear() ? InitialFlow::shear
                                          : settles()              ? InitialFlow::developed
                                                                   : InitialFlow::rest;
                       })
           .check([&s, taylor_green, settles] {
             return s.is_sheared() && s.initial_flow != InitialFlow::developed
                        ? "with lees-edwards the flow begins as its mean shear; give developed"
                    : s.initial_flow == InitialFlow::shear && !s.has_background_shear()
                        ? "shear needs a fluid.background_shear"
                    : taylor_green() && s.has_background_shear()
                        ? "taylor-green excludes a fluid.background_shear"
                    : taylor_green() && s.has_walls() ? "taylor-green needs a box that is periodic in y too"
                    : s.initial_flow == InitialFlow::developed && !settles()
                        ? "developed needs walls (flow.ends_in_y: walls), lees-edwards or flow.kolmogorov"
                        : "";
           }),
       key::quantity("speed", s.taylor_green_speed, dimension::velocity,
                     "Amplitude of the Taylor-Green flow; only with initial: taylor-green.")
           .above(0)
           .needs("10 mm/s", taylor_green)
           .only_if(taylor_green, "is the amplitude of initial: taylor-green, and has no meaning here")});
  return key::map("fluid", keys,
                  "The fluid, by default water, its flow at the start and its background shear.");
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
                            "Length of a time step; auto: the limits of the step times safety.")
                  .above(0)
                  .or_word("auto", time.automatic)
                  .needs("auto"),
              key::choice(
                  "scheme", scheme, {"imex-rk", "bdf2"},
                  "Time integration, of second order. bdf2: a backward difference with one solve of the "
                  "fluid a step; its steps are several times longer if a membrane is stiff in a viscous "
                  "fluid. imex-rk: Peskin's Runge-Kutta scheme, as in the paper, with two solves.")
                  .changes(ChangeEffect::physics),
              key::choice("tension", tension, {"explicit", "relaxed"},
                          "Integration of the in-plane tension of membranes, with scheme: bdf2. explicit: "
                          "the stiffness limits the step. relaxed: tension follows the strain over a few "
                          "steps, with an error of second order, and steps are up to four times as long. It "
                          "applies to closed membranes in the resolved form; others stay explicit.")
                  .changes(ChangeEffect::method),
              key::quantity("end", time.end, dimension::time, "End of the run.")
                  .above(0)
                  .needs("1 ms", [by_strain] { return !*by_strain; })
                  .by_default("must be given, or strain")
                  .no_effect_unless([by_strain] { return !*by_strain; }, "has no effect with time.strain")
                  .changes(ChangeEffect::nothing),
              key::number("strain", *strain,
                          "End of the run as a strain of the shear instead of a time: 40 at 100 1/s are 400 "
                          "ms. In a sweep over the shear rate each point gets its own end.")
                  .above(0)
                  .by_default("none")
                  .not_written()
                  .afterwards([&s, strain, by_strain](const Tree* given, const std::string& path) {
                    if (!given) return;
                    s.time.end = end_of_strain(s, *strain);
                    if (std::isinf(s.time.end))
                      fail_at(*given,
                              path + ": the flow has no shear that reaches it; give fluid.background_shear, "
                                     "flow.shear_rate or moving walls, or else time.end");
                  }),
              key::quantity("largest_step", time.largest_step, dimension::time,
                            "Upper limit of the step, with step: auto.")
                  .above(0)
                  .or_word(
                      "none", [&time] { return std::isinf(time.largest_step); },
                      [&time](bool none) {
                        if (none) time.largest_step = std::numeric_limits<real>::infinity();
                      })
                  .no_effect_unless(automatic, "has no effect without step: auto"),
              key::number("safety", time.safety,
                          "Step as a part of the limits of stability and accuracy, with step: auto.")
                  .above_to(0, 1)
                  .no_effect_unless(automatic, "has no effect without step: auto"),
              key::boolean("beyond_stability_limit", time.beyond_stability_limit,
                           "Allows a fixed step beyond the stability limits.")
                  .no_effect_unless([&time] { return !time.automatic; },
                                    "has no effect with step: auto, which keeps the limits")
                  .changes(ChangeEffect::nothing)},
             "Length of the run and of its steps.")
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
           "Regularised delta function between objects and grid."),
       key::boolean("remove_net_force", s.remove_net_force,
                    "Removes the net force of each object, which is a quadrature error."),
       key::choice("motion", s.motion, {"forward-euler", "midpoint"},
                   "Motion of sites with time.scheme: imex-rk. midpoint is of second order in the time step. "
                   "forward-euler, as in the paper, is of first order and saves one interpolation; the "
                   "volume of objects that turn with the flow grows.")
           .no_effect_unless([&s] { return !s.is_bdf2(); }, "has no effect with time.scheme: bdf2")
           .changes(ChangeEffect::method),
       key::choice("membrane", s.membrane, {"paper", "resolved"},
                   "Form of membrane forces. resolved: force and motion use the same functions, which the "
                   "grid and the data sites resolve. paper: forces at the sample sites without this "
                   "restriction; such membranes fold in dense or strong flow.")
           .changes(ChangeEffect::method),
       key::boolean("keep_volume", s.keep_volume,
                    "Keeps the volume of each object by the smallest motion of its sites along their "
                    "normals. This exerts no force on the fluid.")
           .changes(ChangeEffect::method)},
      "Coupling of objects and fluid.");
}

/// The key of all kinds, and the precision of a flow.
Key flow_device_key(Scenario& s) {
  Key device = device_key(s.device, true);
  device.keys.push_back(
      key::choice(
          "precision", s.precision, {"double", "mixed", "single"},
          "Number types of a flow. mixed: the fluid and the forces on it in single precision, membranes "
          "and positions in double. single: also membranes of closed objects and contact; positions, and "
          "what else adds up over time, in double. Results differ from those of double by rounding.")
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
          vessel_key(s, folder),
          drive,
          fluid_key(s, presets, folder),
          time_key(s),
          coupling_key(s), // before objects, whose sites follow from it
          objects,
          contact,
          aggregation_key(s),
          traffic_key(s),
          start_key(s.start),
          output_key(s, name),
          flow_device_key(s)};
}

} // namespace ibsim
