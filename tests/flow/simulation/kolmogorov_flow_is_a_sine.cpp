// Kolmogorov's flow in a periodic box: the fluid alone reaches U sin(k y) along z as theory says, and stays
// there.
#include "backends.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"
#include "walls/driven_flow.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// Two waves in 16 rows of 1/2 um, nu = 2 um^2/us.
std::string kolmogorov(const std::string& scheme, const std::string& fluid, const std::string& time,
                       const std::string& more = "") {
  return "domain: {size: [4 um, 8 um, 4 um], cell: 1/2 um}\nflow: {kolmogorov: {speed: 10 mm/s, waves: 2}" +
         more + "}\nfluid: {viscosity: 2 cP" + fluid + "}\ntime: {" + time + ", scheme: " + scheme + "}\n";
}

/// Largest difference of the velocity from part U sin(k y) along z, um/us.
template <class B>
real far_from_sine(const Stream<B>& stream, const Scenario& s, real part) {
  SimulationOn<B> simulation(stream, s, {});
  run(simulation, {}, {});
  const std::vector<real> u = simulation.state().velocity.values().to_host(stream);
  const auto cells = static_cast<std::size_t>(s.grid.cells());
  real most = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    const real row = static_cast<real>(c / 8 % 16) + 0.5,
               sine = 0.01 * std::sin(2 * std::numbers::pi * 2 / 16 * row);
    most = std::max({most, std::abs(u[c]), std::abs(u[cells + c]), std::abs(u[2 * cells + c] - part * sine)});
  }
  return most;
}

template <class B>
class Kolmogorov : public BackendTest<B> {};
TYPED_TEST_SUITE(Kolmogorov, Backends, BackendNames);

// It begins as its sine, which the discrete equations keep: 100 steps round 0.01 um/us to 1e-18 each.
TYPED_TEST(Kolmogorov, stays_its_sine) {
  for (const char* scheme : {"imex-rk", "bdf2"})
    EXPECT_LE(far_from_sine(this->stream(), read(kolmogorov(scheme, "", "step: 0.1 us, end: 10 us")), 1),
              1e-15)
        << scheme;
}

// From rest it is 1 - exp(-nu q^2 t) of it, q^2 = 2 (1 - cos(k h))/h^2: nu q^2 = 4.686/us. Both schemes are
// of second order: at 0.25 us the error (nu q^2 k)^3/12 a step of 1/400 us adds up to t/k times that, 1.4e-5
// of U, and bdf2 has up to five times as much, of which its first step has the most. After 8 us exp(-37) is
// left.
TYPED_TEST(Kolmogorov, comes_to_it_as_its_closed_form) {
  const real rate = 2 * 2 * (1 - std::cos(std::numbers::pi / 4)) / 0.25;
  for (const char* scheme : {"imex-rk", "bdf2"}) {
    const auto far = [&](const std::string& time, real part) {
      return far_from_sine(this->stream(), read(kolmogorov(scheme, ", initial: rest", time)), part) / 0.01;
    };
    EXPECT_LE(far("step: 1/400 us, end: 0.25 us", 1 - std::exp(-rate / 4)), 7e-5) << scheme;
    EXPECT_LE(far("step: 0.05 us, end: 8 us", 1), 1e-12) << scheme;
  }
}

// The largest shear rate of U sin(k y) is k U. The keys are written back and read again.
TEST(KolmogorovKeys, are_read_and_written) {
  const Scenario s = read(kolmogorov("bdf2", "", "step: auto, end: 8 us"));
  EXPECT_EQ(s.initial_flow, InitialFlow::developed);
  EXPECT_DOUBLE_EQ(driven_speed(s), 0.01);
  EXPECT_DOUBLE_EQ(driven_shear_rate(s), 0.01 * 2 * std::numbers::pi * 2 / 8);
  const Scenario again = read(resolved_scenario(s));
  EXPECT_EQ(again.drive.kolmogorov.speed, s.drive.kolmogorov.speed);
  EXPECT_EQ(again.drive.kolmogorov.waves, 2);
  EXPECT_NE(error(kolmogorov("bdf2", "", "step: auto, end: 8 us", ", ends_in_y: walls")).find("periodic box"),
            std::string::npos);
  EXPECT_NE(
      error("domain: {size: [4 um, 4 um, 4 um], cell: 1/2 um}\nflow: {kolmogorov: {speed: 1 mm/s, waves: 3}}"
            "\ntime: {step: auto, end: 1 us}\n")
          .find("fewer than four rows"),
      std::string::npos);
}

} // namespace
} // namespace ibsim
