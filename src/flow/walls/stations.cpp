#include "walls/stations.hpp"

#include "model/flow_model.hpp"
#include "walls/vessel.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr real almost = 1e-9; // of a cell: places are sums of lengths

int wrapped(int i, int n) { return ((i % n) + n) % n; }

/// Cells between the place of a branch and its nearest fluid at most.
constexpr int farthest_cells = 4;

/// Plane at the mouth of an opening, and a segment that begins behind its pump and is as long as the mouth's
/// radius, so that it ends before the next fork.
Station station_of(const FlowModel& model, const Opening& o, std::size_t number) {
  const Openings& openings = model.vessel->openings();
  const std::vector<OpeningZone>& zones = model.vessel->zones().of;
  const int d = o.axis, way = -o.side;
  const Grid& grid = model.grid;
  real length = default_segment;
  Real3 place = o.at; // in the first layer of the segment
  place[d] += way * grid.h / 2;
  if (number < zones.size() && !zones[number].behind.cell.empty()) {
    length = std::min(length, zones[number].radius());
    const Index cell = zones[number].behind.cell.front();
    place = {(cell % grid.n.x + 0.5) * grid.h, (cell / grid.n.x % grid.n.y + 0.5) * grid.h,
             (cell / grid.n.x / grid.n.y + 0.5) * grid.h};
  }
  const real begin = place[d] - way * grid.h / 2, block = openings.high[d] - openings.low[d],
             end = begin + way * std::clamp(length, grid.h, std::max(grid.h, block));
  return {o.name, d, o.at[d], way, std::min(begin, end), std::max(begin, end), place, true};
}

} // namespace

std::vector<Station> stations_of(const FlowModel& model) {
  const Real3 box = model.grid.lengths();
  std::vector<Station> stations;
  for (const FlowPlane& plane : model.planes) {
    const real half = std::min(plane.length, box[plane.axis]) / 2;
    Station station{plane.name, plane.axis, plane.at, 1, plane.at - half, plane.at + half, {}, false};
    if (!plane.whole_box) station.branch = plane.branch;
    stations.push_back(station);
  }
  if (!model.has_vessel()) return stations;
  const std::vector<Opening>& openings = model.vessel->openings().all;
  for (std::size_t i = 0; i < openings.size(); ++i) stations.push_back(station_of(model, openings[i], i));
  return stations;
}

StationCells::StationCells(const FlowModel& model, const Station& station)
    : model_(model), station_(station) {
  const Grid& grid = model.grid;
  const int d = station.axis;
  na_ = grid.n[(d + 1) % 3], nb_ = grid.n[(d + 2) % 3];
  first_ = static_cast<int>(std::floor(station.low / grid.h + almost));
  layers_ = std::max(1, static_cast<int>(std::ceil(station.high / grid.h - almost)) - first_);
  depths_.assign(static_cast<std::size_t>(layers_) * static_cast<std::size_t>(na_) *
                     static_cast<std::size_t>(nb_),
                 std::numeric_limits<real>::infinity());
  if (const auto wall = wall_of(model); wall->is_within_box()) {
    for (int layer = 0; layer < layers_; ++layer)
      for (int b = 0; b < nb_; ++b)
        for (int a = 0; a < na_; ++a) depths_[number(layer, a, b)] = wall->depth_of_cell(cell(layer, a, b));
    if (station.branch) flood();
    real deepest = 0;
    for (std::size_t i = 0; i < depths_.size(); ++i)
      if (own_.empty() || own_[i]) deepest = std::max(deepest, depths_[i]);
    bins_ = static_cast<std::size_t>(std::floor(deepest / grid.h)) + 1;
  }
}

std::size_t StationCells::number(int layer, int a, int b) const {
  return static_cast<std::size_t>(a) +
         static_cast<std::size_t>(na_) *
             (static_cast<std::size_t>(b) + static_cast<std::size_t>(nb_) * static_cast<std::size_t>(layer));
}

Int3 StationCells::cell(int layer, int a, int b) const {
  const int d = station_.axis;
  Int3 c;
  c[d] = layer_in_box(layer), c[(d + 1) % 3] = a, c[(d + 2) % 3] = b;
  return c;
}

int StationCells::layer_in_box(int layer) const {
  return wrapped(first_ + layer, model_.grid.n[station_.axis]);
}
real StationCells::low_of(int layer) const {
  return std::max(station_.low, (first_ + layer) * model_.grid.h);
}
real StationCells::high_of(int layer) const {
  return std::min(station_.high, (first_ + layer + 1) * model_.grid.h);
}

/// The fluid cell nearest to the place of the branch, in its layer. @return false: none is near
bool StationCells::find_start(int& layer, int& a, int& b) const {
  const int d = station_.axis;
  const real h = model_.grid.h;
  const Real3& x = *station_.branch;
  layer = static_cast<int>(std::floor(x[d] / h)) - first_;
  const int n = model_.grid.n[d];
  while (layer < 0) layer += n;
  while (layer >= n) layer -= n;
  if (layer >= layers_) return false;
  const int ca = static_cast<int>(std::floor(x[(d + 1) % 3] / h)),
            cb = static_cast<int>(std::floor(x[(d + 2) % 3] / h));
  int nearest = -1;
  for (int j = -farthest_cells; j <= farthest_cells; ++j)
    for (int i = -farthest_cells; i <= farthest_cells; ++i) {
      const int pa = wrapped(ca + i, na_), pb = wrapped(cb + j, nb_), apart = i * i + j * j;
      if (!(depths_[number(layer, pa, pb)] > 0) || (nearest >= 0 && apart >= nearest)) continue;
      nearest = apart, a = pa, b = pb;
    }
  return nearest >= 0;
}

/// Finds the fluid that is connected to the place of the branch, and the cells of its wall beside it.
void StationCells::flood() {
  own_.assign(depths_.size(), 0);
  std::vector<Int3> next(1); // (layer, a, b)
  if (!find_start(next[0].x, next[0].y, next[0].z)) return;
  own_[number(next[0].x, next[0].y, next[0].z)] = 1;
  std::vector<Int3> found = next;
  while (!next.empty()) {
    const Int3 at = next.back();
    next.pop_back();
    for (int way = 0; way < 6; ++way) {
      Int3 to = at;
      to[way / 2] += way % 2 ? 1 : -1;
      if (to.x < 0 || to.x >= layers_) continue;
      to.y = wrapped(to.y, na_), to.z = wrapped(to.z, nb_);
      const std::size_t i = number(to.x, to.y, to.z);
      if (own_[i] || !(depths_[i] > 0)) continue;
      own_[i] = 1;
      next.push_back(to), found.push_back(to);
    }
  }
  for (const Int3& at : found) // cells with their middle in the wall that are fluid in part
    for (int i = 0; i < 9; ++i) {
      const std::size_t near = number(at.x, wrapped(at.y + i % 3 - 1, na_), wrapped(at.z + i / 3 - 1, nb_));
      if (!own_[near] && !(depths_[near] > 0) && depths_[near] > -model_.grid.h) own_[near] = 1;
    }
}

real StationCells::depth(const Int3& c) const {
  const int d = station_.axis, layer = wrapped(c[d] - first_, model_.grid.n[d]);
  if (layer >= layers_) return -std::numeric_limits<real>::infinity();
  return depths_[number(layer, c[(d + 1) % 3], c[(d + 2) % 3])];
}

real StationCells::part(const Int3& c) const {
  const int d = station_.axis, layer = wrapped(c[d] - first_, model_.grid.n[d]);
  if (layer >= layers_) return 0;
  const std::size_t i = number(layer, c[(d + 1) % 3], c[(d + 2) % 3]);
  if (!own_.empty() && !own_[i]) return 0;
  return bins_ > 0 ? part_of_fluid(-depths_[i], model_.grid.h) : 1;
}

/// Calls f(cell, volume of its fluid) for the cells of the segment.
template <class F>
void StationCells::for_fluid(F f) const {
  const real h = model_.grid.h;
  for (int layer = 0; layer < layers_; ++layer) {
    const real thickness = std::max(real{0}, high_of(layer) - low_of(layer));
    for (int b = 0; b < nb_; ++b)
      for (int a = 0; a < na_; ++a) {
        const Int3 c = cell(layer, a, b);
        if (const real fluid = part(c); fluid > 0) f(c, fluid * h * h * thickness);
      }
  }
}

real StationCells::volume() const {
  real sum = 0;
  for_fluid([&](const Int3&, real volume) { sum += volume; });
  return sum;
}

std::vector<real> StationCells::volumes_by_depth() const {
  std::vector<real> volumes(bins_);
  if (bins_ > 0) for_fluid([&](const Int3& c, real volume) { volumes[bin_of(c)] += volume; });
  return volumes;
}

std::size_t StationCells::bin_of(const Int3& c) const {
  const real bin = std::floor(depth(c) / model_.grid.h);
  return bin > 0 ? std::min(static_cast<std::size_t>(bin), bins_ - 1) : 0;
}

bool StationCells::has(const Real3& centre) const {
  if (own_.empty()) return true;
  const int d = station_.axis;
  const real h = model_.grid.h, period = model_.grid.lengths()[d],
             middle = (station_.low + station_.high) / 2,
             along = middle + std::remainder(centre[d] - middle, period);
  const int layer = std::clamp(static_cast<int>(std::floor(along / h)) - first_, 0, layers_ - 1),
            ca = static_cast<int>(std::floor(centre[(d + 1) % 3] / h)),
            cb = static_cast<int>(std::floor(centre[(d + 2) % 3] / h));
  for (int ring = 0; ring <= farthest_cells; ++ring) { // the nearest fluid decides
    bool is_fluid = false;
    for (int j = -ring; j <= ring; ++j)
      for (int i = -ring; i <= ring; ++i) {
        if (std::max(std::abs(i), std::abs(j)) != ring) continue;
        const std::size_t at = number(layer, wrapped(ca + i, na_), wrapped(cb + j, nb_));
        if (!(depths_[at] > 0)) continue;
        if (own_[at]) return true;
        is_fluid = true;
      }
    if (is_fluid) return false;
  }
  return false;
}

} // namespace ibsim
