// Objects on their way to a packing: where they are, what overlaps, and how they give way.
#pragma once

#include "packing/near_pairs.hpp"
#include "packing/packed_shape.hpp"
#include "packing/packing_room.hpp"

#include <array>

namespace ibsim {

struct PackedBody {
  int shape = 0, room = -1; ///< which; room -1: it stays where it is
  bool turns = true;
  real full_size = 1; ///< factor of its shape that is wanted at last; one that stays has it from the start
  Real3 centre;       ///< um
  std::array<real, 4> quaternion{1, 0, 0, 0};
};

/// The rows of the rotation matrix of a unit quaternion w, x, y, z.
void rotation_of(const std::array<real, 4>& quaternion, Real3 (&rows)[3]);

class PackedBodies {
 public:
  PackedBodies(std::vector<PackedShape> shapes, std::vector<PackingRoom> rooms, std::vector<PackedBody>,
               const Real3& periods);

  /// Moves overlapping bodies apart, at this part of their full size.
  /// @param as_spheres the spheres around bodies are kept apart instead, and bodies do not turn
  /// @return the deepest overlap before that, as a part of the least half width of the thinner of the two
  real advance(real size, bool as_spheres);

  const std::vector<PackedBody>& bodies() const { return bodies_; }
  /// Number of the body with the deepest overlap of the last move.
  std::size_t tightest() const { return tightest_; }

 private:
  struct Overlap { ///< of a pair
    Real3 push;    ///< mean normal, out of the second: which way the first goes
    Real3 levers[2];
    real depth = 0;     ///< the deepest, um
    real weight = 0;    ///< sum of all depths
    real stiffness = 0; ///< depth over this is how far each goes, times its ease
  };
  struct Pose {
    Real3 rows[3]; ///< of its rotation
    real scale;
  };

  Overlap overlap_of(const NearPair&) const;
  Overlap overlap_of_spheres(const NearPair&) const;
  void add_points_inside(std::size_t a, std::size_t b, const Real3& apart, real sign, Overlap&) const;
  void keep_in_room(std::size_t, bool as_spheres, Real3& move, Real3& turn, real& depth) const;
  void renew_pairs();

  std::vector<PackedShape> shapes_;
  std::vector<PackingRoom> rooms_;
  std::vector<PackedBody> bodies_;
  Real3 periods_;
  real skin_ = 0;
  std::size_t tightest_ = 0;
  std::vector<Real3> listed_at_; ///< centres when the pairs were listed
  std::vector<NearPair> pairs_;
  PairsOfEach of_each_;
  std::vector<Pose> poses_;
  std::vector<Overlap> overlaps_;
};

} // namespace ibsim
