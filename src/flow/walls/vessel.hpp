// A vessel or device around the fluid: a rigid wall of any shape in a periodic box, held by points
// (held_walls.hpp). Numbers that take a while are made when they are first asked for, and kept.
#pragma once

#include "geometry/fluid_region.hpp"
#include "geometry/wall_points.hpp"
#include "grid/grid.hpp"
#include "walls/opening_zones.hpp"

#include <memory>
#include <string>

namespace ibsim {

/// Part of the fluid about a grid point at this distance from the wall, negative in the fluid: the integral
/// of the point's hat function over the fluid, for a plane wall across an axis of the grid.
///
/// A force on the fluid then keeps its sum and its moment about the wall, wherever the wall lies between grid
/// points. With the part of a cell instead, the flow rate of a gap of 20 cells would depend on that by 0.7 %.
real part_of_fluid(real distance, real h);

/// Cells between the points of a vessel's wall.
enum class WallSpacing { usual, tight };
constexpr real in_cells(WallSpacing s) {
  return s == WallSpacing::tight ? tight_point_spacing : wall_point_spacing;
}

class Vessel {
 public:
  /// @param fluid negative in the fluid, periodic in the box of the grid @param description for a person
  /// @param written the key in a scenario, as YAML @param openings whose plenum is part of the fluid
  Vessel(ImplicitShape fluid, const Grid&, std::string description, std::string written,
         Openings openings = {}, WallSpacing = WallSpacing::usual);
  ~Vessel();

  const SignedDistance& shape() const { return *fluid_; }
  const std::string& description() const { return description_; }
  const std::string& written() const { return written_; }
  const Openings& openings() const { return openings_; }
  bool has_openings() const { return !openings_.empty(); }
  WallSpacing spacing() const { return spacing_; }

  /// Distances at the middles of the grid's cells.
  const SampledDistance& sampled() const;
  const FluidRegion& region() const;
  const WallPoints& points() const;
  /// Mouths and pumps of the openings, or what is wrong with them.
  const OpeningZones& zones() const;
  /// Numbers of the cells of the plenum in the box, ascending.
  const std::vector<Index>& plenum() const;

  /// The part of this vessel in a box of fewer cells that begins at the same corner, for dry runs. It has as
  /// many pumps, anywhere, and they are at rest.
  std::shared_ptr<const Vessel> part(const Grid&) const;

  /// part_of_fluid at each face of component d, on the own planes of a slab.
  std::vector<real> parts_of_faces(int d, const Slab&) const;
  /// Area of the fluid in each plane of cells across direction d, um^2.
  const std::vector<real>& sections(int d) const;
  /// The largest distance of a middle of a cell from the wall, um.
  real depth() const;
  /// Volume of the fluid by parts_of_faces, um^3.
  real volume(int d) const;
  /// Volume of the fluid in the cells between two corners, um^3.
  real volume_within(const Real3& low, const Real3& high, bool with_plenum = true) const;
  /// Volume of all fluid in the box, plenum included, by the cells, um^3.
  real volume_of_fluid() const;
  /// The distance interpolated from sampled(): quick, and smooth across edges.
  const SignedDistance& on_grid() const;
  /// Area of the wall in the box, shared out among its points, um^2.
  real wall_area() const;

 private:
  struct Made;
  void measure() const;
  OpeningZones zones_of_part() const;
  ImplicitShape fluid_;
  Grid grid_;
  std::string description_, written_;
  Openings openings_;
  WallSpacing spacing_;
  std::unique_ptr<Made> made_;
};

} // namespace ibsim
