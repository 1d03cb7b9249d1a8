// The velocity and spin of a body that moves rigidly are those that it was given.
#include "backends.hpp"
#include "diagnostics/rigid_motion.hpp"
#include "parallel/array.hpp"
#include "surface/sites.hpp"
#include "surface/surface_kind.hpp"

#include <cmath>

namespace ibsim {
namespace {

template <class B>
class RigidMotionOf : public BackendTest<B> {};
TYPED_TEST_SUITE(RigidMotionOf, Backends, BackendNames);

// A platelet's ellipsoid, and a red cell's neighbour of another place and motion. Sites that do not lie
// symmetrically about the centre do not matter. Round-off of sums over 100 sites at 10 um from the origin:
// 1e-13 of the velocity, over a size of 0.5 um for the spin.
TYPED_TEST(RigidMotionOf, a_rotating_body_is_its_own) {
  const Stream<TypeParam>& stream = this->stream();
  const Index n = 100;
  const SurfaceKind kind = make_closed_surface({ReferenceShape::ellipsoid, {1.55, 0.5, 1.55}}, n, 400, {});
  const Real3 centres[] = {{8, 7, 6}, {-3, 40, 12}}, velocities[] = {{0.1, -0.2, 0.7}, {0, 0, 1.5}},
              spins[] = {{0.3, 0.1, -0.2}, {-0.9, 0, 0}};
  std::vector<real> X(6 * n), U(6 * n);
  for (int o = 0; o < 2; ++o)
    for (Index i = 0; i < n; ++i) {
      const Real3 x = kind.data_at_rest[i];
      vectors_view(X.data(), 2 * n).set(o * n + i, centres[o] + x);
      vectors_view(U.data(), 2 * n).set(o * n + i, velocities[o] + cross(spins[o], x));
    }
  const Array<real, TypeParam> positions(stream, X), motion(stream, U);
  const Array<Index, TypeParam> markers(stream, std::vector<Index>{17, 3});
  const std::vector<MotionSums> sums =
      motion_sums<TypeParam>(stream, 2, vectors_view<const real>(positions.data(), 2 * n),
                             vectors_view<const real>(motion.data(), 2 * n), markers.data());
  for (int o = 0; o < 2; ++o) {
    const RigidMotion found = rigid_motion(sums[o], centres[o]);
    EXPECT_LE(norm(found.velocity - velocities[o]), 1e-12);
    EXPECT_LE(norm(found.spin - spins[o]), 1e-12);
    EXPECT_EQ(sums[o].marker, (Real3{X[o * n + (o ? 3 : 17)], X[2 * n + o * n + (o ? 3 : 17)],
                                     X[4 * n + o * n + (o ? 3 : 17)]}));
  }
}

} // namespace
} // namespace ibsim
