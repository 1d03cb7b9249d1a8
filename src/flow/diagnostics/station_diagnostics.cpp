#include "diagnostics/station_diagnostics.hpp"

#include "diagnostics/cell_free_layer.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "surface/volume_between.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

/// Numbers of the closed kinds, in their order.
std::vector<std::size_t> closed_kinds(const FlowModel& model) {
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind)
    if (has_inside(model.objects[kind])) kinds.push_back(kind);
  return kinds;
}

/// Sample sites of the objects of a kind, [object][site].
std::vector<Real3> points_of(Simulation& simulation, std::size_t kind) {
  const std::vector<real> numbers = simulation.surface_field_on_host(kind, SurfaceField::positions);
  std::vector<Real3> points(numbers.size() / 3);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return points;
}

/// Way along an axis, um, that brings a place to the image nearest to the middle of a segment.
real shift_to(const Station& station, real place, real period) {
  const real middle = (station.low + station.high) / 2;
  return middle + std::remainder(place - middle, period) - place;
}

real mean_of_finite(const std::vector<real>& values) {
  real sum = 0, n = 0;
  for (const real value : values)
    if (std::isfinite(value)) sum += value, ++n;
  return sum / n;
}

} // namespace

bool measures_stations(const FlowModel& model) {
  return !closed_kinds(model).empty() && !stations_of(model).empty();
}
bool measures_layers(const FlowModel& model) {
  return measures_stations(model) && wall_of(model)->is_within_box();
}

std::vector<Column<AtStation>> station_columns(const FlowModel& model) {
  std::vector<Column<AtStation>> columns{{"time", "us", &AtStation::time},
                                         {"station", "", &AtStation::name},
                                         {"volume", "um^3", &AtStation::volume},
                                         {"tube haematocrit", "", [](const AtStation& at) {
                                            real sum = 0;
                                            for (const real volume : at.volumes) sum += volume;
                                            return sum / at.volume;
                                          }}};
  const std::vector<std::size_t> kinds = closed_kinds(model);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    columns.push_back({"volume fraction of " + model.objects[kinds[i]].name, "",
                       [i](const AtStation& at) { return at.volumes[i] / at.volume; }});
  if (measures_layers(model)) columns.push_back({"cell-free layer", "um", &AtStation::cell_free_layer});
  return columns;
}

Stations::Stations(const FlowModel& model, const std::vector<SurfaceKind>& kinds)
    : model_(model), kinds_(kinds), wall_(wall_of(model)) {
  for (const Station& station : stations_of(model)) {
    cells_.emplace_back(model, station);
    volumes_.push_back(cells_.back().volume());
    layers_.push_back(cells_.back().volumes_by_depth());
  }
}

/// Volume of an object in each layer below the wall, which adds up to `volume`. @param shift of the object
/// along the axis
std::vector<real> Stations::by_depth(const StationCells& cells, const TriangulatedBody& body, real shift,
                                     real volume) const {
  constexpr int columns = 2; // of a cell
  const int d = cells.station().axis, a = (d + 1) % 3, b = (d + 2) % 3;
  const Int3 n = model_.grid.n;
  const real width = model_.grid.h / columns;
  std::vector<real> found(cells.bins());
  real lowest = infinity;
  for (const Real3& x : body.points) lowest = std::min(lowest, x[d] + shift);
  const auto wrapped = [](int i, int period) { return ((i % period) + period) % period; };
  for (const Crossing& at : crossings_of_columns(body, d, width)) {
    const real place = at.place + shift;
    Int3 cell;
    cell[a] = wrapped(static_cast<int>(std::floor(static_cast<real>(at.a) / columns)), n[a]);
    cell[b] = wrapped(static_cast<int>(std::floor(static_cast<real>(at.b) / columns)), n[b]);
    for (int layer = 0; layer < cells.layers() && cells.low_of(layer) < place; ++layer) {
      if (cells.high_of(layer) < lowest) continue; // it has none of the body
      cell[d] = cells.layer_in_box(layer);
      found[cells.bin_of(cell)] +=
          at.sign * (std::min(place, cells.high_of(layer)) - cells.low_of(layer)) * width * width;
    }
  }
  real sum = 0;
  for (const real of_layer : found) sum += of_layer;
  for (real& of_layer : found) of_layer = sum > 0 ? of_layer * (volume / sum) : 0;
  return found;
}

/// Parts of an object in each station's segment that it reaches. @param volume of the object
std::vector<Stations::Share> Stations::shares_of(const TriangulatedBody& body, const Real3& centre,
                                                 real volume, bool with_depth) const {
  std::vector<Share> shares;
  Real3 low{infinity, infinity, infinity}, high = -low;
  for (const Real3& x : body.points)
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
  real whole = 0; // of the triangles
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Station& station = cells_[i].station();
    const int d = station.axis;
    const real period = model_.grid.lengths()[d], nearest = shift_to(station, centre[d], period);
    for (int image = -1; image <= 1; ++image) {
      const real shift = nearest + image * period;
      if (!(low[d] + shift < station.high && high[d] + shift > station.low)) continue;
      if (!cells_[i].has(centre)) continue;
      if (whole == 0) whole = volume_between(body, d, -infinity, infinity);
      const real part = volume_between(body, d, station.low - shift, station.high - shift) * (volume / whole);
      shares.push_back({i, part, {}});
      if (with_depth && cells_[i].bins() > 0) shares.back().by_depth = by_depth(cells_[i], body, shift, part);
    }
  }
  return shares;
}

/// Least distance from the wall of the sites in each strip of a segment, um; infinite where none is.
std::vector<real> Stations::gaps(const StationCells& cells, std::span<const Real3> points,
                                 const Real3& centre) const {
  const Station& station = cells.station();
  const int d = station.axis;
  const real shift = shift_to(station, centre[d], model_.grid.lengths()[d]);
  std::vector<real> found(static_cast<std::size_t>(cells.layers()), infinity);
  for (const Real3& x : points) {
    const real place = x[d] + shift;
    if (!(place >= station.low && place < station.high)) continue;
    int layer = 0;
    while (layer + 1 < cells.layers() && place >= cells.high_of(layer)) ++layer;
    real& least = found[static_cast<std::size_t>(layer)];
    least = std::min(least, wall_->is_within_box() ? wall_->depth(x) : infinity);
  }
  return found;
}

std::vector<AtStation> Stations::measure(Simulation& simulation, bool by_depth) const {
  const std::vector<std::size_t> closed = closed_kinds(model_);
  std::vector<AtStation> found(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    found[i].time = simulation.time(), found[i].name = cells_[i].station().name;
    found[i].volume = volumes_[i];
    found[i].volumes.resize(closed.size()), found[i].by_depth.resize(by_depth ? cells_[i].bins() : 0);
  }
  const bool has_walls = measures_layers(model_);
  const std::size_t cells_of_blood = has_walls ? kind_of_cells(simulation) : 0;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const std::size_t kind = closed[k];
    const std::vector<StructureIntegrals>& integrals = simulation.integrals(kind);
    const std::vector<Real3> all = points_of(simulation, kind);
    const std::size_t n = kinds_[kind].sample_nodes.size();
    const int objects = static_cast<int>(integrals.size());
    std::vector<std::vector<Share>> shares(integrals.size());
    std::vector<std::vector<std::vector<real>>> of_strips(integrals.size()); // [object][share][strip]
#pragma omp parallel for schedule(dynamic)
    for (int o = 0; o < objects; ++o) { // steps wait for this
      const auto slot = static_cast<std::size_t>(o);
      if (!simulation.is_there(kind, slot)) continue;
      const std::span<const Real3> points{all.data() + n * slot, n};
      const Real3& centre = integrals[slot].centre;
      shares[slot] = shares_of({points, kinds_[kind].triangles}, centre, integrals[slot].volume, by_depth);
      if (has_walls && kind == cells_of_blood)
        for (const Share& share : shares[slot])
          of_strips[slot].push_back(gaps(cells_[share.station], points, centre));
    }
    std::vector<std::vector<real>> least(cells_.size());
    for (std::size_t slot = 0; slot < shares.size(); ++slot) // in one order, whatever the threads
      for (std::size_t s = 0; s < shares[slot].size(); ++s) {
        const Share& share = shares[slot][s];
        AtStation& at = found[share.station];
        at.volumes[k] += share.volume;
        for (std::size_t i = 0; i < share.by_depth.size(); ++i) at.by_depth[i] += share.by_depth[i];
        if (of_strips[slot].empty()) continue;
        std::vector<real>& strips = least[share.station];
        strips.resize(of_strips[slot][s].size(), infinity);
        for (std::size_t i = 0; i < strips.size(); ++i)
          strips[i] = std::min(strips[i], of_strips[slot][s][i]);
      }
    if (has_walls && kind == cells_of_blood)
      for (std::size_t i = 0; i < cells_.size(); ++i) found[i].cell_free_layer = mean_of_finite(least[i]);
  }
  return found;
}

std::vector<StationLayer> Stations::layers(const AtStation& at, std::size_t station) const {
  std::vector<StationLayer> rows;
  const std::vector<real>& volumes = layers_[station];
  for (std::size_t i = 0; i < volumes.size(); ++i)
    rows.push_back({at.time, at.name, (static_cast<real>(i) + real{0.5}) * model_.grid.h, volumes[i],
                    at.by_depth[i] / volumes[i]});
  return rows;
}

} // namespace ibsim
