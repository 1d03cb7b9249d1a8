// Whole runs with force and motion in the same space (coupling.membrane: resolved): what folds without lives
// with it, all that is in a membrane goes along, and runs repeat.
#include "backends.hpp"
#include "flow/simulation/energy_of_flow.hpp"
#include "flow/simulation/hash_with_threads.hpp"
#include "flow/simulation/scenarios.hpp"
#include "state/failure.hpp"
#include "state/state_hash.hpp"
#include "surface/resolved_space.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_scenarios;

template <class B>
class Resolved : public BackendTest<B> {
 protected:
  /// A red cell that is drawn out by 4000 1/s, 20 degrees off the flow, in a box of 10 um.
  static Scenario strong_flow(MembraneForm form) {
    Scenario s = red_cell_in_shear(20, 400, 1600, 2, 1500);
    s.grid.h = 0.5;
    s.fluid.viscosity = 1.2;
    s.drive.shear_rate.mean = 4e-3;
    s.objects[0].closed().law = Skalak{5e-3, 0.25};
    Placement& placement = s.objects[0].placements[0];
    placement.centre = {5, 5, 5};
    const real c = std::cos(0.35), sine = std::sin(0.35);
    placement.rotation[1] = {0, c, -sine}, placement.rotation[2] = {0, sine, c};
    s.motion = SiteMotion::midpoint;
    s.membrane = form;
    return s;
  }
  /// All that can be in a membrane, two kinds of objects that feel each other, and a wall.
  static Scenario everything() {
    Scenario s = red_cell_in_shear(24, 200, 800, 0.1, 2);
    ObjectKind& cell = s.objects[0];
    cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
    cell.closed().stress_free = {.shape = StressFreeShape::Shape::spheroid};
    cell.closed().viscosity = {.viscosity = 100, .model = ViscosityModel::maxwell, .modulus = 0.1};
    cell.closed().global_area_modulus = 0.1;
    cell.closed().viscosity_ratio = 5;
    cell.tethers = {{1e-4, {{0, 0, -1}, 2}}};
    cell.pulls = {{{{0, 1, 0}, 3}, {0, 0.01, 0}, {0, 12}}};
    ObjectKind platelet;
    platelet.name = "platelet";
    platelet.closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
    platelet.closed().law = cell.closed().law;
    platelet.closed().data_sites = 60, platelet.closed().sample_sites = 120;
    platelet.placements.resize(2);
    platelet.placements[0].centre = {2, 8, 8}, platelet.placements[1].centre = {14, 4, 14};
    s.objects.push_back(platelet);
    s.contact = {.pressure = 0.1, .range = 5}; // so far that they feel each other
    s.motion = SiteMotion::midpoint;
    s.keep_volume = true;
    s.membrane = MembraneForm::resolved;
    return s;
  }
};
TYPED_TEST_SUITE(Resolved, Backends, BackendNames);

// The paper's form folds before a strain of 5.8 (found: 5.2); the other reaches 6, and 16 where it was let
// go on, with parts pressed to 0.56 of their area at the least. Bounds leave room for another order of sums,
// which such flow amplifies.
TYPED_TEST(Resolved, membranes_live_where_those_of_the_paper_fold) {
  const auto strain_reached = [&](MembraneForm form) {
    const Scenario s = TestFixture::strong_flow(form);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    try {
      while (simulation.time() < s.time.end - 1e-9) {
        simulation.advance();
        if (simulation.state().step % 16 == 0) simulation.check();
      }
      simulation.check_all();
    } catch (const Diverged& e) {
      EXPECT_EQ(e.failure.what, Failure::What::surface_folded);
      EXPECT_NE(std::string(e.what()).find("coupling.membrane: resolved"), std::string::npos);
    }
    return s.drive.shear_rate.mean * simulation.time();
  };
  EXPECT_LT(strain_reached(MembraneForm::paper), 5.8);
  EXPECT_GE(strain_reached(MembraneForm::resolved), 6 - 1e-9);
}

// A cell that strong flow draws out, pressed to 0.8 of its area: in the motion that it has its forces, which
// are of the space as they are made, give what its energy loses. Over half of a step, of a strain of 0.004,
// the difference of energies differs from the power in the middle by 0.004^2/24 = 7e-7 of what curves.
TYPED_TEST(Resolved, forces_give_what_the_energy_of_a_cell_in_flow_loses) {
  const auto& stream = this->stream();
  constexpr int data_sites = 400, sample_sites = 1600;
  Scenario s = TestFixture::strong_flow(MembraneForm::resolved);
  s.objects[0].closed().data_sites = data_sites, s.objects[0].closed().sample_sites = sample_sites;
  SimulationOn<TypeParam> simulation(stream, s, make_surface_kinds(s, {}));
  while (simulation.time() < 500) simulation.advance();     // a strain of 2
  EXPECT_EQ(simulation.unresolved_part_of_forces(0)[0], 0); // of no point forces
  const std::vector<real> before = positions(simulation);
  simulation.advance();
  const std::vector<real> after = positions(simulation);

  Structure<TypeParam>& structure = simulation.step().structure(0);
  const Index n = structure.surface().sample_sites();
  Array<real, TypeParam> X, x(3 * static_cast<std::size_t>(n)), F(3 * static_cast<std::size_t>(n));
  /// At this part of the way.
  const auto state = [&](real part) {
    std::vector<real> sites = before;
    for (std::size_t i = 0; i < sites.size(); ++i) sites[i] += part * (after[i] - before[i]);
    X = Array<real, TypeParam>(stream, sites);
    return StructureState<TypeParam>(vectors_view(X.data(), data_sites));
  };
  const auto sites_and_forces = [&](real part) {
    structure.forces(stream, state(part), {}, 0, vectors_view(x.data(), n), vectors_view(F.data(), n));
    structure.resolve_forces(stream, vectors_view(F.data(), n));
    return std::pair{x.to_host(stream), F.to_host(stream)};
  };
  const auto energy = [&](real part) { return structure.integrals(stream, state(part))[0].energy; };
  const real lost = 2 * (energy(0.25) - energy(0.75));
  const std::vector<real> from = sites_and_forces(0.25).first, to = sites_and_forces(0.75).first,
                          forces = sites_and_forces(0.5).second;
  real given = 0, size = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const real work = 2 * forces[i] * (to[i] - from[i]);
    given += work, size += std::abs(work);
  }
  EXPECT_GT(std::abs(lost), 1e-3 * size);
  EXPECT_NEAR(given, lost, 1e-6 * size);
}

// Sites stay in the space through predictions, forces of every kind, motion and the keeping of volumes:
// what is left of X - P X is the round-off of 20 steps at 16 um.
TYPED_TEST(Resolved, sites_stay_in_the_space_with_all_that_a_membrane_has) {
  const Scenario s = TestFixture::everything();
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const std::vector<real> before = positions(simulation);
  run(simulation, {}, {});
  simulation.check_all();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    ASSERT_EQ(kinds[kind].resolved.degree, kind == 0 ? 7 : 5); // h = 2/3 um; that of platelets is the least
    const std::vector<real> X = positions(simulation, kind);
    const std::size_t n = kinds[kind].data_nodes.size();
    for (std::size_t first = 0; first < X.size(); first += n) {
      const std::vector<real> of_object(X.begin() + first, X.begin() + first + n),
          low = projected(kinds[kind].resolved.at_data, of_object);
      for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(low[i], of_object[i], 1e-12);
    }
  }
  EXPECT_GT(rms_distance(positions(simulation), before), 1e-4); // it has moved
  for (const real part : simulation.unresolved_part_of_forces(0)) {
    EXPECT_GT(part, 0);
    EXPECT_LT(part, 1);
  }
}

// A stretched sphere let go in fluid at rest: all energy, of the membrane and of the fluid, only falls, and
// what it loses is the fluid's friction. Found, of steps of 2, 1 and 1/2 us, 0.016, 0.0059 and 0.0017 of it
// too much by bdf2, and 0.037, 0.0091 and 0.0024 too little by imex-rk: of second order in the step, once the
// start is resolved (a cell's viscous time is 1 us), and 3e-4 for a step of zero, which is the error of
// forces in the strong form (mechanics/resolved_forces_pay_for_what_they_give).
TYPED_TEST(Resolved, energy_only_falls_in_relaxation) {
  for (const TimeScheme scheme : {TimeScheme::bdf2, TimeScheme::imex_rk}) {
    std::vector<real> unpaid; // of steps of 2, 1 and 1/2 us
    for (const real step : {2.0, 1.0, 0.5}) {
      Scenario s = stretched_sphere(16, 1600, step, 60);
      s.objects[0].closed().data_sites = 200;
      s.scheme = scheme;
      s.membrane = MembraneForm::resolved;
      SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
      std::vector<real> u = velocity(simulation);
      const auto energy = [&] {
        return simulation.integrals(0)[0].energy + kinetic_energy_and_friction(s, u).first;
      };
      const real at_start = energy();
      real last = at_start, friction = 0, power = 0;
      while (simulation.time() < s.time.end - 1e-9) {
        simulation.advance();
        u = velocity(simulation);
        const real now = energy(), next = kinetic_energy_and_friction(s, u).second;
        EXPECT_LT(now, last) << "at " << simulation.time() << " us";
        last = now, friction += step * (power + next) / 2, power = next;
      }
      EXPECT_LT(last, 0.9 * at_start);
      unpaid.push_back((last + friction - at_start) / (at_start - last));
    }
    EXPECT_LT(std::abs(unpaid[1]), std::abs(unpaid[0]) / 2);
    EXPECT_LT(std::abs(unpaid[2]), std::abs(unpaid[1]) / 3);
    EXPECT_LT(std::abs(4 * unpaid[2] - unpaid[1]) / 3, 1e-3);
  }
}

TYPED_TEST(Resolved, runs_repeat_to_the_bit_and_go_on_from_a_copy) {
  const auto& stream = this->stream();
  Scenario s = TestFixture::everything();
  s.time.end = 1e5; // the timer samples few of the steps: on a GPU most are launched as recorded
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> one(stream, s, kinds), other(stream, s, kinds);
  const auto hash = [&](SimulationOn<TypeParam>& of) { return state_hash(stream, of.state()); };
  const auto advance = [](SimulationOn<TypeParam>& of) {
    for (int step = 0; step < 6; ++step) of.advance();
  };
  advance(one), advance(other);
  const std::uint64_t at_six = hash(one);
  EXPECT_EQ(hash(other), at_six);
  advance(one);
  const std::uint64_t at_twelve = hash(one);
  one.evaluate(); // looking on changes nothing
  one.exchange_state(other.state());
  EXPECT_EQ(hash(one), at_six);
  one.unresolved_part_of_forces(0);
  advance(one);
  EXPECT_EQ(hash(one), at_twelve);
}

TEST(ResolvedOnCpu, does_not_depend_on_the_number_of_threads) {
  Scenario s = sphere(16, 400, 0.5, 5);
  s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
  s.objects[0].closed().data_sites = 200;
  s.membrane = MembraneForm::resolved;
  EXPECT_EQ(hash_with_threads(s, 1), hash_with_threads(s, 3));
}

} // namespace ibsim
