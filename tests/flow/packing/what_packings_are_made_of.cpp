// Depth to first order, pairs as all distances give them, rooms by their formulas, tables with their bits.
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "packing/near_pairs.hpp"
#include "packing/packed_shape.hpp"
#include "packing/packing_room.hpp"
#include "packing/placement_table.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <set>

namespace ibsim {
namespace {

// A point at a distance e inside a surface of curvatures up to 1/r is e deep, to the order e^2/r.
TEST(Depth, is_that_of_the_nearest_point_of_the_surface) {
  constexpr real e = 1e-4, least_radius = 0.1; // um: of the platelet's rim, b^2/a = 0.16, and the red cell's
  for (const ReferenceSurface& surface : {ReferenceSurface{ReferenceShape::red_cell, {3.91, 3.91, 3.91}},
                                          ReferenceSurface{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}}})
    for (const Real3& stretch : {Real3{1, 1, 1}, Real3{0.9, 1.2, 1}}) {
      const PackedShape shape = packed_shape(surface, stretch, 400);
      const auto stretched = [&](const Real3& v) {
        return Real3{stretch.x * v.x, stretch.y * v.y, stretch.z * v.z};
      };
      for (int i = 1; i < 40; ++i) {
        const real t = 0.05 + i * 0.075, u = 0.3 * i; // away from the poles
        const Real3 xi{std::sin(t) * std::cos(u), std::sin(t) * std::sin(u), std::cos(t)};
        const Real3 a{std::cos(t) * std::cos(u), std::cos(t) * std::sin(u), -std::sin(t)},
            b{-std::sin(u), std::cos(u), 0};
        const Real3 normal =
            normalized(cross(stretched(derivative(surface, xi, a)), stretched(derivative(surface, xi, b))));
        const Depth found = depth_in(shape, stretched(position(surface, xi)) - e * normal);
        if (std::abs(xi.z) < 0.1) continue; // at the rim f itself is steep: there it is wrong by up to a half
        EXPECT_NEAR(found.depth, e, 4 * e * e / least_radius) << t;
        EXPECT_NEAR(dot(found.normal, normal), 1, 4 * e / least_radius);
        EXPECT_EQ(depth_in(shape, stretched(position(surface, xi)) + e * normal).depth, 0);
      }
    }
}

TEST(NearPairs, are_those_of_all_distances) {
  std::mt19937 random(3);
  const auto uniform = [&] { return static_cast<real>(random()) * 0x1p-32; };
  for (const Real3& periods : {Real3{20, 18, 22}, Real3{20, 0, 22}, Real3{5, 18, 22}}) { // 5: its own images
    std::vector<Real3> centres;
    std::vector<real> radii;
    for (int i = 0; i < 40; ++i) {
      centres.push_back(
          {(periods.x > 0 ? periods.x : 18) * uniform(), 18 * uniform(), periods.z * uniform()});
      radii.push_back(i % 3 ? 1 : 2.5);
    }
    using Key = std::tuple<int, int, int, int, int>;
    const auto key = [&](int i, int j, const Real3& shift) {
      Int3 n;
      for (int d = 0; d < 3; ++d)
        n[d] = periods[d] > 0 ? static_cast<int>(std::lround(shift[d] / periods[d])) : 0;
      return Key{i, j, n.x, n.y, n.z};
    };
    std::set<Key> expected, found;
    for (int i = 0; i < 40; ++i)
      for (int j = i; j < 40; ++j)
        for (int c = -2; c <= 2; ++c)
          for (int b = periods.y > 0 ? -2 : 0; b <= (periods.y > 0 ? 2 : 0); ++b)
            for (int a = -2; a <= 2; ++a) {
              if (i == j && Int3{a, b, c} == Int3{}) continue;
              const Real3 shift{a * periods.x, b * periods.y, c * periods.z};
              const auto one = static_cast<std::size_t>(i), other = static_cast<std::size_t>(j);
              if (norm(centres[other] + shift - centres[one]) < radii[one] + radii[other] + 0.5)
                expected.insert(key(i, j, shift));
            }
    for (const NearPair& pair : near_pairs(centres, radii, periods, 0.5)) {
      found.insert(key(pair.first, pair.second, pair.shift));
      if (pair.first == pair.second) found.insert(key(pair.first, pair.second, -pair.shift)); // listed once
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(PackingRooms, have_the_volume_of_their_formulas) {
  PackingRoom room{{0, 0, 0}, {20, 20, 10}, {}, {}, {}};
  EXPECT_DOUBLE_EQ(volume_of(room), 4000);
  room.tubes = {{10, 10, 8}};
  // the midpoint rule of 1e5 chords, error n^-3/2
  EXPECT_NEAR(volume_of(room) / (std::numbers::pi * 64 * 10), 1, 1e-6);
  room.low.x = 10; // half of it
  EXPECT_NEAR(volume_of(room) / (std::numbers::pi * 32 * 10), 1, 1e-6);
}

TEST(PlacementTables, are_read_back_to_the_bit_by_kind) {
  const TestFolder folder;
  std::vector<ObjectKind> kinds(2);
  kinds[0].name = "red cell", kinds[1].name = "a, \"b\"";
  for (int i = 0; i < 3; ++i) {
    Placement p;
    const real angle = 0.7 * (i + 1);
    p.centre = {1.0 / 3 + i, std::sqrt(2.0), 1e-17};
    p.rotation[0] = {std::cos(angle), -std::sin(angle), 0},
    p.rotation[1] = {std::sin(angle), std::cos(angle), 0};
    kinds[static_cast<std::size_t>(i % 2)].placements.push_back(p);
  }
  kinds[1].placements[0].stretch = {1.1, 0.9, 1};
  write_file(folder.path / "p.csv", placement_table(kinds));
  for (const ObjectKind& kind : kinds) {
    const std::vector<Placement> read = read_placements(folder.path / "p.csv", kind.name);
    ASSERT_EQ(read.size(), kind.placements.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(read[i].centre, kind.placements[i].centre);
      EXPECT_EQ(read[i].stretch, kind.placements[i].stretch);
      for (int d = 0; d < 3; ++d) EXPECT_EQ(read[i].rotation[d], kind.placements[i].rotation[d]);
    }
  }
  const auto complaint = [&](const std::string& text) {
    write_file(folder.path / "q.csv", text);
    try {
      read_placements(folder.path / "q.csv", "red cell");
    } catch (const InputError& e) {
      const std::string what = e.what();
      return what.substr(what.find("q.csv"));
    }
    return std::string("accepted");
  };
  EXPECT_EQ(complaint("x (um),y (um),z (um)\n1,2,3\n"), "accepted");
  EXPECT_EQ(complaint("x (um),y (um)\n1,2\n"), "q.csv:1: has a column \"x (um)\" but no \"z (um)\"");
  EXPECT_EQ(complaint("kind,x (um),y (um),z (um)\nrod,1,2,3\n"), "q.csv: has no row of kind \"red cell\"");
  EXPECT_EQ(complaint("x (um),y (um),z (um)\n1,2,3\n1,2 um,3\n").substr(0, 18), "q.csv:3: y (um): e");
}

} // namespace
} // namespace ibsim
