// Contact comes from an energy of positions alone: its forces are minus the gradient of it in any motion,
// also one that stretches, folds or thins a surface, and give nothing to the motion of a rigid body.
#include "mechanics/meeting.hpp"

namespace ibsim {
namespace {

constexpr Grid box{{24, 24, 24}, 0.5};
constexpr ContactProperties properties{.pressure = 0.1, .range = 1};

template <class B>
class ContactEnergy : public BackendTest<B> {};
TYPED_TEST_SUITE(ContactEnergy, Backends, BackendNames);

/// Swollen, bent, and drawn out, some by a third.
Map deformed(const Real3& centre, real radius, real phase) {
  return [=](const Real3& xi) {
    const Real3 x = radius * xi;
    return centre + Real3{1.2 * x.x + 0.1 * std::sin(2 * x.y + phase), 0.9 * x.y,
                          x.z + 0.2 * x.z * x.x + 0.1 * std::cos(3 * x.x)};
  };
}
/// Where X goes, of no symmetry.
Real3 motion(const Real3& x) {
  return {std::sin(x.y + 0.3 * x.z), 0.5 * std::cos(x.x) + 0.2 * x.y, std::sin(x.x - x.y) + 0.1 * x.z};
}

/// An object: a map of its parameter domain, and of that to the shape in which it feels nothing of itself.
struct Object {
  const SurfaceKind& kind;
  Map map, at_start = nullptr;
};

/// -dE along `motion` by a central difference, and what forces give to it; both over the sum of |F||motion|.
template <class B>
void expect_a_gradient(const Stream<B>& stream, const Grid& grid, const std::vector<Object>& objects) {
  const auto moved = [&](real by) {
    Meeting<B> meeting(stream);
    for (const Object& o : objects)
      meeting.add(o.kind, {[&](const Real3& xi) { return o.map(xi) + by * motion(o.map(xi)); }}, o.at_start);
    return meeting;
  };
  Meeting<B> meeting = moved(0);
  const auto contact = make_contact_alone<B>(stream, properties, grid, meeting.structures_in_contact());
  const auto forces = meeting.forces(*contact);
  const real e = 1e-4;
  Meeting<B> ahead = moved(e), behind = moved(-e);
  const real lost =
      (measured(stream, *contact, behind.sites()).energy - measured(stream, *contact, ahead.sites()).energy) /
      (2 * e);
  real given = 0, size = 0;
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const auto to = vectors(ahead.x[k].to_host(stream)), from = vectors(behind.x[k].to_host(stream));
    for (std::size_t i = 0; i < to.size(); ++i) {
      const Real3 velocity = 1 / (2 * e) * (to[i] - from[i]);
      given += dot(forces[k][i], velocity), size += norm(forces[k][i]) * norm(velocity);
    }
  }
  ASSERT_GT(size, 1e-3);
  // e^2 V'''/6 of pairs, of which the nearest are at the core, 0.2 um: 1e-8 * 6/0.2^2/6; and where pairs
  // pass the core or the range, a jump of V'' or V''' over e for a part e/0.2 of them
  EXPECT_NEAR(given, lost, 2e-6 * size);
}

/// Sum of forces and of torques about the origin, over the sums of their sizes. Pairs in single precision
/// still have forces that are opposite to the bit: their sums over the pairs of a point round.
template <class B>
void expect_no_net_force_nor_torque(const Stream<B>& stream, const std::vector<Object>& objects,
                                    Storage storage = Storage::doubles) {
  Meeting<B> meeting(stream);
  for (const Object& o : objects) meeting.add(o.kind, {o.map}, o.at_start);
  const auto contact =
      make_contact_alone<B>(stream, properties, box, meeting.structures_in_contact(), storage);
  const auto forces = meeting.forces(*contact);
  Real3 force, torque;
  real size = 0, turning = 0;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const auto at = vectors(meeting.x[k].to_host(stream));
    for (std::size_t i = 0; i < at.size(); ++i) {
      force += forces[k][i], torque += cross(at[i], forces[k][i]);
      size += norm(forces[k][i]), turning += norm(at[i]) * norm(forces[k][i]);
    }
  }
  ASSERT_GT(size, 1e-3);
  const real some = storage == Storage::floats ? 5e-7 : 1e-14; // 1e3 roundings of 6e-8, 1e-16, of either sign
  EXPECT_LT(norm(force), some * size);
  EXPECT_LT(norm(torque), some * turning);
}

TYPED_TEST(ContactEnergy, has_forces_of_two_stretched_objects_as_its_gradient) {
  const SurfaceKind one = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {}),
                    other = make_closed_surface({ReferenceShape::sphere, {1.2, 1.2, 1.2}}, 100, 400, {});
  const std::vector<Object> objects{{one, deformed({5, 5, 5}, 1.5, 0)},
                                    {other, deformed({5.2, 8, 5}, 1.4, 1)}};
  expect_a_gradient(this->stream(), box, objects);
  expect_no_net_force_nor_torque(this->stream(), objects);
  expect_no_net_force_nor_torque(this->stream(), objects, Storage::floats);
}

// Distances are differences in double. A force rounds by some 6e-8 of itself and of 1 - r/range, less than
// 1e-6 of the largest.
TYPED_TEST(ContactEnergy, has_the_same_forces_in_single_precision) {
  const SurfaceKind ball = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {}),
                    cell = make_closed_surface(red_cell, 200, 2000, {});
  Meeting<TypeParam> meeting(this->stream());
  meeting.add(ball, {deformed({18, 5, 5}, 1.5, 0)});
  meeting.add(ball, {deformed({18.2, 8, 5}, 1.5, 1)});
  meeting.add(cell, {pressed_red_cell({6, 18, 6}, 0.33)}, red_cell_at_start);
  const auto of = [&](Storage storage) {
    const auto contact = make_contact_alone<TypeParam>(this->stream(), properties, box,
                                                       meeting.structures_in_contact(), storage);
    return meeting.repeated_forces(*contact);
  };
  const auto exact = of(Storage::doubles), rounded = of(Storage::floats);
  for (std::size_t k = 0; k < exact.size(); ++k) {
    const real most = largest(exact[k]);
    EXPECT_GT(most, 0) << k;
    for (std::size_t i = 0; i < exact[k].size(); ++i)
      EXPECT_LT(norm(rounded[k][i] - exact[k][i]), 1e-6 * most);
  }
}

// A disc whose rims meet, and a red cell that is pressed to a third of its thickness: the same with what they
// feel of themselves.
TYPED_TEST(ContactEnergy, has_forces_of_an_object_on_itself_as_its_gradient) {
  const SurfaceKind disc = make_closed_surface({ReferenceShape::ellipsoid, {3, 3, 0.6}}, 200, 1600, {}),
                    cell = make_closed_surface(red_cell, 200, 2000, {}),
                    fine = make_closed_surface(red_cell, 200, 4000, {}); // of fewer points than sites
  for (const Object& alone : {Object{disc, rolled_disc({6, 6, 6}), flat_disc},
                              Object{cell, pressed_red_cell({6, 6, 6}, 0.33), red_cell_at_start},
                              Object{fine, pressed_red_cell({6, 6, 6}, 0.33), red_cell_at_start}}) {
    expect_a_gradient(this->stream(), box, {alone});
    expect_no_net_force_nor_torque(this->stream(), {alone});
  }
}

TYPED_TEST(ContactEnergy, has_the_force_of_a_wall_as_its_gradient) {
  Grid walled = box;
  walled.topology.y.ends = Ends::walls;
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {});
  expect_a_gradient(this->stream(), walled, {{kind, deformed({5, 1.7, 5}, 1.5, 0)}});
}

} // namespace
} // namespace ibsim
