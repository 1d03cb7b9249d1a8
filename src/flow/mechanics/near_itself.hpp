// Which parts of an object have come near others of it (self_contact.hpp), found in each step from positions
// alone. A team of threads has an object: it finds a ball around the sites of each leaf, and of each group of
// leaves, and then the leaves whose ball is within rho of that of another that they may feel. Balls are of
// floats relative to the object's first site, and so much larger that none is missed.
#pragma once

#include "mechanics/pair_force.hpp"
#include "mechanics/self_contact.hpp"

namespace ibsim {

/// The sample sites of a structure, for what they feel of their own object. Copied into lambdas.
struct OwnSites {
  int leaves = 0; ///< 0: objects do not feel themselves
  Index n_sample = 1;
  real range = 0;
  const SiteAtStart* at_start = nullptr;  ///< of each site of an object
  const std::uint16_t* leaf_of = nullptr; ///< of each
  const std::uint8_t* is_near = nullptr;  ///< leaf by leaf, object by object: whether others may be near
  VectorsView<const real> positions{};

  /// Whether site i of the structure may feel its own object.
  IBSIM_HD bool may_feel(Index i) const {
    return leaves > 0 && is_near[i / n_sample * leaves + leaf_of[i % n_sample]];
  }
  /// rho of two sites of an object.
  IBSIM_HD real range_of(Index i, Index j) const {
    return range_of_pair(at_start[i % n_sample], at_start[j % n_sample], range);
  }
  /// From j to i, as they lie on the surface: by no image of the box.
  IBSIM_HD Real3 apart(Index i, Index j) const { return positions.at(i) - positions.at(j); }
};

template <class B>
class NearItself {
 public:
  /// @param at_start the sample sites of one object, in its own frame, um; empty: objects do not feel
  /// themselves
  NearItself(const Stream<B>&, const SurfaceKind&, int objects, const std::vector<Real3>& at_start,
             real range);

  /// Finds the leaves that are near others, and makes the cells of their sites those of many objects
  /// (close_sites.hpp). Does not wait for the stream. @param cell of each site of the structure
  void find(const Stream<B>&, const StructureSites<B>&, const Index* cell, Index* owners);

  /// Valid until the next find().
  OwnSites sites(const StructureSites<B>&) const;

 private:
  int leaves_ = 0;
  real range_;
  Array<SiteAtStart, B> at_start_;
  Array<Index, B> by_leaf_, place_; ///< sites in the order of leaves; where each is in it
  Array<std::uint16_t, B> leaf_of_, may_feel_;
  Array<std::uint8_t, B> is_near_;
};

} // namespace ibsim
