// Scenes whose membranes limit the time step, and by how much a disturbance of their sites grows within so
// many steps: below the limit what is out of balance dies away, beyond it it grows.
#pragma once

#include "backends.hpp"
#include "flow/examples/examples.hpp"
#include "flow/simulation/scenarios.hpp"
#include "limits/stability.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace ibsim::testing_scenarios {

/// A sphere of radius 4 h in a small box with hardly any elasticity of its own.
inline Scenario soft_sphere(real h) {
  Scenario s = sphere(16, 800, 1, 0);
  s.grid.h = h;
  ObjectKind& kind = s.objects[0];
  kind.closed().law = Skalak{1e-9, 1e-9};
  kind.closed().surface.half_axes = {4 * h, 4 * h, 4 * h};
  kind.placements[0].centre = {8 * h, 8 * h, 8 * h};
  kind.closed().data_sites = 200; // h between them, h/2 between sample sites
  return s;
}

/// Two sheets through the whole box, `gap` cells apart, that contact pushes against the fluid between them. A
/// modulus of area keeps sites from crowding where the other sheet has few (docs/membranes.md).
inline Scenario two_sheets(real h, real gap, real area_modulus) {
  Scenario s;
  s.grid = {{8, 16, 8}, h};
  s.fluid = {1, 1};
  take_papers_method(s);
  s.contact = {0.5, 2 * h};
  ObjectKind sheet;
  sheet.closed().law = Skalak{1e-4, area_modulus};
  sheet.closed().surface = {ReferenceShape::sphere, {1, 1, 1}};
  sheet.closed().data_sites = 81, sheet.closed().sample_sites = 256;
  sheet.placements.resize(1);
  for (const real y : {8.0, 8 + gap}) {
    sheet.name = y > 8 ? "upper" : "lower", sheet.placements[0].centre = {0, y * h, 0};
    s.objects.push_back(sheet);
  }
  return s;
}

template <class B>
class GrowthTest : public BackendTest<B> {
 public:
  /// growth is the rms of x, y and z; else of y, since sites drift along a surface
  bool in_all_directions = false;

  /// By how much a random displacement of 1e-3 h of the data sites has grown after so many steps of `part` of
  /// the limit; infinite if the run ends before.
  real growth(const Scenario& s, real part, int steps) {
    return growth(s, make_surface_kinds(s, {}), part, steps);
  }
  real growth(const Scenario& s, const std::vector<SurfaceKind>& kinds, real part, int steps) {
    return growth_until(std::numeric_limits<real>::infinity(), s, kinds, part, steps);
  }
  /// Whether it has grown more than `factor` times within so many steps; the run ends as soon as it has.
  ::testing::AssertionResult grows(const Scenario& s, real part, int steps, real factor) {
    return grows(s, make_surface_kinds(s, {}), part, steps, factor);
  }
  ::testing::AssertionResult grows(const Scenario& s, const std::vector<SurfaceKind>& kinds, real part,
                                   int steps, real factor) {
    const real found = growth_until(factor, s, kinds, part, steps);
    if (found > factor) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "grew " << found << " times in " << steps << " steps of " << part
                                         << " of the limit, not " << factor << " times";
  }

 private:
  /// Growth after so many steps, or after the first tens of steps by which it is more than `enough`.
  real growth_until(real enough, Scenario s, const std::vector<SurfaceKind>& kinds, real part, int steps) {
    s.time.step = 1, s.time.end = steps, s.time.beyond_stability_limit = true;
    const real k = part * SimulationOn<B>(this->stream(), s, kinds).safe_step() / s.time.safety;
    s.time.step = k, s.time.end = steps * k;
    SimulationOn<B> simulation(this->stream(), s, kinds);
    std::mt19937 random(7);
    std::uniform_real_distribution<real> noise(-1, 1);
    std::vector<std::vector<real>> start;
    real before = 0;
    const auto square = [&](const std::vector<real>& a, const std::vector<real>& b) {
      const std::size_t first = in_all_directions ? 0 : a.size() / 3,
                        end = in_all_directions ? a.size() : 2 * a.size() / 3;
      real sum = 0;
      for (std::size_t i = first; i < end; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
      return sum;
    };
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      start.push_back(positions(simulation, kind));
      std::vector<real> X = start.back();
      for (real& x : X) x += 1e-3 * s.grid.h * noise(random);
      before += square(X, start.back());
      simulation.state().data_sites[kind].set(this->stream(), X);
    }
    const auto grown = [&] {
      real after = 0;
      for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        after += square(positions(simulation, kind), start[kind]);
      return std::sqrt(after / before);
    };
    try {
      for (int step = 1; step <= steps; ++step) {
        simulation.advance();
        if (step % 10 == 0 && step < steps && grown() > enough) break;
      }
      simulation.check_all();
    } catch (const Diverged&) {
      return std::numeric_limits<real>::infinity();
    }
    return grown();
  }
};

} // namespace ibsim::testing_scenarios
