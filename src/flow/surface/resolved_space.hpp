// The functions of a surface's parameter domain in which it moves and takes forces, where force and motion
// share a space (surface/resolved_motion.hpp): as host data, at its two sets of sites. Which functions they
// are is the kind of surface's own: of a closed surface, the spherical harmonics of degree <= L; of an
// elastic sheet, waves along both sides (elastic_sheet.hpp).
//
// Of each set of sites: functions q_k with Q^T W Q = 1, W = diag(w) a quadrature there. With sites that are
// orbits of the half turns each function has a character, q(g xi) = c(g) q(xi) (site_symmetry.hpp), and is
// known by its values at the first site of each orbit.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

/// Functions along one side of a rectangle, at points of equal weights w: Q^T w Q = 1.
struct LineFunctions {
  Index points = 0, functions = 0;
  std::vector<real> values; ///< Q, points x functions, column-major
};

struct SiteFunctions {
  Index sites = 0;
  /// The functions of each character, as many for all: what is missing is filled up with zeros. Even.
  Index functions = 0;
  int symmetry = 1;
  /// Q, (sites/symmetry) x functions, column-major: one such matrix a character, one after the other.
  std::vector<real> values;
  std::vector<real> weights; ///< w of each site, the same in each orbit
  /// In place of `values`, where sites are rows on a rectangle, number i + along_x.points k: all products of
  /// a function of x and one of z, without symmetry. `functions` is then their number.
  LineFunctions along_x, along_z;
  bool separable() const { return along_x.points > 0; }
};

struct ResolvedSpace {
  int degree = 0; ///< L, of a closed surface
  SiteFunctions at_data, at_samples;
  /// What positions at the data sites of an object have beside the space and keep, in the order x, y, z:
  /// R - P R of those at rest, um. Empty where the space has all of R.
  std::vector<real> beside_at_data;
  bool empty() const { return at_data.sites == 0; }
};

/// L of a closed surface, and what it follows from.
struct ResolvedDegree {
  int of_grid;    ///< waves of four cells or more: 2 pi a/L >= 4 h, a the radius of the sphere of this area
  int of_sites;   ///< 1.95 sites for each of the (L + 1)^2 functions, of data sites and of sample sites
  int degree;     ///< the lesser, and at least 5: that of a red cell at rest
  int data_sites; ///< that `of_grid`, or 5, takes
};
/// @param area at rest, um^2 @param h um
ResolvedDegree resolved_degree(int data_sites, int sample_sites, real area, real h);

/// ResolvedDegree::data_sites, which the grid alone decides.
int data_sites_for_grid(real area, real h);

/// Number of data sites that carry degree 5.
constexpr int least_sites_to_resolve = 54;

/// The spherical harmonics of degree <= L at nodes on the unit sphere. The same bits for any number of
/// threads. @param weights positive @param symmetry of the nodes that is to be used: 1, or theirs
/// @throws InputError if the nodes do not determine them all
SiteFunctions harmonics_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree,
                           int symmetry);
SiteFunctions harmonics_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree);

/// P V = Q Q^T W V, on the host.
std::vector<real> projected(const SiteFunctions&, const std::vector<real>& values);

struct SurfaceKind;
struct RbfOperators;

/// Fills in SurfaceKind::resolved of a closed surface, replaces its operators by operators of the space, and
/// projects its shape at the start into the space.
/// @param kind with SurfaceKind::operators, of which the matrix may be missing
/// @throws as harmonics_at does
void add_resolved_space(SurfaceKind& kind, int degree);

/// Operators from the data sites to these: least squares in the space, whose functions are differentiated
/// exactly. @param kind with a resolved space
RbfOperators resolved_operators(const SurfaceKind& kind, const std::vector<Real3>& sites);

} // namespace ibsim
