// Heat against its Fourier series; Sod's shock tube against the exact solution; Kuramoto-Sivashinsky before
// chaos, against a step ten times finer and in its two forms.
#include "backends.hpp"
#include "swept/line_cases.hpp"

#include <algorithm>

namespace ibsim {
using namespace line;
namespace {

constexpr real pi = std::numbers::pi;

template <class B>
class LineEquations : public BackendTest<B> {};
TYPED_TEST_SUITE(LineEquations, Backends, BackendNames);

/// Newton's method on the pressure behind Sod's waves (left 1, 0, 1; right 0.125, 0, 0.1; gamma 1.4); Toro,
/// chapter 4.
struct SodExact {
  real p, u;
  SodExact() {
    const real g = 1.4, cl = std::sqrt(g), pr = 0.1, rr = 0.125;
    const auto right = [&](real q) {
      return (q - pr) * std::sqrt(2 / ((g + 1) * rr) / (q + (g - 1) / (g + 1) * pr));
    };
    const auto f = [&](real q) { return 2 * cl / (g - 1) * (std::pow(q, (g - 1) / (2 * g)) - 1) + right(q); };
    real a = 0.1, b = 1;
    for (int i = 0; i < 200; ++i) (f((a + b) / 2) > 0 ? b : a) = (a + b) / 2;
    p = (a + b) / 2, u = right(p);
  }
  real density(real s) const { // at x/t = s from the diaphragm
    const real g = 1.4, cl = std::sqrt(g), cr = std::sqrt(g * 0.1 / 0.125);
    const real r3 = std::pow(p, 1 / g), c3 = std::sqrt(g * p / r3);
    const real q = p / 0.1, k = (g - 1) / (g + 1), r4 = 0.125 * (q + k) / (k * q + 1);
    const real shock = cr * std::sqrt((g + 1) / (2 * g) * q + (g - 1) / (2 * g));
    if (s < -cl) return 1;
    if (s < u - c3) return std::pow(2 / (g + 1) - (g - 1) / (g + 1) / cl * s, 2 / (g - 1));
    return s < u ? r3 : s < shock ? r4 : 0.125;
  }
};

struct SodRun {
  real error, p, u; ///< mean error of the density; pressure and velocity between rarefaction and contact
};
template <class B>
SodRun sod(const Stream<B>& stream, Index n) {
  const std::int64_t steps = 2 * n; // dt/dx = 0.1: (|u| + c) dt/dx = 0.22
  const real left[3] = {1, 0, 2.5}, right[3] = {0.125, 0, 0.25};
  LineCase<Euler, B> c{Euler::with(1.4, real{1} / n, real{0.2} / static_cast<real>(steps)),
                       bounded_line(n, EndKind::open, left, right),
                       {}};
  for (const int k : {0, 1, 2})
    for (Index i = 0; i < n; ++i) c.start.push_back(i < n / 2 ? left[k] : right[k]);
  const std::vector<real> q = run_line(stream, c, {Scheme::swept, 64}, steps);
  const SodExact exact;
  SodRun run{};
  for (Index i = 0; i < n; ++i)
    run.error += std::abs(q[static_cast<std::size_t>(i)] - exact.density(((i + 0.5) / n - 0.5) / 0.2)) / n;
  const auto i = static_cast<std::size_t>(0.6 * n),
             m = static_cast<std::size_t>(n); // x = 0.6: s = 0.5, between -0.07 and 0.93
  run.u = q[m + i] / q[i], run.p = 0.4 * (q[2 * m + i] - q[m + i] * run.u / 2);
  return run;
}

} // namespace

// Insulated ends, T = cos(pi k x/L): each mode of the scheme decays by exactly 1 - 4 Fo sin^2(pi k/2N) a
// step, which is the series exp(-alpha (pi k/L)^2 t) but for O(dx^2). After n steps rounding has grown to n
// 2^-53 at most.
TYPED_TEST(LineEquations, heat_decays_as_its_series) {
  const Index n = 256;
  const real fourier = 0.4;
  const std::int64_t steps = 5000;
  const real zero[3] = {};
  LineCase<Heat, TypeParam> c{Heat::with(fourier), bounded_line(n, EndKind::mirror, zero, zero), {}};
  const int modes[] = {1, 3, 10};
  for (Index i = 0; i < n; ++i) {
    real t = 0;
    for (const int k : modes) t += std::cos(pi * k * (i + 0.5) / n) / k;
    c.start.push_back(t);
  }
  const std::vector<real> t = run_line(this->stream(), c, {Scheme::swept, 64}, steps);
  real scheme_error = 0, series_error = 0;
  for (Index i = 0; i < n; ++i) {
    real discrete = 0, series = 0;
    for (const int k : modes) {
      const real shape = std::cos(pi * k * (i + 0.5) / n) / k;
      discrete += shape * std::pow(1 - 4 * fourier * std::pow(std::sin(pi * k / (2.0 * n)), 2),
                                   static_cast<real>(steps));
      series += shape * std::exp(-fourier * std::pow(pi * k / n, 2) * static_cast<real>(steps));
    }
    scheme_error = std::max(scheme_error, std::abs(t[static_cast<std::size_t>(i)] - discrete));
    series_error = std::max(series_error, std::abs(t[static_cast<std::size_t>(i)] - series));
  }
  EXPECT_LT(scheme_error, static_cast<real>(steps) * 1.2e-16);
  // rate of mode k is wrong by the part (q^2/12)(6 Fo - 1), q = pi k/N: times rate and time, summed over
  // modes, < 1e-4
  EXPECT_LT(series_error, 1e-4);
}

TYPED_TEST(LineEquations, fixed_ends_carry_a_straight_line) {
  const Index n = 64;
  const real left[3] = {1, 0, 0}, right[3] = {0, 0, 0};
  LineCase<Heat, TypeParam> c{Heat::with(0.5), bounded_line(n, EndKind::fixed, left, right),
                              std::vector<real>(n, 0.5)};
  const std::vector<real> t = run_line(this->stream(), c, {Scheme::swept, 64}, 40000);
  // the slowest mode decays by exp(-Fo (pi/65)^2) a step: exp(-46) in all
  for (Index i = 0; i < n; ++i) EXPECT_NEAR(t[static_cast<std::size_t>(i)], 1 - (i + 1) / real{65}, 1e-12);
}

TYPED_TEST(LineEquations, sod_has_its_pressure_and_velocity_and_converges) {
  const SodExact exact;
  EXPECT_NEAR(exact.p, 0.30313, 5e-6); // as published (Toro 2009, table 4.2)
  EXPECT_NEAR(exact.u, 0.92745, 5e-6);
  const SodRun coarse = sod(this->stream(), 256), fine = sod(this->stream(), 1024);
  EXPECT_NEAR(fine.p, exact.p, 1e-3);
  EXPECT_NEAR(fine.u, exact.u, 3e-3);
  // the contact smears over n^(1/3) to n^(1/2) points, so density converges in the mean with order 0.7 to 1,
  // whatever the order where the flow is smooth
  EXPECT_GT(std::log2(coarse.error / fine.error) / 2, 0.7);
}

// Before the flow is chaotic: a tenth of the step gives the same to second order, and so does the other form.
TYPED_TEST(LineEquations, kuramoto_sivashinsky_before_chaos) {
  const Lines lines = periodic_line(512);
  const auto run = [&](int finer) {
    auto c = kuramoto_case<KuramotoSivashinsky>(this->stream(), lines);
    c.equation = KuramotoSivashinsky::with(0.5, 5e-3 / finer);
    return run_line(this->stream(), c, {Scheme::swept, 64}, 200 * finer); // t = 1
  };
  const std::vector<real> one = run(1), two = run(2), ten = run(10);
  auto flux_case = kuramoto_case<KuramotoSivashinskyFlux>(this->stream(), lines);
  const std::vector<real> flux = run_line(this->stream(), flux_case, {Scheme::swept, 64}, 200);
  real e1 = 0, e2 = 0, forms = 0, mean = 0, most = 0;
  for (std::size_t i = 0; i < 512; ++i) {
    e1 = std::max(e1, std::abs(one[i] - ten[i])), e2 = std::max(e2, std::abs(two[i] - ten[i]));
    forms = std::max(forms, std::abs(one[i] - flux[i]));
    mean += one[i] / 512, most = std::max(most, std::abs(one[i]));
  }
  EXPECT_NEAR(e1 / e2, (1 - 0.01) / (0.25 - 0.01),
              0.4);                     // second order, the reference being 10 times finer than `one`
  EXPECT_LT(forms, 1e-11 * most * 200); // both forms round differently, in each of 200 steps
  EXPECT_NEAR(mean, 0, 1e-12);          // the mean is conserved: f is a sum of differences
  EXPECT_GT(most, 1);
}

} // namespace ibsim
