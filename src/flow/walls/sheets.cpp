#include "walls/sheets.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "coupling/wall_offset.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"
#include "surface/elastic_sheet.hpp"
#include "walls/sheet_load.hpp"
#include "walls/wall_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace ibsim {
namespace {

/// Cells between points of a sheet: closer ones ask of the fluid what it does not resolve, farther ones let
/// 8e-3 h dp/mu through (docs/notes/held_walls.md).
constexpr real closest_points = 1.2, farthest_points = 2;

/// Sites on slopes lie farther apart than on the plane: closer there, so that they are never farther apart
/// than those of a tube.
real closer_on_slopes(const Sheet& sheet) {
  const real slope = steepest_slope(sheet.relief);
  return slope > sheet_slope ? std::sqrt((1 + sheet_slope * sheet_slope) / (1 + slope * slope)) : 1;
}

/// By how much points on the steepest slope are farther apart than on a plane.
real stretched_on_slopes(const Sheet& sheet) {
  const real slope = steepest_slope(sheet.relief);
  return std::sqrt(1 + slope * slope);
}
/// Rows in which points are as much too close on a plane as they are too far apart on the steepest slope.
SheetRows rows_of_points(const Sheet& sheet, real h) {
  const real closer = std::min(std::sqrt(stretched_on_slopes(sheet)), wall_point_spacing / closest_points);
  return sheet_rows(sheet.size_x, sheet.size_z, wall_point_spacing * h / closer);
}
SheetRows sample_rows(const Sheet& sheet, real h) {
  if (!sheet.membrane && sheet.held_by == HeldBy::points) return rows_of_points(sheet, h);
  return sheet_rows(sheet.size_x, sheet.size_z,
                    (sheet.membrane ? elastic_sheet_sample_spacing : sheet_site_spacing) *
                        closer_on_slopes(sheet) * h);
}
SheetRows data_rows(const Sheet& sheet, real h) {
  return odd_sheet_rows(sheet.size_x, sheet.size_z, elastic_sheet_data_spacing * h);
}

struct PlacedSheet {
  PlacedRelief at;
  std::string key, name;
};

std::vector<PlacedSheet> sheets_of(const FlowModel& model) {
  std::vector<PlacedSheet> sheets;
  for (const auto& [k, kind, sheet] : kinds_of<Sheet>(model.objects))
    for (std::size_t o = 0; o < kind.placements.size(); ++o) {
      const Real3& centre = kind.placements[o].centre;
      sheets.push_back({{sheet.relief, centre.x - sheet.size_x / 2, centre.y, centre.z - sheet.size_z / 2},
                        "objects." + std::to_string(k) + ".placements." + std::to_string(o),
                        object_name(model, k, o)});
    }
  return sheets;
}

/// @param near where it is nearer than its kernel reaches
void check_body(const FlowModel& s, const PlacedSheet& sheet, const Body& body,
                std::vector<Finding>& findings, std::vector<Finding>& near) {
  const real reach = support(s.kernel) * s.grid.h / 2, period = s.has_walls() ? 0 : s.grid.lengths().y;
  real least = std::numeric_limits<real>::max(), most = -least; // above the relief
  for (std::size_t i = 0; i < body.points(); ++i) {
    const Real3 p = body.point(i);
    const ReliefAt at = relief_at(sheet.at, p);
    real above = (p.y - at.y) / std::sqrt(1 + at.dx * at.dx + at.dz * at.dz);
    if (period > 0) above -= period * std::round(above / period);
    least = std::min(least, above), most = std::max(most, above);
  }
  const real gap = std::max(least, -most);
  if (gap < 0 && (period == 0 || most - least < period / 2))
    findings.push_back(
        {body.key, body.name + " crosses " + sheet.name +
                       text(": it goes from %.4g um below it to %.4g um above", -least, most)});
  else if (gap >= 0 && gap < reach)
    near.push_back(
        {body.key,
         body.name + text(" is %.3g um from %s, nearer than its kernel reaches (%.3g um): the grid does "
                          "not resolve the film between them",
                          gap, sheet.name.c_str(), reach),
         false});
}

/// A map lies over the whole box, and is no finer than what meets it: the cells of the grid, or the data
/// sites of an elastic sheet.
void fit_map(Sheet& sheet, const Grid& grid) {
  Relief& relief = sheet.relief;
  relief.length_x = sheet.size_x, relief.length_z = sheet.size_z;
  const SheetRows data = data_rows(sheet, grid.h);
  const int most_x = sheet.membrane ? data.along_x : grid.n.x,
            most_z = sheet.membrane ? data.along_z : grid.n.z;
  if (relief.map->along_x > most_x || relief.map->along_z > most_z)
    relief.map = std::make_shared<HeightMap>(
        averaged(*relief.map, std::min(relief.map->along_x, most_x), std::min(relief.map->along_z, most_z)));
}

/// @param across of the ends, of x (0) and z (1)
void check_seam(const PlacedSheet& sheet, std::vector<Finding>& findings) {
  if (!sheet.at.relief.map) return;
  const LargestSteps steps = largest_steps(*sheet.at.relief.map);
  for (const int d : {0, 1})
    if (steps.across_ends[d] > 2 * steps.inside[d])
      findings.push_back(
          {sheet.key,
           sheet.name + text(": its heights jump by %.3g um across the ends of the box in %c, and by at "
                             "most %.3g um within; a map with its mirror image behind it repeats",
                             steps.across_ends[d], "xz"[d], steps.inside[d]),
           false});
}

/// Points of a rigid sheet that are far apart let fluid through.
void check_points(const FlowModel& s, std::vector<Finding>& findings) {
  for (const auto& [k, kind, sheet] : kinds_of<Sheet>(s.objects)) {
    if (!is_held(kind)) continue;
    const SheetRows rows = sample_rows(sheet, s.grid.h);
    const real apart = sheet.size_z / rows.along_z * stretched_on_slopes(sheet) / s.grid.h;
    if (apart > farthest_points)
      findings.push_back(
          {"objects." + std::to_string(k),
           text("points of \"%s\" are up to %.2g h apart on its steepest slope and let fluid through; "
                "held_by: springs has sites that are closer there",
                kind.name.c_str(), apart),
           false});
  }
}

/// Sites of a rigid sheet that move leave it crumpled.
void check_springs(const FlowModel& s, std::vector<Finding>& findings) {
  const real load = load_on_sheets(s);
  for (const auto& [k, kind, sheet] : kinds_of<Sheet>(s.objects)) {
    real stiffness = 0;
    for (const TetherProperties& tethers : kind.tethers) stiffness += tethers.stiffness;
    if (sheet.membrane || sheet.held_by == HeldBy::points ||
        !(load > most_give_of_sheets * s.grid.h * stiffness * (1 + 1e-9)))
      continue;
    findings.push_back(
        {"objects." + std::to_string(k),
         text("the flow moves sites of \"%s\" by about %.2g um against their springs, more than 0.1 h, "
              "and the sheet crumples: tethers.stiffness of %.2g dyn/cm/um^2 holds it to %g h",
              kind.name.c_str(), load / stiffness, stiffness_against_flow(s), give_of_held_sheets),
         false});
  }
}

/// Heights from the lowest to the highest of a map, um.
std::pair<real, real> range_of(const HeightMap& map) {
  const auto [low, high] = std::minmax_element(map.heights.begin(), map.heights.end());
  return {*low, *high};
}

/// A step between two heights is rounded, and who drew it shall know. So is a wave, a little. Heights that no
/// grid resolves are in another unit.
void check_heights(const PlacedSheet& sheet, real h, std::vector<Finding>& findings) {
  constexpr real part_of_range = 0.01, part_of_cell = 1e-3;
  if (!sheet.at.relief.map) return;
  const auto [low, high] = range_of(*sheet.at.relief.map);
  if (high > low && high - low < part_of_cell * h)
    findings.push_back({sheet.key,
                        sheet.name + text(": its heights differ by %.3g um, less than h/1000; "
                                          "is relief.unit right?",
                                          high - low),
                        false});
  if (!(sheet.at.relief.map->rounded > part_of_range * (high - low))) return;
  findings.push_back({sheet.key,
                      sheet.name + text(": its heights have steps that a smooth surface follows only to %.3g "
                                        "um; a map with more heights on its slopes is followed closely",
                                        sheet.at.relief.map->rounded),
                      false});
}

/// Where the surface between the heights of a map is beyond them, for the message.
std::string smooth_surface_words(const Relief& relief) {
  if (!relief.map) return {};
  const auto [low, high] = range_of(*relief.map);
  return text(", the smooth surface through heights from %.4g to %.4g um", low, high);
}

} // namespace

void set_up_sheet(ObjectKind& kind, const Grid& grid) {
  Sheet& sheet = std::get<Sheet>(kind.structure);
  const Real3 box = grid.lengths();
  sheet.size_x = box.x, sheet.size_z = box.z;
  const auto whole = [](real length, real side) {
    return side / std::max(real{1}, std::round(side / length));
  };
  sheet.relief.length_x = whole(sheet.length, box.x);
  sheet.relief.length_z = whole(sheet.length, box.z);
  if (sheet.relief.map) {
    if (const auto [low, high] = range_of(*sheet.relief.map); !(high - low < box.y))
      throw InputError(text("the heights of \"%s\" go from %.4g to %.4g um, and the box is %.4g um high; is "
                            "relief.unit right?",
                            kind.name.c_str(), low, high, box.y));
    fit_map(sheet, grid);
  }
  if (sheet.membrane || !kind.tethers.empty()) sheet.held_by = HeldBy::springs;
  const SheetRows samples = sample_rows(sheet, grid.h);
  sheet.sites = samples.sites();
  sheet.data_sites = sheet.membrane ? data_rows(sheet, grid.h).sites() : samples.sites();
  if (sheet.held_by == HeldBy::springs && kind.tethers.empty())
    kind.tethers.push_back({default_sheet_stiffness, {}});
}

SurfaceKind sheet_surface(const FlowModel& model, const Sheet& sheet) {
  const real h = model.grid.h;
  if (sheet.membrane) {
    SurfaceKind elastic = make_elastic_sheet(sheet.relief, sheet.size_x, sheet.size_z, data_rows(sheet, h),
                                             sample_rows(sheet, h));
    if (model.membrane == MembraneForm::resolved)
      add_resolved_waves(elastic, sheet.size_x, sheet.size_z, elastic_sheet_wave * h);
    return elastic;
  }
  return make_sheet(sheet.relief, sheet.size_x, sheet.size_z, sample_rows(sheet, h),
                    wall_offset(sheet.held_by == HeldBy::points ? wall_kernel : model.kernel) * h);
}

WallPoints sheet_points(const FlowModel& model, const ObjectKind& kind, const Sheet& sheet) {
  const SurfaceKind surface = sheet_surface(model, sheet);
  const std::vector<real> areas = sheet_areas(sheet, surface);
  WallPoints points;
  for (const Placement& placement : kind.placements)
    for (std::size_t site = 0; site < surface.sample_nodes.size(); ++site) {
      const Real3& node = surface.sample_nodes[site];
      const ReliefAt at = relief_at(sheet.relief, node.x, node.z);
      const Real3 down = real{-1} * upward(at),
                  on_relief{node.x - sheet.size_x / 2, at.y, node.z - sheet.size_z / 2};
      points.at.push_back(placed(placement, on_relief + wall_point_offset(down) * model.grid.h * down));
      points.outward.push_back(down);
      points.area.push_back(areas[site]);
      points.velocity.push_back({});
    }
  return points;
}

std::vector<real> sheet_areas(const Sheet& sheet, const SurfaceKind& kind) {
  std::vector<real> areas;
  for (std::size_t i = 0; i < kind.sample_nodes.size(); ++i) {
    const Real3& node = kind.sample_nodes[i];
    const ReliefAt at = relief_at(sheet.relief, node.x, node.z);
    areas.push_back(kind.operators.weights[i] * std::sqrt(1 + at.dx * at.dx + at.dz * at.dz));
  }
  return areas;
}

real area_of(const Sheet& sheet) {
  constexpr int steps = 256; // a period in each direction: the trapezoidal rule is spectral
  real mean = 0;
  for (int k = 0; k < steps; ++k)
    for (int i = 0; i < steps; ++i) {
      const ReliefAt at =
          relief_at(sheet.relief, sheet.relief.length_x * i / steps, sheet.relief.length_z * k / steps);
      mean += std::sqrt(1 + at.dx * at.dx + at.dz * at.dz) / (real{steps} * steps);
    }
  return mean * sheet.size_x * sheet.size_z;
}

ReliefAt relief_at(const PlacedRelief& placed, const Real3& p) {
  ReliefAt at = relief_at(placed.relief, p.x - placed.corner_x, p.z - placed.corner_z);
  at.y += placed.y;
  return at;
}

std::vector<Real3> upward_normals(const FlowModel& model, std::size_t kind, const std::vector<Real3>& X) {
  const Sheet& sheet = std::get<Sheet>(model.objects[kind].structure);
  const std::vector<Placement>& placements = model.objects[kind].placements;
  const SheetRows rows = sample_rows(sheet, model.grid.h);
  const auto sites = static_cast<std::size_t>(rows.sites());
  const auto between = [&](const Real3& a, const Real3& b) { // across the ends of the sheet too
    Real3 d = b - a;
    d.x -= sheet.size_x * std::round(d.x / sheet.size_x),
        d.z -= sheet.size_z * std::round(d.z / sheet.size_z);
    return d;
  };
  std::vector<Real3> normals;
  for (std::size_t i = 0; i < X.size(); ++i) {
    const std::size_t object = i / sites, first = object * sites;
    if (!sheet.membrane) {
      const Real3& centre = placements[object].centre;
      normals.push_back(upward(relief_at(sheet.relief, X[i].x - centre.x + sheet.size_x / 2,
                                         X[i].z - centre.z + sheet.size_z / 2)));
      continue;
    }
    const int number = static_cast<int>(i - first), column = number % rows.along_x,
              row = number / rows.along_x;
    const auto site = [&](int a, int b) {
      return X[first + static_cast<std::size_t>((a + rows.along_x) % rows.along_x +
                                                rows.along_x * ((b + rows.along_z) % rows.along_z))];
    };
    normals.push_back(normalized(cross(between(site(column, row - 1), site(column, row + 1)),
                                       between(site(column - 1, row), site(column + 1, row)))));
  }
  return normals;
}

std::vector<PlacedRelief> reliefs_of(const FlowModel& model) {
  std::vector<PlacedRelief> reliefs;
  for (const PlacedSheet& sheet : sheets_of(model)) reliefs.push_back(sheet.at);
  return reliefs;
}

void check_sheets(const FlowModel& s, std::vector<Finding>& findings) {
  const std::vector<PlacedSheet> sheets = sheets_of(s);
  if (sheets.empty()) return;
  if (const std::string why = why_no_held_walls(s); !why.empty())
    for (const auto& [k, kind, sheet] : kinds_of<Sheet>(s.objects))
      if (is_held(kind)) {
        findings.push_back({"objects." + std::to_string(k), "\"" + kind.name +
                                                                "\" is held by points, which " + why +
                                                                "; held_by: springs holds it in any case"});
        return;
      }
  if (s.is_sheared()) {
    findings.push_back({sheets[0].key, sheets[0].name +
                                           " cannot lie in unbounded shear, whose images slide past "
                                           "each other; give the box walls in y, or none"});
    return;
  }
  const real top = s.grid.lengths().y;
  for (const PlacedSheet& sheet : sheets) {
    check_seam(sheet, findings);
    check_heights(sheet, s.grid.h, findings);
    const Heights heights = heights_of(sheet.at.relief);
    if (sheet.at.y + heights.low < 0 || sheet.at.y + heights.high > top)
      findings.push_back({sheet.key, sheet.name +
                                         text(" leaves the box: it goes from y = %.4g to %.4g um",
                                              sheet.at.y + heights.low, sheet.at.y + heights.high) +
                                         smooth_surface_words(sheet.at.relief)});
  }
  check_springs(s, findings);
  check_points(s, findings);
  std::vector<Finding> near;
  for (const Body& body : placed_bodies(s))
    for (const PlacedSheet& sheet : sheets) check_body(s, sheet, body, findings, near);
  add_one_of(near, findings);
}

} // namespace ibsim
