// An object feels itself where its parts come near each other, and nowhere as it starts.
#include "mechanics/meeting.hpp"
#include "mechanics/self_contact.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr Grid box{{24, 24, 24}, 0.5};

template <class B>
class SelfContact : public BackendTest<B> {};
TYPED_TEST_SUITE(SelfContact, Backends, BackendNames);

/// A disc of 1600 sites, 0.2 um apart, that was flat.
SurfaceKind disc() { return make_closed_surface({ReferenceShape::ellipsoid, {3, 3, 0.6}}, 200, 1600, {}); }
SurfaceKind cell() { return make_closed_surface(red_cell, 200, 2000, {}); }

template <class B>
struct Alone {
  Meeting<B> meeting;
  std::unique_ptr<PairForce<B>> contact;
  Alone(const Stream<B>& stream, const ContactProperties& properties, const Grid& grid,
        const SurfaceKind& kind, const Map& map, const Map& at_start)
      : meeting(stream) {
    meeting.add(kind, {map}, at_start);
    contact = make_contact_alone<B>(stream, properties, grid, meeting.structures_in_contact());
  }
  std::vector<Real3> forces() { return meeting.forces(*contact)[0]; }
};

// A red cell is 0.8 um thin in its middle, less than the range of 1 um. It feels nothing there, to the bit,
// wherever it is and however it is turned; nor does a sphere of its image in the next box, 0.6 um away.
TYPED_TEST(SelfContact, is_nothing_at_the_start) {
  const SurfaceKind kind = cell();
  const real c = std::cos(0.7), s = std::sin(0.7);
  for (const real range : {0.5, 1.0, 2.0})
    for (const Real3& centre : {Real3{6, 6, 6}, Real3{0.3, 11.9, -40}}) {
      Alone<TypeParam> alone(
          this->stream(), {0.1, range}, box, kind,
          [&](const Real3& xi) {
            const Real3 x = red_cell_at_start(xi);
            return centre + Real3{c * x.x - s * x.z, x.y, s * x.x + c * x.z};
          },
          red_cell_at_start);
      EXPECT_EQ(alone.forces(), std::vector<Real3>(2000)) << range;
      EXPECT_EQ(measured(this->stream(), *alone.contact, alone.meeting.sites()).energy, 0);
      EXPECT_EQ(measured(this->stream(), *alone.contact, alone.meeting.sites()).least.within, range);
    }
  const SurfaceKind ball_kind = make_closed_surface({ReferenceShape::sphere, {1.7, 1.7, 1.7}}, 100, 800, {});
  Alone<TypeParam> image(this->stream(), {0.1, 1}, {{8, 8, 8}, 0.5}, ball_kind, ball({2, 2, 2}, 1.7),
                         ball({}, 1.7));
  EXPECT_EQ(image.forces(), std::vector<Real3>(800));
}

// The rims of a rolled disc meet at the top, from either side of x = 6: they push each other away, and
// nothing else is felt: not the inside of the roll, which is 1 um from itself and farther. So does a cell
// that is pressed together in its middle, from inside: its sides push each other out.
TYPED_TEST(SelfContact, keeps_tips_and_sides_apart) {
  const SurfaceKind rolled = disc(), pressed = cell();
  Alone<TypeParam> roll(this->stream(), {0.1, 0.8}, box, rolled, rolled_disc({6, 6, 6}), flat_disc);
  const std::vector<Real3> of_rims = roll.forces(), at = vectors(roll.meeting.x[0].to_host(this->stream()));
  Real3 left, right;
  for (std::size_t i = 0; i < at.size(); ++i) {
    (at[i].x > 6 ? right : left) += of_rims[i];
    if (at[i].z < 6.5) {
      EXPECT_EQ(of_rims[i], Real3{}) << at[i].z;
    }
  }
  EXPECT_GT(right.x, 0.01); // up to 0.15 pg/(um us^2) on rims 0.6 um thick of which 0.5 um are near
  EXPECT_NEAR(right.x, -left.x, 1e-14);
  EXPECT_LT(std::abs(right.y), 0.01 * right.x);
  const LeastDistances least = measured(this->stream(), *roll.contact, roll.meeting.sites()).least;
  EXPECT_LT(least.within, 0.3); // tips are 2 sin(3 rad) apart, and as thick there as two sites
  EXPECT_GT(least.within, 0.1);
  EXPECT_EQ(least.objects, 0.8); // none other

  Alone<TypeParam> thin(this->stream(), {0.1, 0.8}, box, pressed, pressed_red_cell({6, 6, 6}, 0.3),
                        red_cell_at_start);
  const std::vector<Real3> of_sides = thin.forces(), x = vectors(thin.meeting.x[0].to_host(this->stream()));
  real up = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const real outward = x[i].z > 6 ? of_sides[i].z : -of_sides[i].z;
    EXPECT_GE(outward, -1e-12);
    if (x[i].z > 6) up += outward;
    if (std::hypot(x[i].x - 6, x[i].y - 6) > 2.5) {
      EXPECT_EQ(of_sides[i], Real3{});
    }
  }
  EXPECT_GT(up, 0.01); // sides 0.24 um apart that feel each other within 0.4: 0.03 pg/(um us^2) on 1 um^2
}

/// Forces by the definition, over all pairs of points, shared among the sites of each by their areas at rest.
template <class B>
std::vector<Real3> by_all_pairs(Alone<B>& alone, const SurfaceKind& kind,
                                const ContactProperties& properties) {
  const std::vector<Real3>& at_start = alone.meeting.starts[0];
  const PointsOfObject of = points_of_object(kind, at_start, properties.range);
  const std::vector<PointAtStart> start = point_leaves(kind, of, at_start, properties.range).points;
  const std::vector<Real3> at = vectors(alone.meeting.x[0].to_host(alone.meeting.stream));
  const std::vector<real> areas = areas_at_rest(alone.meeting.stream, alone.meeting.structures[0].surface());
  const std::size_t n = start.size();
  const auto begin = [&](std::size_t p) { return at.size() * p / n; };
  std::vector<Real3> points(n), forces(at.size());
  std::vector<real> area(n);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t k = begin(p); k < begin(p + 1); ++k)
      points[p] += areas[of.order[k]] * at[of.order[k]], area[p] += areas[of.order[k]];
    points[p] = (1 / area[p]) * points[p];
  }
  for (std::size_t i = 0; i < n; ++i) {
    Real3 force;
    for (std::size_t j = 0; j < n; ++j) {
      const real reach = range_of_pair(start[i], start[j], properties.range), r = norm(points[i] - points[j]);
      if (i == j || r >= reach) continue;
      const ContactLaw law = contact_law(properties).within(reach);
      force += area[i] * area[j] * law.force(r) / r * (points[i] - points[j]);
    }
    for (std::size_t k = begin(i); k < begin(i + 1); ++k)
      forces[of.order[k]] = areas[of.order[k]] / area[i] * force;
  }
  return forces;
}

// Every pair is found: rolled, folded at several places, crumpled, and pressed flat; in the middle of the box
// and through its faces; of sites that are points, and of those that share some (the fine cell's). To
// round-off of positions, 1e-15 of 12 um over distances of 1e-2 um.
TYPED_TEST(SelfContact, finds_every_pair) {
  const SurfaceKind discs = disc(), cells = cell(), fine = make_closed_surface(red_cell, 200, 4000, {});
  const auto crumpled = [](const Real3& xi) {
    const Real3 x = flat_disc(xi);
    return Real3{0.35 * x.x + 0.3 * std::sin(3 * x.y), 0.4 * x.y, x.z + std::sin(2.5 * x.x)};
  };
  const auto flat = [](const Real3& xi) {
    const Real3 x = red_cell_at_start(xi);
    return Real3{x.x, x.y, 0.05 * x.z};
  };
  struct Case {
    const SurfaceKind& kind;
    Map map, at_start;
  };
  for (const real range : {0.4, 0.8, 1.5})
    for (const Case& c : {Case{discs, rolled_disc({6, 6, 6}), flat_disc},
                          {discs, rolled_disc({0, 12, 5}), flat_disc},
                          {discs, crumpled, flat_disc},
                          {cells, flat, red_cell_at_start},
                          {cells, pressed_red_cell({12, 0.2, 6}, 0.2), red_cell_at_start},
                          {fine, pressed_red_cell({12, 0.2, 6}, 0.2), red_cell_at_start}}) {
      const ContactProperties properties{0.1, range};
      Alone<TypeParam> alone(this->stream(), properties, box, c.kind, c.map, c.at_start);
      const std::vector<Real3> found = alone.forces(), expected = by_all_pairs(alone, c.kind, properties);
      real most = 0;
      for (const Real3& f : expected) most = std::max(most, norm(f));
      EXPECT_GT(most, 0) << range;
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_LT(norm(found[i] - expected[i]), 1e-11 * most) << "site " << i << ", range " << range;
    }
}

// The search within an object holds until its points have moved by a part of the range. Pressed together in
// small steps, moved and turned, a cell feels in each what it does in a search of its own, to the bit.
TYPED_TEST(SelfContact, does_not_depend_on_when_it_was_searched) {
  const SurfaceKind kind = cell();
  const ContactProperties properties{0.1, 0.8};
  const auto pressed = [](int step) {
    const real c = std::cos(0.02 * step), s = std::sin(0.02 * step);
    return [=](const Real3& xi) {
      const Real3 x = pressed_red_cell({}, 0.6 - 0.012 * step)(xi);
      return Real3{6 + 0.2 * step + c * x.x - s * x.z, 6 + x.y, 6 + s * x.x + c * x.z};
    };
  };
  Alone<TypeParam> first(this->stream(), properties, box, kind, pressed(0), red_cell_at_start);
  int felt = 0;
  for (int step = 0; step < 30; ++step) {
    Alone<TypeParam> anew(this->stream(), properties, box, kind, pressed(step), red_cell_at_start);
    const std::vector<Real3> forces = anew.forces();
    ASSERT_EQ(anew.meeting.forces(*first.contact)[0], forces) << step;
    felt += std::count_if(forces.begin(), forces.end(), [](const Real3& f) { return !(f == Real3{}); }) > 0;
  }
  EXPECT_GT(felt, 5);
  EXPECT_LT(felt, 28);
}

// With others around, and the same bits for any number of threads.
TYPED_TEST(SelfContact, repeats_to_the_bit) {
  const SurfaceKind kind = disc();
  Meeting<TypeParam> meeting(this->stream());
  meeting.add(kind, {rolled_disc({6, 6, 6}), rolled_disc({8.3, 6.2, 6.1}), rolled_disc({6, 11.5, 6})},
              flat_disc);
  const auto contact = make_contact_alone<TypeParam>(this->stream(), {.pressure = 0.1, .range = 1}, box,
                                                     meeting.structures_in_contact());
  const auto first = meeting.repeated_forces(*contact);
  real all = 0;
  for (const Real3& f : first[0]) all += norm(f);
  EXPECT_LT(norm(sum(first[0])), 1e-13 * all); // of all three, also across the faces of the box
}

} // namespace
} // namespace ibsim
