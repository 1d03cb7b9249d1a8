// The velocity of a sphere under a force in Stokes flow (validation/sphere_drag.hpp): a periodic lattice,
// and midway between walls.
#include "backends.hpp"
#include "coupling/wall_offset.hpp"
#include "validation/sphere_drag.hpp"

#include <cmath>
#include <string>

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

// The fluid outside meets a sphere of sites at the radius plus wall_offset cells, by every kernel, and almost
// the same one wherever the sphere lies in the grid. The offset is that of a plane. A sphere of 4 cells is
// larger by 0.041 to 0.058 cells more, by all kernels alike: its curvature. Scatter over places was measured
// as 0.6e-4 to 3.5e-4, and 11e-4 with composite-sharp, whose weights vary most within a cell.
TYPED_TEST(Drag, is_that_of_a_radius_larger_by_the_offset_of_each_kernel) {
  constexpr int along = 4, places = along * along * along; // in a cell of the grid
  const Grid grid{{32, 32, 32}, 1};
  for (const std::string& name : delta_kernel_names()) {
    const DeltaKernel kernel = *delta_kernel_from(name);
    real sum = 0, squares = 0, larger = 0;
    for (int i = 0; i < places; ++i) {
      const auto within = [](int k) { return 16 + (k % along + 0.5) / along; };
      const Real3 centre{within(i), within(i / along), within(i / (along * along))};
      const real found = sphere_mobility(this->stream(), grid, centre, 4, kernel);
      sum += found / places, squares += found * found / places;
      larger += (hydrodynamic_radius(found, 4, [](real R) { return hasimoto_mobility(R, 32); }) - 4) / places;
    }
    const real scatter = std::sqrt(std::max(real{0}, squares - sum * sum)) / sum;
    std::printf("  %-24s larger by %.3f cells (offset %.3f), scatter over places %.2e\n", name.c_str(),
                larger, wall_offset(kernel), scatter);
    EXPECT_NEAR(larger, wall_offset(kernel), 0.06) << name;
    EXPECT_LT(scatter, kernel == DeltaKernel::composite_sharp ? 20e-4 : 6e-4) << name;
  }
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
