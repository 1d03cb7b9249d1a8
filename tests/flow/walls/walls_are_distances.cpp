// A wall is a signed distance, whatever makes it: the ends of the box, a tube or a vessel obey the same laws,
// by which everything else asks them.
#include "geometry/primitives.hpp"
#include "model/flow_model.hpp"
#include "walls/tube_wall.hpp"
#include "walls/vessel.hpp"

#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace ibsim {
namespace {

constexpr real h = 0.5, R = 5, length = 4;
const Real3 axis{6, 6, 0};

Grid box_with(Ends ends) {
  Grid grid{{24, 24, 8}, h};
  grid.topology.y.ends = ends;
  return grid;
}

struct Made {
  std::string name;
  std::shared_ptr<const Wall> wall;
  real volume, tolerance; ///< of volumes, relative
};

/// A slot of 12 um, and two tubes of the same size: one by its formula, one as a vessel on the grid. The
/// parts of cells of the vessel are exact for planes; a circle leaves (h/R)^2/4 of it.
std::vector<Made> walls() {
  FlowModel in_vessel;
  in_vessel.grid = box_with(Ends::periodic);
  in_vessel.vessel =
      std::make_shared<Vessel>(cylinder_shape(2, axis, R), in_vessel.grid, "a cylinder", "cylinder");
  const real circle = std::numbers::pi * R * R * length;
  return {
      {"ends", ends_of_box(box_with(Ends::walls)), 12 * 12 * length, 1e-14},
      {"tube",
       std::make_shared<TubeWall>(box_with(Ends::periodic), std::vector<TubeSection>{{axis.x, axis.y, R}}),
       circle, 1e-14},
      {"vessel", wall_of(in_vessel), circle, h * h / (4 * R * R)}};
}

} // namespace

TEST(Walls, are_positive_in_the_fluid_and_negative_beyond) {
  for (const Made& of : walls()) {
    SCOPED_TRACE(of.name);
    EXPECT_GT(of.wall->depth(axis), 4.5);
    const real beyond = of.name == "ends" ? -0.3 : 0.7; // 0.3 um in the solid
    EXPECT_NEAR(of.wall->depth({axis.x, beyond, 1}), -0.3, 0.02);
    EXPECT_TRUE(of.wall->has(axis));
  }
}

// A distance changes by no more than the way. A vessel's is interpolated on the grid, linear between values
// that are h apart, and steeper by the curvature 1/r of its circle: h/(2 r), at least 1 um from the axis.
TEST(Walls, are_no_steeper_than_a_distance) {
  std::mt19937 random(1);
  std::uniform_real_distribution<real> any(0, 12);
  for (const Made& of : walls()) {
    SCOPED_TRACE(of.name);
    const real steepest = of.name == "vessel" ? 1 + h / 2 : 1 + 1e-12;
    for (int i = 0; i < 1000; ++i) {
      const Real3 a{any(random), any(random), any(random) / 3}, b{any(random), any(random), any(random) / 3};
      EXPECT_LE(std::abs(of.wall->depth(a) - of.wall->depth(b)), steepest * norm(a - b) + 1e-12);
    }
  }
}

// By linear interpolation a distance whose second derivative is 1/r is wrong by h^2/(8 r) along each of two
// directions, at least 2 um from the axis.
TEST(Walls, are_the_same_by_a_formula_and_on_the_grid) {
  const std::vector<Made> made = walls();
  for (real r = 2; r < 6; r += 0.13)
    for (real angle = 0; angle < 6; angle += 0.7) {
      const Real3 x = axis + Real3{r * std::cos(angle), r * std::sin(angle), 1};
      if (x.x < 0.5 || x.x > 11.5 || x.y < 0.5 || x.y > 11.5) continue; // nearer to an image
      EXPECT_NEAR(made[1].wall->depth(x), R - r, 1e-12);
      EXPECT_NEAR(made[2].wall->depth(x), R - r, 2 * h * h / (8 * 2)) << r;
    }
}

TEST(Walls, have_volumes_that_add_up) {
  for (const Made& of : walls()) {
    SCOPED_TRACE(of.name);
    const Real3 all{12, 12, length};
    EXPECT_NEAR(of.wall->volume() / of.volume, 1, of.tolerance);
    EXPECT_NEAR(of.wall->volume_within({}, all) / of.wall->volume(), 1, 1e-12);
    EXPECT_NEAR(of.wall->volume_within({}, {12, 12, 1}) + of.wall->volume_within({0, 0, 1}, all),
                of.wall->volume(), 1e-9);
    const WallLayers layers = of.wall->layers();
    const real sum = std::accumulate(layers.volumes.begin(), layers.volumes.end(), real{0});
    if (of.name != "vessel") // has the rows of its box
      EXPECT_NEAR(sum / of.volume, 1, 1e-12);
  }
}

// The parts of faces that a force drives: all of the slot, and those of a circle. A part follows from the
// depth of a middle alone, which leaves (h/R)^2 of the circle at most.
TEST(Walls, are_driven_within) {
  for (const Made& of : walls()) {
    SCOPED_TRACE(of.name);
    const std::vector<real> parts = of.wall->parts_of_faces(2, slab_of_all({24, 24, 8}));
    if (of.name == "ends") {
      EXPECT_TRUE(parts.empty());
      continue;
    }
    const real planes = of.name == "tube" ? 1 : 8; // one stands for all
    ASSERT_EQ(parts.size(), static_cast<std::size_t>(24 * 24 * planes));
    const real sum = std::accumulate(parts.begin(), parts.end(), real{0});
    EXPECT_NEAR(sum * h * h * length / planes / of.volume, 1, h * h / (R * R));
    EXPECT_EQ(*std::min_element(parts.begin(), parts.end()), 0);
    EXPECT_EQ(*std::max_element(parts.begin(), parts.end()), 1);
  }
}

// The nearest face of a place in the fluid is as far as the wall: rounding of lengths up to 12 um.
TEST(Walls, have_faces_as_far_as_their_depth) {
  std::mt19937 random(2);
  std::uniform_real_distribution<real> any(0, 12);
  for (const Made& of : walls()) {
    SCOPED_TRACE(of.name);
    const std::vector<WallFace> faces = of.wall->faces();
    ASSERT_EQ(faces.size(), of.name == "ends" ? 2u : of.name == "tube" ? 1u : 0u);
    for (int i = 0; i < 1000 && !faces.empty(); ++i) {
      const Real3 x{any(random), any(random), 1};
      if (!(of.wall->depth(x) > 0)) continue;
      real least = 12;
      for (const WallFace& face : faces) least = std::min(least, face.gap(x.x, x.y, {12, 12, length}));
      EXPECT_NEAR(least, of.wall->depth(x), 4 * 12 * 1.2e-16);
    }
  }
}

// Columns of cells lie in the layer of their middles' distance from the axis.
TEST(Walls, have_layers_of_columns) {
  const std::vector<Made> made = walls();
  for (const Made& of : {made[0], made[1]}) {
    const WallLayers layers = of.wall->layers();
    for (int j = 0; j < 24; ++j)
      for (int i = 0; i < 24; ++i) {
        const real depth = of.wall->depth_of_cell({i, j, 0}),
                   place = of.name == "ends" ? (j + 0.5) * h : R - depth;
        const int layer = layers.of_columns[static_cast<std::size_t>(i + 24 * j)];
        if (depth > 0)
          EXPECT_EQ(layer, std::min(static_cast<int>(place / layers.layers.thickness), layers.layers.n - 1));
        else
          EXPECT_EQ(layer, -1);
      }
  }
}

} // namespace ibsim
