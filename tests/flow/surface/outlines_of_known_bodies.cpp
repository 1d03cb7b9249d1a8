// Extents and the contour of a shadow: of an ellipse in closed form, and of sites on an ellipsoid.
#include "backends.hpp"
#include "parallel/array.hpp"
#include "surface/outline.hpp"
#include "surface/sites.hpp"
#include "surface/surface_kind.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

/// What farthest_sites gives of an ellipse of half axes b along y and c along z about a point.
FarthestSites of_ellipse(real b, real c, real y, real z) {
  FarthestSites sites;
  for (int k = 0; k < shadow_angles / 2; ++k) {
    const real cosine = std::cos(2 * pi * k / shadow_angles), sine = std::sin(2 * pi * k / shadow_angles),
               reach = std::hypot(c * cosine, b * sine), middle = z * cosine + y * sine;
    const real dy = b * b * sine / reach, dz = c * c * cosine / reach;
    sites[k] = {middle + reach, middle - reach, y + dy, z + dz, y - dy, z - dz};
  }
  sites[shadow_angles / 2] = {5, 1, y, z, y, z};
  return sites;
}

// The circumference is 4 c E(e), e^2 = 1 - b^2/c^2; the trapezoidal rule has it to 1e-9. What is left of the
// area is of fourth order in the angle of 0.1: 2e-5 up to an aspect ratio of 3.
TEST(OutlineOf, an_ellipse_is_its_area_and_circumference) {
  for (const real c : {1.0, 1.5, 3.0}) {
    const Outline seen = outline(of_ellipse(1, c, 30, -70));
    const real circumference = 4 * c * std::comp_ellint_2(std::sqrt(1 - 1 / (c * c)));
    EXPECT_NEAR(seen.perimeter, circumference, 1e-8);
    EXPECT_NEAR(seen.contour_area, pi * c, 2e-5 * pi * c);
    EXPECT_NEAR(seen.circularity, 2 * pi * std::sqrt(c) / circumference, 1e-5);
    EXPECT_NEAR(norm(seen.extents() - Real3{4, 2, 2 * c}), 0, 1e-12);
  }
}

template <class B>
class OutlineOfSites : public BackendTest<B> {};
TYPED_TEST_SUITE(OutlineOfSites, Backends, BackendNames);

// Each number is the largest of all sites. The ellipsoid is the unit sphere stretched by up to 3, and one of
// its
// 1600 nodes lies within d of any point, d^2 = 4 pi/1600: short by up to 3 d^2/2 = 0.0118 um in all
// directions.
TYPED_TEST(OutlineOfSites, on_an_ellipsoid_are_within_it_by_no_more_than_their_distance) {
  const Stream<TypeParam>& stream = this->stream();
  const SurfaceKind kind = make_closed_surface({ReferenceShape::ellipsoid, {2, 1, 3}}, 100, 1600, {});
  const Index n = 1600;
  std::vector<real> X(6 * n);
  const Real3 centres[] = {{8, 7, 6}, {-3, 40, 12}};
  for (int o = 0; o < 2; ++o)
    for (Index i = 0; i < n; ++i) {
      const Real3& node = kind.sample_nodes[i];
      vectors_view(X.data(), 2 * n).set(o * n + i, centres[o] + Real3{2 * node.x, node.y, 3 * node.z});
    }
  const Array<real, TypeParam> positions(stream, X);
  const std::vector<FarthestSites> sites =
      farthest_sites<TypeParam>(stream, 2, vectors_view<const real>(positions.data(), 2 * n));
  const real short_by = 3 * 4 * pi / 1600 / 2, circumference = 12 * std::comp_ellint_2(std::sqrt(8.0 / 9));
  for (int o = 0; o < 2; ++o) {
    const Outline seen = outline(sites[o]);
    const Real3 half{2, 1, 3};
    for (int d = 0; d < 3; ++d) {
      EXPECT_LE(std::abs(seen.high[d] - centres[o][d] - half[d] + short_by / 2), short_by / 2 + 1e-12);
      EXPECT_LE(std::abs(centres[o][d] - seen.low[d] - half[d] + short_by / 2), short_by / 2 + 1e-12);
    }
    EXPECT_NEAR(seen.perimeter, circumference - pi * short_by, pi * short_by);
    EXPECT_NEAR(seen.contour_area, 3 * pi, circumference * short_by);
  }
}

} // namespace
} // namespace ibsim
