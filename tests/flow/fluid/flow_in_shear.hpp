// A fluid in unbounded shear, without objects, as the tests of it take its steps.
#pragma once

#include "fields.hpp"
#include "fluid/lees_edwards.hpp"
#include "fluid/navier_stokes.hpp"

#include <vector>

namespace ibsim {

inline constexpr FluidProperties sheared_fluid{1.2, 0.9};
inline constexpr TimeScheme both_schemes[] = {TimeScheme::imex_rk, TimeScheme::bdf2};

inline Grid sheared_box(Int3 n, real h) {
  Grid grid{n, h};
  grid.topology.y.ends = Ends::lees_edwards;
  return grid;
}

inline WallFlow sheared_at(const Signal& rate) {
  WallFlow flow;
  flow.shear_rate = rate;
  return flow;
}

template <class B>
struct FlowInShear {
  const Stream<B>& stream;
  Grid grid;
  TimeScheme scheme;
  NavierStokes<B> solver;
  FaceField<B> u, before, f;
  real time = 0, step_before = 0;
  int steps = 0;

  /// @param viscosities between which it varies; {}: it does not
  FlowInShear(const Stream<B>& s, const Grid& g, const Signal& rate, TimeScheme by,
              const std::vector<real>& start, const ViscosityBounds& viscosities = {})
      : stream(s), grid(g), scheme(by), solver(s, g, sheared_fluid, {}, sheared_at(rate), viscosities, by),
        u(on_device(s, g, start)), before(on_device(s, g, start)), f(s, g) {}

  /// @param tell what is done between prepare() and the step
  template <class F>
  void step(real k, F tell) {
    const StepInTime now{time, k, scheme, step_before, steps == 1};
    solver.prepare(stream, now);
    if (scheme == TimeScheme::imex_rk && solver.sliding_images())
      solver.sliding_images()->open(stream, u.any());
    tell();
    solver.step(stream, now, {u.view(), nullptr, before.view()}, f.view());
    time += k, step_before = k, ++steps;
  }
  void step(real k) {
    step(k, [] {});
  }
  std::vector<real> values() { return u.values().to_host(stream); }
};

} // namespace ibsim
