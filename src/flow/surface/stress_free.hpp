// The shape in which a membrane has no in-plane stress, where it is not the one that the object starts from.
//
// A red cell made of a sheet without stress in its biconcave shape would have a shear stress as it
// tank-treads that real cells have not: theirs is nearly that of a sphere, a spheroid of reduced volume 0.94
// to 0.96 (Peng, Mashayekh and Zhu 2014, J. Fluid Mech. 742, doi:10.1017/jfm.2014.14; Lim, Wortis and
// Mukhopadhyay 2002).
//
//   v = 6 sqrt(pi) V/A^(3/2)     of a spheroid with half axes (a, a, c), c <= a;   v = 1: a sphere
#pragma once

#include "surface/sites.hpp"

#include <optional>

namespace ibsim {

/// The shape without stress of a kind of objects.
struct StressFreeShape {
  enum class Shape {
    initial,  ///< the surface that the object starts from
    spheroid, ///< an oblate spheroid, each zone of which has its part of the object's area
  };
  Shape shape = Shape::initial;
  real reduced_volume = 0.95; ///< v of a spheroid
  /// Its area over that of the object's surface. `automatic`: such that the relaxed object has the area of
  /// its surface; 1 where nothing is relaxed.
  real area_ratio = 1;
  bool automatic_area = true;
  bool relax = true; ///< the object is brought to equilibrium before the start
  /// um, by which it is pushed in from above first; it then need not be symmetric to z = 0
  real dent = 0;
  friend bool operator==(const StressFreeShape&, const StressFreeShape&) = default;

  bool is_initial() const { return shape == Shape::initial; }
};

/// The oblate spheroid (or sphere) of a reduced volume and an area (um^2).
/// @throws InputError if the reduced volume is not within (0, 1] or the area not positive
ReferenceSurface spheroid_of(real reduced_volume, real area);

/// True if a surface has the z axis as its axis of symmetry and z = 0 as its plane of symmetry.
bool is_round_about_z(const ReferenceSurface&);

/// Where the points xi of a surface round about z are on a spheroid: the caps above xi and above its image
/// have the same part of the areas, at the same azimuth (um).
std::vector<Real3> equal_area_image(const ReferenceSurface& from, const ReferenceSurface& spheroid,
                                    const std::vector<Real3>& xi);

} // namespace ibsim
