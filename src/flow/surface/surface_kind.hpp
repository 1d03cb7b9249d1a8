// A kind of surfaces before anything moves, as host data: nodes of a parameter domain, weights and operators
// that take values at the data sites to values and derivatives at the sample sites. Geometry alone: nothing
// here makes a force.
//
// A kind of surface is a file with a function that makes one of these: closed_surface.cpp for topological
// spheres. All that follows (surface.hpp, and the forces) asks for no more than this struct, so another kind
// is another such file.
#pragma once

#include "grid/any_faces.hpp"
#include "linalg/dense_product.hpp"
#include "surface/metric.hpp"
#include "surface/rbf_operators.hpp"
#include "surface/resolved_space.hpp"
#include "surface/sites.hpp"

namespace ibsim {

enum class SurfaceTopology {
  closed,          ///< it encloses a volume
  doubly_periodic, ///< it goes on in its own image: X(xi + period) = X(xi) + a constant vector
  point            ///< none: a site by itself (point.hpp), which meets no other
};

struct SurfaceKind {
  SurfaceTopology topology = SurfaceTopology::closed;
  /// The area of the parameter domain, to which the weights add up: 4 pi for the unit sphere.
  real parameter_area = 0;
  std::vector<Real3> data_nodes,
      sample_nodes;                ///< in the parameter domain: of a closed surface, on the unit sphere
  std::vector<Real3> data_at_rest; ///< X of the data sites at rest, um
  /// X of the data and of the sample sites before they are placed, where the surface starts from another
  /// shape than that at rest, um; else empty
  std::vector<Real3> data_at_start, samples_at_start;
  RbfOperators operators;
  /// Derivatives of the shape at rest at the sample sites, where the operators do not hold it: of a resolved
  /// surface whose shape at rest is of degrees beyond its space. Else empty.
  std::vector<SurfaceJet> jets_at_rest;
  /// Operators from the data sites to themselves, for terms that differentiate twice (mechanics/bending.hpp)
  /// and for normals of data sites. Empty without add_data_operators.
  RbfOperators at_data;
  /// Where force and motion share a space: that space; of a closed surface `operators` and `at_data` are
  /// those of its functions. Empty unless it was asked for: add_resolved_space.
  ResolvedSpace resolved;
  /// What a doubly periodic surface, whose operators differentiate periodic functions, is to add to
  /// the operators' result for positions, the same for all objects. (6 n_sample) x 3, column-major, um: with
  /// the affine part A of X, operator b of A at the sample sites less operator b of the values of A at the
  /// data sites. Else empty.
  std::vector<real> affine;
  /// As `affine`, for the operators at_data.
  std::vector<real> affine_at_data;
  /// Number type of its operators, projections and stresses on a backend: floats only with a weak form.
  Storage storage = Storage::doubles;
  /// The columns of the products of its objects: apart where any list of them is to have the bits of all.
  Columns columns = Columns::together;
  /// Number of objects in all, of which a surface may have some; 0: it has all. Integrals over an object
  /// then have the bits of a surface with all objects (parallel/reduce.hpp).
  Index objects_in_all = 0;
  std::vector<Vec3<int>>
      triangles; ///< of sample sites, counter-clockwise from outside (or above), for pictures

  /// Whether forces of energies are their exact derivatives (weak_form.hpp): the operators are those of the
  /// space's functions.
  bool has_weak_form() const { return operators.functions > 0; }
  bool in_floats() const { return storage == Storage::floats; }
  const std::vector<Real3>& start() const { return data_at_start.empty() ? data_at_rest : data_at_start; }
};

/// A closed surface, whose parameter domain is the unit sphere (rbf_operators.hpp). @param cache_folder of
/// operators that were made before; empty: none. @throws InputError, ResourceError as cached_rbf_operators
/// does
SurfaceKind make_closed_surface(const ReferenceSurface&, int n_data, int n_sample,
                                const std::string& cache_folder);

/// Kind of a surface in the space of degree L (resolved_space.hpp), whose operators need no cache. Its data
/// sites lie evenly on the sphere, the domain of the functions. Evenly on the surface they would be too
/// sparse on a part of the sphere to distinguish these functions from shorter waves.
/// @throws as add_resolved_space does
SurfaceKind make_resolved_surface(const ReferenceSurface&, int n_data, int n_sample, int degree);

/// Fills in SurfaceKind::at_data. @throws as make_closed_surface does
void add_data_operators(SurfaceKind&, const std::string& cache_folder);

} // namespace ibsim
