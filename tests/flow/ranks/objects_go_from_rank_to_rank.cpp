// Lists of objects on ranks: the objects that a rank need not list matter for speed alone. A run that draws
// them by lot before every step has the bits of one rank.
#include "grid/local_grid.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "step/make_state.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <mutex>
#include <random>

namespace ibsim {
using namespace testing_scenarios;

namespace {

constexpr int ranks = 3, steps = 8;

/// Steps before the first one that is taken: where images slide, they have gone far by then.
constexpr std::uint64_t steps_before = 3000;

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

/// The same in a box of 160 um in unbounded shear, by which images above have gone half of it: cells lie
/// across the seam, and what is beyond it is far from any other part of them.
Scenario cells_across_the_seam(TimeScheme scheme) {
  Scenario s = cells_in_a_row(scheme);
  s.grid.n.z = 160;
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive = {}, s.initial_flow = InitialFlow::developed;
  s.drive.shear_rate.mean = 80.0 / 16 / (steps_before * s.time.step);
  for (int i = 0; i < 8; ++i)
    s.objects[0].placements[static_cast<std::size_t>(i)].centre = {8, i % 2 ? 15.0 : 1.0, 20 * i + 0.5};
  return s;
}

/// Of each rank all that may reach its slab, and each of the others by lot.
std::vector<ListedObjects> drawn_lists(const Scenario& s, real time, const std::vector<Extent>& extents,
                                       std::mt19937& random) {
  std::bernoulli_distribution lot(0.4);
  const real needed = reach_of_lists(s, {extents}).needed;
  const std::optional<real> sliding = sliding_of_images(s, time);
  std::vector<ListedObjects> lists;
  for (int rank = 0; rank < ranks; ++rank) {
    ListedKind list{false, {}, {}};
    const Slab slab = slab_of(s.grid, rank, ranks, s.grid.n.z);
    for (std::size_t o = 0; o < extents.size(); ++o)
      if (const bool drawn = lot(random);
          drawn || !(gap_between(s.grid, slab, extents[o], sliding, needed) > needed))
        list.objects.push_back(static_cast<Index>(o));
    lists.push_back({list});
  }
  tell_of_each(s, lists);
  return lists;
}

/// The sites of all objects on the host, now, before, and where they were expected.
using Sites = std::array<std::vector<real>, 3>;

/// f(in all, in the list) for where the sites of each listed object begin, component by component.
template <class F>
void for_objects(const std::vector<Index>& objects, std::size_t sites, std::size_t in_all, F f) {
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t slot = 0; slot < objects.size(); ++slot)
      f((d * in_all + static_cast<std::size_t>(objects[slot])) * sites, (d * objects.size() + slot) * sites);
}

/// All steps of a rank, each with a list of its own. @param all ranks read it before a step, and write what
/// they tell of after it
void take_steps(const World& world, const Scenario& s, const std::vector<SurfaceKind>& kinds,
                const std::vector<std::vector<real>>& volumes, std::mutex& one_by_one, Sites& all) {
  const Stream<Cpu> stream;
  const auto communicator = make_host_communicator(world);
  const LocalGrid<Cpu> local(s.grid, *communicator);
  const auto sites = static_cast<std::size_t>(kinds[0].operators.n_data);
  const std::size_t objects = s.objects[0].placements.size();
  State<Cpu> state;
  state.time_step = s.time.step;
  state.has_step_before = s.is_bdf2();
  state.velocity = FaceField<Cpu>(stream, local.slab);
  set_initial_flow(stream, s, local, state.velocity);
  if (s.is_bdf2()) {
    state.velocity_before = FaceField<Cpu>(stream, local.slab);
    state.velocity_before.values().copy_from(stream, state.velocity.values());
  }
  state.time = static_cast<real>(steps_before) * s.time.step;
  PhaseTimer<Cpu> timer(stream, phase_names, steps);
  std::mt19937 random(7); // the same on all ranks
  for (int i = 0; i < steps; ++i) {
    const std::vector<ListedObjects> lists =
        drawn_lists(s, state.time, extents_of_objects(all[0], kinds[0].operators.n_data), random);
    const ListedObjects& mine = lists[static_cast<std::size_t>(world.rank())];
    const auto arrays = [&] {
      std::vector<std::vector<Array<real, Cpu>>*> of_state{&state.data_sites};
      if (s.is_bdf2())
        of_state.insert(of_state.end(), {&state.data_sites_before, &state.data_sites_expected});
      return of_state;
    }();
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      std::vector<real> part(3 * sites * mine[0].objects.size());
      for_objects(mine[0].objects, sites, objects, [&](std::size_t in_all, std::size_t in_list) {
        std::copy_n(&all[a][in_all], sites, &part[in_list]);
      });
      arrays[a]->clear();
      arrays[a]->emplace_back(stream, part);
    }
    std::unique_lock hold(one_by_one);
    ImmersedBoundaryStep<Cpu> step(stream, s, local, make_structures(stream, s, kinds, mine),
                                   make_pair_forces(stream, s, kinds, mine), lists);
    step.keep_volumes(stream, kinds, volumes);
    hold.unlock();
    if (i == 0) step.add_memory(stream, state.velocity.view(), state.remembered);
    world.barrier(); // all have read
    step.advance(stream, state, timer);
    state.time = static_cast<real>(steps_before + static_cast<std::uint64_t>(i) + 1) * s.time.step;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const std::vector<real> moved = (*arrays[a])[0].to_host(stream);
      for_objects(mine[0].objects, sites, objects, [&](std::size_t in_all, std::size_t in_list) {
        const std::size_t slot = in_list / sites % mine[0].objects.size();
        if (mine[0].told[slot] >= 0) std::copy_n(&moved[in_list], sites, &all[a][in_all]);
      });
    }
    world.barrier(); // all have written
    // whoever lists an object has the bits of who tells of it
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const std::vector<real> moved = (*arrays[a])[0].to_host(stream);
      bool alike = true;
      for_objects(mine[0].objects, sites, objects, [&](std::size_t in_all, std::size_t in_list) {
        alike = alike && std::equal(&moved[in_list], &moved[in_list] + sites, &all[a][in_all]);
      });
      EXPECT_TRUE(alike) << "array " << a << " of rank " << world.rank() << " after step " << i + 1;
    }
  }
}

} // namespace

TEST(ObjectsOfRanks, are_anybodys) {
  for (const Scenario& s :
       {cells_in_a_row(TimeScheme::imex_rk), cells_in_a_row(TimeScheme::bdf2),
        cells_across_the_seam(TimeScheme::imex_rk), cells_across_the_seam(TimeScheme::bdf2)}) {
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
    const Stream<Cpu> stream;
    SimulationOn<Cpu> one(stream, s, kinds);
    Clock clock;
    copy_clock(one.clock(), clock);
    clock.interval = steps_before, clock.time = static_cast<real>(steps_before) * s.time.step;
    one.set_clock(clock);
    std::vector<std::vector<real>> volumes(1);
    for (const StructureIntegrals& object : one.integrals(0)) volumes[0].push_back(object.volume);
    Sites found;
    found.fill(positions(one));
    for (int i = 0; i < steps; ++i) one.advance();
    std::mutex one_by_one;
    in_threads(ranks, [&](const World& world) { take_steps(world, s, kinds, volumes, one_by_one, found); });
    EXPECT_TRUE(found[0] == positions(one));
  }
}

} // namespace ibsim
