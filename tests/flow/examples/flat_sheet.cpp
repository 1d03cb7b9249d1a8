// A surface that is no sphere in one small file: a doubly periodic sheet, nodes on a regular grid of the flat
// torus [0, 2 pi)^2, trigonometric interpolation between them.
//
//   s(a) = sum_k D(a - a_k) f_k,   D(x) = (1 + 2 sum_{j <= (n-1)/2} cos j x)/n,  n odd,   in each direction
//
// At rest X = (Lx a/2 pi, 0, Lz b/2 pi): not periodic, so its affine part is added to what the operators make
// of the positions (SurfaceKind::affine).
#include "examples/examples.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real turn = 2 * std::numbers::pi;

/// D and its first two derivatives.
struct Kernel {
  real value[3];
};
Kernel trigonometric(real x, int n) {
  Kernel d{{1.0 / n, 0, 0}};
  for (int j = 1; j <= (n - 1) / 2; ++j) {
    d.value[0] += 2.0 / n * std::cos(j * x);
    d.value[1] -= 2.0 / n * j * std::sin(j * x);
    d.value[2] -= 2.0 / n * j * j * std::cos(j * x);
  }
  return d;
}

std::vector<Real3> regular_nodes(int n) {
  std::vector<Real3> nodes;
  for (int b = 0; b < n; ++b)
    for (int a = 0; a < n; ++a) nodes.push_back({turn * a / n, turn * b / n, 0});
  return nodes;
}

} // namespace

SurfaceKind make_flat_sheet(real period_x, real period_z, int n, int m) {
  SurfaceKind sheet;
  sheet.topology = SurfaceTopology::doubly_periodic;
  sheet.parameter_area = turn * turn;
  sheet.data_nodes = regular_nodes(n), sheet.sample_nodes = regular_nodes(m);
  const auto at_rest = [=](const Real3& ab) {
    return Real3{period_x / turn * ab.x, 0, period_z / turn * ab.y};
  };
  for (const Real3& ab : sheet.data_nodes) sheet.data_at_rest.push_back(at_rest(ab));

  RbfOperators& o = sheet.operators;
  o.n_data = n * n, o.n_sample = m * m;
  o.weights.assign(m * m, sheet.parameter_area / (m * m));
  o.e1.assign(m * m, {1, 0, 0}), o.e2.assign(m * m, {0, 1, 0});
  const std::size_t rows = std::size_t{surface_operators} * o.n_sample;
  o.matrix.resize(rows * o.n_data);
  // along a, along b: in the order of SurfaceOperator
  constexpr int derivatives[surface_operators][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
  for (int k = 0; k < o.n_data; ++k)
    for (int s = 0; s < o.n_sample; ++s) {
      const Real3 d = sheet.sample_nodes[s] - sheet.data_nodes[k];
      const Kernel a = trigonometric(d.x, n), b = trigonometric(d.y, n);
      for (int op = 0; op < surface_operators; ++op)
        o.matrix[s + std::size_t(o.n_sample) * op + rows * k] =
            a.value[derivatives[op][0]] * b.value[derivatives[op][1]];
    }

  sheet.affine.assign(3 * rows, 0);
  for (int s = 0; s < o.n_sample; ++s) {
    const Real3 exact[surface_operators] = {
        at_rest(sheet.sample_nodes[s]), {period_x / turn, 0, 0}, {0, 0, period_z / turn}, {}, {}, {}};
    for (int op = 0; op < surface_operators; ++op)
      for (int d = 0; d < 3; ++d) {
        const std::size_t row = s + std::size_t(o.n_sample) * op;
        real of_operator = 0;
        for (int k = 0; k < o.n_data; ++k) of_operator += o.matrix[row + rows * k] * sheet.data_at_rest[k][d];
        sheet.affine[row + rows * d] = exact[op][d] - of_operator;
      }
  }
  for (int b = 0; b + 1 < m; ++b)
    for (int a = 0; a + 1 < m; ++a) {
      const int at = a + m * b;
      sheet.triangles.push_back({at, at + m, at + 1}),
          sheet.triangles.push_back({at + 1, at + m, at + m + 1});
    }
  return sheet;
}

} // namespace ibsim
