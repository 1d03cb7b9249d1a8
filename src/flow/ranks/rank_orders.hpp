// Orders that rank 0 gives to all ranks, and the work of each (rank_step.hpp): an order with plain arguments,
// which travels to processes as it is. Another is a name in Order and a case in follow().
#pragma once

#include "ranks/rank_step.hpp"

#include <optional>
#include <variant>

namespace ibsim {

/// What all ranks are asked to do.
enum class Order {
  start,
  advance,
  keep,
  go_back,
  array_on_host,
  make_room,
  set_array,
  sites_of_all,
  hash,
  integrals,
  unresolved_part_of_forces,
  farthest_sites,
  site_velocities,
  motion_sums,
  stiffness,
  flow_totals,
  plane_sums,
  object_sums,
  touches,
  boxes,
  change_population,
  keep_volumes,
  gaps_to_walls,
  pair_measures,
  held_areas,
  surface_field,
  fluid_field,
  velocities_at,
  site,
  failure,
  max_speed,
  times,
  end
};

/// An order with its arguments, as it travels.
struct Request {
  Order order = Order::end;
  std::uint64_t step = 0, interval = 0, steps_left = 0; ///< the clock of a state
  real time = 0, time_step = 0, step_before = 0, step_limit = 0;
  bool has_step_before = false, apart = false;
  std::size_t kind = 0;
  PlaneSums planes{};
  ObjectSums objects{};
  SurfaceField field{};
  bool in_double = false; ///< of frames
  Index object = 0, site = 0;
  bool is_sample = false; ///< of a site
  int number = -1;        ///< of a kept state
  std::size_t array = 0;  ///< in the order of for_each_array
};

/// What rank 0 alone gives to an order, and where it wants what is as large as the box or a frame.
template <class B>
struct OfFirst {
  State<B>* clock = nullptr; ///< to be advanced
  PhaseTimer<B>* timer = nullptr;
  const std::vector<real>* given = nullptr;
  std::vector<real>* taken = nullptr;
  Array<real, B>* sites = nullptr;
  void* frame = nullptr; ///< of float or double
  std::vector<std::vector<Extent>> extents;
  std::vector<Index> markers;
  std::vector<double> population; ///< numbers_of() it
  std::vector<Real3> points;
  std::vector<PhaseTime> times;
};

/// What a rank has to say to an order; rank 0 is heard.
using Answer =
    std::variant<std::monostate, std::uint64_t, real, std::vector<real>, Real3, std::vector<Real3>,
                 VectorsView<const real>, std::vector<MotionSums>, Stiffness, std::vector<StructureIntegrals>,
                 std::vector<FarthestSites>, std::vector<FlowTotals>, std::vector<Touch>,
                 std::vector<PairMeasures>, std::vector<HeldArea>, std::optional<Failure>,
                 std::vector<RankTimes>, std::vector<ObjectBox>>;

/// What each rank does. @param first of rank 0; of the others an empty one
template <class B>
Answer follow(RankStep<B>& part, const Request& request, const OfFirst<B>& first) {
  State<B> clock; // without arrays
  copy_clock(request, clock);
  switch (request.order) {
  case Order::start:
    part.start();
    return {};
  case Order::advance:
    part.advance(clock, first.timer);
    if (first.clock) copy_clock(clock, *first.clock);
    return {};
  case Order::keep:
    part.keep(request.number);
    return {};
  case Order::go_back:
    part.go_back(request.number);
    return {};
  case Order::array_on_host:
    part.array_on_host(request.array, first.taken);
    return {};
  case Order::make_room:
    part.make_room_for(clock, first.extents, first.population);
    return {};
  case Order::set_array:
    part.set_array(request.array, first.given);
    return {};
  case Order::sites_of_all:
    part.sites_of_all(request.kind, first.sites);
    return {};
  case Order::hash:
    return part.hash(clock);
  case Order::integrals:
    return part.integrals(clock, request.kind);
  case Order::unresolved_part_of_forces:
    return part.unresolved_part_of_forces(clock, request.kind);
  case Order::farthest_sites:
    return part.farthest_sites(clock, request.kind);
  case Order::site_velocities:
    return part.site_velocities(clock, request.kind);
  case Order::motion_sums:
    return part.motion_sums(clock, request.kind, first.markers);
  case Order::stiffness:
    return part.stiffness(clock, request.kind);
  case Order::flow_totals:
    return part.flow_totals(clock);
  case Order::plane_sums:
    return part.plane_sums(clock, request.planes);
  case Order::object_sums:
    return part.object_sums(clock, request.objects, request.kind);
  case Order::touches:
    return part.touches(clock);
  case Order::boxes:
    return part.boxes(request.kind);
  case Order::change_population:
    part.change_population(clock, first.population);
    return {};
  case Order::keep_volumes:
    part.keep_volumes(first.population);
    return {};
  case Order::gaps_to_walls:
    return part.gaps_to_walls(clock, request.kind);
  case Order::pair_measures:
    return part.pair_measures(clock);
  case Order::held_areas:
    return part.held_areas(clock);
  case Order::surface_field:
    if (request.in_double)
      part.surface_field(clock, request.kind, request.field, static_cast<double*>(first.frame));
    else
      part.surface_field(clock, request.kind, request.field, static_cast<float*>(first.frame));
    return {};
  case Order::fluid_field:
    if (request.in_double)
      part.fluid_field(clock, static_cast<double*>(first.frame));
    else
      part.fluid_field(clock, static_cast<float*>(first.frame));
    return {};
  case Order::velocities_at:
    return part.velocities_at(first.points);
  case Order::site:
    return part.site(clock, request.is_sample, request.kind, request.object, request.site);
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
