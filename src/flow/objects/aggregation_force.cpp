#include "objects/aggregation_force.hpp"

#include "base/text.hpp"
#include "mechanics/aggregation.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "objects/pair_force_maker.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

bool is_red_cell(const ObjectKind& kind) {
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  return closed && closed->surface.shape == ReferenceShape::red_cell;
}

} // namespace

bool acts_between(const AggregationProperties& of, const ObjectKind& a, const ObjectKind& b) {
  if (of.between.empty()) return is_red_cell(a) && is_red_cell(b);
  return (a.name == of.between[0] && b.name == of.between[1]) ||
         (a.name == of.between[1] && b.name == of.between[0]);
}

AggregationLaw Attractions::between(const ObjectKind& a, const ObjectKind& b) const {
  AggregationLaw law;
  for (const AggregationProperties& of : entries)
    if (acts_between(of, a, b)) law = aggregation_law(of, contact_range);
  return law;
}

Attractions attractions_of(const FlowModel& model) {
  return {model.has_contact() ? model.aggregation : std::vector<AggregationProperties>(),
          model.contact.range};
}

std::vector<AggregationLaw> laws_between(const Attractions& attractions,
                                         const std::vector<const ObjectKind*>& kinds) {
  std::vector<AggregationLaw> laws;
  for (const ObjectKind* a : kinds)
    for (const ObjectKind* b : kinds) laws.push_back(attractions.between(*a, *b));
  const bool attracts = std::any_of(laws.begin(), laws.end(), [](const auto& law) { return law.energy > 0; });
  return attracts ? laws : std::vector<AggregationLaw>();
}

namespace {

/// The attraction of each kind with itself, and between kinds.
std::vector<std::string> lines_of(const FlowModel& model) {
  constexpr real microjoules = 1e3; // of pg/us^2
  const Attractions attractions = attractions_of(model);
  std::vector<std::string> lines;
  for (std::size_t a = 0; a < model.objects.size(); ++a)
    for (std::size_t b = a; b < model.objects.size(); ++b) {
      const ObjectKind &one = model.objects[a], &other = model.objects[b];
      const AggregationLaw law = attractions.between(one, other);
      if (!(law.energy > 0)) continue;
      const std::string name = one_line(one.name);
      lines.push_back(text("attracts  %s and %s by %.3g uJ/m^2, from %.3g to %.3g um", name.c_str(),
                           one_line(other.name).c_str(), microjoules * law.energy, law.start, law.end()));
      const std::optional<AggregationNumbers> n = aggregation_numbers(model, one);
      if (a != b || !n) continue;
      std::string ratios;
      const auto add = [&](const char* over, real ratio) {
        if (ratio > 0 && std::isfinite(ratio))
          ratios += (ratios.empty() ? "          energy over " : ", ") + text("%s %.2g", over, ratio);
      };
      add("bending", n->over_bending), add("shear elasticity", n->over_shear), add("flow", n->over_flow);
      if (!ratios.empty()) lines.push_back(ratios);
      if (n->bending_length > 0)
        lines.push_back(
            text("          bending length sqrt(bending_modulus/energy) %.2g um", n->bending_length));
    }
  return lines;
}

/// The force on the kinds that feel it, with a search of its own.
template <class B>
std::unique_ptr<PairForce<B>> make_force(const Stream<B>& stream, const Attractions& attractions, real h,
                                         const PairSurroundings<B>& around) {
  std::vector<ContactStructure> structures;
  std::vector<const ObjectKind*> kinds;
  for (std::size_t k = 0; k < around.kinds.size(); ++k)
    if (std::any_of(around.kinds.begin(), around.kinds.end(), [&](const ObjectKind* other) {
          return attractions.between(*around.kinds[k], *other).energy > 0;
        }))
      structures.push_back(around.structures[k]), kinds.push_back(around.kinds[k]);
  const std::vector<AggregationLaw> laws = laws_between(attractions, kinds);
  return make_aggregation(
      stream, laws, h,
      std::make_shared<NeighbourSearch<B>>(stream, around.grid, ranges_of_attraction(laws), structures));
}

} // namespace

std::optional<PairForceSpec> aggregation_force(const FlowModel& model) {
  if (model.aggregation.empty()) return {};
  const Attractions attractions = attractions_of(model);
  const real h = model.grid.h;
  PairForceSpec spec;
  spec.name = "aggregation";
  for (const ObjectKind& a : model.objects)
    for (const ObjectKind& b : model.objects) {
      const AggregationLaw law = attractions.between(a, b);
      if (!(law.energy > 0)) continue;
      spec.range = std::max(spec.range, law.end());
      spec.at_rest.film.stiffness = std::max(spec.at_rest.film.stiffness, aggregation_stiffness(law, h));
    }
  if (!(spec.range > 0)) return {};
  spec.at_rest.film.range = spec.range;
  spec.acts_between = [attractions](const ObjectKind& a, const ObjectKind& b) {
    return attractions.between(a, b).energy > 0;
  };
  spec.columns = {{"aggregation energy", "fJ", [](const PairMeasures& of) { return of.energy; }}};
  spec.lines = lines_of;
  spec.make = pair_force_maker([attractions, h](const auto& stream, const auto& around) {
    return make_force(stream, attractions, h, around);
  });
  return spec;
}

std::optional<AggregationNumbers> aggregation_numbers(const FlowModel& model, const ObjectKind& kind) {
  const Membrane* const membrane = membrane_of(kind);
  const real energy = attractions_of(model).between(kind, kind).energy;
  if (!(energy > 0) || !membrane) return {};
  const real R = std::sqrt(area_at_rest(kind) / (4 * std::numbers::pi)), kappa = membrane->bending.modulus,
             G = shear_modulus_at_rest(membrane->law), stress = model.fluid.viscosity * flow_rate(model) * R;
  return AggregationNumbers{.energy = energy,
                            .over_bending = kappa > 0 ? energy * R * R / kappa : 0,
                            .over_shear = G > 0 ? energy / G : 0,
                            .over_flow = stress > 0 ? energy / stress : std::numeric_limits<real>::infinity(),
                            .bending_length = std::sqrt(kappa / energy)};
}

} // namespace ibsim
