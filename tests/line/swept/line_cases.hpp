// Lines for the tests of src/line: every equation with numbers that make it interesting.
#pragma once

#include "swept/equations.hpp"
#include "swept/pulse_network.hpp"
#include "swept/stepper.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace ibsim::line {

inline std::vector<real> random_values(std::size_t n, real low, real high, unsigned seed = 1) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<real> uniform(low, high);
  std::vector<real> values(n);
  for (real& v : values) v = uniform(generator);
  return values;
}

/// An equation, where it is solved, and its start. The last two are what Pulse points to.
template <class E, class B>
struct LineCase {
  E equation{};
  Lines lines;
  std::vector<real> start;
  Array<Vessel, B> vessels{};
  Array<real, B> inflow{};
};

template <class B>
LineCase<Heat, B> heat_case(const Stream<B>&, Lines lines) {
  const auto n = static_cast<std::size_t>(lines.points());
  return {Heat::with(0.4), std::move(lines), random_values(n, -1, 1)};
}
template <class E, class B>
LineCase<E, B> kuramoto_case(const Stream<B>&, Lines lines) {
  const auto n = static_cast<std::size_t>(lines.points());
  std::vector<real> u(n);
  for (std::size_t i = 0; i < n; ++i)
    u[i] = 2 * std::cos(19 * std::numbers::pi * 0.5 * static_cast<real>(i) / 128);
  std::vector<real> start = u;
  if (E::components == 3) { // (u, v, w), v = u
    start.insert(start.end(), u.begin(), u.end());
    start.insert(start.end(), n, 0);
  }
  return {E::with(0.5, 5e-3), std::move(lines), std::move(start)};
}
template <class B>
LineCase<Euler, B> euler_case(const Stream<B>&, Lines lines) {
  const auto n = static_cast<std::size_t>(lines.points());
  std::vector<real> q(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool left = i < n / 2;
    const real rho = left ? 1 : 0.125, p = left ? 1 : 0.1, u = 0.1 * std::sin(0.3 * static_cast<real>(i));
    q[i] = rho, q[n + i] = rho * u, q[2 * n + i] = p / 0.4 + 0.5 * rho * u * u;
  }
  return {Euler::with(1.4, 1 / static_cast<real>(n), 0.2 / static_cast<real>(n)), std::move(lines),
          std::move(q)};
}

/// A parent that tapers and two generations of branches below it, seven vessels: windkessels, reflections, an
/// inflow over time.
inline PulseNetwork tree_of_vessels() {
  PulseNetwork network;
  network.density = 1.05, network.viscosity = 4, network.profile = 9;
  const auto add = [&](const char* name, int parent, real length, real radius, VesselSpec::Outflow outflow) {
    VesselSpec v{name, parent, length, radius, 2e5, 0};
    v.outflow = outflow, v.reflection = 0.3;
    v.proximal = 2e-9, v.distal = 2e-8, v.compliance = 1e11;
    network.vessels.push_back(v);
  };
  using enum VesselSpec::Outflow;
  add("root", -1, 4e4, 2000, none);
  add("left", 0, 3e4, 1500, none);
  add("right", 0, 3.5e4, 1600, none);
  for (int parent : {1, 2}) {
    add("a", parent, 2.5e4, 1200, windkessel);
    add("b", parent, 2e4, 1100, reflection);
  }
  network.vessels[0].radius_at_end = 1700, network.vessels[3].radius_at_end = 1000; // a windkessel's
  for (int i = 0; i < 64; ++i)
    network.inflow.push_back(3e6 * std::pow(std::sin(std::numbers::pi * i / 64), 2));
  network.inflow_spacing = 500;
  return network;
}

/// A ring between two vessels, with a bridge across it as in the circle of Willis, a stenosis, and an end
/// with a resistance and one with a pressure.
inline PulseNetwork ring_of_vessels() {
  PulseNetwork network = tree_of_vessels();
  network.vessels.clear();
  const auto add = [&](const char* name, int parent, std::vector<int> others, real length, real radius) {
    VesselSpec v{name, parent, length, radius, 2e5, 0};
    v.other_parents = std::move(others);
    network.vessels.push_back(v);
  };
  add("root", -1, {}, 4e4, 2000);
  add("left", 0, {}, 3e4, 1500);
  add("right", 0, {}, 3e4, 1500);
  add("bridge", 1, {}, 2e4, 800); // from the end of left to the begin of lower right
  add("lower left", 1, {}, 3e4, 1300);
  add("lower right", 2, {3}, 3e4, 1300);
  add("out", 4, {5}, 4e4, 1800);
  network.vessels[5].loss = 2;
  add("side", 4, {}, 2e4, 900); // at the end of the ring too
  network.vessels[3].radius_at_end = 900, network.vessels[6].radius_at_end = 1500;
  network.vessels[6].outflow = VesselSpec::Outflow::resistance;
  network.vessels[6].distal = 2e-9, network.vessels[6].outlet_pressure = 0.5;
  network.vessels[7].outflow = VesselSpec::Outflow::pressure;
  network.vessels[7].outlet_pressure = 0.2;
  return network;
}

template <class B>
LineCase<Pulse, B> pulse_case(const Stream<B>& stream, const PulseNetwork& network, real cell, Index unit,
                              real step) {
  PulseModel model = make_pulse_model(network, cell, unit);
  LineCase<Pulse, B> c;
  c.vessels = Array<Vessel, B>(stream, model.vessels);
  c.inflow = Array<real, B>(stream, network.inflow);
  c.equation = {c.vessels.data(),
                {c.inflow.data(), static_cast<Index>(network.inflow.size()), network.inflow_spacing,
                 network.inflow_repeats},
                model.density,
                model.friction,
                step};
  c.lines = std::move(model.lines), c.start = std::move(model.initial);
  return c;
}

template <class E, class B>
std::vector<real> run_line(const Stream<B>& stream, const LineCase<E, B>& c, const Method& method,
                           std::int64_t steps) {
  Stepper<E, B> stepper(stream, c.equation, c.lines, method, c.start);
  stepper.advance(0, steps);
  return stepper.values();
}

} // namespace ibsim::line
