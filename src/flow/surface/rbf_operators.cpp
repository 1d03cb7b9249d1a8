// The operators E A^-1 of the interpolant  s(xi) = sum_k c_k F(xi . xi_k) + sum_j b_j P_j(xi),  sum_k c_k
// P_j(xi_k) = 0:
//
//   A = [Phi P; P^T 0],  Phi_kl = F(xi_k . xi_l),  F(s) = r^7 with r = |xi - xi_k| = sqrt(2 - 2 s);   F' = -7
//   r^5,  F'' = 35 r^3. E's rows at a sample site: F(s), F' e_a.xi_k, F'' (e_a.xi_k)(e_b.xi_k) - F' s
//   delta_ab, and for a polynomial P, e_a.grad P, e_a.D^2 P e_b - (xi.grad P) delta_ab.
//
// P: the 36 monomials x^a y^b z^c with c <= 1 and degree <= 5, which restricted to the sphere span the
// harmonics of degree <= 5, made orthonormal over the data sites. Rows of E A^-1 are solutions of the
// symmetric A w = e, in blocks of right-hand sides, by an LU factorisation; each block belongs to one thread,
// so the bits do not depend on their number. With symmetric sites only the first of each orbit needs its
// rows; they are then folded by character (site_symmetry.hpp).
#include "surface/rbf_operators.hpp"

#include "base/error.hpp"
#include "surface/site_symmetry.hpp"
#include "surface/sphere_quadrature.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <new>

namespace ibsim {
namespace {

constexpr int harmonics = 36;
using Matrix = Eigen::MatrixXd;
using Six = Eigen::Matrix<real, surface_operators, 1>;

/// e_1, e_2 so that e_1 x e_2 = xi.
void tangent_frame(const Real3& xi, Real3& e1, Real3& e2) {
  const real x = std::abs(xi.x), y = std::abs(xi.y), z = std::abs(xi.z);
  const Real3 away = x <= y && x <= z ? Real3{1, 0, 0} : (y <= z ? Real3{0, 1, 0} : Real3{0, 0, 1});
  e1 = normalized(cross(away, xi));
  e2 = cross(xi, e1);
}

/// The six operators applied to F(xi . centre), at xi.
Six kernel_jet(const Real3& xi, const Real3& e1, const Real3& e2, const Real3& centre) {
  const real s = dot(xi, centre), a = dot(e1, centre), b = dot(e2, centre);
  const Real3 apart = xi - centre;
  const real r2 = dot(apart, apart), r = std::sqrt(r2), r3 = r * r2, r5 = r3 * r2;
  const real first = -7 * r5, second = 35 * r3;
  return Six{
      r5 * r2, first * a, first * b, second * a * a - first * s, second * a * b, second * b * b - first * s};
}

/// The six operators applied to the 36 monomials, at xi: a column each.
Eigen::Matrix<real, surface_operators, harmonics> monomial_jets(const Real3& xi, const Real3& e1,
                                                                const Real3& e2) {
  Eigen::Matrix<real, surface_operators, harmonics> jets;
  real power[3][6]; // power[d][n] = xi_d^n
  for (int d = 0; d < 3; ++d) {
    power[d][0] = 1;
    for (int n = 1; n < 6; ++n) power[d][n] = power[d][n - 1] * xi[d];
  }
  // k-th derivative of x_d^n
  const auto term = [&](int d, int n, int k) {
    return k > n ? 0.0 : (k == 0 ? 1.0 : (k == 1 ? n : n * (n - 1.0))) * power[d][n - k];
  };
  int column = 0;
  for (int c = 0; c <= 1; ++c)
    for (int b = 0; b + c <= 5; ++b)
      for (int a = 0; a + b + c <= 5; ++a) {
        const int n[3] = {a, b, c};
        const auto derivative = [&](int kx, int ky, int kz) {
          return term(0, n[0], kx) * term(1, n[1], ky) * term(2, n[2], kz);
        };
        const Real3 grad{derivative(1, 0, 0), derivative(0, 1, 0), derivative(0, 0, 1)};
        const real xy = derivative(1, 1, 0), xz = derivative(1, 0, 1), yz = derivative(0, 1, 1);
        const Real3 rows[3] = {
            {derivative(2, 0, 0), xy, xz}, {xy, derivative(0, 2, 0), yz}, {xz, yz, derivative(0, 0, 2)}};
        const auto second = [&](const Real3& u, const Real3& v) {
          return dot(u, Real3{dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)});
        };
        const real radial = dot(xi, grad);
        jets.col(column++) << derivative(0, 0, 0), dot(e1, grad), dot(e2, grad), second(e1, e1) - radial,
            second(e1, e2), second(e2, e2) - radial;
      }
  return jets;
}

void check_nodes(const std::vector<Real3>& nodes, const char* what) {
  for (const Real3& xi : nodes)
    if (!(std::abs(norm(xi) - 1) < 1e-9))
      throw InputError(std::string(what) + " sites must lie on the unit sphere");
}

void check_data_nodes(const std::vector<Real3>& nodes) {
  if (nodes.size() < harmonics)
    throw InputError("an object needs at least " + std::to_string(harmonics) + " data sites, not " +
                     std::to_string(nodes.size()));
  check_nodes(nodes, "data");
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Real3 apart = nodes[i] - nodes[j];
      if (dot(apart, apart) < 1e-20)
        throw InputError("data sites " + std::to_string(j) + " and " + std::to_string(i) + " coincide");
    }
}

RbfOperators assemble(const std::vector<Real3>& data_nodes, const std::vector<Real3>& sample_nodes) {
  const Index n = static_cast<Index>(data_nodes.size()), n_sample = static_cast<Index>(sample_nodes.size()),
              size = n + harmonics;
  RbfOperators operators = sites_of_operators(data_nodes, sample_nodes);
  const int symmetry = operators.symmetry;

  // Columns of `orthonormal` are the monomials made orthonormal over the data sites (times sqrt(n): values of
  // order one).
  Matrix monomials(n, harmonics);
  for (Index k = 0; k < n; ++k) {
    Real3 e1, e2;
    tangent_frame(data_nodes[k], e1, e2);
    monomials.row(k) = monomial_jets(data_nodes[k], e1, e2).row(0);
  }
  const Eigen::HouseholderQR<Matrix> qr(monomials);
  const Matrix upper = qr.matrixQR().topRows(harmonics).triangularView<Eigen::Upper>();
  const real scale = std::sqrt(static_cast<real>(n));
  const auto to_orthonormal = [&](const Matrix& rows) -> Matrix {
    return scale * upper.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(rows);
  };

  Matrix A = Matrix::Zero(size, size);
  for (Index k = 0; k < n; ++k)
    for (Index l = 0; l < n; ++l) {
      const Real3 apart = data_nodes[k] - data_nodes[l];
      A(k, l) = std::pow(dot(apart, apart), 3.5);
    }
  A.topRightCorner(n, harmonics) = to_orthonormal(monomials);
  A.bottomLeftCorner(harmonics, n) = A.topRightCorner(n, harmonics).transpose();
  const Eigen::PartialPivLU<Matrix> lu(A);

  const Index n_first = n_sample / symmetry, n_columns = n / symmetry; // of one matrix
  operators.matrix.resize(static_cast<std::size_t>(surface_operators) * n_first * n);
  constexpr Index block = 64; // orbits at a time
#pragma omp parallel for schedule(dynamic)
  for (Index first = 0; first < n_first; first += block) {
    const Index count = std::min(block, n_first - first);
    Matrix rhs(size, surface_operators * count); // column b * count + s
    for (Index s = 0; s < count; ++s) {
      const Index site = (first + s) * symmetry;
      const Real3 &xi = sample_nodes[site], &e1 = operators.e1[site], &e2 = operators.e2[site];
      for (Index k = 0; k < n; ++k) {
        const Six jet = kernel_jet(xi, e1, e2, data_nodes[k]);
        for (int b = 0; b < surface_operators; ++b) rhs(k, b * count + s) = jet[b];
      }
      const Matrix tail = to_orthonormal(monomial_jets(xi, e1, e2));
      for (int b = 0; b < surface_operators; ++b)
        rhs.col(b * count + s).tail(harmonics) = tail.row(b).transpose();
    }
    const Matrix rows = lu.solve(rhs);
    for (int c = 0; c < symmetry; ++c)
      for (Index j = 0; j < n_columns; ++j)
        for (int b = 0; b < surface_operators; ++b)
          for (Index s = 0; s < count; ++s) {
            real sum = 0;
            for (int g = 0; g < symmetry; ++g) sum += character(c, g) * rows(j * symmetry + g, b * count + s);
            operators.matrix[first + s +
                             static_cast<std::size_t>(n_first) *
                                 (b + surface_operators * (j + static_cast<std::size_t>(n_columns) * c))] =
                sum / symmetry;
          }
  }
  return operators;
}

} // namespace

RbfOperators sites_of_operators(const std::vector<Real3>& data_nodes,
                                const std::vector<Real3>& sample_nodes) {
  check_nodes(sample_nodes, "sample");
  RbfOperators operators;
  operators.n_data = static_cast<Index>(data_nodes.size());
  operators.n_sample = static_cast<Index>(sample_nodes.size());
  operators.symmetry = std::min(site_symmetry(data_nodes), site_symmetry(sample_nodes));
  operators.weights = sphere_quadrature(sample_nodes).weights;
  operators.e1.resize(sample_nodes.size());
  operators.e2.resize(sample_nodes.size());
  for (Index s = 0; s < operators.n_sample; ++s) {
    const int turn = s % operators.symmetry;
    const Index first = s - turn;
    operators.weights[s] = operators.weights[first]; // equal but for the last bits
    if (turn == 0)
      tangent_frame(sample_nodes[s], operators.e1[s], operators.e2[s]);
    else
      operators.e1[s] = half_turn(turn, operators.e1[first]),
      operators.e2[s] = half_turn(turn, operators.e2[first]);
  }
  return operators;
}

std::vector<real> rows_of(const RbfOperators& o, SurfaceOperator first, int count) {
  const std::size_t rows = o.n_sample / o.symmetry,
                    columns = o.functions > 0 ? o.symmetry * o.functions : o.n_data,
                    skipped = rows * static_cast<std::size_t>(first), kept = rows * count;
  if (o.separable()) return {};
  std::vector<real> values(kept * columns);
  for (std::size_t j = 0; j < columns; ++j)
    std::copy_n(o.matrix.begin() + static_cast<std::ptrdiff_t>(surface_operators * rows * j + skipped), kept,
                values.begin() + static_cast<std::ptrdiff_t>(kept * j));
  return values;
}

RbfOperators make_rbf_operators(const std::vector<Real3>& data_nodes,
                                const std::vector<Real3>& sample_nodes) {
  check_data_nodes(data_nodes);
  check_nodes(sample_nodes, "sample");
  try {
    return assemble(data_nodes, sample_nodes);
  } catch (const std::bad_alloc&) {
    throw ResourceError("not enough memory for the operators from " + std::to_string(data_nodes.size()) +
                        " data to " + std::to_string(sample_nodes.size()) + " sample sites");
  }
}

} // namespace ibsim
