// The wall around the fluid, whatever makes it: the ends of the box, tubes or a vessel. Who measures, places
// or drives things asks it where the fluid is and how far the wall is. Its other half are WallPoints
// (geometry/wall_points.hpp): places, normals, areas and velocities of the points that hold the fluid.
//
// Another wall is another class here and its points in points_of_walls (wall_points.hpp).
#pragma once

#include "base/host_device.hpp"
#include "grid/grid.hpp"
#include "grid/slab.hpp"
#include "surface/layer_volumes.hpp"

#include <cmath>
#include <memory>
#include <vector>

namespace ibsim {

struct FlowModel;

/// A face of a wall that is the same along z: a plane across y, or a circle around fluid. Copied into
/// kernels.
struct WallFace {
  enum class Form { lower, upper, round };
  Form form = Form::lower;
  real x = 0, y = 0, radius = 0; ///< centre and radius of a circle, um; y: place of a plane

  /// Width of the fluid between a place and the face, um: 0 beyond a plane, negative outside of a circle.
  IBSIM_HD real gap(real at_x, real at_y, const Real3& box) const {
    if (form == Form::lower) return at_y > y ? at_y - y : real{0};
    if (form == Form::upper) return at_y < y ? y - at_y : real{0};
    const real from_x = std::remainder(at_x - x, box.x), from_y = std::remainder(at_y - y, box.y),
               r = std::sqrt(from_x * from_x + from_y * from_y);
    return r < radius ? radius - r : real{-1};
  }
};

/// Layers of the fluid in which profiles are measured.
struct WallLayers {
  Layers layers;
  std::vector<real> volumes;   ///< of each layer, um^3
  std::vector<int> of_columns; ///< layer of each column of cells along z, [j][i]; -1: none
};

class Wall {
 public:
  virtual ~Wall() = default;

  /// True if it leaves a part of the box without fluid.
  virtual bool is_within_box() const = 0;
  /// Signed distance from the wall, um: positive in the fluid, infinite without a wall. @param x in any image
  /// of the box
  virtual real depth(const Real3& x) const = 0;
  /// Depth of the middle of a cell of the grid.
  virtual real depth_of_cell(const Int3& cell) const = 0;
  /// True if an object with this centre is in the fluid that the wall is around.
  virtual bool has(const Real3& centre) const = 0;
  /// Volume of the fluid, um^3: of all, and between two corners.
  virtual real volume() const = 0;
  virtual real volume_within(const Real3& low, const Real3& high) const = 0;
  /// Wave number of the slowest mode of the flow, 1/um.
  virtual real slowest_mode() const = 0;
  /// Parts of the faces of component d in the fluid, where a force drives it: of the own planes of a slab, or
  /// of one plane that stands for all. Empty: all faces are.
  virtual std::vector<real> parts_of_faces(int d, const Slab&) const = 0;
  /// Faces from which gaps are measured; none: it has none that are the same along z.
  virtual std::vector<WallFace> faces() const = 0;
  virtual WallLayers layers() const = 0;
  /// Axis of the shells about which a place lies, that image of it.
  virtual LayerAxis axis_near(const Real3& x) const = 0;
};

/// The wall of the vessel; without one those of the tubes; without these the ends of the box.
std::shared_ptr<const Wall> wall_of(const FlowModel&);
/// The ends of the box, with walls in y or without.
std::shared_ptr<const Wall> ends_of_box(const Grid&);

} // namespace ibsim
