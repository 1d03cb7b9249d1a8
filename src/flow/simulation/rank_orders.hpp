// What rank 0 may ask all ranks for, and what each does then (rank_step.hpp): an order with plain arguments,
// which travels to processes as it is. Another is a name in Order and a case in follow().
#pragma once

#include "simulation/rank_step.hpp"

#include <optional>
#include <variant>

namespace ibsim {

/// What all ranks are asked to do.
enum class Order {
  start,
  deal,
  advance,
  gather,
  keep_fields,
  copy_kept_fields,
  field_on_host,
  keep_field,
  terms_of_hash,
  integrals,
  unresolved_part_of_forces,
  farthest_sites,
  site_velocities,
  stiffness,
  flow_totals,
  plane_sums,
  object_sums,
  gaps_to_walls,
  pair_measures,
  surface_field,
  fluid_field,
  velocities_at,
  sample_site,
  failure,
  max_speed,
  times,
  end
};

/// An order with its arguments, as it travels.
struct Asked {
  Order order = Order::end;
  std::uint64_t step = 0, interval = 0, steps_left = 0; ///< the clock of a state
  real time = 0, time_step = 0, step_before = 0, step_limit = 0;
  bool has_step_before = false;
  std::size_t kind = 0;
  PlaneSums planes{};
  ObjectSums objects{};
  SurfaceField field{};
  bool in_double = false; ///< of frames
  Index object = 0, site = 0;
  bool before = false;          ///< of a field: u^{n-1}
  int from = -1, number = -1;   ///< of kept fields
  std::uint64_t first_word = 0; ///< of the hash
};

/// What rank 0 alone gives to an order, and where it wants what is as large as the box or a frame.
template <class B>
struct OfFirst {
  const State<B>* given = nullptr;
  State<B>* taken = nullptr;
  PhaseTimer<B>* timer = nullptr;
  const std::vector<real>* given_field = nullptr;
  std::vector<real>* taken_field = nullptr;
  void* frame = nullptr; ///< of float or double
  std::vector<Real3> points;
  std::vector<PhaseTime> times;
};

/// What a rank has to say to an order; rank 0 is heard.
using Answer = std::variant<std::monostate, std::uint64_t, real, std::vector<real>, Real3, std::vector<Real3>,
                            VectorsView<const real>, Stiffness, std::vector<StructureIntegrals>,
                            std::vector<FarthestSites>, std::vector<FlowTotals>, PairMeasures,
                            std::optional<Failure>, std::vector<RankTimes>>;

/// What each rank does. @param first of rank 0; of the others an empty one
template <class B>
Answer follow(RankStep<B>& part, const Asked& asked, const OfFirst<B>& first) {
  State<B> clock; // without arrays
  copy_clock(asked, clock);
  switch (asked.order) {
  case Order::start:
    part.start(first.taken);
    return {};
  case Order::deal:
    part.deal(first.given, asked.number);
    return {};
  case Order::advance:
    part.advance(clock, first.timer);
    if (first.taken) copy_clock(clock, *first.taken);
    return {};
  case Order::gather:
    part.gather(first.taken);
    return {};
  case Order::keep_fields:
    part.keep_fields(asked.number);
    return {};
  case Order::copy_kept_fields:
    part.copy_kept_fields(asked.from, asked.number);
    return {};
  case Order::field_on_host:
    part.field_on_host(asked.before, first.taken_field);
    return {};
  case Order::keep_field:
    part.keep_field(first.given_field, asked.before, asked.number);
    return {};
  case Order::terms_of_hash:
    return part.terms_of_hash(asked.before, asked.first_word);
  case Order::integrals:
    return part.integrals(clock, asked.kind);
  case Order::unresolved_part_of_forces:
    return part.unresolved_part_of_forces(clock, asked.kind);
  case Order::farthest_sites:
    return part.farthest_sites(clock, asked.kind);
  case Order::site_velocities:
    return part.site_velocities(clock, asked.kind);
  case Order::stiffness:
    return part.stiffness(clock, asked.kind);
  case Order::flow_totals:
    return part.flow_totals(clock);
  case Order::plane_sums:
    return part.plane_sums(clock, asked.planes);
  case Order::object_sums:
    return part.object_sums(clock, asked.objects, asked.kind);
  case Order::gaps_to_walls:
    return part.gaps_to_walls(clock, asked.kind);
  case Order::pair_measures:
    return part.pair_measures(clock);
  case Order::surface_field:
    if (asked.in_double)
      part.surface_field(clock, asked.kind, asked.field, static_cast<double*>(first.frame));
    else
      part.surface_field(clock, asked.kind, asked.field, static_cast<float*>(first.frame));
    return {};
  case Order::fluid_field:
    if (asked.in_double)
      part.fluid_field(clock, static_cast<double*>(first.frame));
    else
      part.fluid_field(clock, static_cast<float*>(first.frame));
    return {};
  case Order::velocities_at:
    return part.velocities_at(first.points);
  case Order::sample_site:
    return part.sample_site(clock, asked.kind, asked.object, asked.site);
  case Order::failure:
    return part.failure();
  case Order::max_speed:
    return part.max_speed();
  case Order::times:
    return part.times(first.times);
  case Order::end:
    break;
  }
  return {};
}

} // namespace ibsim
