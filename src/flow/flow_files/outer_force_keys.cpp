// `objects.N.tethers`, `pulls` and `tweezers`: what holds and pulls the sites of objects from outside.
#include "flow_files/flow_keys.hpp"
#include "model/object_kind.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// Directions along the object's own axes.
void read_direction(Real3& direction, const Tree& tree, const std::string& path) {
  direction = {};
  if (tree.kind == Tree::Kind::list) {
    direction = read_vector(tree, path, dimension::number);
    if (!(norm(direction) > 0) || !std::isfinite(norm(direction))) fail_at(tree, path + ": has no direction");
    return;
  }
  const std::size_t i = read_choice(tree, path, {"x", "y", "z", "-x", "-y", "-z"});
  direction[static_cast<int>(i % 3)] = i < 3 ? 1 : -1;
}

Key direction_key(const std::string& name, Real3& direction, const std::string& help) {
  return key::value(
      name, "x, y, z, -x, -y, -z or a vector [1, 2, 3]",
      [&direction](const Tree& tree, const std::string& path) { read_direction(direction, tree, path); },
      [&direction] { return vector_yaml(direction, dimension::number); }, help);
}

Key diameter_key(const std::string& name, real& diameter, const std::string& help) {
  return key::quantity(name, diameter, dimension::length, help).above(0);
}

Keys history_keys(PullHistory& history) {
  return {key::quantity("ramp", history.ramp, dimension::time,
                        "Time until which the force grows linearly; 0 us: the full force from the start.")
              .at_least(0),
          key::quantity("release", history.release, dimension::time, "End of the force.")
              .above(0)
              .or_word(
                  "never", [&history] { return std::isinf(history.release); },
                  [&history](bool never) {
                    if (never) history.release = std::numeric_limits<real>::infinity();
                  })
              .by_default("never")};
}

Key tether_key(TetherProperties& tethers) {
  constexpr Dimension force_per_volume{-2, -2, 1};
  return key::map("",
                  {key::quantity("stiffness", tethers.stiffness, force_per_volume,
                                 "Force per area at rest and per displacement; with 0.5 dyn/cm/um^2 a stress "
                                 "of 1 Pa moves a site by 2 nm.")
                       .above(0)
                       .needs("0.5 dyn/cm/um^2"),
                   direction_key("at", tethers.patch.towards,
                                 "Side that is held, along the object's own axes. The centre of the patch is "
                                 "the farthest point of the surface in this direction.")
                       .by_default("x"),
                   diameter_key("diameter", tethers.patch.diameter, "Diameter of the patch that is held.")
                       .or_word(
                           "all", [&tethers] { return std::isinf(tethers.patch.diameter); },
                           [&tethers](bool all) {
                             if (all) tethers.patch.diameter = std::numeric_limits<real>::infinity();
                           })
                       .by_default("the whole surface")},
                  "");
}

Key pull_key(PullProperties& pull) {
  Keys keys{direction_key("at", pull.patch.towards,
                          "Side that is pulled, along the object's own axes. The centre of the patch is the "
                          "farthest point of the surface in this direction.")
                .needs("x"),
            diameter_key("diameter", pull.patch.diameter, "Diameter of the patch.").needs("2 um"),
            key::vector("force", pull.force, dimension::force,
                        "Force on the patch of each object, along the object's own axes at the start.")
                .needs("[50 pN, 0 pN, 0 pN]")};
  for (const Key& key : history_keys(pull.history)) keys.push_back(key);
  return key::map("", keys, "");
}

Key tweezers_key(TweezersProperties& tweezers) {
  Keys keys{
      direction_key("axis", tweezers.axis, "Axis of the object along which it is stretched.").by_default("x"),
      key::quantity("force", tweezers.force, dimension::force, "Each of the two forces.")
          .above(0)
          .needs("67 pN"),
      diameter_key("patch_diameter", tweezers.patch_diameter, "Diameter of the two patches.").needs("2 um")};
  for (const Key& key : history_keys(tweezers.history)) keys.push_back(key);
  return key::map("", keys, "");
}

template <class T>
Key list_of(const std::string& name, const std::string& takes, std::vector<T>& items, Key (*item)(T&),
            const std::string& help) {
  Key list = key::list<T>(name, takes, items, item, help);
  list.one_without_list = true;
  return list.by_default("none");
}

} // namespace

Keys outer_force_keys(ObjectKind& kind) {
  return {
      list_of<TetherProperties>("tethers", "a map {stiffness: 0.5 dyn/cm/um^2}, or a list of them",
                                kind.tethers, tether_key,
                                "Springs between the sites of each object and their places at the start."),
      list_of<PullProperties>("pulls",
                              "a map {at: x, diameter: 2 um, force: [50 pN, 0 pN, 0 pN]}, or a list of them",
                              kind.pulls, pull_key,
                              "Forces on patches of each object. If their sum is not zero, they accelerate "
                              "the fluid of a periodic box."),
      list_of<TweezersProperties>(
          "tweezers", "a map {axis: x, force: 67 pN, patch_diameter: 2 um}, or a list of them", kind.tweezers,
          tweezers_key,
          "Optical tweezers: equal and opposite outward forces on two opposite patches of each object."),
  };
}

} // namespace ibsim
