// Objects that are pressed together, or against a wall, in the whole step: contact keeps them apart, takes no
// momentum, repeats to the bit, and limits the time step where it says so.
#include "backends.hpp"
#include "flow/simulation/energy_of_flow.hpp"
#include "flow/simulation/scenarios.hpp"
#include "limits/stability.hpp"
#include "mechanics/contact.hpp"
#include "mechanics/neighbour_search.hpp"
#include "state/state_hash.hpp"

#include <numeric>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Two spheres side by side along z, cells of 1/2 um, pressed together by this force (pg um/us^2) on each.
Scenario pressed_spheres(real force, real contact) {
  Scenario s = sphere(16, 500, 1, 400);
  s.grid = {{10, 10, 16}, 0.5};
  s.membrane = MembraneForm::paper; // so that forces of the sites are those of contact
  s.contact = {contact, 1};
  ObjectKind& kind = s.objects[0];
  kind.closed().surface.half_axes = {1.7, 1.7, 1.7};
  kind.closed().law = Skalak{0.05, 0.25};
  kind.closed().bending = {.modulus = 2e-3, .about_reference = true};
  kind.closed().data_sites = 200;
  kind.placements[0].centre = {2.5, 2.5, 2.2};
  ObjectKind other = kind;
  other.name = "other";
  other.placements[0].centre.z = 2.2 + 3.4 + 0.4;
  kind.pulls = {{{{0, 0, 1}}, {0, 0, force}, {50}}};
  other.pulls = {{{{0, 0, 1}}, {0, 0, -force}, {50}}};
  s.objects.push_back(other);
  return s;
}

template <class B>
class ContactInTheStep : public BackendTest<B> {};
TYPED_TEST_SUITE(ContactInTheStep, Backends, BackendNames);

template <class B>
real momentum_along_z(SimulationOn<B>& simulation) {
  const std::vector<real> u = simulation.state().velocity.values().to_host(simulation.stream());
  real sum = 0;
  for (std::size_t i = 2 * u.size() / 3; i < u.size(); ++i) sum += u[i];
  return sum * 0.125; // rho h^3
}

/// The least distance on the way, at intervals of 25 steps.
template <class B>
real least_on_the_way(SimulationOn<B>& simulation, int steps) {
  real least = std::numeric_limits<real>::infinity();
  for (int step = 1; step <= steps; ++step) {
    simulation.advance();
    if (step % 25 > 0) continue;
    simulation.check_all();
    least = std::min(least, simulation.least_distances().objects);
  }
  return least;
}

/// The pressure of contact on the first structure, the mean over the force: sum p_i F_i/sum F_i, p_i =
/// F_i/A_i, for areas A_i that are all alike.
template <class B>
real pressure_of_contact(SimulationOn<B>& simulation, const std::vector<SurfaceKind>& kinds) {
  const Stream<B>& stream = simulation.stream();
  const Scenario& s = simulation.scenario();
  std::vector<Array<real, B>> X, F;
  std::vector<StructureSites<B>> sites;
  for (std::size_t k = 0; k < 2; ++k) {
    Structure<B>& structure = simulation.step().structure(k);
    const Index n = structure.surface().sample_sites();
    X.emplace_back(3 * static_cast<std::size_t>(n)), F.emplace_back(3 * static_cast<std::size_t>(n));
    const VectorsView<real> x = vectors_view(X.back().data(), n), f = vectors_view(F.back().data(), n);
    const DerivativeBlock block = structure.forces(stream, simulation.state().of(k), {}, 0, x, f);
    F.back().zero(stream);
    sites.push_back({structure.surface(), block, x, f, nullptr, k});
  }
  const Index n = sites[0].surface.sample_sites();
  const auto search = std::make_shared<NeighbourSearch<B>>(
      stream, s.grid, s.contact.range,
      std::vector<ContactStructure>{{kinds[0], 1, {}, 0}, {kinds[1], 1, {}, 1}});
  search->find(stream, sites);
  make_contact(stream, s.contact, s.grid, {}, search)->add(stream, sites);
  const std::vector<real> forces = F[0].to_host(stream);
  const real area = simulation.integrals(0)[0].area / n;
  real sum = 0, sum_of_squares = 0;
  for (Index i = 0; i < n; ++i) {
    const real f2 = std::pow(forces[i], 2) + std::pow(forces[i + n], 2) + std::pow(forces[i + 2 * n], 2);
    sum += std::sqrt(f2), sum_of_squares += f2;
  }
  return sum > 0 ? sum_of_squares / sum / area : 0;
}

// Pressed until the pressure between them, as measured, is more than 50 Pa, two spheres stay at least half a
// cell apart; without contact they come nearer. What one feels the other does: the fluid has no momentum but
// for round-off of the forces, some 1e-16 x 20 nN x 150 us.
TYPED_TEST(ContactInTheStep, keeps_spheres_half_a_cell_apart) {
  const auto& stream = this->stream();
  real pressure = 0;
  const auto press = [&](real contact) {
    const Scenario s = pressed_spheres(20, contact);
    const auto kinds = make_surface_kinds(s, {});
    SimulationOn<TypeParam> simulation(stream, s, kinds);
    const real least = least_on_the_way(simulation, 150);
    EXPECT_LT(std::abs(momentum_along_z(simulation)), 1e-10);
    pressure = pressure_of_contact(simulation, kinds);
    return std::pair{least, state_hash(stream, simulation.state())};
  };
  const auto with = press(0.4);
  EXPECT_GT(with.first, 0.25);
  EXPECT_GT(pressure, 0.05); // 50 Pa
  const real without = press(1e-9).first;
  EXPECT_LT(without, with.first);
  EXPECT_EQ(press(0.4).second, with.second); // again, to the bit
}

// Two spheres that contact pushes apart: what its energy loses is in membranes and fluid, or went to
// friction, to two per cent. A step of Crank and Nicolson loses exactly the friction of the mean of its two
// velocities; left over are forces in the strong form (mechanics/resolved_forces_pay_for_what_they_give),
// velocities taken at data sites, and the midpoint's second order.
TYPED_TEST(ContactInTheStep, gives_its_energy_to_membranes_and_fluid) {
  const auto& stream = this->stream();
  Scenario s = pressed_spheres(0, 0.4);
  s.membrane = MembraneForm::resolved, s.scheme = TimeScheme::imex_rk, s.motion = SiteMotion::midpoint;
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(stream, s, kinds);
  const auto energy = [&](const std::vector<real>& u) {
    return simulation.pair_energy() + simulation.integrals(0)[0].energy + simulation.integrals(1)[0].energy +
           kinetic_energy_and_friction(s, u).first;
  };
  std::vector<real> u = velocity(simulation);
  const real of_contact = simulation.pair_energy(), at_start = energy(u);
  real lost = 0, least = at_start;
  for (int step = 1; step <= 60; ++step) {
    simulation.advance();
    const std::vector<real> next = velocity(simulation);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = (u[i] + next[i]) / 2;
    lost += simulation.present().time_step * kinetic_energy_and_friction(s, u).second;
    u = next;
    if (step % 20 > 0) continue;
    const real all = energy(u);
    EXPECT_LT(all, least);
    least = all;
  }
  const real released = of_contact - simulation.pair_energy();
  EXPECT_GT(released, 0.1 * of_contact);
  EXPECT_NEAR(least + lost, at_start, 0.02 * released);
}

// In unbounded shear, with the seam of the box between two spheres that are pressed together: as in the
// middle of the box. Images stand at whole cells at all times of the steps, so differences are rounding
// (objects_in_unbounded_shear.cpp), which stiff contact amplifies.
TYPED_TEST(ContactInTheStep, across_a_sliding_seam_is_as_anywhere) {
  const auto& stream = this->stream();
  const auto after = [&](real y) {
    Scenario s = sphere(16, 700, 0.5, 3);
    s.grid = {{16, 16, 16}, 0.5};
    s.grid.topology.y.ends = Ends::lees_edwards;
    s.drive.shear_rate.mean = 0.5;
    s.initial_flow = InitialFlow::developed;
    s.contact = {0.1, 1};
    ObjectKind& kind = s.objects[0];
    kind.closed().surface.half_axes = {1.5, 1.5, 1.5};
    kind.closed().law = Skalak{0.2, 0.5};
    kind.closed().data_sites = 200;
    kind.placements.resize(2, kind.placements[0]);
    kind.placements[0].centre = {4, y - 1.7, 4}, kind.placements[1].centre = {4, y + 1.7, 4};
    const auto kinds = make_surface_kinds(s, {});
    SimulationOn<TypeParam> simulation(stream, s, kinds);
    run(simulation, {}, {});
    std::vector<real> X = positions(simulation); // about their centre
    const std::size_t n = X.size() / 3;
    for (std::size_t d = 0; d < 3; ++d) {
      const real centre = std::accumulate(X.begin() + d * n, X.begin() + (d + 1) * n, real{0}) / n;
      for (std::size_t i = 0; i < n; ++i) X[d * n + i] -= centre;
    }
    return X;
  };
  const std::vector<real> middle = after(4), across = after(8);
  EXPECT_LT(rms_distance(middle, across), 1e-9);
}

} // namespace
} // namespace ibsim
