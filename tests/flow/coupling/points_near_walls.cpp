// Coupling between walls by images: adjoint, the walls' velocity on the walls, shear up to them, and the same
// bits as in a periodic box away from them.
#include "coupling/points_and_fields.hpp"
#include "coupling/wall_images.hpp"

#include <algorithm>

namespace ibsim {
using namespace coupling_test;
namespace {

template <class B>
class NearWalls : public BackendTest<B> {};
TYPED_TEST_SUITE(NearWalls, Backends, BackendNames);

Field by_components(const std::vector<real>& flat) {
  const std::size_t cells = flat.size() / 3;
  Field field;
  for (int d = 0; d < 3; ++d) field.emplace_back(flat.begin() + d * cells, flat.begin() + (d + 1) * cells);
  return field;
}
std::vector<real> flat(const Field& field) {
  std::vector<real> values;
  for (const std::vector<real>& component : field)
    values.insert(values.end(), component.begin(), component.end());
  return values;
}

struct Walls {
  real lower[2] = {0, 0}, upper[2] = {0, 0};
};

/// u and its images.
template <class B>
Field extended(const Stream<B>& stream, const Grid& grid, const Walls& walls, const Field& u) {
  FaceField<B> from(stream, grid), to(stream, with_rows_beyond(grid));
  from.values().set(stream, flat(u));
  const Array<real, B> g(stream, {walls.lower[0], walls.lower[1], walls.upper[0], walls.upper[1]});
  const FaceField<B>& source = from;
  fill_image_rows<B>(stream, grid, g.data(), g.data() + 2, source.view(), to.view());
  return by_components(to.values().to_host(stream));
}
template <class B>
Field folded(const Stream<B>& stream, const Grid& grid, const Field& f) {
  FaceField<B> from(stream, with_rows_beyond(grid)), to(stream, grid);
  from.values().set(stream, flat(f));
  const FaceField<B>& source = from;
  fold_image_rows<B>(stream, grid, source.view(), to.view());
  return by_components(to.values().to_host(stream));
}

Field some_field(const Grid& grid) {
  Field u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (Index m = 0; m < grid.cells(); ++m)
      u[d][m] = d == 1 && m / grid.n.x % grid.n.y == 0 ? 0 : std::cos(0.9 * m + 2 * d); // u_y = 0 on the wall
  return u;
}

/// Points of which most are within a cell of a wall, some on it.
Vectors points_near_walls(const Grid& grid, std::size_t n) {
  Vectors X = random_points(grid, n);
  const real height = grid.lengths().y;
  for (std::size_t p = 0; p < n; ++p) {
    const real beside = grid.h * X[p].y / height;
    if (p % 4 == 0) X[p].y = beside;
    if (p % 4 == 1) X[p].y = height - beside;
    if (p % 32 == 2) X[p].y = 0;
    if (p % 32 == 3) X[p].y = height;
  }
  return X;
}

TYPED_TEST(NearWalls, spreading_is_adjoint_to_interpolation) {
  auto& stream = this->stream();
  for (const Int3 n : {Int3{12, 10, 9}, Int3{8, 4, 7}}) {
    Grid grid{n, 0.25};
    const Grid rows = with_rows_beyond(grid);
    constexpr std::size_t points = 300;
    const Vectors X = points_near_walls(grid, points), F = random_forces(points);
    const Field u = some_field(grid), u_rows = extended(stream, grid, {}, u);
    for (const DeltaKernel kernel : all_kernels) {
      const Vectors U = interpolate(stream, kernel, rows, X, u_rows);
      real of_points = 0, size = 0;
      for (std::size_t p = 0; p < points; ++p)
        of_points += dot(F[p], U[p]), size += std::abs(dot(F[p], U[p]));
      for (const SpreadAlgorithm algorithm : algorithms_for<TypeParam>(kernel)) {
        const Field f = folded(stream, grid, spread(stream, algorithm, kernel, rows, X, F));
        real of_fluid = 0;
        for (int d = 0; d < 3; ++d)
          for (Index m = 0; m < grid.cells(); ++m) of_fluid += grid.cell_volume() * f[d][m] * u[d][m];
        // sums of 300 x 192 terms, which round independently of each other
        EXPECT_NEAR(of_fluid, of_points, 1e-14 * size) << to_string(kernel) << ", " << to_string(algorithm);
      }
    }
  }
}

// Kernels are symmetric, and so are the weights of a point on the wall: odd images cancel up to its velocity.
TYPED_TEST(NearWalls, velocity_on_a_wall_is_that_of_the_wall) {
  auto& stream = this->stream();
  const Grid grid{{12, 10, 9}, 0.25};
  const Walls walls{{0.3, -0.8}, {-0.2, 0.7}};
  const Field u = extended(stream, grid, walls, some_field(grid));
  Vectors X = random_points(grid, 100);
  for (std::size_t p = 0; p < X.size(); ++p) X[p].y = p % 2 == 0 ? 0 : grid.lengths().y;
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors U = interpolate(stream, kernel, with_rows_beyond(grid), X, u);
    for (std::size_t p = 0; p < X.size(); ++p) {
      const real* const g = p % 2 == 0 ? walls.lower : walls.upper;
      // 64 terms of size 3 at most, weights to 30 round-offs (spread_round_off)
      EXPECT_LE(norm(U[p] - Real3{g[0], 0, g[1]}), 64 * 3 * 50 * round_off) << to_string(kernel);
    }
  }
}

// A kernel whose first moment vanishes takes a straight line as it is; the cosine's moment is 0.021 at most.
TYPED_TEST(NearWalls, shear_is_felt_up_to_the_walls) {
  auto& stream = this->stream();
  const Grid grid{{4, 8, 5}, 0.25};
  const real height = grid.lengths().y, rate = 0.6;
  const Walls walls{{0, -rate * height / 2}, {0, rate * height / 2}};
  Field u = no_field(grid);
  for (Index m = 0; m < grid.cells(); ++m)
    u[2][m] = rate * (grid.h * (m / grid.n.x % grid.n.y + 0.5) - height / 2);
  const Field rows = extended(stream, grid, walls, u);
  const Vectors X = points_near_walls(grid, 200);
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors U = interpolate(stream, kernel, with_rows_beyond(grid), X, rows);
    const real tolerance = kernel == DeltaKernel::cosine ? 0.0215 * grid.h * rate : 100 * round_off;
    for (std::size_t p = 0; p < X.size(); ++p)
      EXPECT_NEAR(U[p].z, rate * (X[p].y - height / 2), tolerance) << to_string(kernel);
  }
}

TYPED_TEST(NearWalls, far_from_walls_nothing_changes) {
  auto& stream = this->stream();
  const Grid grid{{12, 16, 9}, 0.25};
  const Grid rows = with_rows_beyond(grid);
  Vectors X = random_points(grid, 400);
  for (Real3& x : X) x.y = 3 * grid.h + x.y * (grid.n.y - 6) / grid.n.y;
  const Vectors F = random_forces(X.size());
  const Field u = some_field(grid), u_rows = extended(stream, grid, {{1, 2}, {3, 4}}, u);
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors a = interpolate(stream, kernel, grid, X, u),
                  b = interpolate(stream, kernel, rows, X, u_rows);
    for (std::size_t p = 0; p < X.size(); ++p)
      for (int d = 0; d < 3; ++d) ASSERT_EQ(a[p][d], b[p][d]) << to_string(kernel);
    for (const SpreadAlgorithm algorithm : algorithms_for<TypeParam>(kernel)) {
      const Field periodic = spread(stream, algorithm, kernel, grid, X, F),
                  walls = folded(stream, grid, spread(stream, algorithm, kernel, rows, X, F));
      // tiles are cut evenly around all rows, images too, and sweeps where the support is no divisor of the
      // four rows of images, so that these add up in another order
      const bool sweeps = algorithm == SpreadAlgorithm::columns ||
                          algorithm == SpreadAlgorithm::columns_pruned || algorithm == SpreadAlgorithm::cells;
      const bool order_of_the_points =
          sweeps ? 4 % support(kernel) == 0
                 : algorithm != SpreadAlgorithm::tiles && algorithm != SpreadAlgorithm::atomics;
      const real tolerance = order_of_the_points ? 0 : spread_round_off(grid, X.size(), grid.n.y);
      EXPECT_LE(largest_difference(periodic, walls), tolerance)
          << to_string(kernel) << ", " << to_string(algorithm);
    }
  }
}

} // namespace
} // namespace ibsim
