// Gravity on objects whose inside has another density: forces are the gradient of the potential energy and
// add up to the weight, spheres settle at the speeds of Stokes and of Hadamard and Rybczynski, a periodic box
// keeps its momentum, and contact with a wall carries the weight.
#include "backends.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/mechanics/membranes.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow_files/write_resolved.hpp"
#include "mechanics/contact_law.hpp"
#include "mechanics/weight.hpp"
#include "objects/gravity.hpp"

namespace ibsim {

namespace {

template <class B>
class Weights : public BackendTest<B> {};
TYPED_TEST_SUITE(Weights, Backends, BackendNames);

template <class B>
Answers weights_of(const Stream<B>& stream, const SurfaceKind& kind, const Real3& weight,
                   const std::vector<real>& volumes, const std::vector<Map>& maps) {
  typename Structure<B>::Terms terms;
  terms.push_back(make_weight<B>(stream, kind, weight, volumes));
  return ask(stream, Structure<B>(stream, kind, static_cast<int>(maps.size()), std::move(terms), true), kind,
             maps);
}

// Turned and moved red cells keep their volume V. Their forces add up to V times the weight, to rounding of
// some hundred forces; the energy is -weight.centre V, whose quadrature and that of the centre are of 1e-5
// for sites 0.5 um apart.
TYPED_TEST(Weights, add_up_and_have_the_energy_of_their_height) {
  const SurfaceKind kind = make_resolved_surface(red_cell, 300, 900, 10);
  const real volume = area_and_volume(red_cell).volume;
  const Real3 weight{3e-4, -2e-3, 1e-3};
  const auto map = [](const Real3& at) {
    return [at](const Real3& xi) {
      const Real3 x = position(red_cell, xi);
      return at + Real3{0.6 * x.x - 0.8 * x.y, 0.8 * x.x + 0.6 * x.y, x.z};
    };
  };
  const std::vector<Real3> places{{3, -7, 20}, {-40, 8, 1}};
  const Answers found =
      weights_of(this->stream(), kind, weight, {volume, volume}, {map(places[0]), map(places[1])});
  for (std::size_t o = 0; o < 2; ++o) {
    Real3 sum;
    for (std::size_t i = 0; i < 900; ++i) sum += found.forces[o * 900 + i];
    EXPECT_LT(norm(sum - volume * weight), 1e-12 * volume * norm(weight));
    const real expected = -volume * dot(weight, places[o]);
    EXPECT_NEAR(found.integrals[o].energy, expected, 1e-5 * volume * norm(weight) * norm(places[o])) << o;
  }
}

// The work of the forces in a displacement V of the surface is the loss of energy: its central difference has
// an error of second order, e^2 = 1e-6 of the energy's third derivative, and the forces make up what
// quadrature leaves of the weight.
TYPED_TEST(Weights, are_the_gradient_of_their_energy) {
  const SurfaceKind kind = make_resolved_surface(red_cell, 300, 900, 10);
  const real volume = area_and_volume(red_cell).volume, e = 1e-3;
  const Real3 weight{3e-4, -2e-3, 1e-3};
  const auto way = [](const Real3& xi) { return Real3{xi.y + 0.3, 0.5 * xi.x * xi.x, 0.2 - xi.y * xi.z}; };
  const auto at = [&](real far) {
    return weights_of(this->stream(), kind, weight, {volume},
                      {[&way, far](const Real3& xi) { return position(red_cell, xi) + far * way(xi); }});
  };
  const Answers middle = at(0);
  real work = 0;
  for (std::size_t i = 0; i < 900; ++i) work += dot(middle.forces[i], way(kind.sample_nodes[i]));
  const real gradient = (at(e).integrals[0].energy - at(-e).integrals[0].energy) / (2 * e);
  EXPECT_NEAR(work, -gradient, 2e-5 * std::abs(gradient));
}

constexpr real radius = 3, side = 16, speed = 1e-3; // um; Stokes' speed, um/us

/// A sphere that is 10 % denser than water, in a gravity along -z in which it sinks at `speed` in open fluid.
Scenario settling(int cells, real modulus, real end) {
  Scenario s = testing_scenarios::sphere(cells, 1200, 1, end);
  s.objects[0].closed().surface.half_axes = {radius, radius, radius};
  s.objects[0].closed().law = Skalak{modulus, modulus};
  s.objects[0].closed().data_sites = cells < 40 ? 250 : 600;
  s.objects[0].closed().sample_sites = cells < 40 ? 600 : 2000;
  s.objects[0].closed().density = 1.1;
  s.gravity = {0, 0, -9 * s.fluid.viscosity * speed / (2 * 0.1 * radius * radius)};
  return s;
}

/// Speed at which the object has sunk over the last tenth of the time, um/us, and the mean velocity of the
/// box.
struct Fall {
  real speed, mean;
};
template <class B>
Fall fall_of(const Stream<B>& stream, const Scenario& s) {
  SimulationOn<B> simulation(stream, s, make_surface_kinds(s, {}));
  const auto steps = static_cast<int>(std::lround(s.time.end / s.time.step)), late = steps / 10;
  for (int i = 0; i < steps - late; ++i) simulation.advance();
  const Real3 from = simulation.integrals(0)[0].centre;
  for (int i = 0; i < late; ++i) simulation.advance();
  simulation.check_all();
  const std::vector<real> u = simulation.velocity_on_host();
  Real3 mean;
  const std::size_t cells = u.size() / 3;
  for (std::size_t i = 0; i < u.size(); ++i)
    mean[static_cast<int>(i / cells)] += u[i] / static_cast<real>(cells);
  return {(from.z - simulation.integrals(0)[0].centre.z) / (late * s.time.step), norm(mean)};
}

/// The speed on cells that are infinitely small: a kernel of four cells makes a sphere larger by half a cell,
/// so the error is of first order.
template <class B>
real speed_on_fine_cells(const Stream<B>& stream, real modulus, real end) {
  return 2 * fall_of(stream, settling(48, modulus, end)).speed -
         fall_of(stream, settling(24, modulus, end)).speed;
}

const real volume_fraction = 4 * pi / 3 * std::pow(radius / side, 3);

// Hasimoto 1959 (J. Fluid Mech. 5, 317): a rigid sphere of a simple cubic lattice, volume fraction c, sinks
// at
// 1 - 1.7601 c^(1/3) + c - 1.5593 c^2 of Stokes' speed. A stiff capsule (mu U/G = 0.007) is one when its
// tension has grown, in mu R/G = 20 us; it sinks 0.01 faster after 100 us, and terms of second order in the
// cell of 2/3 um are (h/R)^2/4 = 0.01.
TYPED_TEST(Weights, make_a_stiff_sphere_settle_as_hasimoto_says) {
  const real c = volume_fraction, hasimoto = 1 - 1.7601 * std::cbrt(c) + c - 1.5593 * c * c;
  EXPECT_NEAR(speed_on_fine_cells(this->stream(), 0.15, 100), hasimoto * speed, 0.025 * speed);
  const Scenario s = settling(24, 0.1, 20);
  EXPECT_NEAR(settling_speed(s, s.objects[0]), speed, 1e-9 * speed); // what check prints
}

// Hadamard and Rybczynski: a drop of the same viscosity sinks 3 (1 + l)/(2 + 3 l) = 6/5 times as fast in open
// fluid. In the lattice both lose the speed of their images, the first terms of Hasimoto's with the same
// weight. The membrane resists by mu U/G = 1e4, not at all. Terms of second order as above.
TYPED_TEST(Weights, make_a_drop_settle_as_hadamard_and_rybczynski_say) {
  const real c = volume_fraction;
  EXPECT_NEAR(speed_on_fine_cells(this->stream(), 1e-7, 50), (1.2 - 1.7601 * std::cbrt(c) + c) * speed,
              0.02 * speed);
}

// The weight and the force that balances it cancel to rounding, though the volume of the object changes by
// some 1e-5: each of 150 steps rounds 1e-3 um/us to 2^-52.
TYPED_TEST(Weights, leave_the_momentum_of_a_periodic_box) {
  for (const real ratio : {1, 5}) {
    Scenario s = settling(24, 0.01, 150);
    s.objects[0].closed().viscosity_ratio = ratio;
    EXPECT_LT(fall_of(this->stream(), s).mean, 1e-16) << ratio;
  }
}

// A sphere that rests above a wall by contact: the pressure of contact over the height, of which each slice
// of the surface has the area 2 pi R dy (Archimedes), carries the weight,
//   W = 2 pi R r p0 (integral of P from d/r to 1).
// Its gap of 1.3 um lies beyond the reach of the kernel, within which a wall takes a part of both. The weight
// flattens the sphere by some W/(2 pi G) = 6e-3 um at the bottom, which counts as a smaller gap: the force
// changes by 2.4 % in 0.01 um. What is left of the start, 0.01 um, decays in 130 us.
TYPED_TEST(Weights, rest_on_a_wall_by_contact) {
  constexpr real R = 2;
  Scenario s = settling(16, 20, 300);
  s.time.step = 0.2; // of the stiff membrane
  s.grid = {{16, 24, 16}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.initial_flow = InitialFlow::developed;
  s.gravity = {0, -0.225, 0};
  s.contact = {0.42, 3, false};
  s.objects[0].closed().surface.half_axes = {R, R, R};
  s.objects[0].placements[0].centre = {4, R + 1.33, 4};
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  run(simulation, {}, {});
  const real gap = simulation.least_distances().walls, weight = norm(weight_of_all(s));
  const ContactLaw law = contact_law(s.contact);
  EXPECT_NEAR(2 * pi * R * law.range * law.p0 * ContactLaw::planar_energy(gap / law.range), weight,
              0.04 * weight)
      << gap;
  EXPECT_GT(gap, 1);
}

// Several ranks take the weight of all objects from the box, and have the bits of one.
TEST(WeightsOnRanks, have_the_bits_of_one) {
  const Stream<Cpu> stream;
  const auto hash = [&](int ranks) {
    Scenario s = settling(24, 0.05, 8);
    s.objects[0].placements.push_back(s.objects[0].placements[0]);
    s.objects[0].placements[0].centre = {8, 8, 3.5}, s.objects[0].placements[1].centre = {8, 8, 12};
    s.device.ranks = ranks;
    SimulationOn<Cpu> simulation(stream, s, make_surface_kinds(s, {}));
    for (int i = 0; i < 8; ++i) simulation.advance();
    return simulation.hash();
  };
  EXPECT_EQ(hash(2), hash(1));
}

// A box that nothing holds gets a uniform force; walls and tethers hold the weight themselves.
TEST(GravityKeys, are_read_and_say_what_they_do) {
  const std::string text = "domain: {size: [12 um, 12 um, 12 um], cell: 1 um}\n"
                           "fluid: {preset: plasma, gravity: [0 m/s^2, -9.81 m/s^2, 0 m/s^2]}\n"
                           "time: {step: auto, end: 1 ms}\n"
                           "objects:\n  - {shape: red cell, at: [6 um, 6 um, 6 um]";
  const Scenario s = read(text + "}\n");
  EXPECT_DOUBLE_EQ(s.gravity.y, -9.81e-6);
  EXPECT_EQ(s.objects[0].closed().density, 1.1); // of the preset
  EXPECT_FALSE(weight_is_held(s));
  const real volume = area_and_volume(s.objects[0].closed().surface).volume;
  EXPECT_NEAR(weight_of_all(s).y, -0.075 * 9.81e-6 * volume, 1e-9 * 0.075 * 9.81e-6 * volume);
  const Scenario again = read(resolved_scenario(s));
  EXPECT_EQ(again.gravity.y, s.gravity.y);
  EXPECT_EQ(again.objects[0].closed().density, 1.1);
  const Scenario as_fluid = read(text + ", density: fluid, tethers: {stiffness: 1 dyn/cm/um^2}}\n");
  EXPECT_EQ(norm(weight_of_all(as_fluid)), 0);
  EXPECT_TRUE(weight_is_held(as_fluid));
  EXPECT_EQ(read(resolved_scenario(as_fluid)).objects[0].closed().density, 0);
}

} // namespace
} // namespace ibsim
