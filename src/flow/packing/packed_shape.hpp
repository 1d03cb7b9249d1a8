// A closed surface at rest as packing meets it: points on it, and how deep a point lies inside of it.
#pragma once

#include "surface/sites.hpp"

#include <array>
#include <vector>

namespace ibsim {

struct PackedShape {
  /// Points near each other: all lie within `reach` of the centre.
  struct Patch {
    Real3 centre; ///< one of them, um
    real reach = 0;
  };
  static constexpr std::size_t most_patches = 64;

  ReferenceSurface surface;
  Real3 stretch{1, 1, 1};            ///< factors along its own axes
  std::vector<Real3> points;         ///< on it, about evenly, um
  std::vector<Patch> patches;        ///< at most most_patches; none before find_patches
  std::vector<std::size_t> patch_of; ///< of each point
  Real3 half_widths;                 ///< along its own axes, um
  real radius = 0;                   ///< of the sphere about its centre that holds it, um

  /// The points of all patches of which may_be(centre, reach) is true, in the order of points. Needs patches.
  template <class M>
  std::vector<Real3> points_where(const M& may_be) const {
    std::array<bool, most_patches> taken;
    for (std::size_t k = 0; k < patches.size(); ++k) taken[k] = may_be(patches[k].centre, patches[k].reach);
    std::vector<Real3> found;
    for (std::size_t p = 0; p < points.size(); ++p)
      if (taken[patch_of[p]]) found.push_back(points[p]);
    return found;
  }
};

/// @param points how many, a multiple of four
PackedShape packed_shape(const ReferenceSurface&, const Real3& stretch, int points);

/// Finds the patches, about points that are as far from each other as can be: each next one is the point that
/// is farthest from all so far.
void find_patches(PackedShape&);

/// How far a point is from the surface, to first order in that distance, and the outward normal there.
struct Depth {
  real depth = 0; ///< um; zero of a point that is outside
  Real3 normal;   ///< of unit length
};

/// Depth and normal by f = T(x, y) - |z| for a red cell of half thickness T (sites.hpp), 1 - |x/a| for an
/// ellipsoid: depth f/|grad f|, normal -grad f/|grad f|. @param p along the object's own axes, um
inline Depth depth_in(const ReferenceSurface& surface, const Real3& p) {
  const Real3& a = surface.half_axes;
  if (surface.shape == ReferenceShape::red_cell) {
    const real q = (p.x * p.x + p.y * p.y) / (a.x * a.x);
    if (!(q < 1)) return {};
    const real root = std::sqrt(1 - q), profile = 0.105 + q * (1 - 0.56 * q);
    const real f = a.x * root * profile - std::abs(p.z);
    if (!(f > 0)) return {};
    const real slope = 2 / a.x * (profile / (2 * root) - root * (1 - 1.12 * q)); // -dT/d(x^2) times 2 x/x
    const Real3 outward{slope * p.x, slope * p.y, p.z < 0 ? real{-1} : real{1}};
    const real steepness = norm(outward);
    return {f / steepness, outward / steepness};
  }
  const Real3 scaled{p.x / a.x, p.y / a.y, p.z / a.z};
  const real q = dot(scaled, scaled);
  if (!(q < 1)) return {};
  constexpr real centre = 1e-12;
  if (q < centre) return {a.z, {0, 0, 1}};
  const real root = std::sqrt(q);
  const Real3 outward{scaled.x / (a.x * root), scaled.y / (a.y * root), scaled.z / (a.z * root)};
  const real steepness = norm(outward);
  return {(1 - root) / steepness, outward / steepness};
}

/// Depth and normal in a mapped shape: f is the distance in units of its half axes and of its stretch.
/// @param p along the object's own axes, um
Depth depth_in_map(const PackedShape& shape, const Real3& p);

/// Depth of a point in a shape.
/// @param p along the object's own axes, um
inline Depth depth_in(const PackedShape& shape, const Real3& p) {
  const Real3& s = shape.stretch;
  const Depth rest = depth_in(shape.surface, {p.x / s.x, p.y / s.y, p.z / s.z});
  if (!(rest.depth > 0)) return {};
  const Real3 gradient{rest.normal.x / s.x, rest.normal.y / s.y, rest.normal.z / s.z};
  const real steepness = norm(gradient);
  return {rest.depth / steepness, gradient / steepness};
}

} // namespace ibsim
