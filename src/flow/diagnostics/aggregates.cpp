#include "diagnostics/aggregates.hpp"

#include "diagnostics/cell_shape.hpp"
#include "mechanics/contact_rim.hpp"
#include "model/flow_model.hpp"
#include "objects/aggregation_force.hpp"
#include "objects/listed_objects.hpp"
#include "objects/pair_forces.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace ibsim {
namespace {

constexpr real least_part = 0.01; ///< of the smaller object's area at rest

/// Number of the first object of each kind among all.
std::vector<int> first_objects(const FlowModel& model) {
  std::vector<int> first{0};
  for (const ObjectKind& kind : model.objects)
    first.push_back(first.back() + static_cast<int>(kind.placements.size()));
  return first;
}

/// Between two centres, to the nearest image.
Real3 between(const FlowModel& model, real time, Real3 apart) {
  const Real3 box = model.grid.lengths();
  if (!model.has_walls()) {
    const real image = std::rint(apart.y / box.y);
    apart.y -= image * box.y;
    apart.z -= image * sliding_of_images(model, time).value_or(0);
  }
  apart.x -= box.x * std::rint(apart.x / box.x);
  apart.z -= box.z * std::rint(apart.z / box.z);
  return apart;
}

/// Rim of a contact of two kinds; not numbers where a membrane has no bending modulus.
ContactRim rim_between(const FlowModel& model, const ObjectKind& a, const ObjectKind& b) {
  const auto modulus_of = [](const ObjectKind& kind) {
    const Membrane* const membrane = membrane_of(kind);
    return membrane ? membrane->bending.modulus : real{0};
  };
  const real one = modulus_of(a), other = modulus_of(b);
  constexpr real none = std::numeric_limits<real>::quiet_NaN();
  if (!(one > 0 && other > 0)) return {none, none};
  return contact_rim(attractions_of(model).between(a, b), contact_law(model.contact),
                     one * other / (one + other));
}

real order_of(const Real3& a, const Real3& b, const Real3& apart) {
  const Real3 d = normalized(apart);
  return std::abs(dot(a, d) * dot(b, d));
}

} // namespace

std::vector<int> aggregate_sizes(const std::vector<int>& objects, const std::vector<HeldPair>& pairs) {
  std::map<int, int> above; // of each object one of its aggregate; the first of it is its own
  for (const int object : objects) above[object] = object;
  const std::function<int(int)> root = [&](int object) {
    int& next = above.at(object);
    return next == object ? object : next = root(next);
  };
  for (const HeldPair& pair : pairs) above.at(root(pair.first)) = root(pair.second);
  std::map<int, int> members;
  for (const int object : objects) ++members[root(object)];
  std::vector<int> sizes;
  for (const auto& [first, size] : members) sizes.push_back(size);
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

bool has_aggregation(const FlowModel& model) { return aggregation_force(model).has_value(); }

Aggregates measure_aggregates(Simulation& simulation) {
  const FlowModel& model = simulation.model();
  const std::optional<PairForceSpec> force = aggregation_force(model);
  if (!force) return {};
  const std::vector<int> first = first_objects(model);
  std::vector<int> objects;
  std::vector<real> areas; // at rest, of each kind: a quadrature each
  for (const ObjectKind& kind : model.objects) areas.push_back(area_at_rest(kind));
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind)
    if (acts_on(*force, model.objects[kind], model))
      for (int o = first[kind]; o < first[kind + 1]; ++o)
        if (const auto slot = static_cast<std::size_t>(o - first[kind]); simulation.is_there(kind, slot))
          objects.push_back(static_cast<int>(simulation.id_of(kind, slot)));
  const auto id_of = [&](std::size_t kind, Index object) {
    return static_cast<int>(simulation.id_of(kind, static_cast<std::size_t>(object)));
  };
  Aggregates found;
  for (const HeldArea& held : simulation.held_areas()) {
    const int a = id_of(held.kind, held.object), b = id_of(held.other_kind, held.other);
    const real smaller = std::min(areas[held.kind], areas[held.other_kind]);
    if (a > b || !(held.area > least_part * smaller)) continue;
    const SurfaceIntegrals &one = simulation.integrals(held.kind)[static_cast<std::size_t>(held.object)],
                           &other =
                               simulation.integrals(held.other_kind)[static_cast<std::size_t>(held.other)];
    const ContactRim rim = rim_between(model, model.objects[held.kind], model.objects[held.other_kind]);
    found.pairs.push_back({a, b, held.area, area_within_rim(held.area, rim),
                           order_of(cell_shape(one).axis, cell_shape(other).axis,
                                    between(model, simulation.time(), one.centre - other.centre))});
  }
  std::sort(found.pairs.begin(), found.pairs.end(), [](const HeldPair& a, const HeldPair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  found.sizes = aggregate_sizes(objects, found.pairs);
  return found;
}

AggregateSums sums_of(const Aggregates& of) {
  AggregateSums sums;
  double objects = 0, squares = 0, held = 0;
  for (const int size : of.sizes) {
    objects += size, squares += static_cast<double>(size) * size;
    if (size > 1) sums.aggregates += 1, held += size;
  }
  if (objects == 0) return sums;
  sums.largest = of.sizes.front();
  sums.mean_size = objects / static_cast<double>(of.sizes.size());
  sums.weight_mean = squares / objects;
  sums.in_aggregates = held / objects;
  double ordered = 0, areas = 0;
  for (const HeldPair& pair : of.pairs) {
    sums.area += pair.area, sums.flat_area += pair.flat_area;
    if (std::isfinite(pair.order)) ordered += pair.area * pair.order, areas += pair.area;
  }
  sums.order = areas > 0 ? ordered / areas : std::numeric_limits<double>::quiet_NaN();
  return sums;
}

std::vector<AggregatesOfSize> by_size(const Aggregates& of) {
  std::map<int, int> numbers;
  for (const int size : of.sizes) ++numbers[size];
  std::vector<AggregatesOfSize> sizes;
  for (const auto& [size, aggregates] : numbers) sizes.push_back({size, aggregates});
  return sizes;
}

} // namespace ibsim
