#include "walls/vessel.hpp"

#include "geometry/grid_distance.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace ibsim {

real part_of_fluid(real distance, real h) {
  const real s = std::clamp(-distance / h, real{-1}, real{1});
  return s < 0 ? (1 + s) * (1 + s) / 2 : 1 - (1 - s) * (1 - s) / 2;
}

namespace {

/// Cells from a wall of the box within which there are no points: it holds the fluid there, and points would
/// move none.
constexpr real of_ends = 0.75;

void keep_points(WallPoints& points, const std::vector<std::size_t>& kept) {
  WallPoints some;
  for (const std::size_t i : kept) {
    some.at.push_back(points.at[i]), some.outward.push_back(points.outward[i]);
    some.area.push_back(points.area[i]), some.velocity.push_back(points.velocity[i]);
  }
  points = std::move(some);
}

void remove_points_at_ends(WallPoints& points, const Grid& grid) {
  std::vector<std::size_t> kept;
  const real least = of_ends * grid.h;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points.at[i].y > least && points.at[i].y < grid.lengths().y - least) kept.push_back(i);
  keep_points(points, kept);
}

} // namespace

struct Vessel::Made {
  std::once_flag once_sampled, once_region, once_points, once_zones, once_plenum, once_sections, once_on_grid,
      once_volume[4];
  SampledDistance sampled;
  FluidRegion region;
  WallPoints points;
  OpeningZones zones;
  std::vector<Index> plenum;
  std::vector<real> sections[3];
  ImplicitShape on_grid;
  real depth = 0;
  real volume[4] = {}; ///< by faces across x, y and z, and by cells
};

Vessel::Vessel(ImplicitShape fluid, const Grid& grid, std::string description, std::string written,
               Openings openings, WallSpacing spacing)
    : fluid_(std::move(fluid)), grid_(grid), description_(std::move(description)),
      written_(std::move(written)), openings_(std::move(openings)), spacing_(spacing),
      made_(std::make_unique<Made>()) {}
Vessel::~Vessel() = default;

const SampledDistance& Vessel::sampled() const {
  std::call_once(made_->once_sampled,
                 [&] { made_->sampled = sample_distance(*fluid_, {grid_.lengths()}, grid_.h); });
  return made_->sampled;
}

const FluidRegion& Vessel::region() const {
  std::call_once(made_->once_region, [&] {
    made_->region = look_at_fluid(sampled(), *fluid_);
    std::optional<Throat>& narrowest = made_->region.narrowest;
    if (narrowest && !openings_.in_block(narrowest->place)) narrowest.reset(); // the plenum is none
  });
  return made_->region;
}

const WallPoints& Vessel::points() const {
  std::call_once(made_->once_points, [&] {
    made_->points = wall_points(sampled(), *fluid_, grid_.h, in_cells(spacing_));
    if (grid_.topology.y.ends == Ends::walls) remove_points_at_ends(made_->points, grid_);
  });
  return made_->points;
}

const OpeningZones& Vessel::zones() const {
  std::call_once(made_->once_zones, [&] { made_->zones = find_opening_zones(sampled(), grid_, openings_); });
  return made_->zones;
}

const std::vector<Index>& Vessel::plenum() const {
  std::call_once(made_->once_plenum, [&] {
    const SampledDistance& at = sampled();
    for (int k = 0; k < at.n.z; ++k)
      for (int j = 0; j < at.n.y; ++j)
        for (int i = 0; i < at.n.x; ++i)
          if (openings_.in_plenum(at.node(i, j, k)))
            made_->plenum.push_back(static_cast<Index>(at.number(i, j, k)));
  });
  return made_->plenum;
}

OpeningZones Vessel::zones_of_part() const {
  OpeningZones zones;
  const int number = static_cast<int>(openings_.all.size());
  for (int i = 0; i < number; ++i) { // each a piece of the box
    const int d = openings_.all[static_cast<std::size_t>(i)].axis, n = grid_.n[d];
    OpeningZone zone;
    zone.axis = d, zone.vessel = 1, zone.first = i * n / number, zone.layers = std::max(1, n / number);
    const std::vector<real> parts = parts_of_faces(d, slab_of_all(grid_.n));
    Index face = 0;
    for (int k = 0; k < grid_.n.z; ++k)
      for (int j = 0; j < grid_.n.y; ++j)
        for (int c = 0; c < grid_.n.x; ++c, ++face) {
          const int layer = Int3{c, j, k}[d] - zone.first;
          const real part = parts[static_cast<std::size_t>(face)];
          if (layer < 0 || layer >= zone.layers || !(part > 0)) continue;
          zone.faces.cell.push_back(face), zone.faces.part.push_back(part);
          if (layer == 0) zone.behind.cell.push_back(face), zone.behind.part.push_back(part);
        }
    zones.of.push_back(std::move(zone));
  }
  return zones;
}

std::shared_ptr<const Vessel> Vessel::part(const Grid& grid) const {
  Openings at_rest = openings_;
  for (Opening& opening : at_rest.all) opening.value = {};
  auto part = std::make_shared<Vessel>(fluid_, grid, description_, written_, at_rest, spacing_);
  if (has_openings())
    std::call_once(part->made_->once_zones, [&] { part->made_->zones = part->zones_of_part(); });
  const Real3 box = grid.lengths();
  WallPoints kept = points();
  std::vector<std::size_t> inside;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (const Real3& x = kept.at[i]; x.x < box.x && x.y < box.y && x.z < box.z) inside.push_back(i);
  keep_points(kept, inside);
  std::call_once(part->made_->once_points, [&] { part->made_->points = std::move(kept); });
  return part;
}

std::vector<real> Vessel::parts_of_faces(int d, const Slab& slab) const {
  const SampledDistance& at = sampled();
  const Int3 n = grid_.n;
  std::vector<real> parts(static_cast<std::size_t>(slab.own_cells()));
#pragma omp parallel for schedule(static)
  for (Index k = slab.first; k < slab.first + slab.planes; ++k) {
    std::size_t face = static_cast<std::size_t>(k - slab.first) * n.x * n.y;
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i, ++face) {
        Int3 before{i, j, static_cast<int>(k)};
        before[d] = (before[d] + n[d] - 1) % n[d];
        const real distance = (at.values[at.number(i, j, static_cast<int>(k))] +
                               at.values[at.number(before.x, before.y, before.z)]) /
                              2;
        parts[face] = part_of_fluid(distance, grid_.h);
      }
  }
  return parts;
}

void Vessel::measure() const {
  const SampledDistance& at = sampled();
  const Int3 n = grid_.n;
  const auto count = [](int number) { return static_cast<std::size_t>(number); };
  real depth = 0;
  std::vector<std::vector<real>> of_plane(count(n.z)); // parts of rows along y, then along x
#pragma omp parallel for schedule(static) reduction(max : depth)
  for (int k = 0; k < n.z; ++k) {
    std::vector<real>& rows = of_plane[count(k)];
    rows.resize(count(n.x) + n.y);
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const real distance = at.values[at.number(i, j, k)], part = part_of_fluid(distance, grid_.h);
        rows[count(i)] += part, rows[count(n.x) + j] += part;
        depth = std::max(depth, -distance);
      }
  }
  made_->depth = depth;
  for (int d = 0; d < 3; ++d) made_->sections[d].resize(count(n[d]));
  const real area = grid_.h * grid_.h;
  for (int k = 0; k < n.z; ++k) {
    const std::vector<real>& rows = of_plane[count(k)];
    for (int i = 0; i < n.x; ++i) made_->sections[0][count(i)] += area * rows[count(i)];
    for (int j = 0; j < n.y; ++j) made_->sections[1][count(j)] += area * rows[count(n.x) + j];
    made_->sections[2][count(k)] = area * std::accumulate(rows.begin(), rows.begin() + n.x, real{0});
  }
}

const std::vector<real>& Vessel::sections(int d) const {
  std::call_once(made_->once_sections, [&] { measure(); });
  return made_->sections[d];
}

real Vessel::depth() const {
  std::call_once(made_->once_sections, [&] { measure(); });
  return made_->depth;
}

real Vessel::volume_within(const Real3& low, const Real3& high, bool with_plenum) const {
  const SampledDistance& at = sampled();
  const real h = grid_.h;
  const auto inside = [&](int i, int d) { // part of a cell
    return std::clamp(std::min((i + 1) * h, high[d]) - std::max(i * h, low[d]), real{0}, h) / h;
  };
  std::vector<real> of_plane(static_cast<std::size_t>(grid_.n.z), 0);
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < grid_.n.z; ++k) {
    real sum = 0;
    for (int j = 0; j < grid_.n.y; ++j)
      for (int i = 0; i < grid_.n.x; ++i)
        if (const real part = part_of_fluid(at.values[at.number(i, j, k)], h);
            part > 0 && (with_plenum || !openings_.in_plenum(at.node(i, j, k))))
          sum += part * inside(i, 0) * inside(j, 1) * inside(k, 2);
    of_plane[static_cast<std::size_t>(k)] = sum;
  }
  return std::accumulate(of_plane.begin(), of_plane.end(), real{0}) * grid_.cell_volume();
}

real Vessel::volume_of_fluid() const {
  std::call_once(made_->once_volume[3], [&] { made_->volume[3] = volume_within({}, grid_.lengths()); });
  return made_->volume[3];
}

const SignedDistance& Vessel::on_grid() const {
  std::call_once(made_->once_on_grid, [&] {
    const SampledDistance& at = sampled();
    made_->on_grid = grid_shape({at.n, at.node(0, 0, 0), at.spacing(), {at.values.begin(), at.values.end()}},
                                at.box, description_);
  });
  return *made_->on_grid;
}

real Vessel::wall_area() const {
  return std::accumulate(points().area.begin(), points().area.end(), real{0});
}

real Vessel::volume(int d) const {
  std::call_once(made_->once_volume[d], [&] {
    for (const real part : parts_of_faces(d, slab_of_all(grid_.n)))
      made_->volume[d] += part * grid_.cell_volume();
  });
  return made_->volume[d];
}

} // namespace ibsim
