// Shear stress on the walls of vessels, from the forces that hold them (flow_run/stress_behind_walls.hpp):
// Poiseuille's, in tubes that a pressure drives.
#include "backends.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/walls/shear_on_wall.hpp"
#include "flow_run/stress_behind_walls.hpp"
#include "kept_walls.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "walls/vessel.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

template <class B>
class WallStress : public BackendTest<B> {
 protected:
  /// Mean shear stress along x on the wall between two planes, kPa.
  real after(const Scenario& s, int steps, real from, real to) {
    SimulationOn<B> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int step = 0; step < steps; ++step) simulation.advance();
    return ShearOnWall(simulation, s).along_x([&](const Real3& x) { return x.x > from && x.x < to; });
  }
};
TYPED_TEST_SUITE(WallStress, Backends, BackendNames);

Scenario read_kept(const std::string& text) {
  Scenario s = read(text);
  s.cache_folder = kept_walls();
  return s;
}

// 4 mu Q/(pi R^3). Single tractions are off by 15 %, and some 300 points lie between the planes: their mean
// is off by 0.9 %, at most by twice as much. The planes are two radii and more away from the pumps. 40 steps
// are 1.6 ms, in which the slow fluid in the solid settles. Of 6 cells radius; openings_of_vessels.cpp has 8,
// and a fork of 6.9, 6 and 4.8.
TYPED_TEST(WallStress, in_tubes_between_openings_is_poiseuilles) {
  const real R = 3, Q = 0.01; // um, um^3/us
  const std::string at = "6.5 um, 6.5 um]";
  const Scenario s = read_kept(
      "domain: {size: [32 um, 13 um, 13 um], cell: 1/2 um}\nvessel:\n  shape: {tube: {points: [[0 um, " + at +
      ", [32 um, " + at + "], radius: 3 um}}\n  openings:\n    in: {at: [4 um, " + at +
      ", side: -x, pressure: 0 Pa}\n    out: {at: [28 um, " + at + ", side: +x, flow_rate: -" +
      std::to_string(Q) + " nL/s}\ntime: {step: 40 us, end: 10 ms}\noutput: {fluid_every: never}\n");
  const real expected = 4 * s.fluid.viscosity * Q / (pi * R * R * R);
  EXPECT_NEAR(this->after(s, 40, 13, 19) / expected, 1, 0.018);
}

// The slope of a linear function along a cylinder of 5, at places between its points: that of the function
// less its part along the normal, but for the bend of the surface within reach, reach^2/(2 R^2) = 2 %.
TEST(SlopesAlong, are_those_of_a_linear_function) {
  const PeriodicBox box{{16, 16, 16}};
  std::vector<Real3> points, normals;
  std::vector<real> values, weights;
  const Real3 gradient{0.3, -0.2, 0.7};
  const auto normal_at = [](real angle) { return Real3{std::cos(angle), std::sin(angle), 0}; };
  for (int k = 0; k < 32; ++k)
    for (int i = 0; i < 60; ++i) {
      const Real3 normal = normal_at(2 * pi * (i + 0.5 * (k % 2)) / 60);
      points.push_back(Real3{8, 8, 0.5 * k} + 5.0 * normal), normals.push_back(normal);
      values.push_back(dot(gradient, points.back())), weights.push_back(1 + 0.2 * (i % 3));
    }
  const Real3 middle{8, 8, 8.2};
  std::vector<Real3> places{{8, 8, 8}}, normals_of_places{{1, 0, 0}}; // no point within reach
  for (int i = 0; i < 7; ++i)
    normals_of_places.push_back(normal_at(i + 0.1)),
        places.push_back(middle + 5.0 * normals_of_places.back());
  const std::vector<Real3> slopes =
      SlopesAlong(box, 1, {points, normals}, weights, {places, normals_of_places}).of(values);
  EXPECT_EQ(norm(slopes[0]), 0);
  for (std::size_t i = 1; i < slopes.size(); ++i) {
    const Real3 expected = gradient - dot(gradient, normals_of_places[i]) * normals_of_places[i];
    EXPECT_LT(norm(slopes[i] - expected), 0.02 * norm(gradient)) << i;
  }
}

} // namespace
} // namespace ibsim
