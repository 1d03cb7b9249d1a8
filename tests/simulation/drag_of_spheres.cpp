// The velocity of a sphere under a force in Stokes flow, by the coupling and one stage of the fluid:
//   a periodic lattice (Hasimoto 1959, J. Fluid Mech. 5, doi:10.1017/S0022112059000222), c = a/L:
//     6 pi mu a U/F = 1 - 2.837297 c + 4 pi c^3/3 - 27.4 c^6
//   midway between walls (Happel and Brenner 1965, Low Reynolds number hydrodynamics, 7-4), s = a/l, l = H/2:
//     6 pi mu a U/F = 1 - 1.004 s + 0.418 s^3 + 0.21 s^4 - 0.169 s^5
//
// The force is spread evenly over the surface, and U is the mean over it: for a sphere in open fluid that is
// the rigid sphere, and with images at distance d it differs in the order (a/d)^5. A stage with a large a is
// Stokes flow: u - a L u + a grad p/mu = a f/mu.
#include "backends.hpp"
#include "coupling/interpolate.hpp"
#include "coupling/spread.hpp"
#include "coupling/wall_images.hpp"
#include "fluid/stokes_stage.hpp"

#include <cmath>

namespace ibsim {
namespace {

template <class B>
class Drag : public BackendTest<B> {};
TYPED_TEST_SUITE(Drag, Backends, BackendNames);

constexpr real pi = 3.14159265358979323846;

/// n points on a spiral, evenly over a sphere.
std::vector<real> spiral(Index n, Real3 centre, real radius) {
  std::vector<real> points(3 * static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    const real z = 1 - (2 * i + real{1}) / n, turn = pi * (3 - std::sqrt(real{5})) * i,
               r = std::sqrt(1 - z * z);
    points[static_cast<std::size_t>(i)] = centre.x + radius * r * std::cos(turn);
    points[static_cast<std::size_t>(i + n)] = centre.y + radius * r * std::sin(turn);
    points[static_cast<std::size_t>(i + 2 * n)] = centre.z + radius * z;
  }
  return points;
}

/// 6 pi mu a U/F for a force along z.
template <class B>
real mobility(const Stream<B>& stream, const Grid& grid, Real3 centre, real radius) {
  const bool walls = grid.topology.y.ends == Ends::walls;
  const Grid rows = walls ? with_image_rows(grid) : grid;
  const auto n = static_cast<Index>(4 * pi * radius * radius / (0.25 * grid.h * grid.h));
  const Array<real, B> X(stream, spiral(n, centre, radius));
  std::vector<real> push(3 * static_cast<std::size_t>(n), 0);
  std::fill(push.begin() + 2 * n, push.end(), real{1} / n);
  const Array<real, B> F(stream, push), rest(stream, 4);
  FaceField<B> f(stream, grid), u(stream, grid), wide(stream, rows);
  const FaceField<B>& spread_out = wide;
  make_spreader<B>(stream, SpreadAlgorithm::tiles, DeltaKernel::peskin4, rows, n)
      ->spread(stream, vectors_view<const real>(X.data(), n), vectors_view<const real>(F.data(), n),
               wide.view());
  if (walls)
    fold_image_rows<B>(stream, grid, spread_out.view(), f.view());
  else
    f.values().copy_from(stream, wide.values());
  // mu = 1; in the periodic box the mean force is held by a pressure gradient
  const real a = 1e4 * grid.lengths().y * grid.lengths().y;
  std::vector<real> r = f.values().to_host(stream);
  for (std::size_t c = 0; c < r.size(); ++c) {
    if (!walls && c >= r.size() / 3 * 2) r[c] -= 1 / (grid.cell_volume() * grid.cells());
    r[c] *= a;
  }
  const auto stage = make_stokes_stage(stream, grid);
  copy_to_device(stream, stage->right_hand_side().x, r.data(), sizeof(real) * r.size());
  stage->prepare(stream, 0, 1, a);
  stage->solve(stream, a, u.view());
  const FaceField<B>& flow = u;
  if (walls) fill_image_rows<B>(stream, grid, rest.data(), rest.data() + 2, flow.view(), wide.view());
  Array<real, B> U(stream, 3 * static_cast<std::size_t>(n));
  interpolate<B>(stream, DeltaKernel::peskin4, rows, walls ? spread_out.view() : flow.view(),
                 vectors_view<const real>(X.data(), n), vectors_view(U.data(), n));
  const std::vector<real> velocity = U.to_host(stream);
  real sum = 0;
  for (Index i = 0; i < n; ++i) sum += velocity[static_cast<std::size_t>(i + 2 * n)];
  return 6 * pi * radius * sum / n;
}

/// Hasimoto's series for a sphere of radius R in a lattice of period L.
real lattice(real R, real L) {
  const real c = R / L, c3 = c * c * c;
  return 1 - 2.837297 * c + 4 * pi / 3 * c3 - 27.4 * c3 * c3;
}
real slit(real s) {
  return 1 - 1.004 * s + 0.418 * std::pow(s, 3) + 0.21 * std::pow(s, 4) - 0.169 * std::pow(s, 5);
}

/// A kernel spreads the surface over some cells, which makes a sphere larger by about the same part of a cell
/// whatever its radius: the radius R for which 6 pi mu R U/F = series(R), from U/F of the nominal radius.
template <class F>
real hydrodynamic_radius(real mobility_of_nominal, real nominal, F series) {
  real R = nominal;
  for (int i = 0; i < 100; ++i) R = series(R) * nominal / mobility_of_nominal;
  return R;
}

TYPED_TEST(Drag, of_a_periodic_lattice_is_hasimotos) {
  real larger[2];
  int i = 0;
  for (const real radius : {6.0, 9.0}) {
    const real found = mobility(this->stream(), {{64, 64, 64}, 1}, {32.2, 31.7, 32.4}, radius);
    larger[i++] = hydrodynamic_radius(found, radius, [](real R) { return lattice(R, 64); }) - radius;
  }
  EXPECT_NEAR(larger[0], larger[1], 0.02);
  EXPECT_NEAR(larger[0], 0.4, 0.1); // of a cell: about the width of the kernel, sqrt(3)/2 cells, halved
  // so in another lattice too
  const real found = mobility(this->stream(), {{32, 32, 32}, 1}, {16.2, 15.7, 16.4}, 6), R = 6 + larger[0];
  EXPECT_NEAR(found * R / 6 / lattice(R, 32), 1, 0.02);
  std::printf("  radii are larger by %.3f and %.3f cells; in the denser lattice %.4f of Hasimoto's\n",
              larger[0], larger[1], found * R / 6 / lattice(R, 32));
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
    const real found = mobility(this->stream(), grid, {length / 2 + 0.3, 16, length / 2 - 0.2}, radius);
    ratio[i++] = found * R / radius / slit(R / 16);
  }
  const real far = 96.0 * 96 / (160 * 160), alone = (ratio[1] - far * ratio[0]) / (1 - far);
  std::printf("  of Happel and Brenner's: %.4f at L = 3 H, %.4f at L = 5 H, %.4f for L without end\n",
              ratio[0], ratio[1], alone);
  EXPECT_NEAR(alone, 1, 0.02);
}

} // namespace
} // namespace ibsim
