#include "flow_run/bond_events_reporter.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "files/run_folder.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_objects.hpp"
#include "simulation/present_bonds.hpp"

#include <algorithm>
#include <optional>

namespace ibsim {
namespace {

constexpr real event_piconewtons = 1000; ///< in a nN

/// Times of the clock of an adhesion are sums of steps, which round otherwise than the time of the run.
constexpr real clock_rounding = 1e-10;

/// Name in the column `event`.
CsvValue name_of(BondEvent::What what) {
  constexpr const char* names[] = {"formed", "broken", "taken over", "dropped", "freed"};
  return std::string(names[static_cast<std::size_t>(what)]);
}

/// True for an event that bonds.csv counts as formed or broken, as long as its object is there.
bool is_counted(BondEvent::What what) { return what != BondEvent::What::dropped; }

/// True for an object that is there and has events of its own, which copies have not.
bool is_free(const Population& population, std::size_t kind, std::size_t slot) {
  if (!population.changes()) return true;
  const Resident& one = population.kinds[kind][slot];
  return one.is_there() && one.copy_of < 0;
}

} // namespace

std::vector<std::string> bond_event_titles() {
  return {"time (us)",     "object",        "name",          "bond",       "receptor",  "event",
          "ligand x (um)", "ligand y (um)", "ligand z (um)", "force (pN)", "life (us)", "partner"};
}

bool has_bond_events(const FlowModel& model) {
  for (const ObjectKind& kind : model.objects)
    for (const AdhesionProperties& of : kind.adhesions)
      if (of.events) return true;
  return false;
}

BondEventsReporter::BondEventsReporter(const OutputContext& context)
    : OneTableReporter("bond events", context, context.output.series_every,
                       run_files(context.output.folder).bond_events_csv, bond_event_titles()),
      until_(std::max(context.mark("bond_events.csv").time, real{0})) {}

void BondEventsReporter::write(Simulation& simulation) {
  const FlowModel& model = simulation.model();
  const real now = simulation.time(), from = until_ + clock_rounding * now, to = now + clock_rounding * now;
  const auto is_new = [&](real time) { return time > 0 && time > from && time <= to; };
  std::vector<std::vector<CsvValue>> rows;
  Counts counted; // events of each object in these rows
  const auto add = [&](const BondEvent& e) {
    const CsvValue partner = e.partner >= 0 ? CsvValue(static_cast<double>(e.partner)) : CsvValue("");
    const ObjectKind& of = model.objects[e.kind];
    const bool has_force = e.what == BondEvent::What::formed || e.what == BondEvent::What::broken;
    rows.push_back({e.time, static_cast<double>(e.id), of.name, of.adhesions[e.adhesion].bond,
                    static_cast<double>(e.receptor), name_of(e.what), e.ligand.x, e.ligand.y, e.ligand.z,
                    has_force ? CsvValue(event_piconewtons * e.force) : CsvValue(""), e.life, partner});
    if (is_counted(e.what)) ++counted[{e.adhesion, e.id}];
  };
  for (const BondEvent& e : simulation.population().bond_events)
    if (is_new(e.time)) add(e);
  Counts all; // events of each object since the start, as bonds.csv has them
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind)
    for (std::size_t a = 0; a < model.objects[kind].adhesions.size(); ++a) {
      const AdhesionProperties& of = model.objects[kind].adhesions[a];
      if (!of.events) continue;
      const BondMemory memory = bond_memory(simulation, kind, a, true);
      const std::optional<std::size_t> others = ligand_kind(model, of);
      const auto id = [&](real slot) { return id_of_partner(simulation, *others, slot); };
      const auto id_of_last = [&](real last) { return id_of_last_partner(simulation, *others, last); };
      const std::size_t objects = memory.account.size() / 3;
      for (std::size_t object = 0; object < objects; ++object) {
        if (!is_free(simulation.population(), kind, object)) continue;
        BondEvent e;
        e.kind = kind, e.adhesion = a;
        e.id = static_cast<std::int64_t>(simulation.id_of(kind, object));
        all[{a, e.id}] = memory.account[objects + object] + memory.account[2 * objects + object];
        for (std::size_t i = object * memory.n; i < (object + 1) * memory.n; ++i)
          for (const ReceptorEvent& found : others ? events_at_object(memory, i, is_new, id, id_of_last)
                                                   : events_at_wall(memory, i, now, is_new)) {
            e.receptor = i % memory.n, e.time = found.time;
            e.what = found.is_formed ? BondEvent::What::formed : BondEvent::What::broken;
            e.ligand = found.ligand, e.force = found.force, e.life = found.life, e.partner = found.partner;
            add(e);
          }
      }
    }
  warn_of_missed(all, counted);
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::get<double>(a.front()) < std::get<double>(b.front());
  });
  until_ = now;
  this->table_.append(rows);
}

/// Warns once if rows lack events. After a resume the first rows tell what was there.
void BondEventsReporter::warn_of_missed(const Counts& all, Counts& counted) {
  real missed = 0;
  for (const auto& [object, number] : all) missed += number - all_before_[object] - counted[object];
  if (missed > 0 && (knows_all_before_ || until_ == 0) && !has_warned_) {
    has_warned_ = true;
    log::warning(text("bond_events.csv lacks %.0f events, of receptors that let go more than once between "
                      "two rows; bonds.csv counts them all. A shorter output.series_every shows them",
                      missed));
  }
  all_before_ = all, knows_all_before_ = true;
}

} // namespace ibsim
