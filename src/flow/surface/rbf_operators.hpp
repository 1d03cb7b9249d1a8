// Radial basis functions on the sphere: from values at the data sites to values and derivatives at the sample
// sites.
//
// Interpolant s(xi) = sum_k c_k |xi - xi_k|^7 + spherical harmonics of degree <= 5 (Shankar et al. 2015,
// doi:10.1002/fld.4061; Wright's polyharmonic splines), c orthogonal to those harmonics. Derivatives are
// taken along an orthonormal tangent frame e_1, e_2 at each sample site, so nothing is
// singular at the poles.
#pragma once

#include "base/vec3.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// The six operators, in the order of their blocks.
enum class SurfaceOperator { value, d1, d2, d11, d12, d22 };
constexpr int surface_operators = 6;

/// Derivatives of periodic functions on a line, from points to points: order p at sample s of data point i is
/// values[(p n_sample + s) n_data + i], p = 0, 1, 2.
struct LineOperators {
  Index n_data = 0, n_sample = 0;
  std::vector<real> values;
};

struct RbfOperators {
  Index n_data = 0, n_sample = 0;
  /// 4 if both node sets are orbits of the half turns (site_symmetry.hpp), else 1.
  int symmetry = 1;
  /// Symmetry 1: (6 n_sample) x n_data, column-major: row block b is operator b at all sample sites. Symmetry
  /// 4: four such matrices M_c one after the other, of a quarter of the sample sites and a quarter of the
  /// data sites.
  std::vector<real> matrix;
  /// Number of functions, if values at the data sites stand for functions of a smaller space
  /// (resolved_space.hpp), for each character if there are four. The operator takes values to amounts of
  /// functions, functions x (n_data/symmetry) for each character in turn. A column of `matrix` then belongs
  /// to a function. Otherwise 0 and empty.
  Index functions = 0;
  std::vector<real> amounts;
  /// The operators in place of a matrix, where sites are rows on a rectangle, number i + n.along_x k: those
  /// along both sides, of which d1 is that along z and d2 that along x (sheet.hpp).
  LineOperators along_x, along_z;
  bool separable() const { return along_x.n_data > 0; }
  /// Quadrature weights on the unit sphere at the sample sites, positive; their sum is 4 pi. Exact for
  /// spherical harmonics up to a degree that grows like sqrt(n_sample); sphere_quadrature.cpp says how, and
  /// how this differs from Fuselier et al. (2013).
  std::vector<real> weights;
  /// The tangent frame at each sample site.
  std::vector<Real3> e1, e2;
};

/// All of them but the matrix: weights and frames. @throws InputError if a sample site is not on the unit
/// sphere
RbfOperators sites_of_operators(const std::vector<Real3>& data_nodes, const std::vector<Real3>& sample_nodes);

/// The rows of `count` of the operators from `first` on, in each column of each of the matrices; of separable
/// ones nothing.
std::vector<real> rows_of(const RbfOperators&, SurfaceOperator first, int count);

/// @throws InputError if there are fewer data sites than harmonics (36), a site is not on the unit sphere, or
/// two coincide; ResourceError if there is not enough memory for 6 n_sample n_data / symmetry numbers.
RbfOperators make_rbf_operators(const std::vector<Real3>& data_nodes, const std::vector<Real3>& sample_nodes);

/// Operators from a file of `cache_folder`, named by a hash of the inputs; a missing, damaged or foreign file
/// is made anew. An empty path: no cache. A cache that cannot be written is a warning, not an error.
RbfOperators cached_rbf_operators(const std::vector<Real3>& data_nodes,
                                  const std::vector<Real3>& sample_nodes, const std::string& cache_folder);

} // namespace ibsim
