// Haematocrit and the layer without cells at the stations of a scenario (walls/stations.hpp).
//
//   tube haematocrit  volume of closed objects in the segment over that of all its fluid, objects included
//   cell-free layer   in strips of one cell along the axis, the least distance of the objects from the wall;
//                     mean over the strips that have objects, as in cell_free_layer.hpp
//   by depth          the same volume fraction in layers below the wall, each as thick as a cell of the grid
//
// Volumes are those of the triangulated surface, scaled to the object's volume (surface/volume_between.hpp):
// adjacent segments share an object exactly. Layers share a segment's volume by columns of half a cell.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"
#include "walls/stations.hpp"
#include "walls/wall.hpp"

#include <limits>

namespace ibsim {

/// Measures of a station at a time.
struct AtStation {
  double time = 0;                                               ///< us
  std::string name;                                              ///< of the station
  real volume = 0;                                               ///< of its fluid, um^3
  real cell_free_layer = std::numeric_limits<real>::quiet_NaN(); ///< um; not a number: no wall, or no cells
  std::vector<real> volumes;  ///< of the objects in the segment, of each kind of closed objects, um^3
  std::vector<real> by_depth; ///< the same of all kinds, of each layer below the wall, um^3
};

/// A layer of a station below the wall.
struct StationLayer {
  double time = 0; ///< us
  std::string station;
  real depth = 0;       ///< of its middle, um
  real volume = 0;      ///< of its fluid, um^3
  real haematocrit = 0; ///< not a number without fluid
};

/// Columns of stations.csv: time, station, volume, haematocrits, layer.
std::vector<Column<AtStation>> station_columns(const FlowModel&);
/// Columns of station_profiles.csv.
inline const std::vector<Column<StationLayer>> station_layer_columns{
    {"time", "us", &StationLayer::time},
    {"station", "", &StationLayer::station},
    {"distance from wall", "um", &StationLayer::depth},
    {"volume", "um^3", &StationLayer::volume},
    {"haematocrit", "", &StationLayer::haematocrit}};

/// True of a scenario with stations and objects that are measured there.
bool measures_stations(const FlowModel&);
/// True if its stations have walls.
bool measures_layers(const FlowModel&);

struct TriangulatedBody;

class Stations {
 public:
  /// @param model, kinds must outlive this
  Stations(const FlowModel& model, const std::vector<SurfaceKind>& kinds);

  /// Numbers of each station at the present state. Waits for the stream. @param by_depth fills in these too
  std::vector<AtStation> measure(Simulation&, bool by_depth) const;
  /// Layers of a station that was measured with these.
  std::vector<StationLayer> layers(const AtStation&, std::size_t station) const;

 private:
  struct Share {
    std::size_t station;
    real volume;
    std::vector<real> by_depth;
  };
  std::vector<Share> shares_of(const TriangulatedBody&, const Real3& centre, real volume,
                               bool by_depth) const;
  std::vector<real> by_depth(const StationCells&, const TriangulatedBody&, real shift, real volume) const;
  std::vector<real> gaps(const StationCells&, std::span<const Real3> points, const Real3& centre) const;

  const FlowModel& model_;
  const std::vector<SurfaceKind>& kinds_;
  std::shared_ptr<const Wall> wall_;
  std::vector<StationCells> cells_;
  std::vector<real> volumes_;             ///< of the fluid of each, um^3
  std::vector<std::vector<real>> layers_; ///< volumes of the fluid by depth
};

} // namespace ibsim
