// The points by which surfaces feel each other in contact: of sample sites that lie close to each other, so
// that the law is well summed and no more work is done than that takes.
//
//   point p of sites s:   X_p = sum_s A_s X_s/A_p,  A_p = sum_s A_s,  A_s of the surface at rest
//   force on a site:      F_s = A_s/A_p F_p
//
// A point is linear in the positions of its sites and the forces on sites are its transpose, so forces that
// are the gradient of an energy of points are that of an energy of sites, and no pair gives a net force or
// torque.
//
// Points lie a distance r_p apart of 1/2.5 of the range of contact, or of V/A of the object, the range within
// which the sides of a body so thin feel each other (self_contact.hpp), if that is less and objects feel
// themselves; where sample sites are not at least a tenth more, each is a point.
#pragma once

#include "mechanics/pair_force.hpp"

#include <vector>

namespace ibsim {

struct SurfaceKind;

/// The points of one kind of surfaces, as host data. Leaf l of a tree of places on the surface has the points
/// n l/leaves .. n (l + 1)/leaves - 1, of n in all, and point p the sites
/// order[n_sample p/n .. n_sample (p + 1)/n - 1].
struct PointsOfObject {
  Index points = 0;
  int leaves = 0; ///< a power of two, 16 to 2048, with 2.5 points a leaf at least; 0: each site is a point
  std::vector<Index> order;
};

/// @param at_start the sample sites of one object, in its own frame, um; empty: each site is a point, in
/// their order @param range um @param feels_itself else V/A does not count
PointsOfObject points_of_object(const SurfaceKind&, const std::vector<Real3>& at_start, real range,
                                bool feels_itself = true);

/// The points of a structure's objects, as kernels see them. Copied into lambdas.
struct ContactPoints {
  Index n, n_sample;                 ///< points and sample sites of an object
  const Index* order;                ///< of sites, point by point
  const real *parts, *areas;         ///< A_s/A_p in that order; A_p, um^2
  VectorsView<const real> positions; ///< um, object by object, not wrapped into the box

  /// f(s, A_s/A_p) for the sites s of the structure that are those of its point i.
  template <class F>
  IBSIM_IN_KERNEL void for_each_site(Index i, F f) const {
    const Index object = i / n, p = i % n;
    for (Index k = first(p); k < first(p + 1); ++k) f(object * n_sample + order[k], parts[k]);
  }
  IBSIM_HD Index first(Index p) const {
    return static_cast<Index>(static_cast<std::int64_t>(n_sample) * p / n);
  }
};

/// Finds the points; has the memory for it: 24 bytes a point. What does not change is found once.
template <class B>
class ContactPointsFinder {
 public:
  ContactPointsFinder(const Stream<B>&, const PointsOfObject&, int objects);

  /// Does not wait for the stream. Valid until the next call.
  ContactPoints find(const Stream<B>&, const StructureSites<B>&);
  /// What was found last.
  ContactPoints found() const;

  Index points() const { return points_ * objects_; } ///< of all objects

 private:
  Index points_, n_sample_, objects_;
  bool has_parts_ = false;
  Array<Index, B> order_;
  Array<real, B> parts_, areas_, positions_;
};

} // namespace ibsim
