// The block `vessel:`: every shape and file by its keys, every slip with its place.
#include "base/error.hpp"
#include "flow_files/vessel_block.hpp"
#include "geometry/fluid_region.hpp"
#include "geometry/grid_distance.hpp"
#include "geometry/meshes.hpp"
#include "geometry/primitives.hpp"
#include "schema/tree.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

const PeriodicBox periodic{{16, 16, 20}};

VesselShape vessel(const std::string& text, const std::filesystem::path& folder = ".") {
  return read_vessel(*parse_yaml("vessel: " + text + "\n", "s.yaml").find("vessel"), "vessel", periodic, 0.5,
                     folder);
}
std::string complaint(const std::string& text, const std::filesystem::path& folder = ".") {
  try {
    vessel(text, folder);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

TEST(VesselBlock, makes_every_shape) {
  struct Case {
    const char* text;
    Real3 in, out; ///< a place in the fluid and one in the solid
  };
  for (const Case& c : std::vector<Case>{
           {"{tube: {points: [[8 um, 8 um, 0 um], [8 um, 8 um, 20 um]], radius: 5 um}}",
            {8, 8, 19},
            {1, 1, 1}},
           {"{tube: {points: [[8 um, 8 um, 5 um], [8 um, 8 um, 15 um]], radii: [2 um, 6 um]}}",
            {8, 13, 15},
            {8, 13, 5}},
           {"{box: {from: [2 um, 3 um, 0 um], to: [14 um, 13 um, 20 um]}}", {3, 4, 20}, {1, 4, 5}},
           {"{sphere: {at: [8 um, 8 um, 10 um], radius: 5 um}}", {8, 8, 14}, {8, 8, 16}},
           {"{cylinder: {axis: x, at: [0 um, 8 um, 10 um], radius: 5 um}}", {1, 12, 10}, {1, 14, 10}},
           {"{constriction: {at: [8 um, 8 um, 10 um], radius: 6 um, to: 2 um, length: 4 um, ramp: 5 um}}",
            {8, 8, 10},
            {8, 11, 10}},
           {"{stenosis: {at: [8 um, 8 um, 10 um], radius: 6 um, degree: 50 %, length: 12 um}}",
            {8, 10.9, 10},
            {8, 11.1, 10}},
           {"{aneurysm: {at: [6 um, 8 um, 10 um], radius: 3 um, sac_radius: 3 um}}", {12, 8, 10}, {12, 8, 3}},
           {"{bifurcation: {at: [8 um, 8 um, 8 um], radius: 3 um, angle: 80 deg, parent_length: 8 um, "
            "daughter_length: 8 um}}",
            {8 + 6 * std::sin(0.698), 8, 8 + 6 * std::cos(0.698)},
            {8, 8, 16}},
           {"{cross_slot: {at: [8 um, 8 um, 10 um], width: 6 um, depth: 8 um}}", {1, 8, 10}, {1, 1, 10}},
           {"{difference: [{box: {from: [0 um, 0 um, 0 um], to: [16 um, 16 um, 20 um]}}, {pillars: {radius: "
            "1 um, gap: 2 um, row_shift: 0.2}}]}",
            {2, 3, 2},
            {0, 3, 0}},
           {"{hyperbolic: {at: [8 um, 8 um, 4 um], from: 12 um, to: 3 um, length: 10 um}}",
            {8, 1, 14},
            {11, 1, 13.9}},
           {"{union: {of: [{sphere: {at: [5 um, 8 um, 10 um], radius: 3 um}}, {sphere: {at: [11 um, 8 um, 10 "
            "um], radius: 3 um}}], joint: 2 um}}",
            {8, 8.3, 10},
            {8, 11, 10}},
           {"{intersection: [{cylinder: {axis: x, at: [8 um, 8 um, 10 um], radius: 4 um}}, {cylinder: {axis: "
            "z, at: [8 um, 8 um, 10 um], radius: 4 um}}]}",
            {8, 8, 13},
            {1, 8, 10}}}) {
    const VesselShape made = vessel(std::string("{shape: ") + c.text + "}");
    EXPECT_LT(made.fluid->distance(c.in), 0) << c.text;
    EXPECT_GT(made.fluid->distance(c.out), 0) << c.text;
    const VesselShape outside = vessel(std::string("{shape: ") + c.text + ", fluid: outside}");
    EXPECT_DOUBLE_EQ(outside.fluid->distance(c.in), -made.fluid->distance(c.in));
  }
}

TEST(VesselBlock, reads_files_with_their_unit) {
  const TestFolder folder;
  const TriangleMesh ball =
      meshes::moved(meshes::icosphere(3), [](const Real3& x) { return 0.005 * x; }); // mm
  write_text(folder.path / "ball.stl", meshes::as_binary_stl(ball));
  for (const char* unit : {"mm", "1 mm", "1000 um"}) {
    const VesselShape made =
        vessel(std::string("{file: ball.stl, unit: ") + unit + ", at: [8 um, 8 um, 10 um]}", folder.path);
    // its largest triangles, 0.165 R long: (0.165/sqrt 3)^2 R/2 deep
    EXPECT_NEAR(made.fluid->distance({8, 8, 10}), -5, 0.023);
    EXPECT_GT(made.fluid->distance({8, 8, 16}), 0);
  }
}

// A square channel along z between two mouths, as a mesh that ends at them, as a grid that ends at them, and
// as a shape that goes on: the same solid in the block, and the fluid of the plenum beyond it.
TEST(VesselBlock, opens_what_ends_at_its_mouths) {
  const TestFolder folder;
  const Real3 low{5, 4, 3}, high{11, 12, 17};
  write_text(folder.path / "channel.stl", meshes::as_binary_stl(meshes::box(low, high)));
  DistanceGrid grid{{32, 32, 28}, {0.25, 0.25, 3.25}, {0.5, 0.5, 0.5}, {}};
  const ImplicitShape endless = box_shape({5, 4, -100}, {11, 12, 100});
  for (int k = 0; k < 28; ++k)
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i)
        grid.values.push_back(static_cast<float>(endless->distance({0.25 + 0.5 * i, 0.25 + 0.5 * j, 10})));
  write_distance_hdf5(folder.path / "channel.h5", grid);
  const std::string openings = ", openings: {in: {at: [8 um, 8 um, 3 um], side: -z, pressure: 1 Pa}, "
                               "out: {at: [8 um, 8 um, 17 um], side: +z, flow_rate: -1 nL/s}}}";
  for (const std::string& kind :
       {std::string("{file: channel.stl, unit: um"), std::string("{file: channel.h5, unit: um"),
        std::string("{shape: {box: {from: [5 um, 4 um, 1 um], to: [11 um, 12 um, 19 um]}}")}) {
    const VesselShape made = vessel(kind + openings, folder.path);
    ASSERT_EQ(made.openings.all.size(), 2u);
    EXPECT_EQ(made.openings.plenum(2, periodic.size), 6);
    for (const Real3& x :
         std::vector<Real3>{{8, 8, 10}, {8, 8, 4}, {8, 8, 3}, {8, 8, 17}, {6, 8, 17.2}, {6, 8, 16.8}})
      EXPECT_LT(made.fluid->distance(x), -0.9) << kind << x.z; // no wall is across a mouth
    for (const real z : {4.1, 10.0, 15.9})                     // nodes of the grid, 1.25 um away
      EXPECT_NEAR(made.fluid->distance({3.75, 8.25, z}), std::min({1.25, z - 3, 17 - z}), 1e-5) << kind << z;
    EXPECT_NEAR(made.fluid->distance({1, 1, 1}), -2, 1e-5) << kind;  // in the plenum
    EXPECT_NEAR(made.fluid->distance({1, 1, 19}), -2, 1e-5) << kind; // on the other side of the box's end
  }
}

TEST(VesselBlock, says_what_is_wrong_and_where) {
  const TestFolder folder;
  write_text(folder.path / "ball.stl", meshes::as_binary_stl(meshes::icosphere(2)));
  const auto says = [&](const std::string& text, const std::string& part) {
    const std::string message = complaint(text, folder.path);
    EXPECT_TRUE(message.starts_with("s.yaml:1:")) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says("{}", "vessel: give a file (and its unit), or a shape, and not both");
  says("{file: ball.stl}", "unit");
  says("{file: ball.stl, unit: s}", "vessel.unit");
  says("{file: ball.stl, unit: m}", "um large, and the box 16 x 16 x 20 um; is the unit right?");
  says("{file: ball.stl, unit: pm}", "is the unit right?");
  says("{file: nothing.stl, unit: um}", "1:16: vessel.file: ");
  says("{file: ball.step, unit: um}", "vessel.file: \"ball.step\" is no file that is read: meshes are .stl");
  says("{file: ball.stl, unit: um, voxel: 1 um}", "vessel.voxel: only a mask of voxels has it");
  says("{shape: {sphere: {at: [1 um, 1 um, 1 um], radius: 1 um}}, unit: um}",
       "vessel.unit: belongs to a file");
  says("{shape: {spere: {}}}", "vessel.shape: there is no shape \"spere\"; did you mean \"sphere\"?");
  says("{shape: {sphere: {}, box: {}}}", "expected a map with one shape, as {tube: {..}}");
  says("{shape: {tube: {points: [[1 um, 1 um, 1 um]], radius: 1 um}}}",
       "expected a list of two or more points");
  says("{shape: {tube: {points: [[1 um, 1 um, 1 um], [1 um, 1 um, 9 um]], radii: [1 um]}}}",
       "expected a list of 2 radii");
  says("{shape: {box: {from: [1 um, 1 um, 1 um], to: [1 um, 2 um, 2 um]}}}", "to must be greater than from");
  says("{shape: {constriction: {at: [8 um, 8 um, 9 um], radius: 5 um, to: 2 um, length: 15 um}}}",
       "with its ramps it is 25 um long, and the box 20 um");
  says("{shape: {stenosis: {at: [8 um, 8 um, 9 um], radius: 5 um, degree: 2, length: 9 um}}}",
       "vessel.shape.stenosis.degree");
  says("{shape: {difference: [{box: {from: [0 um, 0 um, 0 um], to: [16 um, 16 um, 20 um]}}, {pillars: "
       "{radius: 1 um, gap: 2.5 um}}]}}",
       "vessel.shape.difference.1.pillars: the box has 3.55556 pillars across");
  says("{shape: {bifurcation: {at: [8 um, 8 um, 8 um], plane: [0, 0, 2], radius: 3 um, angle: 80 deg, "
       "parent_length: 8 um, daughter_length: 8 um}}}",
       "is along the direction");
}

} // namespace
} // namespace ibsim
