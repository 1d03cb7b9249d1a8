// `flow`: what lies at the ends of the box in y, how walls there move, and what drives the flow along z.
#include "flow_files/flow_keys.hpp"
#include "model/flow_model.hpp"
#include "schema/signal_key.hpp"

#include <algorithm>
#include <memory>

namespace ibsim {
namespace {

/// Words for flows that other programs have, before they count as unknown keys.
void refuse_what_there_is_not(const Tree& flow, const std::string& path) {
  static const std::pair<std::vector<std::string>, std::string> all[] = {
      {{"ends_in_x", "ends_in_z"},
       "the box has walls in y alone and is periodic in x and z; a tube (objects.N.shape: tube) is a wall "
       "all around, and a vessel has any shape"},
      {{"inlet", "outlet", "inflow", "outflow"},
       "there are no inlets and outlets: the box is periodic along z; flow.flow_rate, flow.mean_velocity or "
       "flow.pressure_gradient drives the flow"}};
  for (const Tree& key : flow.keys)
    for (const auto& [words, why] : all)
      if (std::find(words.begin(), words.end(), key.text) != words.end())
        fail_at(key, path + "." + key.text + ": " + why);
}

} // namespace

Key drive_key(FlowModel& s, const std::filesystem::path& folder) {
  Drive& drive = s.drive;
  const auto walls = [&s] { return s.has_walls(); };
  const auto sheared = [&s] { return s.is_sheared(); };
  const auto periodic = [&s] { return !s.has_walls() && !s.is_sheared(); };
  const auto walls_or_sheared = [&s] { return s.has_walls() || s.is_sheared(); };
  // Objects are read after this: whether there is a tube is looked at in objects_key.
  const auto gradient_is_given = std::make_shared<bool>(false);
  const auto walls_or_tubes = [&s, gradient_is_given] {
    return s.has_walls() || s.has_tubes() || s.has_vessel() || (*gradient_is_given && !s.is_sheared());
  };
  const auto vessel = [&s] { return s.drives_vessel(); };
  const auto walls_or_vessel = [&s] { return s.has_walls() || s.has_vessel(); };
  const std::string needs_walls = "has no meaning without walls (flow.ends_in_y: walls)";
  const auto own_motion = [&drive] { return !drive.lower_z.zero() || !drive.upper_z.zero(); };
  const auto wall = [&](const std::string& which, Signal& x, Signal& z) {
    return key::map(which,
                    {signal_key("x", x, dimension::velocity, folder, "Velocity along x."),
                     signal_key("z", z, dimension::velocity, folder,
                                "Velocity along z, the direction of the flow.")},
                    "Velocity of the wall at " + std::string(which == "lower_wall" ? "y = 0." : "y = Ly."))
        .only_if(walls, needs_walls);
  };
  return key::
      map("flow",
          {key::choice("ends_in_y", s.grid.topology.y.ends, {"periodic", "walls", "lees-edwards"},
                       "Ends of the box in y. periodic: its other side. walls: no flow through them and no "
                       "slip. lees-edwards: images of the box that slide past along z, for unbounded shear. "
                       "In x and z the box is periodic."),
           wall("lower_wall", drive.lower_x, drive.lower_z), wall("upper_wall", drive.upper_x, drive.upper_z),
           signal_key("shear_rate", drive.shear_rate, dimension::rate, folder,
                      "Shear rate g. Walls move along z with -g Ly/2 and +g Ly/2. With lees-edwards the mean "
                      "flow along z is g (y - Ly/2).")
               .needs("1000 1/s", sheared)
               .by_default("0 1/s between walls; must be given with lees-edwards")
               .only_if(
                   walls_or_sheared,
                   "has no meaning in a periodic box: give flow.ends_in_y: lees-edwards for unbounded shear, "
                   "or walls; fluid.background_shear is a shear that jumps at the ends of a periodic box")
               .check([own_motion, &drive] {
                 return own_motion() && !drive.shear_rate.zero() ? "excludes velocities of the walls along z"
                                                                 : "";
               }),
           key::map("kolmogorov",
                    {key::quantity("speed", drive.kolmogorov.speed, dimension::velocity,
                                   "Amplitude U of the flow without objects; 0 mm/s: no such flow.")
                         .at_least(0),
                     key::integer("waves", drive.kolmogorov.waves, 1, 1 << 20,
                                  "Whole waves n of the sine in the box; each needs at least four rows of "
                                  "the grid.")
                         .check([&s, &drive] {
                           return drive.kolmogorov.speed > 0 && 4 * drive.kolmogorov.waves > s.grid.n.y
                                      ? "has fewer than four rows of the grid a wave"
                                      : "";
                         })},
                    "Kolmogorov's flow in a periodic box: a steady force along z, a sine over y, that makes "
                    "the flow U sin(2 pi n y/Ly). Its shear changes sign from half wave to half wave, and "
                    "needs no walls.")
               .only_if(periodic, "has no meaning but in a periodic box (flow.ends_in_y: periodic)"),
           key::number("strain_at_start", drive.strain_at_start,
                       "With lees-edwards: strain before time 0, which sets the first positions of the "
                       "images. start.from sets it.")
               .only_if(sheared, "has no meaning without flow.ends_in_y: lees-edwards"),
           key::one_of(
               "direction", [&drive] { return static_cast<std::size_t>(drive.direction); },
               [&drive](std::size_t d) { drive.direction = static_cast<int>(d); }, {"x", "y", "z"},
               "Direction in which the fluid of a vessel is driven.")
               .only_if(vessel, "has no meaning without a vessel, or between walls; the flow is along z"),
           signal_key("pressure_gradient", drive.pressure_gradient, Dimension{-2, -2, 1}, folder,
                      "Fall of the pressure per length along z. It is a uniform force on the fluid between "
                      "walls, or inside tubes (objects.N.shape: tube), or in a vessel, there along "
                      "flow.direction.")
               .only_if(walls_or_tubes, needs_walls),
           signal_key("flow_rate", drive.flow_rate, Dimension{3, -1, 0}, folder,
                      "Volume of fluid per time through the cross-section of the box, along z, or through a "
                      "vessel along flow.direction. A uniform force keeps it in every step.")
               .or_word(
                   "none", [&drive] { return !drive.flow_rate_is_given; },
                   [&drive](bool none) { drive.flow_rate_is_given = !none; })
               .only_if(walls_or_vessel, needs_walls + " or a vessel; in a tube give flow.mean_velocity")
               .check([&drive] {
                 return drive.flow_rate_is_given && !drive.pressure_gradient.zero()
                            ? "excludes flow.pressure_gradient: either follows from the other"
                            : "";
               }),
           planes_key(s)},
          "The ends of the box in y, the motion of walls there, and the drive of the flow along z.")
          .beforehand([gradient_is_given](const Tree* given, const std::string& path) {
            if (given) refuse_what_there_is_not(*given, path);
            *gradient_is_given = given && given->kind == Tree::Kind::map && given->find("pressure_gradient");
          });
}

} // namespace ibsim
