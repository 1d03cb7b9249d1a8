// Depth to first order, pairs as all distances give them, rooms by their formulas, tables with their bits.
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "packing/near_pairs.hpp"
#include "packing/packed_shape.hpp"
#include "packing/packing_room.hpp"
#include "packing/placement_table.hpp"
#include "test_folder.hpp"

#include <algorithm>
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
  EXPECT_EQ(complaint("x (um),y (um)\n1,2\n").substr(0, 35), "q.csv:1: there is no column \"z\"; kn");
  EXPECT_EQ(complaint("kind,x (um),y (um),z (um)\nrod,1,2,3\n"), "q.csv: has no row of kind \"red cell\"");
  EXPECT_EQ(complaint("x (um),y (um),z (um)\n1,2,3\n1,2 um,3\n").substr(0, 18), "q.csv:3: y (um): e");
}

// What people call the same: 1, 2 and 3 um, and a turn by 30 degrees about x.
TEST(PlacementTables, are_read_as_people_write_them) {
  const TestFolder folder;
  const auto read = [&](const std::string& text) {
    write_file(folder.path / "p.csv", text);
    return read_placements(folder.path / "p.csv", "red cell").at(0);
  };
  for (const char* text : {"x (um),y (um),z (um),angle x (deg)\n1,2,3,30\n",
                           "X [nm],Y(mm),z (\u00b5m),Angle_X (\u00b0)\n1e3,2e-3,3,30\n",
                           "x (um);y (um);z (um);angle x (deg)\n1;2;3;30\n",
                           "x (um)\ty (um)\tz (um)\tangle x (deg)\n1\t2\t3\t30\n",
                           "\"x (um)\",\"y (um)\",\"z (um)\",\"angle x (deg)\",\n\"1\", 2 ,3,30,\n",
                           "x (um),y (um),z (um),axis x,axis y,axis z\n1,2,3,0,-0.5,0.8660254037844386\n"}) {
    const Placement p = read(text);
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(p.centre[d], d + 1, 4 * 4.5e-16) << text; // a product with a rounded unit
    // cos and sin of 30 degrees; the axis is given with 16 digits
    EXPECT_NEAR(p.rotation[1].y, std::sqrt(3.0) / 2, 4e-16) << text;
    EXPECT_NEAR(p.rotation[2].y, 0.5, 4e-16) << text;
    EXPECT_NEAR(p.rotation[1].z, -0.5, 4e-16) << text;
  }
}

// The first two red cells of HemoCell's cases/kolmogorovFlow/RBC.pos, whose own axis is y: R = Rz Ry Rx
// Rx(-90 deg). Matrices were computed from that formula with numpy, and are given with nine digits.
TEST(PlacementTables, have_angles_about_x_then_y_then_z) {
  const TestFolder folder;
  write_text(folder.path / "p.csv", "x (um),y (um),z (um),angle x (deg),angle y (deg),angle z (deg)\n"
                                    "8.22907,16.7373,17.1194,-49.7711,21.8873,-115.504\n"
                                    "25.396,12.6456,18.9926,-90.147864,33.3417,48.0401\n");
  const std::vector<Placement> cells = read_placements(folder.path / "p.csv", "red cell");
  const Real3 rows[2][3] = {{{-0.399537856, 0.705453729, 0.585409718},
                             {-0.837498059, -0.021208692, -0.546028564},
                             {-0.372782112, -0.708438584, 0.599289804}},
                            {{0.558562126, -0.365568675, -0.744558859},
                             {0.621219882, -0.410436841, 0.667553337},
                             {-0.549630975, -0.835404778, -0.002155945}}};
  for (std::size_t i = 0; i < 2; ++i)
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(norm(cells[i].rotation[d] - rows[i][d]), 0, 1e-9) << i << d; // the last digit
}

// Never other values than those that stand there.
TEST(PlacementTables, with_what_is_not_known_are_refused) {
  const TestFolder folder;
  const auto refused = [&](const std::string& text, const std::string& words) {
    write_file(folder.path / "q.csv", text);
    try {
      read_placements(folder.path / "q.csv", "red cell");
      FAIL() << "not refused: " << words;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  const std::string xyz = "x (um),y (um),z (um)";
  refused(xyz + ",radius (um)\n1,2,3,4\n",
          "q.csv:1: unknown column \"radius (um)\"; known columns: kind, x (um), ");
  refused(xyz + ",angel x (deg)\n1,2,3,4\n",
          "unknown column \"angel x (deg)\"; did you mean \"angle x\"? known");
  refused(xyz + ",Rotaton xx\n1,2,3,4\n", "did you mean \"rotation xx\"?");
  refused(xyz + ",angle x\n1,2,3,4\n", "column \"angle x\" has no unit, as in \"angle x (deg)\"");
  refused(xyz + ",axis x (um),axis y,axis z\n1,2,3,0,0,1\n", "has numbers without a unit");
  refused(xyz + ",axis x,axis y\n1,2,3,0,1\n", "has a column \"axis x\" but no \"axis z\"");
  refused(xyz + ",axis x,axis y,axis z\n1,2,3,0,0,0\n", "q.csv:2: axis: has no direction");
  refused(xyz + ",axis x,axis y,axis z,angle x (deg)\n1,2,3,0,0,1,0\n",
          "more than one of rotation, axis and angle");
  refused("x (us),y (um),z (um)\n1,2,3\n", "column \"x (us)\": expected a length");
  refused("x (um),X (mm),y (um),z (um)\n1,1,2,3\n", "has two columns \"x\"");
  refused("x (um);y (um);z (um)\n1,5;2;3\n", "q.csv:2: x (um): a number has a decimal point");
  refused(xyz + "\n1,5,2,3\n", "q.csv:2: has 4 cells, not 3 as the first line; numbers have decimal points");
  refused("1,2,3\n4,5,6\n", "q.csv:1: has numbers; expected the names of the columns with their units");
  refused("," + xyz + "\n0,1,2,3\n", "q.csv:1: column 1 has no name");
}

} // namespace
// Points beyond a plane are found by patches: all that a look at each point finds, and of the others only
// those of patches across the plane.
TEST(PackedShape, finds_points_by_patches) {
  PackedShape cell = packed_shape({ReferenceShape::red_cell, {3.91, 3.91, 3.91}}, {1, 1, 1}, 1000);
  find_patches(cell);
  ASSERT_EQ(cell.patches.size(), PackedShape::most_patches);
  real farthest = 0;
  for (const PackedShape::Patch& patch : cell.patches) farthest = std::max(farthest, patch.reach);
  const auto is_beyond = [](real plane) { return [plane](const Real3& p) { return p.x > plane; }; };
  for (const real plane : {-5., -1., 0., 2.5, 3.5, 5.}) {
    const std::vector<Real3> found =
        cell.points_where([plane](const Real3& centre, real reach) { return centre.x + reach > plane; });
    const auto beyond = std::count_if(cell.points.begin(), cell.points.end(), is_beyond(plane));
    EXPECT_EQ(std::count_if(found.begin(), found.end(), is_beyond(plane)), beyond) << plane;
    EXPECT_EQ(std::count_if(found.begin(), found.end(), is_beyond(plane - 2 * farthest)),
              static_cast<long>(found.size()))
        << plane;
  }
}

} // namespace ibsim
