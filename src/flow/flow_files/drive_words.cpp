// Words of `flow` for what drives it through a channel or a tube: the mean velocity, the fall of the pressure
// over the box, the shear stress at the wall. Between walls they are, H apart,
//   flow rate = U Lx Ly,      pressure gradient = dp/Lz,      pressure gradient = 2 tau/H,
// and in a tube of radius a, of the fluid alone (Poiseuille),
//   pressure gradient = 8 mu U/a^2,                dp/Lz,                             2 tau/a.
// In a vessel of volume V and wall A, in a box of length L along the flow, they are
//   flow rate = U V/L,             pressure gradient = dp/L,      pressure gradient = tau A/V.
// Objects, and so tubes, are read after `flow`: the words become what is simulated when both are known.
#include "flow_files/flow_keys.hpp"
#include "model/flow_model.hpp"
#include "schema/signal_key.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace ibsim {
namespace {

struct Word {
  const Tree* given = nullptr;
  std::string path;
  Signal signal;
};

struct Words {
  Word gradient, mean_velocity, pressure_drop, wall_shear_stress;
  std::array<const Word*, 4> all() const {
    return {&gradient, &mean_velocity, &pressure_drop, &wall_shear_stress};
  }
};

void remember(const std::shared_ptr<Words>& words, Word Words::*word, Key& key) {
  key.after = [words, word, after = key.after](const Tree* given, const std::string& path) {
    if (after) after(given, path);
    ((*words).*word).given = given, ((*words).*word).path = path;
  };
}

/// The one radius of all tubes.
real radius_of_tubes(const FlowModel& model, const Word& word) {
  const real widest = widest_tube(model);
  for (const auto& tube : kinds_of<Tube>(model.objects))
    if (tube.structure.radius != widest)
      fail_at(*word.given,
              word.path + ": tubes of several radii have a value each; give the pressure_gradient");
  return widest;
}

void resolve(FlowModel& model, const Words& words) {
  Drive& drive = model.drive;
  const Word* one = nullptr;
  for (const Word* word : words.all()) {
    if (!word->given) continue;
    if (!model.has_walls() && !wall_of(model)->is_within_box())
      fail_at(*word->given, word->path +
                                ": has no meaning without walls (flow.ends_in_y: walls) or a tube (an object "
                                "with shape: tube) or a vessel");
    if (word == &words.gradient) continue; // it is read as it is simulated
    if (one || drive.flow_rate_is_given || !drive.pressure_gradient.zero())
      fail_at(*word->given, word->path + ": excludes " +
                                (one                        ? one->path
                                 : drive.flow_rate_is_given ? "flow.flow_rate"
                                                            : "flow.pressure_gradient") +
                                ": each follows from the other");
    one = word;
  }
  if (!one) return;
  const Real3 box = model.grid.lengths();
  if (model.drives_vessel()) {
    const int d = drive.direction;
    const real volume = model.vessel->volume(d);
    if (!(volume > 0)) return; // the check of the vessel says so
    if (one == &words.pressure_drop)
      drive.pressure_gradient = one->signal.scaled(1 / box[d]);
    else if (one == &words.wall_shear_stress)
      drive.pressure_gradient = one->signal.scaled(model.vessel->wall_area() / volume);
    else
      drive.flow_rate = one->signal.scaled(volume / box[d]), drive.flow_rate_is_given = true;
    return;
  }
  const bool tube = model.has_tubes();
  const real a = tube ? radius_of_tubes(model, *one) : 0;
  if (one == &words.pressure_drop)
    drive.pressure_gradient = one->signal.scaled(1 / box.z);
  else if (one == &words.wall_shear_stress)
    drive.pressure_gradient = one->signal.scaled(2 / (tube ? a : box.y));
  else if (tube)
    drive.pressure_gradient = one->signal.scaled(8 * model.fluid.viscosity / (a * a));
  else
    drive.flow_rate = one->signal.scaled(box.x * box.y), drive.flow_rate_is_given = true;
}

} // namespace

void add_drive_words(FlowModel& model, const std::filesystem::path& folder, Key& drive, Key& objects) {
  const auto words = std::make_shared<Words>();
  const auto may_be = [&model] { return !model.is_sheared(); };
  const auto add = [&](const char* name, Word Words::*word, Dimension dimension, const char* help) {
    Key key = signal_key(name, ((*words).*word).signal, dimension, folder, help);
    key.only_if(may_be, "has no meaning in unbounded shear").not_written().by_default("none");
    remember(words, word, key);
    drive.keys.push_back(key);
  };
  for (Key& key : drive.keys)
    if (key.name == "pressure_gradient") remember(words, &Words::gradient, key);
  add("mean_velocity", &Words::mean_velocity, dimension::velocity,
      "Mean velocity U along z over the cross-section. Between walls it is kept like a flow_rate. In a tube "
      "it sets the pressure_gradient to 8 mu U/a^2; objects then slow the flow down. In a vessel it is the "
      "mean "
      "over the fluid along flow.direction, and is kept like a flow_rate.");
  add("pressure_drop", &Words::pressure_drop, dimension::pressure,
      "Fall of the pressure over the length of the box along the flow; it sets the pressure_gradient.");
  add("wall_shear_stress", &Words::wall_shear_stress, dimension::pressure,
      "Shear stress at the walls of a channel driven by pressure, or of a tube. It sets the "
      "pressure_gradient to twice the stress over the gap or the radius, in a vessel to the stress times "
      "wall "
      "over volume.");
  objects.after = [&model, words, after = objects.after](const Tree* given, const std::string& path) {
    if (after) after(given, path);
    resolve(model, *words);
  };
}

} // namespace ibsim
