// Properties of composite kernels. The interpolated velocity is free of divergence everywhere if the field is
// so on the grid. A uniform pressure on a closed surface spreads to a gradient (Gruninger and Griffith 2025,
// sections 2 and 3).
//
// Both are tested by integrals that are exact. A box with edges along the axes, within half a cell, has no
// kink of a kernel inside. There the kernels are polynomials of degree 5 at most, and Gauss' rule of three
// points on each face has no error.
#include "coupling/points_and_fields.hpp"

namespace ibsim {
using namespace coupling_test;

struct Face {
  Vectors X, normals; ///< Gauss' points, and the normal times the area of each
};

/// The six faces of the box from `low` with edges `size`, um.
Face faces_of_box(Real3 low, Real3 size) {
  const real at[3] = {0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)},
             weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  Face face;
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1})
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          const int e = (d + 1) % 3, f = (d + 2) % 3;
          Real3 x = low, n{};
          x[d] += side * size[d], x[e] += at[i] * size[e], x[f] += at[j] * size[f];
          n[d] = (side ? 1 : -1) * weight[i] * weight[j] * size[e] * size[f];
          face.X.push_back(x), face.normals.push_back(n);
        }
  return face;
}

/// Boxes within half a cell each, anywhere in the domain.
std::vector<Face> small_boxes(const Grid& grid, std::size_t n) {
  const Vectors a = random_vectors(n, {}, {1, 1, 1}, 3), b = random_vectors(n, {}, {1, 1, 1}, 4),
                c = random_vectors(n, {}, {1, 1, 1}, 5);
  std::vector<Face> boxes;
  for (std::size_t p = 0; p < n; ++p) {
    Real3 low, size;
    for (int d = 0; d < 3; ++d) {
      const real half_cell = std::floor(2 * grid.n[d] * c[p][d]) * grid.h / 2;
      low[d] = half_cell + std::min(a[p][d], b[p][d]) * grid.h / 2;
      size[d] = std::fabs(a[p][d] - b[p][d]) * grid.h / 2;
    }
    boxes.push_back(faces_of_box(low, size));
  }
  return boxes;
}

/// The discrete curl of a field on edges: its divergence on the grid is zero to round-off.
Field solenoidal(const Grid& grid) {
  Field a = no_field(grid), u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (Index m = 0; m < grid.cells(); ++m) a[d][m] = std::sin(1.7 * m + d);
  const Int3 n = grid.n;
  const auto at = [&](int d, int i, int j, int k) {
    return a[d][grid.index((i + n.x) % n.x, (j + n.y) % n.y, (k + n.z) % n.z)];
  };
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const Index m = grid.index(i, j, k);
        u[0][m] = at(2, i, j + 1, k) - at(2, i, j, k) - at(1, i, j, k + 1) + at(1, i, j, k);
        u[1][m] = at(0, i, j, k + 1) - at(0, i, j, k) - at(2, i + 1, j, k) + at(2, i, j, k);
        u[2][m] = at(1, i + 1, j, k) - at(1, i, j, k) - at(0, i, j + 1, k) + at(0, i, j, k);
      }
  return u;
}

template <class B>
class CompositeKernels : public BackendTest<B> {};
TYPED_TEST_SUITE(CompositeKernels, Backends, BackendNames);

TYPED_TEST(CompositeKernels, interpolated_velocity_has_no_flux_out_of_any_box) {
  const Grid grid{{12, 10, 14}, 0.5};
  const Field u = solenoidal(grid);
  const std::vector<Face> boxes = small_boxes(grid, 40);
  for (const DeltaKernel kernel : composite_kernels)
    for (const Face& box : boxes) {
      const Vectors U = interpolate(this->stream(), kernel, grid, box.X, u);
      real flux = 0, area = 0;
      for (std::size_t p = 0; p < U.size(); ++p)
        flux += dot(U[p], box.normals[p]), area += norm(box.normals[p]);
      // |u| <= 4; a velocity errs by 36 terms of weights that err by 20 + 4.2 * 3 * 14 round-offs of 1.1 at
      // most
      EXPECT_LE(std::fabs(flux), 4 * 36 * 200 * round_off * area) << to_string(kernel);
    }
}

TYPED_TEST(CompositeKernels, a_kernel_that_is_the_same_in_all_directions_has_a_flux) {
  // so the law above is not met by any kernel
  const Grid grid{{12, 10, 14}, 0.5};
  const Field u = solenoidal(grid);
  real largest = 0;
  for (const Face& box : small_boxes(grid, 40)) {
    const Vectors U = interpolate(this->stream(), DeltaKernel::cosine, grid, box.X, u);
    real flux = 0, area = 0;
    for (std::size_t p = 0; p < U.size(); ++p)
      flux += dot(U[p], box.normals[p]), area += norm(box.normals[p]);
    largest = std::max(largest, std::fabs(flux) / area);
  }
  EXPECT_GE(largest, 1e-4); // of velocities of 1
}

TYPED_TEST(CompositeKernels, uniform_pressure_on_a_closed_surface_spreads_to_a_gradient) {
  const Grid grid{{9, 12, 10}, 0.5};
  const Int3 n = grid.n;
  for (const DeltaKernel kernel : composite_kernels) {
    for (const Face& box : small_boxes(grid, 10)) {
      real area = 0;
      for (const Real3& normal : box.normals) area += norm(normal);
      const Field f = spread(this->stream(), SpreadAlgorithm::tiles, kernel, grid, box.X, box.normals);
      const auto at = [&](int d, int i, int j, int k) {
        return f[d][grid.index((i + n.x) % n.x, (j + n.y) % n.y, (k + n.z) % n.z)];
      };
      real curl = 0;
      for (int k = 0; k < n.z; ++k)
        for (int j = 0; j < n.y; ++j)
          for (int i = 0; i < n.x; ++i) {
            curl = std::max(
                curl, std::fabs(at(2, i, j, k) - at(2, i, j - 1, k) - at(1, i, j, k) + at(1, i, j, k - 1)));
            curl = std::max(
                curl, std::fabs(at(0, i, j, k) - at(0, i, j, k - 1) - at(2, i, j, k) + at(2, i - 1, j, k)));
            curl = std::max(
                curl, std::fabs(at(1, i, j, k) - at(1, i - 1, j, k) - at(0, i, j, k) + at(0, i, j - 1, k)));
          }
      // four sums of forces of `area` in all, over cells of h^3; weights as above
      EXPECT_LE(curl, 4 * 200 * round_off * area / grid.cell_volume()) << to_string(kernel);
    }
  }
}

} // namespace ibsim
