// What the smoothing of surfaces takes away, what it keeps, and what it is for.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"
#include "surface/low_degrees.hpp"
#include "surface/smoothing.hpp"
#include "surface/sphere_quadrature.hpp"

namespace ibsim {
using namespace testing_scenarios;

template <class B>
class Smoothed : public BackendTest<B> {
 protected:
  static constexpr int sites = 200;
  static constexpr int degree = 8; // of 200 data sites on h = 1 um: 9, and 2 pi 3.91/3

  std::vector<real> after(Simulation<B>& simulation, real time) {
    while (simulation.time() < time - 1e-9) simulation.advance();
    return positions(simulation);
  }
  /// Root mean square over sites of X - P X.
  static real rough_part(const SurfaceKind& kind, const std::vector<real>& X) {
    const std::vector<real> P = projection_to_low_degrees(kind.data_nodes, degree);
    std::vector<real> low(X.size(), 0);
    for (int d = 0; d < 3; ++d)
      for (int j = 0; j < sites; ++j)
        for (int i = 0; i < sites; ++i) low[d * sites + i] += P[i + sites * j] * X[d * sites + j];
    return rms_distance(X, low);
  }
  /// With a membrane that hardly resists.
  Scenario soft_sphere(real step, real end) {
    Scenario s = sphere(16, 800, step, end);
    s.objects[0].closed().law = Skalak{1e-12, 1e-12};
    s.objects[0].closed().data_sites = sites;
    return s;
  }
};
TYPED_TEST_SUITE(Smoothed, Backends, BackendNames);

TYPED_TEST(Smoothed, degree_is_that_of_grid_or_sites) {
  const real area = 4 * 3.14159265358979 * 3.91 * 3.91;
  EXPECT_EQ(smoothing_degree(TestFixture::sites, area, 1), TestFixture::degree);
  EXPECT_EQ(smoothing_degree(TestFixture::sites, area, 0.5), 9); // 10^2 = 200/2
  EXPECT_EQ(smoothing_degree(TestFixture::sites, area, 4), 5);   // that of a red cell at rest
}

// Fluid at rest and no forces to speak of: a ripple of degree 10 and more falls by 1 - k/tau each step, one
// of degree 4 at most stays. Forces of 1e-12 dyn/cm move sites by 1e-12 um at most in this time.
TYPED_TEST(Smoothed, ripples_fade_within_the_time_and_shapes_stay) {
  Scenario s = this->soft_sphere(1, 100);
  s.smoothing_time = 50;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  for (const int l : {10, 3}) {
    Simulation<TypeParam> simulation(this->stream(), s, kinds);
    std::vector<real> X = positions(simulation), Y(static_cast<std::size_t>(l + 1) * (l + 1));
    for (int i = 0; i < TestFixture::sites; ++i) {
      spherical_harmonics(kinds[0].data_nodes[i], l, Y.data());
      X[i] += 1e-3 * Y[l * l + l];
    }
    simulation.state().data_sites[0] = Array<real, TypeParam>(this->stream(), X);
    const real before = TestFixture::rough_part(kinds[0], X);
    const std::vector<real> end = this->after(simulation, 100);
    if (l == 3)
      EXPECT_LT(rms_distance(end, X), 1e-10);
    else
      EXPECT_NEAR(TestFixture::rough_part(kinds[0], end) / before, std::pow(1 - 1 / 50.0, 100), 1e-6);
  }
}

// A soft capsule in shear: errors of interpolation add up, here to a hundredth of the grid's cell in 10/rate;
// with smoothing within 1/rate at most what has been added in about that time is left, a tenth.
TYPED_TEST(Smoothed, errors_of_interpolation_do_not_add_up) {
  Scenario s = this->soft_sphere(5, 10000);
  s.objects[0].closed().law = Skalak{0.01, 0.01};
  s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
  s.motion = SiteMotion::midpoint;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  const auto rough_at_end = [&](real smoothing_time) {
    s.smoothing_time = smoothing_time;
    Simulation<TypeParam> simulation(this->stream(), s, kinds);
    return TestFixture::rough_part(kinds[0], this->after(simulation, s.time.end));
  };
  const real without = rough_at_end(0), with = rough_at_end(1000);
  EXPECT_GT(without, 1e-3);
  EXPECT_LT(with, 0.3 * without);
}

} // namespace ibsim
