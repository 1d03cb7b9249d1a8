// The relaxation of a shape at its volume before the start (mechanics/relax_shape.hpp), and the spheroid that
// it is without stress.
#include "mechanics/relax_shape.hpp"

#include "base/error.hpp"
#include "base/second_order.hpp"
#include "flow/mechanics/membranes.hpp"
#include "model/object_kind.hpp"
#include "objects/start_shape.hpp"

namespace ibsim {
namespace {

ObjectKind red_cell_of_a_spheroid() {
  ObjectKind kind;
  kind.name = "red cell";
  kind.closed().surface = red_cell;
  kind.closed().law = red_cell_law;
  kind.closed().bending.modulus = 2e-4; // 2e-12 erg
  kind.closed().stress_free.shape = StressFreeShape::Shape::spheroid;
  return kind;
}

// f(x, y) = sqrt(x y^2)/(x + y) against its derivatives by hand, at (4, 2): f = x^(1/2) y/(x + y).
TEST(SecondOrder, differentiates_twice) {
  using Number = SecondOrder<2>;
  const Number x = Number::variable(4, 0), y = Number::variable(2, 1);
  const Number f = sqrt(x * (y * y)) * inverse(x + y);
  EXPECT_NEAR(f.value, 2.0 / 3, 1e-15);
  // f_x = y (y - x)/(2 sqrt(x) (x + y)^2), f_y = x^(3/2)/(x + y)^2
  EXPECT_NEAR(f.first[0], 2.0 * -2 / (2 * 2 * 36), 1e-15);
  EXPECT_NEAR(f.first[1], 8.0 / 36, 1e-15);
  EXPECT_NEAR(f.second[1][1], -2 * 8.0 / 216, 1e-15);
  // d/dx of x^(3/2)/(x + y)^2
  EXPECT_NEAR(f.second[0][1], 1.5 * 2 / 36 - 2 * 8.0 / 216, 1e-15);
  EXPECT_DOUBLE_EQ(f.second[0][1], f.second[1][0]);
  // d/dx of f_x: y [-(x^1/2)(x+y)^2 - (y - x)((x+y)^2/(2 x^1/2) + 2 x^1/2 (x + y))]/(2 x (x+y)^4)
  EXPECT_NEAR(f.second[0][0], 2 * (-2 * 36 + 2 * (36 / 4.0 + 4 * 6)) / (8 * 1296.0), 1e-15);
}

TEST(StressFreeShape, is_a_spheroid_of_its_reduced_volume_and_area) {
  for (const real v : {0.4, 0.95, 0.999999, 1.0}) {
    const AreaAndVolume found = area_and_volume(spheroid_of(v, 130));
    EXPECT_NEAR(found.area, 130, 1e-10 * 130) << v;
    EXPECT_NEAR(6 * std::sqrt(pi) * found.volume / std::pow(130, 1.5), v, 1e-10) << v;
  }
  EXPECT_EQ(spheroid_of(1, 130).half_axes.x, spheroid_of(1, 130).half_axes.z);
  EXPECT_THROW(spheroid_of(1.1, 130), InputError);
  EXPECT_THROW(spheroid_of(0.9, 0), InputError);
}

// Of the zone above each point, the image has the same part: by the metric of both, area elements are in one
// proportion everywhere. A spheroid's own image is itself.
TEST(StressFreeShape, keeps_areas_in_proportion) {
  const real area = area_and_volume(red_cell).area;
  const ReferenceSurface spheroid = spheroid_of(0.95, 1.2 * area);
  for (const real t : {0.02, 0.3, 0.9, 1.4, 1.8, 3.0}) {
    const real e = 1e-4, azimuth = 0.7;
    const auto node = [=](real colatitude) {
      return Real3{std::sin(colatitude) * std::cos(azimuth), std::sin(colatitude) * std::sin(azimuth),
                   std::cos(colatitude)};
    };
    const auto image = equal_area_image(red_cell, spheroid, {node(t - e), node(t), node(t + e)});
    const real element = std::hypot(image[1].x, image[1].y) * norm(image[2] - image[0]) / (2 * e);
    const Real3 along{std::cos(t) * std::cos(azimuth), std::cos(t) * std::sin(azimuth), -std::sin(t)};
    const Real3 x = position(red_cell, node(t));
    const real before = std::hypot(x.x, x.y) * norm(derivative(red_cell, node(t), along));
    EXPECT_NEAR(element / before, 1.2, 1e-6) << t; // e^2
    const Real3& a = spheroid.half_axes;
    EXPECT_NEAR(dot(image[1], image[1]) / (a.x * a.x) +
                    image[1].z * image[1].z * (1 / (a.z * a.z) - 1 / (a.x * a.x)),
                1, 1e-13);
    EXPECT_NEAR(std::atan2(image[1].y, image[1].x), azimuth, 1e-14);
    EXPECT_LT(norm(equal_area_image(spheroid, spheroid, {node(t)})[0] - position(spheroid, node(t))), 1e-12);
  }
}

TEST(AxialShape, holds_the_paper_s_cell_exactly) {
  const AxialShape cell = axial_shape(red_cell, 12);
  for (const Real3& xi : bauer_spiral(50)) EXPECT_LT(norm(cell.position(xi) - position(red_cell, xi)), 1e-12);
}

// A sphere whose shape without stress is a smaller sphere is in balance as it is: it has the tension sigma of
// its law, the pressure 2 sigma/R, and the energy of that dilation, in closed form. Nothing moves.
TEST(Relaxation, leaves_a_tense_sphere_as_it_is) {
  ObjectKind kind;
  kind.closed().surface = the_sphere;
  kind.closed().law = EvansSkalak{2.5e-3, 0.25};
  kind.closed().stress_free = {StressFreeShape::Shape::spheroid, 1, 0.9, false, true};
  const StartShape start = start_shape(kind);
  const real sigma = 0.25 * (1 / 0.9 - 1), area = 4 * pi * 3.91 * 3.91;
  EXPECT_LT(start.moved, 1e-9);
  EXPECT_NEAR(start.relaxation->pressure, 2 * sigma / 3.91, 1e-12);
  EXPECT_NEAR(start.relaxation->energy_after, 0.9 * area * 0.125 * std::pow(1 / 0.9 - 1, 2), 1e-12);
  EXPECT_LT(start.relaxation->force_before, 1e-11 * 2 * sigma / 3.91);
}

// Of a spheroid's own shape: nothing to do.
TEST(Relaxation, leaves_a_membrane_without_stress_as_it_is) {
  ObjectKind kind = red_cell_of_a_spheroid();
  kind.closed().surface = spheroid_of(0.95, 130);
  kind.closed().bending.about_reference = true;
  const StartShape start = start_shape(kind);
  EXPECT_LT(start.moved, 1e-8);
  EXPECT_LT(start.relaxation->energy_before, 1e-15);
  EXPECT_NEAR(start.area_ratio, 1, 1e-12);
}

// The energy falls with each iteration until there is no unbalanced force; volume and area are kept.
// Its pole stays dimpled: a red cell.
TEST(Relaxation, brings_a_red_cell_to_rest) {
  for (const real reduced_volume : {0.94, 0.96}) {
    ObjectKind kind = red_cell_of_a_spheroid();
    kind.closed().stress_free.reduced_volume = reduced_volume;
    const StartShape start = start_shape(kind);
    const Relaxation& r = *start.relaxation;
    for (std::size_t i = 1; i < r.energies.size(); ++i) EXPECT_LT(r.energies[i], r.energies[i - 1]);
    EXPECT_LT(r.force_after, 1e-6 * r.force_before);
    EXPECT_NEAR(r.volume, area_and_volume(red_cell).volume, 1e-12 * r.volume);
    EXPECT_NEAR(r.area, area_and_volume(red_cell).area, 1e-11 * r.area);
    EXPECT_NEAR(start.area_ratio, 1, 0.02);
    const real dimple = r.shape.position({0, 0, 1}).z;
    real thickest = 0;
    for (const real t : relaxation_points())
      thickest = std::max(thickest, r.shape.position({std::sin(t), 0, std::cos(t)}).z);
    EXPECT_LT(dimple, 0.8 * thickest);
  }
}

// A sphere that was dented becomes the sphere again: the same closed form, without any symmetry but that
// about its axis.
TEST(Relaxation, of_a_dented_sphere_is_a_sphere) {
  ObjectKind kind;
  kind.closed().surface = the_sphere;
  kind.closed().law = EvansSkalak{2.5e-3, 0.25};
  kind.closed().stress_free = {StressFreeShape::Shape::spheroid, 1, 0.9, false, true, 0.5};
  const StartShape start = start_shape(kind);
  const real sigma = 0.25 * (1 / 0.9 - 1), area = 4 * pi * 3.91 * 3.91;
  EXPECT_FALSE(start.relaxation->shape.is_mirrored());
  EXPECT_NEAR(start.relaxation->pressure, 2 * sigma / 3.91, 1e-9);
  // of second order in what is left of the dent
  EXPECT_NEAR(start.relaxation->energy_after, 0.9 * area * 0.125 * std::pow(1 / 0.9 - 1, 2), 1e-12);
}

// With a negative spontaneous curvature a dented cell comes to rest as a cup, with volume and area of the
// disc and less energy: one side is hollow, the other is not.
TEST(Relaxation, brings_a_dented_cell_to_a_cup) {
  ObjectKind kind = red_cell_of_a_spheroid();
  kind.closed().law = Skalak{4.46e-3, 0.25};
  kind.closed().bending.curvature = -2;
  const Relaxation disc = *start_shape(kind).relaxation;
  kind.closed().stress_free.dent = 1.5;
  const Relaxation cup = *start_shape(kind).relaxation;
  EXPECT_NEAR(cup.volume, disc.volume, 1e-11 * disc.volume);
  EXPECT_NEAR(cup.area, disc.area, 1e-10 * disc.area);
  EXPECT_LT(cup.force_after, 1e-5 * cup.force_before);
  const real kT = 4.3e-6; // pg um^2/us^2 at 37 degC
  EXPECT_LT(cup.energy_after, disc.energy_after - 10 * kT);
  const real top = cup.shape.position({0, 0, 1}).z, bottom = cup.shape.position({0, 0, -1}).z;
  real highest = top, lowest = bottom;
  for (const real t : relaxation_points())
    for (const real side : {1.0, -1.0}) {
      const real z = cup.shape.position({std::sin(t), 0, side * std::cos(t)}).z;
      highest = std::max(highest, z), lowest = std::min(lowest, z);
    }
  EXPECT_GT(highest - top, 1);       // um
  EXPECT_NEAR(lowest, bottom, 0.05); // no dimple below
}

} // namespace
} // namespace ibsim
