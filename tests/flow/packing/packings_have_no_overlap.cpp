// Packed objects have the wanted number, keep to their room and do not overlap, and their bits follow from
// the seed alone.
#include "base/error.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "model/placed_bodies.hpp"
#include "packing/place_objects.hpp"
#include "parallel/device.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

const ReferenceSurface red_cell{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
const ReferenceSurface platelet{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}};
constexpr real volume_of_red_cell = 94.397; // um^3, design of the paper's equation (16) with R0 = 3.91 um

ObjectKind kind_of(const std::string& name, const ReferenceSurface& surface, const PackingPlan& plan) {
  ObjectKind kind;
  kind.name = name;
  kind.closed().surface = surface;
  kind.packing = plan;
  return kind;
}

PackingPlan haematocrit(real part, std::int64_t seed = 1) {
  PackingPlan plan;
  plan.haematocrit = part, plan.seed = seed;
  return plan;
}

FlowModel box(int cells, Ends ends_in_y = Ends::periodic) {
  FlowModel model;
  model.grid = {{cells, cells, cells}, 0.5};
  model.grid.topology.y.ends = ends_in_y;
  return model;
}

void place(FlowModel& model) {
  const std::vector<Finding> wrong = settle_numbers(model);
  ASSERT_TRUE(wrong.empty()) << wrong.front().message;
  place_objects(model, "");
}

/// Fine points on a placed object, by another parametrisation than that of the packing.
std::vector<Real3> points_on(const ReferenceSurface& surface, const Placement& placed) {
  constexpr int rings = 60, around = 120;
  std::vector<Real3> points;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const real theta = std::numbers::pi * i / rings, phi = 2 * std::numbers::pi * j / around;
      points.push_back(
          ibsim::placed(surface, placed,
                        {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)}));
    }
  return points;
}

/// True if a point of one object, or of an image of it, its own included, lies in another.
bool overlaps(const FlowModel& model) {
  const Real3 periods = periods_of(model);
  for (const ObjectKind& a : model.objects)
    for (const Placement& one : a.placements)
      for (const Real3& p : points_on(a.closed().surface, one))
        for (const ObjectKind& b : model.objects)
          for (const Placement& other : b.placements)
            for (int k = -1; k <= 1; ++k)
              for (int j = -1; j <= 1; ++j)
                for (int i = -1; i <= 1; ++i) {
                  if (&one == &other && i == 0 && j == 0 && k == 0) continue;
                  const Real3 shift{i * periods.x, j * periods.y, k * periods.z};
                  if (norm(p + shift - other.centre) < 4 && contains(b.closed().surface, other, p + shift))
                    return true;
                }
  return false;
}

TEST(Packings, fill_a_periodic_box_to_one_cell) {
  for (const real part : {0.2, 0.45}) {
    FlowModel model = box(28);
    model.objects = {kind_of("red cell", red_cell, haematocrit(part, 3))};
    place(model);
    const real room = 14 * 14 * 14;
    EXPECT_LE(
        std::abs(static_cast<real>(model.objects[0].placements.size()) - part * room / volume_of_red_cell),
        0.5);
    EXPECT_FALSE(model.objects[0].packing);
    EXPECT_FALSE(overlaps(model)) << part;
    for (const Placement& p : model.objects[0].placements)
      for (int d = 0; d < 3; ++d) EXPECT_TRUE(p.centre[d] >= 0 && p.centre[d] <= 14);
    const Suspension found = suspension_of(model);
    EXPECT_NEAR(found.parts[0], part, 0.5 * volume_of_red_cell / room);
    EXPECT_GT(found.least_gap, 0);
  }
}

TEST(Packings, stay_between_walls) {
  FlowModel model = box(28, Ends::walls);
  model.objects = {kind_of("red cell", red_cell, haematocrit(0.35))};
  place(model);
  EXPECT_EQ(model.objects[0].placements.size(), 10u); // 0.35 14^3/94.4 = 10.2
  EXPECT_FALSE(overlaps(model));
  for (const Placement& placed : model.objects[0].placements)
    for (const Real3& p : points_on(red_cell, placed)) EXPECT_TRUE(p.y > 0 && p.y < 14);
}

TEST(Packings, stay_in_a_tube_and_fill_it_by_its_own_volume) {
  FlowModel model = box(28);
  ObjectKind tube;
  tube.name = "tube";
  tube.structure = Tube{.radius = 6, .length = 14, .sites = 100};
  tube.placements.resize(1);
  tube.placements[0].centre = {7, 7, 7};
  model.objects = {tube, kind_of("red cell", red_cell, haematocrit(0.3))};
  place(model);
  EXPECT_EQ(model.objects[1].placements.size(), 5u); // 0.3 pi 6^2 14/94.4 = 5.03
  for (const Placement& placed : model.objects[1].placements)
    for (const Real3& p : points_on(red_cell, placed)) EXPECT_LT(std::hypot(p.x - 7, p.y - 7), 6);
}

TEST(Packings, mix_kinds_by_their_ratio_around_what_is_there) {
  FlowModel model = box(28);
  PackingPlan one_to_two;
  one_to_two.ratio = 0.5;
  ObjectKind there = kind_of("sphere", {ReferenceShape::sphere, {2, 2, 2}}, {});
  there.packing.reset();
  there.placements.resize(1);
  there.placements[0].centre = {7, 7, 7};
  model.objects = {kind_of("platelet", platelet, one_to_two), kind_of("red cell", red_cell, haematocrit(0.3)),
                   there};
  place(model);
  EXPECT_EQ(model.objects[1].placements.size(), 9u); // 0.3 14^3/94.4 = 8.7
  EXPECT_EQ(model.objects[0].placements.size(), 5u); // 4.5, rounded away from zero
  EXPECT_EQ(model.objects[2].placements.size(), 1u);
  EXPECT_EQ(model.objects[2].placements[0].centre, (Real3{7, 7, 7}));
  EXPECT_FALSE(overlaps(model));
}

TEST(Packings, keep_within_a_part_of_the_box_and_to_an_alignment) {
  FlowModel model = box(32);
  PackingPlan plan;
  plan.number = 6, plan.turn = PackingTurn::y;
  plan.low = {2, 0, 0}, plan.high = {14, 10, 16};
  model.objects = {kind_of("red cell", red_cell, plan)};
  place(model);
  for (const Placement& placed : model.objects[0].placements) {
    const Real3 axis{placed.rotation[0].z, placed.rotation[1].z, placed.rotation[2].z};
    EXPECT_NEAR(std::abs(axis.y), 1, 1e-12); // round-off of a rotation matrix
    for (const Real3& p : points_on(red_cell, placed))
      EXPECT_TRUE(p.x > 2 && p.x < 14 && p.y > 0 && p.y < 10) << p.x << " " << p.y; // z goes around
  }
}

TEST(Packings, have_the_same_bits_for_a_seed_and_any_number_of_threads) {
  const auto packed = [](std::int64_t seed, int threads) {
    set_cpu_threads(threads);
    FlowModel model = box(28);
    model.objects = {kind_of("red cell", red_cell, haematocrit(0.3, seed))};
    place(model);
    set_cpu_threads(0);
    return model.objects[0].placements;
  };
  const auto same = [](const std::vector<Placement>& a, const std::vector<Placement>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Placement& p, const Placement& q) {
      return p.centre == q.centre && std::equal(p.rotation, p.rotation + 3, q.rotation);
    });
  };
  const std::vector<Placement> once = packed(5, 1);
  EXPECT_TRUE(same(once, packed(5, 3)));
  EXPECT_FALSE(same(once, packed(6, 1)));
}

TEST(Packings, that_cannot_be_are_refused_with_the_key) {
  FlowModel model = box(20);
  PackingPlan flat; // a sphere of 4 um in a gap of 3
  flat.number = 1, flat.low = {0, 0, 0}, flat.high = {10, 3, 10};
  model.objects = {kind_of("ball", {ReferenceShape::sphere, {2, 2, 2}}, flat)};
  ASSERT_TRUE(settle_numbers(model).empty());
  try {
    place_objects(model, "");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()).find("objects.0.placements: 1 objects found no room"), 0u) << e.what();
  }
  model.objects = {kind_of("red cell", red_cell, haematocrit(0.01))}; // 0.1 of a cell
  const std::vector<Finding> few = settle_numbers(model);
  ASSERT_EQ(few.size(), 1u);
  EXPECT_EQ(few[0].key, "objects.0.placements");
}

} // namespace
} // namespace ibsim
