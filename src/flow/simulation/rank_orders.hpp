// What rank 0 may ask all ranks for, and what each does then (rank_step.hpp): an order with plain arguments,
// which travels to processes as it is. Another is a name in Order and a case in follow().
#pragma once

#include "simulation/rank_step.hpp"

#include <optional>

namespace ibsim {

/// What all ranks are asked to do.
enum class Order {
  start,
  deal,
  advance,
  gather,
  keep_fields,
  copy_kept_fields,
  gather_velocity,
  field_on_host,
  keep_field,
  terms_of_hash,
  integrals,
  unresolved_part_of_forces,
  farthest_sites,
  site_velocities,
  stiffness,
  flow_totals,
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
  bool before = false;          ///< of a field: u^{n-1}
  int from = -1, number = -1;   ///< of kept fields
  std::uint64_t first_word = 0; ///< of the hash
};

/// What rank 0 alone gives to an order, and what it takes from it.
template <class B>
struct OfFirst {
  const State<B>* given = nullptr;
  State<B>* taken = nullptr;
  PhaseTimer<B>* timer = nullptr;
  FaceField<B>* velocity = nullptr;
  const std::vector<real>* given_field = nullptr;
  std::vector<real>* taken_field = nullptr;
  std::vector<PhaseTime> times;

  std::uint64_t terms = 0;
  std::vector<StructureIntegrals> integrals;
  std::vector<real> numbers;
  std::vector<FarthestSites> farthest;
  VectorsView<const real> vectors{};
  Stiffness stiffness;
  std::vector<FlowTotals> totals;
  std::optional<Failure> failure;
  real speed = 0;
  std::vector<RankTimes> of_ranks;
};

/// What each rank does. @param first of rank 0; of the others an empty one
template <class B>
void follow(RankStep<B>& part, const Asked& asked, OfFirst<B>& first) {
  State<B> clock; // without arrays
  copy_clock(asked, clock);
  switch (asked.order) {
  case Order::start:
    return part.start(first.taken);
  case Order::deal:
    return part.deal(first.given, asked.number);
  case Order::advance:
    part.advance(clock, first.timer);
    if (first.taken) copy_clock(clock, *first.taken);
    return;
  case Order::gather:
    return part.gather(first.taken);
  case Order::keep_fields:
    return part.keep_fields(asked.number);
  case Order::copy_kept_fields:
    return part.copy_kept_fields(asked.from, asked.number);
  case Order::gather_velocity:
    return part.gather_velocity(first.velocity);
  case Order::field_on_host:
    return part.field_on_host(asked.before, first.taken_field);
  case Order::keep_field:
    return part.keep_field(first.given_field, asked.before, asked.number);
  case Order::terms_of_hash:
    first.terms = part.terms_of_hash(asked.before, asked.first_word);
    return;
  case Order::integrals:
    first.integrals = part.integrals(clock, asked.kind);
    return;
  case Order::unresolved_part_of_forces:
    first.numbers = part.unresolved_part_of_forces(clock, asked.kind);
    return;
  case Order::farthest_sites:
    first.farthest = part.farthest_sites(clock, asked.kind);
    return;
  case Order::site_velocities:
    first.vectors = part.site_velocities(clock, asked.kind);
    return;
  case Order::stiffness:
    first.stiffness = part.stiffness(clock, asked.kind);
    return;
  case Order::flow_totals:
    first.totals = part.flow_totals(clock);
    return;
  case Order::failure:
    first.failure = part.failure();
    return;
  case Order::max_speed:
    first.speed = part.max_speed();
    return;
  case Order::times:
    first.of_ranks = part.times(first.times);
    return;
  case Order::end:
    return;
  }
}

} // namespace ibsim
