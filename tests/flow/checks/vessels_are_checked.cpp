// Findings of the check of a vessel: no fluid, no wall, parts that are not connected, throats that the grid
// does not resolve, objects in the solid; each with its place.
#include "checks/check_vessel.hpp"
#include "geometry/devices.hpp"
#include "geometry/primitives.hpp"
#include "model/flow_model.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const PeriodicBox periodic{{16, 16, 20}};
constexpr real h = 0.5;

std::vector<Finding> findings_of(const ImplicitShape& shape) {
  return check_fluid_region(look_at_fluid(sample_distance(*shape, periodic, h), *shape), h, "vessel");
}

TEST(Vessels, without_fluid_or_walls_are_errors) {
  const ImplicitShape nothing = sphere_shape({8, 8, 10}, 0.1),
                      all = complement_of(sphere_shape({100, 100, 100}, 1));
  for (const auto& [shape, part] :
       {std::pair{nothing, "there is no fluid in the box"}, std::pair{all, "there is no wall in the box"}}) {
    const std::vector<Finding> found = findings_of(shape);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].is_error);
    EXPECT_EQ(found[0].key, "vessel");
    EXPECT_NE(found[0].message.find(part), std::string::npos) << found[0].message;
  }
}

TEST(Vessels, with_parts_and_narrow_throats_are_warned_of) {
  EXPECT_TRUE(findings_of(repeated(cylinder_shape(2, {8, 8, 0}, 5), periodic)).empty());
  const std::vector<Finding> parts = findings_of(
      repeated(union_of({cylinder_shape(2, {5, 8, 0}, 4), sphere_shape({12.5, 8, 10}, 2)}), periodic));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].is_error);
  EXPECT_NE(parts[0].message.find("2 parts that are not connected"), std::string::npos) << parts[0].message;
  const std::vector<Finding> narrow =
      findings_of(constriction_shape({2, {8, 8, 10}, 5, 1.5, 2, 4}, periodic));
  ASSERT_EQ(narrow.size(), 1u);
  EXPECT_FALSE(narrow[0].is_error);
  // three cells: 12 % too little flows (the figure of the runs), and a quarter of a micrometre gives six
  EXPECT_NE(narrow[0].message.find("about 12 % too little flows"), std::string::npos) << narrow[0].message;
  EXPECT_NE(narrow[0].message.find("domain.cell of 0.2"), std::string::npos) << narrow[0].message;
}

// The errors of constrictions of four radii with wall points behind the wall: 12, 6, 3 and 1.6 %.
TEST(Vessels, lose_flow_in_throats_as_measured) {
  for (const auto& [cells, lost] :
       {std::pair{3.0, 0.12}, std::pair{4.2, 0.06}, std::pair{6.0, 0.03}, std::pair{8.4, 0.016}})
    EXPECT_NEAR(flow_lost_in_throat(cells), lost, 0.05 * lost);
}

TEST(Vessels, do_not_hold_objects_in_their_walls) {
  FlowModel model;
  model.grid = {{32, 32, 40}, h};
  ObjectKind kind;
  kind.name = "sphere";
  kind.closed().surface = {ReferenceShape::sphere, {2, 2, 2}};
  Placement inside, at_wall;
  inside.centre = {8, 8, 10}, at_wall.centre = {8, 11.5, 3};
  kind.placements = {inside, at_wall};
  model.objects = {kind};
  const ImplicitShape tube = repeated(cylinder_shape(2, {8, 8, 0}, 5), periodic);
  const std::vector<Finding> found = objects_in_the_solid(model, *tube);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].is_error);
  EXPECT_EQ(found[0].key, "objects.0.placements.1");
  EXPECT_NE(found[0].message.find("reaches 0.5 um into the solid, at ("), std::string::npos)
      << found[0].message;
  EXPECT_TRUE(objects_in_the_solid(model, *repeated(cylinder_shape(2, {8, 8, 0}, 6), periodic)).empty());
}

} // namespace
} // namespace ibsim
