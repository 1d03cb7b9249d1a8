// Which objects a rank lists besides those that it must is a matter of speed alone: a run in which others are
// drawn by lot before every step has the bits of one rank.
#include "grid/local_grid.hpp"
#include "simulation/make_state.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/simulation.hpp"

#include <gtest/gtest.h>
#include <mutex>
#include <random>

namespace ibsim {
using namespace testing_scenarios;

namespace {

constexpr int ranks = 3, steps = 8;

/// Cells along a box of 64 um, one across its end, with a fluid of their own inside, whose volumes are kept.
Scenario cells_in_a_row(TimeScheme scheme) {
  Scenario s = red_cell_in_shear(16, 100, 300, 0.5, 10);
  s.scheme = scheme;
  s.keep_volume = true;
  s.grid.n.z = 64;
  s.objects[0].closed().viscosity_ratio = 5;
  s.objects[0].closed().bending = {.modulus = 2e-4, .about_reference = true};
  const Placement first = s.objects[0].placements[0];
  s.objects[0].placements.assign(8, first);
  for (int i = 0; i < 8; ++i) {
    Placement& at = s.objects[0].placements[static_cast<std::size_t>(i)];
    at.centre.z = 8 * i + 0.5, at.centre.y = 6 + 0.5 * i;
    at.rotation[1] = {0, 0.8, -0.6}, at.rotation[2] = {0, 0.6, 0.8};
  }
  return s;
}

/// Of each rank all that may reach its slab, and each of the others by lot.
std::vector<ListedObjects> drawn_lists(const Scenario& s, const std::vector<Extent>& extents,
                                       std::mt19937& random) {
  std::bernoulli_distribution lot(0.4);
  const real needed = reach_of_lists(s, {extents}).needed;
  std::vector<ListedObjects> lists;
  for (int rank = 0; rank < ranks; ++rank) {
    ListedKind list{false, {}, {}};
    const Slab slab = slab_of(s.grid, rank, ranks, s.grid.n.z);
    for (std::size_t o = 0; o < extents.size(); ++o)
      if (const bool drawn = lot(random); drawn || !(gap_between(s.grid, slab, extents[o]) > needed))
        list.objects.push_back(static_cast<Index>(o));
    lists.push_back({list});
  }
  tell_of_each(s, lists);
  return lists;
}

/// The sites after all steps, as a rank has them.
std::vector<real> sites_of(const World& world, const Scenario& s, const std::vector<SurfaceKind>& kinds,
                           const std::vector<std::vector<real>>& volumes, std::mutex& one_by_one) {
  const Stream<Cpu> stream;
  const auto communicator = make_host_communicator(world);
  const LocalGrid<Cpu> local(s.grid, *communicator);
  State<Cpu> state = sites_at_start<Cpu>(stream, s, s.time.step, kinds);
  state.velocity = FaceField<Cpu>(stream, local.slab);
  set_initial_flow(stream, s, local, state.velocity.view());
  if (s.is_bdf2()) {
    state.velocity_before = FaceField<Cpu>(stream, local.slab);
    state.velocity_before.values().copy_from(stream, state.velocity.values());
  }
  state.remembered.resize(kinds.size());
  PhaseTimer<Cpu> timer(stream, phase_names, steps);
  std::mt19937 random(7); // the same on all ranks
  for (int i = 0; i < steps; ++i) {
    const std::vector<Extent> extents =
        extents_of_objects<Cpu>(stream, state.sites(0), kinds[0].operators.n_data);
    const ListedObjects mine = drawn_lists(s, extents, random)[static_cast<std::size_t>(world.rank())];
    const FlowModel part = with_listed_alone(s, mine);
    std::unique_lock hold(one_by_one);
    ImmersedBoundaryStep<Cpu> step(stream, s, local, kinds, make_structures(stream, part, kinds),
                                   make_pair_forces(stream, part, kinds), mine);
    step.keep_volumes(stream, kinds, volumes);
    hold.unlock();
    step.advance(stream, state, timer);
    state.time = static_cast<real>(i + 1) * s.time.step;
  }
  return state.data_sites[0].to_host(stream);
}

} // namespace

TEST(ObjectsOfRanks, are_anybodys) {
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    const Scenario s = cells_in_a_row(scheme);
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
    const Stream<Cpu> stream;
    Simulation<Cpu> one(stream, s, kinds);
    std::vector<std::vector<real>> volumes(1);
    for (const StructureIntegrals& object : one.integrals(0)) volumes[0].push_back(object.volume);
    for (int i = 0; i < steps; ++i) one.advance();
    const std::vector<real> expected = positions(one);
    std::mutex one_by_one;
    std::vector<std::vector<real>> found(ranks);
    in_threads(ranks, [&](const World& world) {
      found[static_cast<std::size_t>(world.rank())] = sites_of(world, s, kinds, volumes, one_by_one);
    });
    for (const std::vector<real>& of_rank : found) EXPECT_TRUE(of_rank == expected);
  }
}

} // namespace ibsim
