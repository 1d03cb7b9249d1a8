// The velocity of a sphere under a force in Stokes flow (validation/sphere_drag.hpp): a periodic lattice,
// and midway between walls.
#include "backends.hpp"
#include "validation/sphere_drag.hpp"

#include <cmath>

namespace ibsim {
namespace {

template <class B>
class Drag : public BackendTest<B> {};
TYPED_TEST_SUITE(Drag, Backends, BackendNames);

TYPED_TEST(Drag, of_a_periodic_lattice_is_hasimotos) {
  real larger[2];
  int i = 0;
  for (const real radius : {6.0, 9.0}) {
    const real found = sphere_mobility(this->stream(), {{64, 64, 64}, 1}, {32.2, 31.7, 32.4}, radius);
    larger[i++] =
        hydrodynamic_radius(found, radius, [](real R) { return hasimoto_mobility(R, 64); }) - radius;
  }
  EXPECT_NEAR(larger[0], larger[1], 0.02);
  EXPECT_NEAR(larger[0], 0.4, 0.1); // of a cell: about the width of the kernel, sqrt(3)/2 cells, halved
  // so in another lattice too
  const real found = sphere_mobility(this->stream(), {{32, 32, 32}, 1}, {16.2, 15.7, 16.4}, 6),
             R = 6 + larger[0];
  EXPECT_NEAR(found * R / 6 / hasimoto_mobility(R, 32), 1, 0.02);
  std::printf("  radii are larger by %.3f and %.3f cells; in the denser lattice %.4f of Hasimoto's\n",
              larger[0], larger[1], found * R / 6 / hasimoto_mobility(R, 32));
}

// Far images in x and z act as two-dimensional dipoles of the Hele-Shaw flow, as H^2/L^2: taken away by two
// lengths.
TYPED_TEST(Drag, midway_between_walls_is_happel_and_brenners) {
  real ratio[2];
  const real radius = 5, R = radius + 0.41; // as found above
  int i = 0;
  for (const int length : {96, 160}) {
    Grid grid{{length, 32, length}, 1};
    grid.topology.y.ends = Ends::walls;
    const real found =
        sphere_mobility(this->stream(), grid, {length / 2 + 0.3, 16, length / 2 - 0.2}, radius);
    ratio[i++] = found * R / radius / slit_mobility(R, 16);
  }
  const real far = 96.0 * 96 / (160 * 160), alone = (ratio[1] - far * ratio[0]) / (1 - far);
  std::printf("  of Happel and Brenner's: %.4f at L = 3 H, %.4f at L = 5 H, %.4f for L without end\n",
              ratio[0], ratio[1], alone);
  EXPECT_NEAR(alone, 1, 0.02);
}

} // namespace
} // namespace ibsim
