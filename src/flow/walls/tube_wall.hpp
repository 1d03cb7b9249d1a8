// Round tubes along z through the whole box, as a Wall.
//
// The part of a cell that lies in a tube of radius a is taken as min(max((a - r)/h + 1/2, 0), 1), r the
// distance of its middle from the axis. It does not depend on z, so neither does the force that drives the
// fluid, and no pressure answers it.
#pragma once

#include "walls/tubes.hpp"
#include "walls/wall.hpp"

namespace ibsim {

class TubeWall final : public Wall {
 public:
  TubeWall(const Grid& grid, std::vector<TubeSection> tubes)
      : grid_(grid), box_(grid.lengths()), tubes_(std::move(tubes)) {}

  bool is_within_box() const override { return true; }
  real depth(const Real3& x) const override;
  real depth_of_cell(const Int3& cell) const override;
  bool has(const Real3& centre) const override { return depth(centre) > 0; }
  real volume() const override;
  /// Tubes count whole whose axis lies between the corners.
  real volume_within(const Real3& low, const Real3& high) const override;
  real slowest_mode() const override;
  std::vector<real> parts_of_faces(int d, const Slab&) const override;
  std::vector<WallFace> faces() const override;
  /// Shells about the axes of all tubes together, about as thick as a cell.
  WallLayers layers() const override;
  LayerAxis axis_near(const Real3& x) const override;

 private:
  real widest() const;

  const Grid grid_;
  const Real3 box_;
  const std::vector<TubeSection> tubes_;
};

} // namespace ibsim
