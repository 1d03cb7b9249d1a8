#include "checks/check_traffic.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "model/placed_bodies.hpp"
#include "objects/population.hpp"
#include "objects/structure_properties.hpp"
#include "walls/places_of_copies.hpp"
#include "walls/vessel.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

std::string key_of_kind(std::size_t kind) { return "objects." + std::to_string(kind); }

/// Times of placements are for what encloses fluid.
void check_times(const FlowModel& model, std::vector<Finding>& findings) {
  for (std::size_t k = 0; k < model.objects.size(); ++k) {
    if (has_inside(model.objects[k])) continue;
    const std::vector<Placement>& placements = model.objects[k].placements;
    for (std::size_t o = 0; o < placements.size(); ++o)
      if (placements[o].enters > 0 || std::isfinite(placements[o].leaves)) {
        findings.push_back({key_of_kind(k) + ".placements." + std::to_string(o),
                            "\"" + model.objects[k].name +
                                "\" cannot come or go; only closed objects do, such as cells and capsules"});
        break;
      }
  }
}

real period(const FlowModel& model, int d) { return model.grid.lengths()[d]; }

/// The least width of an object at rest, um.
real least_width(const ClosedSurface& closed) {
  const Real3& a = closed.surface.half_axes;
  const real around = 2 * std::min({a.x, a.y, a.z});
  constexpr real of_red_cell = 0.32; // its largest thickness over its diameter
  return closed.surface.shape == ReferenceShape::red_cell ? of_red_cell * around : around;
}

/// An object must fit into an outlet to leave through it.
void check_outlets(const FlowModel& model, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < model.outlets.size(); ++i) {
    const Region& within = model.outlets[i].within;
    for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects))
      for (int d = 0; d < 3; ++d)
        if (const real width = within.high[d] - within.low[d];
            width < least_width(closed) && width < period(model, d))
          findings.push_back({"traffic.outlets." + std::to_string(i) + ".within",
                              text("is %.3g um wide in %c, and \"%s\" at least %.3g um: none of these can "
                                   "leave through it",
                                   width, "xyz"[d], kind.name.c_str(), least_width(closed)),
                              false});
  }
}

/// Objects of a kind that are expected at a time: the fluid outside outlets is as densely filled as that of
/// the pilot of the first inlet.
real expected_number(const FlowModel& model, const ObjectKind& kind) {
  const Real3 box = model.grid.lengths();
  Region pilot = model.inlets.front().from;
  pilot.low.z = 0, pilot.high.z = box.z;
  const auto is_in_pilot = [&](const Placement& p) {
    return !(p.enters > 0) && p.centre.x >= pilot.low.x && p.centre.x < pilot.high.x &&
           p.centre.y >= pilot.low.y && p.centre.y < pilot.high.y;
  };
  const auto originals =
      static_cast<real>(std::count_if(kind.placements.begin(), kind.placements.end(), is_in_pilot));
  const auto wall = wall_of(model);
  real fluid = wall->volume_within({}, box);
  for (const Outlet& outlet : model.outlets)
    fluid -= wall->volume_within(outlet.within.low, outlet.within.high);
  const real of_pilot = wall->volume_within(pilot.low, pilot.high);
  return of_pilot > 0 ? originals * std::max(real{1}, fluid / of_pilot) : originals;
}

/// Slots for the copies of a kind.
void check_capacity(const FlowModel& model, std::size_t k, std::vector<Finding>& findings) {
  const ObjectKind& kind = model.objects[k];
  const auto placed = static_cast<int>(kind.placements.size());
  if (placed == 0) return;
  const std::string key = key_of_kind(k) + ".capacity";
  if (kind.capacity > 0 && kind.capacity < placed)
    findings.push_back({key, text("is %d, less than the %d placements", kind.capacity, placed)});
  constexpr real in_reserve = 1.25; // objects are not spread evenly, and outlets keep some for a while
  const real expected = std::max(expected_number(model, kind), static_cast<real>(placed));
  const int advised = std::max(placed + 1, static_cast<int>(std::ceil(in_reserve * expected)));
  if (std::max(kind.capacity, placed) < advised)
    findings.push_back({key,
                        text("is %d; filled as densely as the pilot of the first inlet the fluid has about "
                             "%.0f of \"%s\", originals included: give %d or more",
                             std::max(kind.capacity, placed), expected, kind.name.c_str(), advised),
                        kind.capacity <= placed}); // no copy has a slot
}

/// Overlap of a part of a wall with ligands and a part of the box. @param within of no extent: the whole wall
bool meet(const LigandRegion& within, const Region& part) {
  if (!(within.high.x > within.low.x)) return true;
  for (int d = 0; d < 3; ++d)
    if (within.high[d] <= part.low[d] || part.high[d] <= within.low[d]) return false;
  return true;
}

/// Objects that bind to the wall of a pilot stay there.
void check_ligands_of_pilots(const FlowModel& model, std::size_t k, std::vector<Finding>& findings) {
  for (const AdhesionProperties& of : model.objects[k].adhesions)
    for (const Inlet& inlet : model.inlets)
      if (of.walls != LigandWalls::objects && meet(of.within, inlet.from)) {
        findings.push_back({key_of_kind(k) + ".adhesion",
                            "the wall has ligands where \"" + inlet.name +
                                "\" has its originals: one that is held there stays, and no more come; give "
                                "adhesion.within, without that part",
                            false});
        return;
      }
}

/// Properties of a kind that have no meaning for a copy.
void check_copied_kinds(const FlowModel& model, std::vector<Finding>& findings) {
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    const auto refuse = [&](bool has, const char* key, const char* what) {
      if (has)
        findings.push_back({key_of_kind(k) + "." + key, std::string("objects that ") + what +
                                                            " cannot have copies; leave out traffic.inlets"});
    };
    refuse(!kind.tethers.empty(), "tethers", "are held");
    refuse(!kind.pulls.empty(), "pulls", "are pulled");
    refuse(!kind.tweezers.empty(), "tweezers", "are pulled");
    const auto is_stretched = [&](const Placement& p) {
      return norm(p.stretch - kind.placements.front().stretch) > 0;
    };
    if (std::any_of(kind.placements.begin(), kind.placements.end(), is_stretched))
      findings.push_back({key_of_kind(k) + ".placements",
                          "with traffic.inlets all objects of a kind start with the same stretch"});
    check_ligands_of_pilots(model, k, findings);
    check_capacity(model, k, findings);
  }
}

/// Copies and originals of an inlet may not overlap. @param opening whose pilot it is; null: it is given
void check_offset(const FlowModel& model, const Inlet& inlet, const Opening* opening, const std::string& key,
                  std::vector<Finding>& findings) {
  if (!overlap(inlet.from, inlet.from, inlet.offset, model)) return;
  if (opening == nullptr) {
    findings.push_back({key + ".offset", "is too short: copies would lie among their originals"});
    return;
  }
  const real h = model.grid.h;
  Real3 apart = inlet.from.high - inlet.from.low;
  for (int d = 0; d < 2; ++d) apart[d] = h * std::ceil(apart[d] / h - 1e-6); // pilots lie whole h away
  findings.push_back(
      {key + ".at",
       text(
           "the pilot is too near its inlet: copies would lie among their originals. Move it until the "
           "middles lie %.4g um or more apart in x, or %.4g um in y, also through the ends of the box. Leave "
           "some 8 h of solid in between",
           apart.x, apart.y)});
}

/// True if a body's middle lies in a region, in any image of the box.
bool has_middle_in(const Body& body, const Region& region, const FlowModel& model) {
  const Real3 middle = 0.5 * (body.low + body.high);
  return overlap({middle, middle}, region, {}, model);
}

/// The boxes of the copies that an inlet has at the start, wider by h as in a run (simulation/traffic.cpp).
std::vector<Region> copies_at_start(const FlowModel& model, const Inlet& inlet,
                                    const std::vector<Body>& bodies) {
  const Real3 gap{model.grid.h, model.grid.h, model.grid.h};
  std::vector<Region> copies;
  for (const Body& body : bodies)
    if (has_middle_in(body, inlet.from, model))
      copies.push_back({body.low + inlet.offset - gap, body.high + inlet.offset + gap});
  return copies;
}

/// Nothing begins where copies come. Objects with a time to come wait until there is room.
void check_places_of_copies(const FlowModel& model, std::vector<Finding>& findings) {
  std::vector<Body> bodies = placed_bodies(model);
  std::erase_if(bodies, [](const Body& body) { return body.placement->enters > 0; });
  for (const Inlet& inlet : model.inlets) {
    const std::vector<Region> copies = copies_at_start(model, inlet, bodies);
    const Region middles = middles_of_copies(model, inlet);
    const auto is_in_the_way = [&](const Body& body) {
      return has_middle_in(body, middles, model) ||
             std::any_of(copies.begin(), copies.end(), [&](const Region& copy) {
               return overlap({body.low, body.high}, copy, {}, model);
             });
    };
    const auto first = std::find_if(bodies.begin(), bodies.end(), is_in_the_way);
    if (first == bodies.end()) continue;
    const auto more = std::count_if(first + 1, bodies.end(), is_in_the_way);
    findings.push_back(
        {first->key,
         first->name +
             text(" lies where copies come through \"%s\"; behind z = %.4g um it would not be in their way",
                  inlet.name.c_str(), place_of_copies(model, inlet).high.z) +
             (more > 0 ? text(" (%d more lie there)", static_cast<int>(more)) : "")});
  }
}

void check_inlets(const FlowModel& model, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < model.inlets.size(); ++i) {
    const Inlet& inlet = model.inlets[i];
    const Opening* opening = opening_of(model, inlet);
    const std::string key = opening != nullptr ? "vessel.openings." + opening->name + ".pilot"
                                               : "traffic.inlets." + std::to_string(i);
    if (!(inlet.from.high.z - inlet.from.low.z < period(model, 2)))
      findings.push_back({key + (opening != nullptr ? ".length" : ".from"),
                          "is as long as the box in z, so nothing ever passes its end"});
    check_offset(model, inlet, opening, key, findings);
    for (std::size_t o = 0; o < model.outlets.size(); ++o)
      if (overlap(inlet.from, model.outlets[o].within, {}, model) ||
          overlap(model.outlets[o].within, inlet.from, inlet.offset, model))
        findings.push_back({key, "its originals or copies lie in the outlet \"" + model.outlets[o].name +
                                     "\", where they would leave at once"});
  }
  if (model.inlets.empty()) return;
  if (model.is_sheared())
    findings.push_back({"traffic.inlets", "copies move with the flow at another place, which unbounded shear "
                                          "(lees-edwards) does not have"});
  check_copied_kinds(model, findings);
  check_places_of_copies(model, findings);
}

} // namespace

void check_traffic(const FlowModel& model, std::vector<Finding>& findings) {
  check_times(model, findings);
  check_outlets(model, findings);
  check_inlets(model, findings);
}

} // namespace ibsim
