// Objects come and go between steps, after motion and before output. Order of a look: copies that are let go,
// with those that are bound to them, objects that leave, objects that come at their time, new copies; each by
// ascending kind and slot.
//
// Times are looked at after each step, places after every eighth: a device is waited for then.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "model/initial_sites.hpp"
#include "model/object_name.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "simulation/measures.hpp"
#include "simulation/note_bonds.hpp"
#include "simulation/present_bonds.hpp"
#include "simulation/simulation.hpp"
#include "simulation/traffic.hpp"
#include "surface/outline.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

void Simulation::let_come_and_go() {
  if (!clock_.population.changes()) return;
  const bool is_look = clock_.step % steps_between_looks == 0;
  const bool by_places = is_look && !(scenario_.outlets.empty() && scenario_.inlets.empty());
  const real last = clock_.step > 0 ? clock_.time - clock_.time_step : real{-1};
  const Traffic traffic(scenario_, clock_.population, {clock_.time, last}, is_look);
  if (!by_places && !traffic.is_due()) return;
  std::vector<std::vector<ObjectBox>> boxes(topologies_.size());
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind)
    if (may_come_and_go(scenario_, kind)) boxes[kind] = stepper_->boxes(kind);
  std::vector<BoundPair> bound;
  if (by_places && traffic.lets_go(boxes)) bound = bound_pairs(*this);
  const Changes changes = by_places ? traffic.look(boxes, bound) : traffic.by_times(boxes);
  for (const std::string& line : changes.lines) log::info(line);
  if (!changes.changed) {
    clock_.population = changes.next; // laps alone
    return;
  }
  const Population before = clock_.population;
  Population next = changes.next;
  for (std::size_t i = before.departures.size(); i < next.departures.size(); ++i) {
    Departure& one = next.departures[i];
    const std::size_t slot = changes.slots_left[i - before.departures.size()];
    one.surface = integrals(one.kind)[slot];
    one.extents = outline(stepper_->measure(farthest_sites_of_objects, one.kind)[slot]).extents();
  }
  note_bonds(*this, kinds_, next, changes.slots_left);
  clock_.population = std::move(next);
  forget();
  stepper_->change_population();
  measure_newcomers(before);
}

/// Notes volume and centre of those who have come, and has the volumes kept.
void Simulation::measure_newcomers(const Population& before) {
  Population& now = clock_.population;
  if (!now.changes()) return;
  for (std::size_t kind = 0; kind < now.kinds.size(); ++kind)
    for (std::size_t slot = 0; slot < now.kinds[kind].size(); ++slot) {
      Resident& one = now.kinds[kind][slot];
      if (!one.is_there() || (before.changes() && before.kinds[kind][slot].id == one.id)) continue;
      const StructureIntegrals& found = integrals(kind)[slot];
      one.volume = found.volume, one.centre = found.centre;
      if (scenario_.keep_volume && one.copy_of >= 0) // the original was there before
        one.volume = now.kinds[kind][static_cast<std::size_t>(one.copy_of)].volume;
    }
  if (scenario_.keep_volume) stepper_->keep_volumes();
  forget(); // its hash
}

} // namespace ibsim
