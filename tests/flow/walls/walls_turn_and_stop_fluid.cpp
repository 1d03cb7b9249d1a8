// Walls of points (held_walls.hpp): the torque of a cylinder that turns, and what leaks through a plane.
#include "backends.hpp"
#include "flow/walls/flow_along_walls.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_walls;

namespace {

constexpr real pi = std::numbers::pi;

template <class B>
class WallsThatTurn : public BackendTest<B> {};
TYPED_TEST_SUITE(WallsThatTurn, Backends, BackendNames);
template <class B>
class WallsThatStop : public BackendTest<B> {};
TYPED_TEST_SUITE(WallsThatStop, Backends, BackendNames);

// Two concentric cylinders in 1 cP: the inner one of R1 turns by W, the outer one of R2 = 2 R1 is at rest.
// The torque per length is 4 pi mu W R1^2 R2^2/(R2^2 - R1^2) (Landau and Lifshitz, Fluid Mechanics, section
// 18). The places of walls are right to second order in h: twice as many cells leave a quarter of the error,
// here less than a third. d ln T/d ln R1 = 8/3 and d ln T/d ln R2 = -2/3, so an error of e h in both radii
// changes the torque by up to (8/3/8 + 2/3/16) e = 3/8 e in a gap of 8 h: 1.5 % for e = 0.04.
TYPED_TEST(WallsThatTurn, feel_the_torque_between_cylinders) {
  std::vector<real> errors;
  for (const int cells : {4, 8}) {
    const real R1 = 2.4, R2 = 4.8, cell = R1 / cells, W = 1e-3; // a gap of `cells` h; rad/us
    const int n = static_cast<int>(std::ceil((2 * R2 + 8 * cell) / cell));
    const Grid grid{{n, n + 1, 8}, cell};
    const real length = 8 * cell;
    const Real3 through{cell * n / 2 + 0.03, cell * n / 2 + 0.07, 0}, along{0, 0, 1};
    const WallPoints inner = tube(R1, length, cell, through, along, -1, W),
                     outer = tube(R2, length, cell, through, along);
    Flow<TypeParam> flow(this->stream(), grid, both(inner, outer));
    flow.advance(20, 80); // viscosity crosses the gap in (2.4 um)^2/nu = 6 us
    const std::vector<Real3> forces = flow.forces_on_walls();
    real torque = 0;
    for (std::size_t i = 0; i < inner.size(); ++i) torque += cross(inner.at[i] - through, forces[i]).z;
    errors.push_back(-torque / length / (4 * pi * W * R1 * R1 * R2 * R2 / (R2 * R2 - R1 * R1)) - 1);
    EXPECT_LT(flow.slip() / (W * R1), 1e-4) << cells;
  }
  EXPECT_LT(std::abs(errors[1]), 0.015) << errors[0];
  EXPECT_GT(std::abs(errors[0] / errors[1]), 3) << errors[0] << ", " << errors[1];
}

// A force along z on all fluid of a periodic box, which one plane of points stops: the pressure falls by dp =
// G Lz across it. What leaks is kappa h dp/mu; the aim for vessels is kappa < 5e-3
// (docs/notes/held_walls.md).
TYPED_TEST(WallsThatStop, leak_little) {
  const real cell = 0.3, G = 1e-3; // um, kPa/um
  const Grid grid{{24, 24, 24}, cell};
  const real side = grid.lengths().x, spacing = wall_point_spacing * cell;
  for (const real place : {0.0, 0.25, 0.5}) { // of the plane within a cell
    WallPoints plane;
    const int along_x = static_cast<int>(std::lround(side / spacing)),
              rows = 2 * static_cast<int>(std::lround(side / (spacing * std::sqrt(3.0))));
    for (int k = 0; k < rows; ++k)
      for (int i = 0; i < along_x; ++i)
        add_point(plane, {(i + 0.5 * (k % 2)) * side / along_x, (k + 0.3) * side / rows, (12 + place) * cell},
                  {0, 0, 1});
    Flow<TypeParam> flow(this->stream(), grid, plane);
    flow.set_force(on_faces(grid, [&](int d, const Real3&) { return d == 2 ? G : 0; }));
    flow.advance(20, 60);
    const real dp = G * grid.lengths().z, kappa = std::abs(flow.mean_velocity().z) / (cell * dp);
    EXPECT_LT(kappa, 5e-3) << place;
    EXPECT_GT(norm(flow.force_on_walls()), 0.99 * dp * side * side) << place; // it bears the pressure
  }
}

} // namespace
} // namespace ibsim
