#include "objects/population.hpp"

#include "base/error.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ibsim {
namespace {

/// In place of the id of a departure.
constexpr double no_more_departures = -1;
/// Added to the kind of an event whose partner follows.
constexpr int with_partner = 16;

bool comes_or_goes(const Placement& placement) {
  return placement.enters > 0 || std::isfinite(placement.leaves);
}

void append(std::vector<double>& numbers, const Real3& x) { numbers.insert(numbers.end(), {x.x, x.y, x.z}); }

/// Reads numbers in the order in which they were appended.
class Numbers {
 public:
  explicit Numbers(const std::vector<double>& all) : all_(all) {}
  double next() {
    if (at_ == all_.size()) fail();
    return all_[at_++];
  }
  template <class T>
  T whole() {
    return static_cast<T>(std::llround(next()));
  }
  Real3 vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  bool at_end() const { return at_ == all_.size(); }
  [[noreturn]] static void fail() {
    throw InputError("the checkpoint has another population than this scenario");
  }

 private:
  const std::vector<double>& all_;
  std::size_t at_ = 0;
};

} // namespace

std::vector<std::int32_t> Population::present(std::size_t kind) const {
  std::vector<std::int32_t> slots;
  for (std::size_t slot = 0; slot < kinds[kind].size(); ++slot)
    if (kinds[kind][slot].is_there()) slots.push_back(static_cast<std::int32_t>(slot));
  return slots;
}

bool has_traffic(const FlowModel& model) {
  if (!model.outlets.empty() || !model.inlets.empty()) return true;
  return std::any_of(model.objects.begin(), model.objects.end(), [](const ObjectKind& kind) {
    return std::any_of(kind.placements.begin(), kind.placements.end(), comes_or_goes);
  });
}

bool may_come_and_go(const FlowModel& model, std::size_t kind) {
  return has_inside(model.objects[kind]) && has_traffic(model);
}

Population population_at_start(const FlowModel& model) {
  Population population;
  if (!has_traffic(model)) return population;
  for (const ObjectKind& kind : model.objects) {
    std::vector<Resident>& slots = population.kinds.emplace_back(kind.placements.size());
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      const Placement& placement = kind.placements[slot];
      if (std::isinf(placement.enters)) continue; // spare
      const std::int64_t id = population.next_id++;
      if (placement.enters > 0) continue;
      slots[slot].id = id, slots[slot].has_been = true, slots[slot].like = static_cast<std::int32_t>(slot);
    }
  }
  return population;
}

template <class Model>
Model with_slots(Model model) {
  for (ObjectKind& kind : model.objects) {
    if (kind.placements.empty()) continue;
    Placement spare = kind.placements.front();
    spare.enters = spare.leaves = std::numeric_limits<real>::infinity();
    while (kind.placements.size() < static_cast<std::size_t>(std::max(0, kind.capacity)))
      kind.placements.push_back(spare);
  }
  return model;
}
template FlowModel with_slots(FlowModel);
template Scenario with_slots(Scenario);

Scenario without_spares(Scenario scenario) {
  for (ObjectKind& kind : scenario.objects)
    std::erase_if(kind.placements, [](const Placement& placement) { return std::isinf(placement.enters); });
  return scenario;
}

bool is_spare(const FlowModel& model, std::size_t kind, std::size_t slot) {
  return std::isinf(model.objects[kind].placements[slot].enters);
}

std::size_t id_of_placement(const FlowModel& model, std::size_t kind, std::size_t slot) {
  std::size_t id = slot; // spare ones come behind all others of a kind
  for (std::size_t k = 0; k < kind; ++k)
    id += static_cast<std::size_t>(
        std::count_if(model.objects[k].placements.begin(), model.objects[k].placements.end(),
                      [](const Placement& placement) { return std::isfinite(placement.enters); }));
  return id;
}

std::size_t id_of(const FlowModel& model, const Population& population, std::size_t kind, std::size_t slot) {
  if (population.changes() && population.kinds[kind][slot].is_there())
    return static_cast<std::size_t>(population.kinds[kind][slot].id);
  return id_of_placement(model, kind, slot);
}

std::vector<double> numbers_of(const Population& population) {
  std::vector<double> numbers;
  if (!population.changes()) return numbers;
  numbers.push_back(static_cast<double>(population.next_id));
  for (const std::vector<Resident>& kind : population.kinds)
    for (const Resident& r : kind) {
      numbers.insert(numbers.end(),
                     {static_cast<double>(r.id), static_cast<double>(r.has_been), static_cast<double>(r.from),
                      static_cast<double>(r.copy_of), static_cast<double>(r.like),
                      static_cast<double>(r.has_lap), static_cast<double>(r.lap), r.since, r.volume});
      append(numbers, r.centre);
    }
  for (const Departure& d : population.departures) {
    numbers.insert(numbers.end(),
                   {static_cast<double>(d.id), static_cast<double>(d.kind), static_cast<double>(d.from),
                    static_cast<double>(d.through), d.since, d.until, d.surface.area, d.surface.volume,
                    d.surface.max_stretch, d.surface.min_area_ratio});
    for (const Real3& x : {d.came_at, d.surface.centre, d.surface.gyration[0], d.surface.gyration[1],
                           d.surface.gyration[2], d.extents})
      append(numbers, x);
  }
  if (!population.bond_events.empty()) numbers.push_back(no_more_departures);
  for (const BondEvent& e : population.bond_events) {
    const int what = static_cast<int>(e.what) + (e.partner >= 0 ? with_partner : 0);
    numbers.insert(numbers.end(),
                   {e.time, static_cast<double>(what), static_cast<double>(e.id), static_cast<double>(e.kind),
                    static_cast<double>(e.adhesion), static_cast<double>(e.receptor), e.force, e.life});
    append(numbers, e.ligand);
    if (e.partner >= 0) numbers.push_back(static_cast<double>(e.partner));
  }
  return numbers;
}

Population population_from(const std::vector<double>& numbers, const FlowModel& model) {
  Population population;
  if (numbers.empty()) return population;
  Numbers from(numbers);
  population.next_id = from.whole<std::int64_t>();
  for (const ObjectKind& kind : model.objects)
    for (Resident& r : population.kinds.emplace_back(kind.placements.size())) {
      r.id = from.whole<std::int64_t>(), r.has_been = from.next() != 0, r.from = from.whole<int>();
      r.copy_of = from.whole<std::int32_t>(), r.like = from.whole<std::int32_t>();
      r.has_lap = from.next() != 0, r.lap = from.whole<std::int64_t>(), r.since = from.next(),
      r.volume = from.next();
      r.centre = from.vector();
    }
  while (!from.at_end()) {
    const double id = from.next();
    if (id == no_more_departures) break;
    Departure& d = population.departures.emplace_back();
    d.id = std::llround(id), d.kind = from.whole<std::size_t>();
    d.from = from.whole<int>(), d.through = from.whole<int>();
    d.since = from.next(), d.until = from.next(), d.surface.area = from.next(),
    d.surface.volume = from.next();
    d.surface.max_stretch = from.next(), d.surface.min_area_ratio = from.next();
    for (Real3* x : {&d.came_at, &d.surface.centre, &d.surface.gyration[0], &d.surface.gyration[1],
                     &d.surface.gyration[2], &d.extents})
      *x = from.vector();
    if (d.kind >= model.objects.size()) Numbers::fail();
  }
  while (!from.at_end()) {
    BondEvent& e = population.bond_events.emplace_back();
    e.time = from.next();
    const int what = from.whole<int>();
    e.what = static_cast<BondEvent::What>(what % with_partner);
    e.id = from.whole<std::int64_t>(), e.kind = from.whole<std::size_t>();
    e.adhesion = from.whole<std::size_t>(), e.receptor = from.whole<std::size_t>();
    e.force = from.next(), e.life = from.next(), e.ligand = from.vector();
    if (what >= with_partner) e.partner = from.whole<std::int64_t>();
    if (e.kind >= model.objects.size() || e.adhesion >= model.objects[e.kind].adhesions.size())
      Numbers::fail();
  }
  return population;
}

std::uint64_t hash_of(const Population& population) {
  std::uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a, by words
  for (const double number : numbers_of(population)) {
    std::uint64_t word;
    std::memcpy(&word, &number, sizeof word);
    hash = (hash ^ word) * 0x100000001b3ull;
    hash ^= hash >> 32;
  }
  return hash;
}

} // namespace ibsim
