// The cells by which contact finds its pairs, in boxes of few cells and of many, with the seam of unbounded
// shear at whole cells, between them and a rounding beside them.
#include "mechanics/contact_cells.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace ibsim {
namespace {

template <class F>
void for_all_cells(F f) {
  for (const Ends ends : {Ends::periodic, Ends::walls, Ends::lees_edwards})
    for (const Int3 n : {Int3{1, 1, 1}, Int3{2, 2, 3}, Int3{3, 3, 4}, Int3{1, 2, 9}, Int3{2, 3, 3},
                         Int3{3, 3, 5}, Int3{3, 4, 5}, Int3{4, 5, 6}, Int3{1, 6, 7}, Int3{2, 7, 12}}) {
      Grid box{5 * n, 0.2};
      box.topology.y.ends = ends;
      ContactCells cells = contact_cells(box, 0.99);
      std::set<real> seams{0};
      if (ends == Ends::lees_edwards)
        for (int c = 0; c < cells.n.z; ++c)
          for (const real part : {0.0, 0.3, 0.5}) {
            const real seam = (c + part) * cells.side.z;
            seams.insert({std::nextafter(seam, 0), seam, std::nextafter(seam, 100)});
          }
      for (const real seam : seams) {
        SCOPED_TRACE(::testing::Message() << "ends " << static_cast<int>(ends) << ", cells " << cells.n.x
                                          << " " << cells.n.y << " " << cells.n.z << ", seam " << seam);
        const ShearNow now{1e-3, seam / box.lengths().y, 0, seam};
        cells.shear = ends == Ends::lees_edwards ? &now : nullptr;
        f(box, cells, seam);
      }
    }
}

TEST(contact_cells, lie_around_those_that_lie_around_them) {
  for_all_cells([](const Grid&, const ContactCells& cells, real) {
    std::map<Index, std::set<Index>> around;
    for (Index c = 0; c < cells.count(); ++c) {
      cells.for_each_around(c, [&](int place, Index other) {
        ASSERT_GE(other, 0);
        ASSERT_LT(other, cells.count());
        EXPECT_TRUE(around[c].insert(other).second) << other << " lies twice around " << c;
        EXPECT_EQ(cells.around(cells.position(c), place), other);
      });
      EXPECT_TRUE(around[c].contains(c));
    }
    for (const auto& [c, others] : around)
      for (const Index d : others) EXPECT_TRUE(around[d].contains(c)) << d << " lies around " << c;
  });
}

// Points are in the box or beyond it, many of them beside the seam and on it. A distance is the least to any
// image. Points are rounded when they are moved into the box, by 1e-15 of 12 um, so pairs count that are
// closer than the range by 1e-12.
TEST(contact_cells, hold_around_them_all_within_the_range) {
  std::mt19937 random(7);
  std::uniform_real_distribution<real> part(0, 1);
  for_all_cells([&](const Grid& box, const ContactCells& cells, real seam) {
    const Real3 lengths = box.lengths();
    const bool walls = box.topology.y.ends == Ends::walls;
    std::vector<Real3> points;
    for (const real y : {0.0, 1e-17, -1e-17, 0.3, -0.3, 0.9, -0.9, 0.0, 0.5 * lengths.y})
      for (int i = 0; i < 8; ++i)
        points.push_back({(2 * part(random) - 1) * lengths.x,
                          walls ? std::abs(y) : y + (i % 2) * lengths.y + (i > 5 ? part(random) : 0),
                          (2 * part(random) - 1) * lengths.z});
    for (const Real3& p : points) {
      std::set<Index> around;
      cells.for_each_around(cells.cell(cells.wrapped(p)), [&](int, Index c) { around.insert(c); });
      for (const Real3& q : points) {
        real least = 1e9;
        for (int m = walls ? 0 : -3; m <= (walls ? 0 : 3); ++m) {
          Real3 r = p - q - Real3{0, m * lengths.y, m * seam};
          for (const int d : {0, 2}) r[d] -= lengths[d] * std::rint(r[d] / lengths[d]);
          least = std::min(least, norm(r));
        }
        if (least < 0.99 - 1e-12)
          EXPECT_TRUE(around.contains(cells.cell(cells.wrapped(q))))
              << p.x << " " << p.y << " " << p.z << " and " << q.x << " " << q.y << " " << q.z;
        if (least < 0.99 - 1e-12 && cells.n.y >= 3) // else sites may be near by several images
          EXPECT_NEAR(norm(cells.apart(cells.wrapped(p), cells.wrapped(q))), least, 1e-13);
      }
    }
  });
}

} // namespace
} // namespace ibsim
