// A rigid body rotates and does not tank-tread; a membrane that goes round a body at rest, or round one that
// turns, treads at its own rate.
#include "diagnostics/cell_angles.hpp"
#include "parallel/stream.hpp"
#include "surface/surface.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;
const ReferenceSurface ellipsoid{ReferenceShape::ellipsoid, {2, 1, 3}};
const Real3 centre{8, 7, 6};

/// About x, from z towards y.
Real3 turned(const Real3& v, real angle) {
  const real c = std::cos(angle), s = std::sin(angle);
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}

/// The angles of an ellipsoid at each of some instants, from its sites as a run has them: `body` is the angle
/// by which its shape is turned, `membrane` that by which the parameter goes round (a material point xi is
/// where turned(xi, membrane) was).
struct Instant {
  real body, membrane;
};
std::vector<CellAngles> followed(const std::vector<Instant>& instants) {
  const Stream<Cpu> stream;
  const SurfaceKind kind = make_closed_surface(ellipsoid, 100, 400, {});
  Surface<Cpu> surface(stream, kind, 1);
  CellAngles angles;
  std::vector<CellAngles> all;
  real start = 0;
  for (const Instant& now : instants) {
    std::vector<real> X(300);
    const auto place = [&](const Real3& xi) {
      return centre + turned(position(ellipsoid, turned(xi, now.membrane)), now.body);
    };
    for (Index i = 0; i < 100; ++i) vectors_view(X.data(), 100).set(i, place(kind.data_nodes[i]));
    const SurfaceIntegrals found = surface.integrals(stream, vectors_view<const real>(X.data(), 100))[0];
    const real marker = shear_plane_angle(place({0, 0, 1}), found.centre);
    if (all.empty()) start = marker;
    angles.follow(marker - start, cell_shape(found));
    all.push_back(angles);
  }
  return all;
}

// Moments are known to 1e-13 or so (area_and_volume_are_exact), and so are angles; 1e-11 after forty rows.
TEST(TankTreading, of_a_rigid_body_is_none) {
  std::vector<Instant> tumbling;
  for (int i = 0; i <= 40; ++i) tumbling.push_back({-0.5 * i, 0}); // three turns
  const std::vector<CellAngles> found = followed(tumbling);
  for (int i = 0; i <= 40; ++i) {
    EXPECT_NEAR(found[i].rotation, -0.5 * i, 1e-11);
    EXPECT_NEAR(found[i].tank_treading, 0, 1e-11);
  }
}

/// The angle of the marker about the centre when the parameter has gone round by t: it was at the end of the
/// half axis 3 along z.
real on_the_ellipse(real t) { return unwrapped(std::atan2(std::sin(t), 3 * std::cos(t)), t); }

TEST(TankTreading, of_a_membrane_round_a_body_is_its_own_rate) {
  for (const real rate_of_body : {0.0, 0.3, -0.4}) {
    std::vector<Instant> rows;
    for (int i = 0; i <= 40; ++i)
      rows.push_back({0.2 + rate_of_body * i, -2 * pi / 20 * i}); // twenty rows a turn
    const std::vector<CellAngles> found = followed(rows);
    for (int i = 0; i <= 40; ++i) {
      EXPECT_NEAR(found[i].tank_treading, -on_the_ellipse(2 * pi / 20 * i), 1e-11) << i;
      EXPECT_NEAR(found[i].rotation, found[i].tank_treading + rate_of_body * i, 1e-11) << i;
    }
    EXPECT_NEAR(found[40].tank_treading, -4 * pi, 1e-11); // two turns
  }
}

// A sphere has no axis; when it is stretched, the axis appears at some angle, which is no turning.
TEST(TankTreading, of_a_round_body_is_its_rotation) {
  CellAngles angles;
  CellShape round, stretched;
  round.length = round.width = 6;
  stretched.length = 7, stretched.width = 5, stretched.taylor_deformation = 1.0 / 6,
  stretched.inclination = pi / 4;
  for (const real inclination : {0.3, -1.2, 0.9}) { // of rounding
    round.inclination = inclination;
    angles.follow(angles.rotation - 0.1, round);
  }
  EXPECT_NEAR(angles.tank_treading, -0.3, 1e-15);
  angles.follow(-0.4, stretched);
  EXPECT_NEAR(angles.tank_treading, -0.4, 1e-15);
  stretched.inclination = pi / 4 - 0.05;
  angles.follow(-0.5, stretched);
  EXPECT_NEAR(angles.tank_treading, -0.45, 1e-15);
}

} // namespace
} // namespace ibsim
