#include "limits/apart.hpp"

#include "base/text.hpp"
#include "limits/time_plan.hpp"
#include "model/flow_model.hpp"
#include "model/placed_bodies.hpp"
#include "objects/area_strength.hpp"
#include "objects/contact_strength.hpp"
#include "objects/listed_objects.hpp"
#include "objects/structure_properties.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr std::uint64_t steps_of_a_look = 16;
constexpr real ranges_near = 2, ranges_apart = 3;
constexpr real dilute = 0.1;

/// Mean distance of the data sites of closed surfaces, the largest of all kinds, um.
real distance_of_sites(const FlowModel& model) {
  real most = 0;
  for (const auto& closed : kinds_of<ClosedSurface>(model.objects))
    most = std::max(most, std::sqrt(area_at_rest(closed.kind) / closed.structure.data_sites));
  return most;
}

/// Below which objects are near, um.
real reach_of(const FlowModel& model, bool were_apart) {
  return (were_apart ? ranges_near : ranges_apart) * model.contact.range + distance_of_sites(model) / 2;
}

/// Data sites of one object, and the box around them.
struct ObjectInSpace {
  const real* first; ///< x of its first site; y and z follow at `stride`
  std::size_t sites, stride;
  bool closed;
  Real3 centre, half; ///< of the box, um

  Real3 site(std::size_t i) const { return {first[i], first[stride + i], first[2 * stride + i]}; }
};

ObjectInSpace object_in_space(const std::vector<real>& X, std::size_t number, std::size_t sites,
                              bool closed) {
  const std::size_t stride = X.size() / 3;
  ObjectInSpace object{X.data() + number * sites, sites, stride, closed, {}, {}};
  Real3 low = object.site(0), high = low;
  for (std::size_t i = 1; i < sites; ++i)
    for (int d = 0; d < 3; ++d)
      low[d] = std::min(low[d], object.site(i)[d]), high[d] = std::max(high[d], object.site(i)[d]);
  object.centre = 0.5 * (low + high), object.half = 0.5 * (high - low);
  return object;
}

real nearest(real x, real period) { return x - period * std::rint(x / period); }

/// The periodic images of an object, those beyond an end in y moved along z by `sliding` a box.
struct Images {
  Real3 box;
  bool walls;
  real sliding;

  /// From b to a, with the image of b that lies `row` boxes higher than b.
  Real3 between(const Real3& a, const Real3& b, real row) const {
    return {nearest(a.x - b.x, box.x), a.y - b.y - row * box.y, nearest(a.z - b.z - row * sliding, box.z)};
  }
  static bool is_outside(const Real3& apart, const Real3& half, real reach) {
    return std::abs(apart.x) > half.x + reach || std::abs(apart.y) > half.y + reach ||
           std::abs(apart.z) > half.z + reach;
  }
  bool are_near(const ObjectInSpace& a, const ObjectInSpace& b, real reach) const {
    const real middle = walls ? 0 : std::rint((a.centre.y - b.centre.y) / box.y);
    for (real row = walls ? 0 : middle - 1; row <= (walls ? 0 : middle + 1); ++row)
      if (!is_outside(between(a.centre, b.centre, row), a.half + b.half, reach) &&
          sites_near(a, b, row, reach))
        return true;
    return false;
  }
  bool sites_near(const ObjectInSpace& a, const ObjectInSpace& b, real row, real reach) const {
    std::vector<Real3> of_b; // the sites that may be near a
    for (std::size_t j = 0; j < b.sites; ++j)
      if (!is_outside(between(a.centre, b.site(j), row), a.half, reach)) of_b.push_back(b.site(j));
    for (std::size_t i = 0; i < a.sites; ++i) {
      const Real3 x = a.site(i);
      if (is_outside(between(x, b.centre, row), b.half, reach)) continue;
      for (const Real3& y : of_b)
        if (const Real3 apart = between(x, y, row); dot(apart, apart) < reach * reach) return true;
    }
    return false;
  }
};

/// Walls that a site may come near: the ends of the box, and the wall around the fluid.
class WallsAround {
 public:
  explicit WallsAround(const FlowModel& model) : ends_(ends_of_box(model.grid)), wall_(wall_of(model)) {}
  bool are_near(const Real3& x, real reach) const {
    return !(ends_->depth(x) > reach) || std::abs(wall_->depth(x)) < reach;
  }

 private:
  std::shared_ptr<const Wall> ends_, wall_;
};

/// Volume of all objects, those that wait to be packed included, um^3; infinite where it is not known yet.
real volume_of_all(const FlowModel& model, real room) {
  real volume = 0;
  for (const ObjectKind& kind : model.objects) {
    const auto of_one = volume_at_rest(kind);
    if (!of_one) continue;
    for (const Placement& p : kind.placements) volume += *of_one * p.stretch.x * p.stretch.y * p.stretch.z;
    if (!kind.packing) continue;
    const PackingPlan& plan = *kind.packing;
    const bool everywhere = std::isinf(plan.low.x + plan.low.y + plan.low.z) && std::isinf(plan.high.x) &&
                            std::isinf(plan.high.y) && std::isinf(plan.high.z);
    if (!everywhere || plan.stack > 1 || !(plan.number > 0 || plan.haematocrit > 0))
      return std::numeric_limits<real>::infinity();
    volume += plan.number > 0 ? *of_one * plan.number : plan.haematocrit * room;
  }
  return volume;
}

bool body_is_near_walls(const Body& body, const WallsAround& walls, real reach) {
  for (std::size_t i = 0; i < body.points(); ++i)
    if (walls.are_near(body.point(i), reach)) return true;
  return false;
}

} // namespace

std::optional<LawsOfMembrane> laws_of_membrane(const FlowModel& model, const ObjectKind& kind) {
  const Membrane* const membrane = membrane_of(kind);
  if (!membrane || !(contact_tension(model) > 0)) return {};
  LawsOfMembrane laws{membrane->law, membrane->law};
  bool differ = false;
  std::visit(
      [&](auto& law) {
        const auto set = [&](real& modulus, real apart) {
          if (apart > 0 && apart != modulus) modulus = apart, differ = true;
        };
        set(law.shear_modulus, membrane->apart.shear);
        if constexpr (requires { law.area_modulus; }) set(law.area_modulus, membrane->apart.area);
      },
      laws.apart);
  return differ ? std::optional(laws) : std::nullopt;
}

bool asks_for_distances(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [&](const ObjectKind& kind) { return laws_of_membrane(model, kind).has_value(); });
}

bool is_look_step(std::uint64_t step) { return step % steps_of_a_look == 0 || is_decision_step(step); }

bool are_apart(const FlowModel& model, real time, const std::vector<std::vector<real>>& sites,
               bool were_apart) {
  const real reach = reach_of(model, were_apart);
  const WallsAround walls(model);
  std::vector<ObjectInSpace> objects;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    const bool closed = has_inside(of), sheet = std::holds_alternative<Sheet>(of.structure);
    if (!closed && !sheet) continue; // walls of tubes are known
    const std::size_t number = of.placements.size(), each = number > 0 ? sites[kind].size() / 3 / number : 0;
    for (std::size_t o = 0; o < number; ++o) objects.push_back(object_in_space(sites[kind], o, each, closed));
  }
  for (const ObjectInSpace& object : objects)
    for (std::size_t i = 0; object.closed && i < object.sites; ++i)
      if (walls.are_near(object.site(i), reach)) return false;
  const Images images{model.grid.lengths(), model.has_walls(), sliding_of_images(model, time).value_or(0)};
  for (std::size_t a = 0; a < objects.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if ((objects[a].closed || objects[b].closed) && images.are_near(objects[a], objects[b], reach))
        return false;
  return true;
}

bool start_apart(const FlowModel& model) {
  for (const ObjectKind& kind : model.objects)
    if (kind.packing || std::holds_alternative<Sheet>(kind.structure)) return false;
  const real reach = reach_of(model, false);
  const WallsAround walls(model);
  const std::vector<Body> bodies = placed_bodies(model);
  for (const Body& body : bodies)
    if (body_is_near_walls(body, walls, reach)) return false;
  const Real3 periods = periods_of(model);
  return !first_close_pair(bodies, periods, reach);
}

FlowModel as_it_starts(const FlowModel& model) {
  FlowModel start = model;
  if (!asks_for_distances(model) || !start_apart(model)) return start;
  for (ObjectKind& kind : start.objects)
    if (const auto laws = laws_of_membrane(model, kind)) {
      if (auto* const closed = std::get_if<ClosedSurface>(&kind.structure)) closed->law = laws->apart;
      if (auto* const sheet = std::get_if<Sheet>(&kind.structure)) sheet->membrane->law = laws->apart;
    }
  start.contact.pressure = 0;
  return start;
}

std::string what_changes(const FlowModel& model, bool apart) {
  std::string moduli;
  for (const ObjectKind& kind : model.objects)
    if (const auto laws = laws_of_membrane(model, kind)) {
      const real near = area_modulus_of(laws->near), far = area_modulus_of(laws->apart);
      moduli += text("%s the area_modulus of \"%s\" is %.3g dyn/cm instead of %.3g",
                     moduli.empty() ? "" : ",", kind.name.c_str(), apart ? far : near, apart ? near : far);
    }
  return apart ? "objects are too far apart to meet, so" + moduli + "; steps can be longer"
               : "objects are near enough to meet, so" + moduli +
                     ", against what contact presses; steps can be shorter";
}

bool is_dilute(const FlowModel& model) {
  const real room = wall_of(model)->volume();
  return volume_of_all(model, room) < dilute * room;
}

} // namespace ibsim
