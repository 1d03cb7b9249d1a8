// Objects that are pressed together, or against a wall, in the whole step: contact keeps them apart, takes no
// momentum, repeats to the bit, and limits the time step where it says so.
#include "backends.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/stability.hpp"
#include "simulation/state_hash.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Two spheres side by side along z, cells of 1/2 um, pressed together by this force (pg um/us^2) on each.
Scenario pressed_spheres(real force, real contact) {
  Scenario s = sphere(16, 500, 1, 400);
  s.grid = {{10, 10, 16}, 0.5};
  s.motion = SiteMotion::midpoint;
  s.contact = {contact, 1};
  ObjectKind& kind = s.objects[0];
  kind.surface.half_axes = {1.7, 1.7, 1.7};
  kind.law = Skalak{0.05, 0.25};
  kind.bending = {.modulus = 2e-3, .about_reference = true};
  kind.data_sites = 200;
  kind.placements[0].centre = {2.5, 2.5, 2.2};
  ObjectKind other = kind;
  other.name = "other";
  other.placements[0].centre.z = 2.2 + 3.4 + 0.8;
  kind.pulls = {{{{0, 0, 1}}, {0, 0, force}, {50}}};
  other.pulls = {{{{0, 0, 1}}, {0, 0, -force}, {50}}};
  s.objects.push_back(other);
  return s;
}

template <class B>
class ContactInTheStep : public BackendTest<B> {};
TYPED_TEST_SUITE(ContactInTheStep, Backends, BackendNames);

template <class B>
real momentum_along_z(Simulation<B>& simulation) {
  const std::vector<real> u = simulation.state().velocity.values().to_host(simulation.stream());
  real sum = 0;
  for (std::size_t i = 2 * u.size() / 3; i < u.size(); ++i) sum += u[i];
  return sum * 0.125; // rho h^3
}

/// The least distance on the way, at intervals of 25 steps.
template <class B>
real least_on_the_way(Simulation<B>& simulation, int steps) {
  real least = std::numeric_limits<real>::infinity();
  for (int step = 1; step <= steps; ++step) {
    simulation.advance();
    if (step % 25 > 0) continue;
    simulation.check_all();
    least =
        std::min(least, simulation.step().least_distances(simulation.stream(), simulation.state()).objects);
  }
  return least;
}

// 2 nN on a contact of some 10 um^2 are 200 Pa; contact.pressure is 200 Pa, so the spheres stay a quarter of
// its range apart, half a cell, while without it they come nearer. What one feels the other does: the fluid
// has no momentum but for round-off of the forces, some 1e-16 x 2 nN x 300 us.
TYPED_TEST(ContactInTheStep, keeps_spheres_half_a_cell_apart) {
  const auto& stream = this->stream();
  const auto press = [&](real contact) {
    const Scenario s = pressed_spheres(2, contact);
    const auto kinds = make_surface_kinds(s, {});
    Simulation<TypeParam> simulation(stream, s, kinds);
    const real least = least_on_the_way(simulation, 300);
    EXPECT_LT(std::abs(momentum_along_z(simulation)), 1e-10);
    return std::pair{least, state_hash(stream, simulation.state())};
  };
  const auto with = press(0.2);
  EXPECT_GT(with.first, 0.25);
  const real without = press(1e-9).first;
  EXPECT_LT(without, with.first);
  EXPECT_EQ(press(0.2).second, with.second); // again, to the bit
}

} // namespace
} // namespace ibsim
