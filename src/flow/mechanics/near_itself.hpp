// Which parts of an object have come near others of it (self_contact.hpp), from positions alone. A team of
// threads has an object: it finds a ball around the points of each leaf, and of each group of leaves, and
// then the leaves with a point within rho and a margin of one of another leaf that it may feel. Points are
// floats relative to the middle of the object, balls so much larger that none is missed.
//
// As long as no point has moved by half of the margin since, relative to that middle, no others can have come
// within rho, and the search is not made anew. That leaves more parts than are near, of which none feels
// anything that it would not: the same forces to the bit, whenever the search was made.
#pragma once

#include "mechanics/contact_points.hpp"
#include "mechanics/self_contact.hpp"

namespace ibsim {

/// The points of a structure, for what they feel of their own object. Copied into lambdas.
struct OwnPoints {
  int leaves = 0; ///< 0: objects do not feel themselves
  Index n = 1;    ///< points of an object
  real range = 0;
  const PointAtStart* at_start = nullptr; ///< of each point of an object
  const std::uint8_t* is_near = nullptr;  ///< leaf by leaf, object by object: whether others may be near
  VectorsView<const real> positions{};

  /// Whether point i of the structure may feel its own object.
  IBSIM_HD bool may_feel(Index i) const { return leaves > 0 && is_near[i / n * leaves + leaf_of(i % n)]; }
  /// The leaf l with the points n l/leaves .. n (l + 1)/leaves - 1, of which p is one.
  IBSIM_HD int leaf_of(Index p) const {
    return static_cast<int>((static_cast<std::int64_t>(p + 1) * leaves - 1) / n);
  }
  /// rho of two points of an object.
  IBSIM_HD real range_of(Index i, Index j) const {
    return range_of_pair(at_start[i % n], at_start[j % n], range);
  }
  /// The vector from j to i, as they lie on the surface: by no image of the box.
  IBSIM_HD Real3 apart(Index i, Index j) const { return positions.at(i) - positions.at(j); }
};

/// A place relative to the middle of an object, um.
struct PlaceInObject {
  float x, y, z;
};

template <class B>
class NearItself {
 public:
  /// @param of of no leaves: objects do not feel themselves @param at_start the sample sites of one object,
  /// in its own frame, um
  NearItself(const Stream<B>&, const SurfaceKind&, const PointsOfObject& of, int objects,
             const std::vector<Real3>& at_start, real range);

  /// Finds the leaves that may be near others, and makes the cells of their points those of many objects
  /// (close_sites.hpp). Does not wait for the stream. @param cell of each point of the structure
  void find(const Stream<B>&, const ContactPoints&, const Index* cell, Index* owners);

  /// Valid until the next find().
  OwnPoints points(const ContactPoints&) const;

 private:
  int leaves_ = 0;
  real range_;
  Array<PointAtStart, B> at_start_;
  Array<std::uint16_t, B> may_feel_;
  Array<LeafAtStart, B> leaves_at_start_;
  Array<PlaceInObject, B> seen_; ///< the points of all objects when they were searched last
  Array<std::uint8_t, B> is_near_;
};

} // namespace ibsim
