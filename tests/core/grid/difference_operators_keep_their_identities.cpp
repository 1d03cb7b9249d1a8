// The identities that make the discrete equations conserve what the continuous ones conserve.
#include "fields.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const Int3 sizes[] = {{7, 5, 6}, {8, 8, 8}, {1, 4, 9}, {2, 2, 3}, {1, 1, 1}};

Real3 gradient(const std::vector<real>& p, const Neighbours& at, real inverse_h) {
  return {gradient_at_face<0>(p.data(), at, inverse_h), gradient_at_face<1>(p.data(), at, inverse_h),
          gradient_at_face<2>(p.data(), at, inverse_h)};
}

Real3 advection(FaceView<const real> u, const Neighbours& at, real inverse_h) {
  return {advection_at_face<0>(u, at, inverse_h), advection_at_face<1>(u, at, inverse_h),
          advection_at_face<2>(u, at, inverse_h)};
}

/// Discretely divergence-free: the discrete curl of random values on the edges.
std::vector<real> random_solenoidal_field(const Grid& grid) {
  const std::size_t cells = grid.cells();
  const std::vector<real> a = random_values(3 * cells, 5);
  // on edges along x, y, z at the lower corner of each cell
  const real *ax = a.data(), *ay = ax + cells, *az = ay + cells;
  std::vector<real> u(3 * cells);
  for (Index c = 0; c < grid.cells(); ++c) {
    const Vec3<Index> next = neighbours(grid, c).next;
    u[c] = ((az[c + next.y] - az[c]) - (ay[c + next.z] - ay[c])) / grid.h;
    u[c + cells] = ((ax[c + next.z] - ax[c]) - (az[c + next.x] - az[c])) / grid.h;
    u[c + 2 * cells] = ((ay[c + next.x] - ay[c]) - (ax[c + next.y] - ax[c])) / grid.h;
  }
  return u;
}

TEST(DifferenceOperators, gradient_is_minus_the_transpose_of_divergence) {
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::size_t cells = grid.cells();
    const std::vector<real> p = random_values(cells, 1), u = random_values(3 * cells, 2);
    real p_dot_div = 0, u_dot_grad = 0;
    for (Index c = 0; c < grid.cells(); ++c) {
      const Neighbours at = neighbours(grid, c);
      p_dot_div += p[c] * divergence_at_cell(view_of(grid, u), at, 1 / grid.h);
      u_dot_grad += dot(gradient(p, at, 1 / grid.h), Real3{u[c], u[c + cells], u[c + 2 * cells]});
    }
    // 6 products of size 1/h a cell, each term rounded a few times, summed plainly: errors add like cells *
    // eps * (partial sum)
    EXPECT_NEAR(p_dot_div, -u_dot_grad, 6 / grid.h * cells * 8 * eps);
  }
}

TEST(DifferenceOperators, laplacian_is_divergence_of_gradient) {
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::size_t cells = grid.cells();
    const std::vector<real> p = random_values(cells, 3);
    std::vector<real> g(3 * cells);
    for (Index c = 0; c < grid.cells(); ++c)
      for (int d = 0; d < 3; ++d) g[c + d * cells] = gradient(p, neighbours(grid, c), 1 / grid.h)[d];
    for (Index c = 0; c < grid.cells(); ++c) {
      const Neighbours at = neighbours(grid, c);
      // 12 terms of size 1/h^2
      EXPECT_NEAR(laplacian(p.data(), at, 1 / (grid.h * grid.h)),
                  divergence_at_cell(view_of(grid, g), at, 1 / grid.h), 12 * 4 * eps / (grid.h * grid.h));
    }
  }
}

TEST(DifferenceOperators, advection_moves_momentum_but_makes_none) {
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::vector<real> u = random_values(3 * static_cast<std::size_t>(grid.cells()), 4);
    Real3 total;
    for (Index c = 0; c < grid.cells(); ++c)
      total += advection(view_of(grid, u), neighbours(grid, c), 1 / grid.h);
    // 6 fluxes of size at most 1/h a cell, each rounded a few times
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(total[d], 0, 6 / grid.h * grid.cells() * 4 * eps);
  }
}

TEST(DifferenceOperators, advection_by_a_solenoidal_field_keeps_kinetic_energy) {
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::size_t cells = grid.cells();
    const std::vector<real> u = random_solenoidal_field(grid);
    // 12 edge values of size 1, over h^2
    ASSERT_LE(largest_divergence(grid, u), 12 * 4 * eps / (grid.h * grid.h));
    real power = 0;
    for (Index c = 0; c < grid.cells(); ++c)
      power += dot(advection(view_of(grid, u), neighbours(grid, c), 1 / grid.h),
                   Real3{u[c], u[c + cells], u[c + 2 * cells]});
    // 3 components with 6 fluxes of size u^2/h, times u
    const real speed = largest(u);
    EXPECT_NEAR(power, 0, 18 * speed * speed * speed / grid.h * cells * 4 * eps);
  }
}

} // namespace
} // namespace ibsim
