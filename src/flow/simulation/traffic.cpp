#include "simulation/traffic.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

/// Times are sums of steps.
bool has_come(real due, real now) { return due <= now * (1 + 1e-12); }

/// The image of the region, along a direction, in which x is the first at or above its lower end.
real image_of(real x, real low, real period) { return std::floor((x - low) / period); }

/// Whether all of a box is within a region, in an image of the region.
bool is_within(const ObjectBox& box, const Region& region, const Real3& periods) {
  for (int d = 0; d < 3; ++d) {
    if (!(region.high[d] - region.low[d] < periods[d])) continue;
    const real shift = periods[d] * image_of(box.low[d], region.low[d], periods[d]);
    if (!(box.high[d] - shift <= region.high[d])) return false;
  }
  return true;
}

/// Whether x is in the region as far as x and y are concerned.
bool is_beside(const Real3& x, const Region& region, const Real3& periods) {
  for (int d = 0; d < 2; ++d)
    if (region.high[d] - region.low[d] < periods[d] &&
        !(x[d] - periods[d] * image_of(x[d], region.low[d], periods[d]) <= region.high[d]))
      return false;
  return true;
}

/// Whether two boxes overlap in any image, with a gap between.
bool overlap(const ObjectBox& a, const ObjectBox& b, const Real3& periods, real gap) {
  for (int d = 0; d < 3; ++d) {
    const real reach = 0.5 * (a.high[d] - a.low[d] + b.high[d] - b.low[d]) + gap;
    const real apart = std::remainder(a.middle()[d] - b.middle()[d], periods[d]);
    if (!(std::abs(apart) < reach)) return false;
  }
  return true;
}

} // namespace

Traffic::Traffic(const FlowModel& model, const Population& now, Times times, bool is_look)
    : model_(model), now_(now), time_(times.now), last_(times.last), is_look_(is_look) {}

bool Traffic::leaves_now(std::size_t kind, std::size_t slot) const {
  const Resident& one = now_.kinds[kind][slot];
  return one.is_there() && one.from < 0 && has_come(model_.objects[kind].placements[slot].leaves, time_);
}

bool Traffic::enters_now(std::size_t kind, std::size_t slot) const {
  const Placement& placement = model_.objects[kind].placements[slot];
  return !now_.kinds[kind][slot].has_been && std::isfinite(placement.enters) &&
         has_come(placement.enters, time_) && !has_come(placement.leaves, time_);
}

bool Traffic::is_due() const {
  for (std::size_t kind = 0; kind < now_.kinds.size(); ++kind)
    for (std::size_t slot = 0; slot < now_.kinds[kind].size(); ++slot) {
      if (leaves_now(kind, slot)) return true;
      // who found no room tries again at a look
      const real due = model_.objects[kind].placements[slot].enters;
      if (enters_now(kind, slot) && (is_look_ || !has_come(due, last_))) return true;
    }
  return false;
}

Changes Traffic::by_times(const Boxes& boxes) const {
  Changes changes{false, now_, {}, {}};
  leave(changes, boxes, false);
  enter(changes, boxes);
  return changes;
}

bool Traffic::lets_go(const Boxes& boxes) const {
  for (std::size_t kind = 0; kind < boxes.size(); ++kind)
    for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot)
      if (has_passed(boxes, kind, slot)) return true;
  return false;
}

Changes Traffic::look(const Boxes& boxes, const std::vector<BoundPair>& bound) const {
  Changes changes{false, now_, {}, {}};
  let_go(changes, boxes, bound);
  leave(changes, boxes, true);
  const std::vector<ObjectBox> entered = enter(changes, boxes);
  copy(changes, boxes, entered);
  return changes;
}

/// True for a copy whose original has passed the end of the inlet's region.
bool Traffic::has_passed(const Boxes& boxes, std::size_t kind, std::size_t slot) const {
  const Resident& one = now_.kinds[kind][slot];
  if (!one.is_there() || one.copy_of < 0) return false;
  const auto original = static_cast<std::size_t>(one.copy_of);
  const Region& region = model_.inlets[static_cast<std::size_t>(one.from)].from;
  const real way = boxes[kind][original].middle().z - region.low.z -
                   static_cast<real>(now_.kinds[kind][original].lap) * model_.grid.lengths().z;
  return way >= region.high.z - region.low.z;
}

/// Copies that have passed, and copies that are bound to these, one to another.
void Traffic::let_go(Changes& changes, const Boxes& boxes, const std::vector<BoundPair>& bound) const {
  std::vector<std::pair<std::size_t, std::size_t>> released; // kind and slot
  const auto release = [&](std::size_t kind, std::size_t slot) {
    Resident& one = changes.next.kinds[kind][slot];
    if (!one.is_there() || one.copy_of < 0) return;
    one.copy_of = -1, changes.changed = true;
    released.push_back({kind, slot});
  };
  for (std::size_t kind = 0; kind < boxes.size(); ++kind)
    for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot)
      if (has_passed(boxes, kind, slot)) release(kind, slot);
  for (std::size_t i = 0; i < released.size(); ++i) {
    const auto [kind, slot] = released[i];
    for (const BoundPair& pair : bound) {
      if (pair.kind == kind && pair.slot == slot) release(pair.other_kind, pair.other);
      if (pair.other_kind == kind && pair.other == slot) release(pair.kind, pair.slot);
    }
  }
}

void Traffic::remove(Changes& changes, std::size_t kind, std::size_t slot, int through) const {
  Resident& one = changes.next.kinds[kind][slot];
  Departure left;
  left.id = one.id, left.kind = kind, left.from = one.from, left.through = through;
  left.since = one.since, left.until = time_, left.came_at = one.centre;
  changes.next.departures.push_back(left);
  changes.slots_left.push_back(slot);
  for (Resident& other : changes.next.kinds[kind]) // its copy stays, as an object of its own
    if (other.is_there() && other.copy_of == static_cast<std::int32_t>(slot)) other.copy_of = -1;
  const bool has_been = one.has_been;
  one = {};
  one.has_been = has_been;
  changes.changed = true;
}

void Traffic::leave(Changes& changes, const Boxes& boxes, bool by_places) const {
  const Real3 periods = model_.grid.lengths();
  for (std::size_t kind = 0; kind < boxes.size(); ++kind)
    for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot) {
      const Resident& one = changes.next.kinds[kind][slot];
      if (!one.is_there() || one.copy_of >= 0) continue;
      if (leaves_now(kind, slot)) {
        remove(changes, kind, slot, -1);
        continue;
      }
      for (std::size_t o = 0; by_places && o < model_.outlets.size(); ++o)
        if (is_within(boxes[kind][slot], model_.outlets[o].within, periods)) {
          remove(changes, kind, slot, static_cast<int>(o));
          break;
        }
    }
}

/// Objects come at the times of their placements, as soon as the boxes of no others reach into theirs.
/// @return the boxes of those who come
std::vector<ObjectBox> Traffic::enter(Changes& changes, const Boxes& boxes) const {
  const Real3 periods = periods_of(model_);
  std::vector<ObjectBox> come;
  for (std::size_t kind = 0; kind < boxes.size(); ++kind)
    for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot) {
      if (!enters_now(kind, slot)) continue;
      Resident& one = changes.next.kinds[kind][slot];
      const ObjectBox box = box_at_start(model_, kind, slot);
      bool is_room = std::none_of(come.begin(), come.end(), [&](const ObjectBox& other) {
        return overlap(box, other, periods, model_.grid.h);
      });
      for (std::size_t k = 0; is_room && k < boxes.size(); ++k)
        for (std::size_t o = 0; is_room && o < boxes[k].size(); ++o)
          is_room = !now_.is_there(k, o) || !changes.next.is_there(k, o) ||
                    !overlap(box, boxes[k][o], periods, model_.grid.h);
      const auto id = static_cast<std::int64_t>(id_of_placement(model_, kind, slot));
      if (!is_room) {
        if (!has_come(model_.objects[kind].placements[slot].enters, last_))
          changes.lines.push_back(name_by_id(model_, kind, id) + " waits until its place is free");
        continue;
      }
      one = {};
      one.id = id, one.has_been = true, one.like = static_cast<std::int32_t>(slot), one.since = time_;
      come.push_back(box);
      changes.changed = true;
    }
  return come;
}

bool Traffic::is_free(const Population& population, std::size_t kind, std::size_t slot) const {
  const Resident& one = population.kinds[kind][slot];
  return !one.is_there() && (one.has_been || is_spare(model_, kind, slot));
}

std::size_t Traffic::free_slot(const Changes& changes, std::size_t kind) const {
  const std::vector<Resident>& slots = changes.next.kinds[kind];
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    if (is_free(changes.next, kind, slot)) return slot;
  return slots.size();
}

/// True if no box reaches into that of a copy. Objects that came by the same inlet do not count: they follow
/// originals, which have room among each other.
bool Traffic::has_room(const Changes& changes, const Boxes& boxes, const std::vector<ObjectBox>& entered,
                       const ObjectBox& of_copy, int inlet) const {
  const Real3 periods = periods_of(model_);
  const auto is_in_the_way = [&](const ObjectBox& other) {
    return overlap(of_copy, other, periods, model_.grid.h);
  };
  if (std::any_of(entered.begin(), entered.end(), is_in_the_way)) return false;
  for (std::size_t kind = 0; kind < boxes.size(); ++kind)
    for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot)
      if (now_.is_there(kind, slot) && changes.next.is_there(kind, slot) &&
          now_.kinds[kind][slot].from != inlet && is_in_the_way(boxes[kind][slot]))
        return false;
  return true;
}

/// Objects that have come into the region of an inlet get copies, as soon as there is room for these.
void Traffic::copy(Changes& changes, const Boxes& boxes, const std::vector<ObjectBox>& entered) const {
  const Real3 periods = model_.grid.lengths();
  for (std::size_t i = 0; i < model_.inlets.size(); ++i) {
    const Region& region = model_.inlets[i].from;
    for (std::size_t kind = 0; kind < boxes.size(); ++kind) {
      std::size_t lacking = 0;
      for (std::size_t slot = 0; slot < boxes[kind].size(); ++slot) {
        Resident& original = changes.next.kinds[kind][slot];
        if (!original.is_there() || original.copy_of >= 0 || !now_.is_there(kind, slot)) continue;
        const Real3 middle = boxes[kind][slot].middle();
        if (!std::isfinite(middle.z) || !is_beside(middle, region, periods)) continue;
        const real image = image_of(middle.z, region.low.z, periods.z);
        const auto lap = static_cast<std::int64_t>(image);
        if (original.has_lap && lap <= original.lap) continue;
        const bool first = !original.has_lap;
        const bool inside = middle.z - image * periods.z < region.high.z;
        ObjectBox box = boxes[kind][slot];
        box.low += model_.inlets[i].offset, box.high += model_.inlets[i].offset;
        const bool waits = inside && !has_room(changes, boxes, entered, box, static_cast<int>(i));
        original.has_lap = true, original.lap = waits ? lap - 1 : lap;
        if (waits) continue;
        if (!inside) { // before the start, or it has waited for room in all of the region
          if (!first)
            changes.lines.push_back(name_by_id(model_, kind, original.id) + " has passed \"" +
                                    model_.inlets[i].name +
                                    "\" without a copy: another object was always at its place");
          continue;
        }
        const std::size_t place = free_slot(changes, kind);
        if (place == changes.next.kinds[kind].size()) {
          ++lacking;
          continue;
        }
        const std::int32_t like = original.like;
        Resident& one = changes.next.kinds[kind][place];
        const bool has_been = one.has_been;
        one = {};
        one.id = changes.next.next_id++, one.has_been = has_been, one.from = static_cast<int>(i);
        one.copy_of = static_cast<std::int32_t>(slot), one.like = like, one.since = time_;
        changes.changed = true;
      }
      if (lacking > 0)
        throw InputError("objects." + std::to_string(kind) + ".capacity: at t = " + text("%.6g us", time_) +
                         " all " + std::to_string(changes.next.kinds[kind].size()) + " slots of \"" +
                         model_.objects[kind].name + "\" are taken; this time needs " +
                         std::to_string(changes.next.kinds[kind].size() + lacking) +
                         ", and more come while nobody leaves");
    }
  }
}

} // namespace ibsim
