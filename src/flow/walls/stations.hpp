// Stations: where flow, haematocrit and the layer without cells are measured over time. Each plane of a
// scenario (flow_plane.hpp) is one, and so is the mouth of each opening of a vessel (opening.hpp), whose
// segment begins behind its pump.
//
//   plane     across an axis; what passes it is counted
//   segment   between two places along the axis; volume fractions are those in it
//   branch    the fluid of the segment that is connected, within the segment, to a place; or all of it
//
// An object belongs to the branch that its centre lies in.
#pragma once

#include "base/precision.hpp"
#include "base/vec3.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;

struct Station {
  std::string name;
  int axis = 2;
  real at = 0;                 ///< place of the plane along the axis, um
  int way = 1;                 ///< direction in which flow is positive: of an opening into the vessel
  real low = 0, high = 0;      ///< ends of the segment, um; at most the length of the box apart
  std::optional<Real3> branch; ///< a place in it, um; none: all of the fluid
  bool is_opening = false;     ///< and no plane
};

/// All stations: planes, then openings, each in their order.
std::vector<Station> stations_of(const FlowModel&);

/// The cells of the grid that a station's segment consists of.
class StationCells {
 public:
  /// @param model must outlive this
  StationCells(const FlowModel& model, const Station&);

  /// Whether there is any fluid in the segment.
  bool has_fluid() const { return volume() > 0; }
  /// Volume of the fluid in the segment, um^3.
  real volume() const;
  /// Volume of the fluid by depth below the walls, in bins of one cell's width, [bin].
  std::vector<real> volumes_by_depth() const;
  /// Bin of a cell of the box. Cells in the wall are in the first one.
  std::size_t bin_of(const Int3& cell) const;
  /// Number of bins; 0 where there is no wall.
  std::size_t bins() const { return bins_; }
  /// Part of a cell of the box that is fluid of the station; its layer is one of the segment. 0: none.
  real part(const Int3& cell) const;
  /// Whether an object with this centre, um, in any image, belongs to the branch.
  bool has(const Real3& centre) const;

  /// Layers of cells across the axis, from the lower end of the segment: those of the box, around it.
  int layers() const { return layers_; }
  /// Ends of a layer within the segment, um.
  real low_of(int layer) const;
  real high_of(int layer) const;
  int layer_in_box(int layer) const;
  const Station& station() const { return station_; }

 private:
  std::size_t number(int layer, int a, int b) const;
  Int3 cell(int layer, int a, int b) const;
  real depth(const Int3& cell) const;
  bool find_start(int& layer, int& a, int& b) const;
  void flood();
  template <class F>
  void for_fluid(F f) const;

  const FlowModel& model_;
  Station station_;
  int first_ = 0, layers_ = 0, na_ = 0, nb_ = 0; ///< first: of the box, below 0 too
  std::size_t bins_ = 0;
  std::vector<real> depths_; ///< of all cells of the segment's layers, um
  std::vector<char> own_;    ///< of the branch; empty: all
};

} // namespace ibsim
