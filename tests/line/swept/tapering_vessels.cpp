// Vessels that taper: a steady flow against its ordinary differential equation, a wave against Green's law,
// blood at rest, and the limit of no taper.
#include "backends.hpp"
#include "swept/line_cases.hpp"

#include <algorithm>

namespace ibsim {
using namespace line;
namespace {

template <class B>
class Tapers : public BackendTest<B> {};
TYPED_TEST_SUITE(Tapers, Backends, BackendNames);

constexpr real pi = std::numbers::pi;
constexpr real m = 1e6, s = 1e6; // metre and second in um and us

/// A vessel of 20 cm from 10 to 5 mm in which waves go at 5 to 7 m/s.
PulseNetwork taper(real viscosity = 400) { // 0.4 Pa s, so that friction counts
  PulseNetwork n;
  n.density = 1.05, n.viscosity = viscosity;
  n.vessels = {{"taper", -1, 0.2 * m, 0.01 * m, 1.5 * 1.05 * 0.01 * m * 25, 0}};
  n.vessels[0].radius_at_end = 0.005 * m;
  return n;
}

/// sqrt A along the steady flow Q, from that where it ends back to `part` of the length, by Runge and Kutta's
/// fourth order: u^2/2 + p/rho falls by K Q/A^2 a length.
real steady_root_area(const PulseNetwork& n, real flow, real at_end, real part) {
  const VesselSpec& v = n.vessels[0];
  const real friction = 2 * (n.profile + 2) * pi * n.viscosity / n.density,
             elastic = 4 * v.wall_elasticity / (3 * std::sqrt(pi) * n.density); // beta/rho = elastic/R^2
  const auto slope = [&](real x, real root) {
    const real part_now = x / v.length, R = v.radius + part_now * (v.radius_at_end - v.radius),
               dR = (v.radius_at_end - v.radius) / v.length, r = std::sqrt(pi) * R, b = elastic / (R * R);
    const real by_place = -2 * b * dR / R * (root - r) - b * std::sqrt(pi) * dR,
               by_root = b - 2 * flow * flow / std::pow(root, 5);
    return (-friction * flow / std::pow(root, 4) - by_place) / by_root;
  };
  constexpr int steps = 4000;
  const real h = -v.length * (1 - part) / steps;
  real x = v.length, y = at_end;
  for (int i = 0; i < steps; ++i, x += h) {
    const real k1 = slope(x, y), k2 = slope(x + h / 2, y + h / 2 * k1), k3 = slope(x + h / 2, y + h / 2 * k2),
               k4 = slope(x + h, y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

// A steady flow through a taper into a resistance. The pressure falls by friction, as 1/R^4, and by what the
// narrowing blood gains in speed, and the wall follows it: the equation above has all of it. Differences are
// of second order in the cell, those of A u at points too, since it is A u at faces that is the same. What
// is left of the start decays in 0.19 s: after 4 s exp(-21) of 3 kPa.
TYPED_TEST(Tapers, steady_pressures_are_those_of_their_equation) {
  PulseNetwork n = taper();
  VesselSpec& v = n.vessels[0];
  const real flow = 0.1 * rest_area(v); // 10 cm/s, 40 cm/s at the end
  v.outflow = VesselSpec::Outflow::resistance;
  v.distal = n.density * wave_speed(v, n.density, 1) / rest_area(v, 1);
  n.inflow = {flow, flow};
  const real at_end = root_area_at(v, v.distal * flow, 1);
  real before = 0;
  for (const real cell : {0.2 * m / 128, 0.2 * m / 256}) {
    const auto c = pulse_case(this->stream(), n, cell, 64, 0.08 * cell);
    const std::vector<real> q =
        run_line(this->stream(), c, {Scheme::swept, 64}, static_cast<std::int64_t>(4 * s / (0.08 * cell)));
    const auto points = static_cast<std::size_t>(c.lines.points());
    real most = 0;
    for (const std::size_t i : {std::size_t{0}, points / 4, points / 2, points - 1}) {
      const real part = part_of(c.lines.segments[0], static_cast<Index>(i)),
                 area = std::pow(steady_root_area(n, flow, at_end, part), 2),
                 expected = pressure_at(v, area, part);
      most = std::max(most, std::abs(pressure_at(v, q[i], part) - expected));
      EXPECT_NEAR(q[i] * q[points + i] / flow, 1, 16 * std::pow(cell / v.length, 2));
    }
    const real fall = pressure_at(v, std::pow(steady_root_area(n, flow, at_end, 0), 2), 0) - v.distal * flow;
    EXPECT_LT(most, (cell > 0.2 * m / 200 ? 4e-3 : 1e-3) * fall);
    if (before > 0) EXPECT_LT(most, before / 3.3);
    before = most;
  }
}

// Green's law: a wave that is short against the taper keeps its power p^2 A/(rho c), so p grows as R^(-5/4),
// and arrives after the integral of dx/c. Of width 44 mm over 4 m in which R falls from 10 to 6 mm, it sends
// back 1/2 (5/4) R'/R times its width, 1 %, and grows less by some of its square; the scheme takes 1 % of a
// pulse in that time (pulse_waves).
TYPED_TEST(Tapers, waves_grow_by_greens_law) {
  PulseNetwork n;
  n.density = 1.05;
  VesselSpec v{"tube", -1, 4 * m, 0.01 * m, 6e5, 0}; // as the single pulse
  v.radius_at_end = 0.006 * m, v.outflow = VesselSpec::Outflow::reflection;
  n.vessels = {v};
  n.inflow_spacing = 25, n.inflow_repeats = false;
  for (int i = 0; i <= 6000; ++i) {
    const real t = i * 25e-6;
    n.inflow.push_back(1e-6 * m * m * m / s * std::exp(-1e4 * (t - 0.05) * (t - 0.05)));
  }
  n.inflow.back() = 0;
  constexpr real step = 200;
  const auto c = pulse_case(this->stream(), n, 2000, 64, step);
  const auto after = [&](real time) {
    const std::vector<real> q =
        run_line(this->stream(), c, {Scheme::swept, 64}, static_cast<std::int64_t>(time * s / step));
    std::pair<real, real> peak{0, 0}; // pressure, part of the length
    for (Index i = 0; i < c.lines.points(); ++i) {
      const real part = part_of(c.lines.segments[0], i),
                 p = pressure_at(v, q[static_cast<std::size_t>(i)], part);
      if (p > peak.first) peak = {p, part};
    }
    return peak;
  };
  const auto [p0, x0] = after(0.15);
  const auto [p1, x1] = after(0.55);
  const auto radius = [&](real part) { return v.radius + part * (v.radius_at_end - v.radius); };
  EXPECT_NEAR(p1 / p0, std::pow(radius(x0) / radius(x1), 1.25), 0.02 * p1 / p0);
  EXPECT_GT(x1 - x0, 0.5);
  // c = C R^(-1/2): the integral of dx/c is L (R0^(3/2) - R1^(3/2)) 2/3/(C (R(0) - R(1))). The peak moves by
  // half a cell in 1000
  const real C = wave_speed(v, n.density) * std::sqrt(v.radius),
             time = v.length / (C * (v.radius - v.radius_at_end)) * 2 / 3 *
                    (std::pow(radius(x0), 1.5) - std::pow(radius(x1), 1.5));
  EXPECT_NEAR(time, 0.4 * s, 0.004 * s);
}

// Blood at rest stays at rest, at another pressure than the reference too, but for the areas of the faces,
// which are means: what flows then is of second order in the cell.
TYPED_TEST(Tapers, blood_at_rest_stays_there) {
  PulseNetwork n = taper(0);
  n.vessels[0].outflow = VesselSpec::Outflow::reflection;
  n.initial_pressure = 2;
  n.inflow = {0, 0};
  const auto fastest = [&](real cell) {
    const auto c = pulse_case(this->stream(), n, cell, 64, 0.08 * cell);
    const std::vector<real> q =
        run_line(this->stream(), c, {Scheme::swept, 64}, static_cast<std::int64_t>(0.1 * s / (0.08 * cell)));
    real most = 0;
    for (std::size_t i = q.size() / 3; i < 2 * q.size() / 3; ++i) most = std::max(most, std::abs(q[i]));
    return most;
  };
  const real coarse = fastest(0.2 * m / 128), fine = fastest(0.2 * m / 256);
  EXPECT_LT(coarse, 1e-4 * wave_speed(n.vessels[0], n.density));
  EXPECT_LT(fine, coarse / 3.3);
}

// A vessel whose ends have one radius has the bits of a straight one.
TYPED_TEST(Tapers, no_taper_is_a_straight_vessel) {
  PulseNetwork n = tree_of_vessels();
  n.vessels[0].radius_at_end = n.vessels[3].radius_at_end = 0;
  const auto bits = [&] {
    return run_line(this->stream(), pulse_case(this->stream(), n, 400, 64, 10), {Scheme::swept, 64}, 500);
  };
  const std::vector<real> straight = bits();
  for (VesselSpec& v : n.vessels) v.radius_at_end = v.radius;
  EXPECT_EQ(bits(), straight);
}

} // namespace
} // namespace ibsim
