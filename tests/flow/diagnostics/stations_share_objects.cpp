// Haematocrit and cell-free layer at stations (diagnostics/station_diagnostics.hpp): known placements have
// known volume fractions, and what branches or adjacent segments have adds up to the whole.
#include "backends.hpp"
#include "checks/check_scenario.hpp"
#include "diagnostics/plane_diagnostics.hpp"
#include "diagnostics/station_diagnostics.hpp"
#include "flow/flow_files/read_text.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "surface/volume_between.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi, infinity = std::numeric_limits<real>::infinity();

/// Sphere of radius R below the height x above its centre, um^3.
real below(real x, real R) {
  const real z = std::clamp(x, -R, R);
  return pi * (R * R * z - z * z * z / 3) + 2 * pi * R * R * R / 3;
}

SurfaceKind sphere_kind(real R) {
  return make_closed_surface({ReferenceShape::sphere, {R, R, R}}, 200, 2000, {});
}

std::vector<Real3> points_of_sphere(const SurfaceKind& kind, real R, const Real3& centre) {
  std::vector<Real3> points;
  for (const Real3& node : kind.sample_nodes) points.push_back(centre + R * node);
  return points;
}

// Triangles of a sphere: volumes between planes along any axis are those of caps, up to what lies between the
// sphere and its triangles, and pieces add up to the whole. Rounding: 4,000 triangles of 1e-16 of the whole.
TEST(VolumeBetween, planes_is_that_of_caps) {
  const real R = 2;
  const SurfaceKind kind = sphere_kind(R);
  const Real3 centre{3.1, 70.2, -4.3};
  const std::vector<Real3> points = points_of_sphere(kind, R, centre);
  const TriangulatedBody body{points, kind.triangles};
  for (int axis = 0; axis < 3; ++axis) {
    const real whole = volume_between(body, axis, -infinity, infinity), between = below(R, R) - whole;
    EXPECT_GT(between, 0);
    EXPECT_LT(between, 0.005 * whole); // inscribed: d^2/R^2 of some 2,000 points, less than 4 pi/2000
    real sum = 0, last = -infinity;
    for (const real cut : {-2.5, -1.3, -0.2, 0.9, 1.99, 5.0}) {
      const real place = centre[axis] + cut, piece = volume_between(body, axis, last, place);
      sum += piece, last = place;
      EXPECT_NEAR(sum, below(cut, R), between + 1e-11 * whole) << axis << " " << cut;
    }
    EXPECT_NEAR(sum + volume_between(body, axis, last, infinity), whole, 1e-11 * whole);
  }
}

// Columns of a width w sample the cross-section by its midpoints. A sphere's chord along the axis has a
// mean error of less than w^2/8 of its curvature but at the rim, where a ring of the width w has chords up to
// 2 sqrt(2 R w): together less than w/R of the volume.
TEST(CrossingsOfColumns, add_up_to_the_volume) {
  const real R = 2, width = 0.2;
  const SurfaceKind kind = sphere_kind(R);
  const std::vector<Real3> points = points_of_sphere(kind, R, {0.3, -5.1, 8.7});
  const TriangulatedBody body{points, kind.triangles};
  for (int axis = 0; axis < 3; ++axis) {
    const real whole = volume_between(body, axis, -infinity, infinity);
    real sum = 0;
    std::map<std::pair<int, int>, int> signs;
    for (const Crossing& at : crossings_of_columns(body, axis, width))
      sum += at.sign * at.place * width * width, signs[{at.a, at.b}] += at.sign;
    for (const auto& [column, sign] : signs) EXPECT_EQ(sign, 0); // whatever enters leaves
    EXPECT_NEAR(sum / whole, 1, width / R);
  }
}

/// Two round vessels along z, in a box of 16 um: one sphere in the first, two in the second.
std::string two_vessels(const std::string& planes) {
  return "domain: {size: [24 um, 12 um, 16 um], cell: 0.5 um}\n"
         "vessel: {shape: {union: [{cylinder: {at: [6 um, 6 um, 0 um], axis: z, radius: 5 um}},\n"
         "                         {cylinder: {at: [18 um, 6 um, 0 um], axis: z, radius: 5 um}}]}}\n"
         "time: {step: 1 us, end: 10 us}\n"
         "flow: {pressure_gradient: 100 kPa/m, planes: [" +
         planes +
         "]}\n"
         "objects:\n  - {shape: sphere, radius: 2 um, data_sites: 200, sample_sites: 800,\n"
         "     placements: [{at: [6 um, 6 um, 7 um]}, {at: [17 um, 6 um, 5 um]}, {at: [19 um, 7 um, 15 "
         "um]}],\n"
         "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n";
}

template <class B>
class AtStations : public BackendTest<B> {
 protected:
  std::map<std::string, AtStation> measured(const Scenario& s) {
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    SimulationOn<B> simulation(this->stream(), s, kinds);
    stations.emplace(s, kinds);
    volume = simulation.integrals(0)[0].volume;
    std::map<std::string, AtStation> found;
    for (const AtStation& at : stations->measure(simulation, true)) found[at.name] = at;
    return found;
  }
  std::optional<Stations> stations;
  real volume = 0; ///< of the first object
};
TYPED_TEST_SUITE(AtStations, Backends, BackendNames);

// The spheres have one volume to rounding, wherever they are. The third one crosses the end of the box.
TYPED_TEST(AtStations, branches_add_up_to_the_whole) {
  const Scenario s = read(two_vessels("{name: all, at: 8 um, length: 16 um},\n"
                                      "{name: a, at: 8 um, length: 16 um, branch: [6 um, 6 um, 8 um]},\n"
                                      "{name: b, at: 8 um, length: 16 um, branch: [18 um, 6 um, 8 um]}"));
  for (const Finding& finding : check_scenario(s)) EXPECT_FALSE(finding.is_error) << finding.message;
  const auto at = this->measured(s);
  const real V = this->volume;
  EXPECT_NEAR(at.at("a").volumes[0], V, 1e-9 * V);
  EXPECT_NEAR(at.at("b").volumes[0], 2 * V, 1e-9 * V);
  EXPECT_NEAR(at.at("all").volumes[0], 3 * V, 1e-9 * V);
  EXPECT_NEAR(at.at("a").volume + at.at("b").volume, at.at("all").volume, 1e-9 * at.at("all").volume);
  // parts of cells are exact for plane walls; a round one of 10 cells radius is off by h^2/(24 R^2) or so
  EXPECT_NEAR(at.at("a").volume / (pi * 25 * 16), 1, 2e-3);
  const std::vector<Column<AtStation>> columns = station_columns(s);
  ASSERT_EQ(columns[3].name, "tube haematocrit");
  EXPECT_NEAR(std::get<double>(columns[3].value(at.at("a"))), V / at.at("a").volume, 1e-9);
  for (const auto& [name, one] : at) {
    const real sum = std::accumulate(one.by_depth.begin(), one.by_depth.end(), real{0});
    EXPECT_NEAR(sum, one.volumes[0], 1e-9 * V) << name;
  }
}

TYPED_TEST(AtStations, segments_share_an_object) {
  const Scenario s =
      read(two_vessels("{name: low, at: 3 um, length: 6 um, branch: [6 um, 6 um, 3 um]},\n"
                       "{name: middle, at: 7.2 um, length: 2.4 um, branch: [6 um, 6 um, 7 um]},\n"
                       "{name: high, at: 12.2 um, length: 7.6 um, branch: [6 um, 6 um, 9 um]}"));
  const auto at = this->measured(s);
  const real V = this->volume;
  EXPECT_NEAR(at.at("low").volumes[0] + at.at("middle").volumes[0] + at.at("high").volumes[0], V, 1e-9 * V);
  // 1 um of the sphere's 4, up to what is between it and its 800 points: 4 pi/800 of it at most
  EXPECT_NEAR(at.at("low").volumes[0], below(-1, 2), 4 * pi / 800 * V);
}

// Concentric with its vessel a sphere leaves 5 - sqrt(4 - z^2) um in the strip whose sites come to z of its
// equator, and sites are 0.25 um apart. In between the layers have what lies at their depth.
TYPED_TEST(AtStations, a_sphere_on_the_axis_leaves_its_layer_free) {
  const Scenario s = read(two_vessels("{name: a, at: 7 um, length: 8 um, branch: [6 um, 6 um, 7 um]}"));
  const auto at = this->measured(s).at("a");
  const real h = 0.5, apart = 0.25, of_distance = h * h / (8 * 3); // the distance between grid points
  real least = 0, most = 0;
  for (int strip = 0; strip < 4; ++strip) {
    const auto gap = [](real z) { return 5 - std::sqrt(std::max(real{0}, 4 - z * z)); };
    least += gap(strip * h) / 4, most += gap(strip * h + apart) / 4;
  }
  EXPECT_GE(at.cell_free_layer, least - of_distance);
  EXPECT_LE(at.cell_free_layer, most + of_distance);
  for (const StationLayer& layer : this->stations->layers(at, 0)) {
    if (layer.depth < 2.5) { // half a cell's diagonal outside of the sphere
      EXPECT_EQ(layer.haematocrit, 0) << layer.depth;
    } else if (layer.depth > 3.5) {
      EXPECT_GT(layer.haematocrit, 0.2) << layer.depth;
    }
    EXPECT_LT(layer.haematocrit, 1) << layer.depth;
  }
}

// Flow rates of branches add up to that of the plane: each face belongs to one branch.
TYPED_TEST(AtStations, flow_rates_of_branches_add_up) {
  const Scenario s = read(two_vessels("{name: all, at: 8 um},\n"
                                      "{name: a, at: 8 um, branch: [6 um, 6 um, 8 um]},\n"
                                      "{name: b, at: 8 um, branch: [18 um, 6 um, 8 um]}"));
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  for (int step = 0; step < 5; ++step) simulation.advance();
  const AtPlanes at = plane_diagnostics(simulation);
  EXPECT_GT(at[1].flow_rate, 0);
  EXPECT_GT(at[2].flow_rate, 0);
  EXPECT_NEAR(at[1].flow_rate + at[2].flow_rate, at[0].flow_rate, 1e-12 * std::abs(at[0].flow_rate));
}

TEST(BranchesOfPlanes, are_refused_where_they_cannot_be) {
  const auto message = [](const std::string& plane) { return error(two_vessels(plane)); };
  EXPECT_EQ(message("{name: a, at: 8 um, branch: [6 um, 6 um, 8 um]}"), "none");
  const std::string beyond = message("{name: a, at: 8 um, branch: [6 um, 6 um, 14 um]}"),
                    in_solid = message("{name: a, at: 8 um, branch: [12 um, 0 um, 8 um]}");
  EXPECT_NE(beyond.find("beyond its segment"), std::string::npos) << beyond;
  EXPECT_NE(in_solid.find("in the solid"), std::string::npos) << in_solid;
  EXPECT_NE(error(two_vessels("{name: a, at: 8 um, length: 0.9 um}")).find("less than 2 h"),
            std::string::npos);
}

} // namespace
} // namespace ibsim
