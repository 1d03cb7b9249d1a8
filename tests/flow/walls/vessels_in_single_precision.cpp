// Vessels with the fluid in floats, and with membranes in floats too (device.precision): flow rates are kept
// to the rounding of a float, pumps take the pressures of double, a cell moves as in double, copies have the
// bits of their originals, and any number of ranks and a resume have the same bits.
#include "backends.hpp"
#include "base/two_floats.hpp"
#include "diagnostics/opening_diagnostics.hpp"
#include "diagnostics/vessel_diagnostics.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow/walls/fed_tube.hpp"
#include "kept_walls.hpp"
#include "limits/precision.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "walls/vessel.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <type_traits>
#include <utility>

namespace ibsim {
namespace {

using namespace testing_runs;

constexpr real pi = std::numbers::pi;
/// Half of a float's last bit, of numbers near a power of two.
constexpr real rounding = 6e-8;

/// Walls of a text are found once, and so are their inverses.
Scenario in(Precision precision, const std::string& text) {
  static std::map<std::string, Scenario> once;
  if (!once.contains(text)) once.emplace(text, read(text));
  Scenario s = once.at(text);
  s.cache_folder = kept_walls();
  s.precision = precision;
  EXPECT_EQ(why_not_mixed(s), "");
  return s;
}

/// A bent channel with an inlet of a given flow rate, an outlet with a resistance and one of a pressure.
const char* const elbow =
    "domain: {size: [16 um, 14 um, 7 um], cell: 1/2 um}\n"
    "vessel:\n"
    "  tight: false\n" // an inverse takes less than half of the time
    "  shape: {union: [{cylinder: {axis: x, at: [0 um, 4 um, 3.5 um], radius: 2.5 um}},\n"
    "                  {tube: {points: [[8 um, 4 um, 3.5 um], [8 um, 11 um, 3.5 um]], radius: 2.5 um}}]}\n"
    "  openings:\n"
    "    in: {at: [1.5 um, 4 um, 3.5 um], side: -x, resistance: 1e5 Pa s/mm^3, pressure: 1 Pa}\n"
    "    out: {at: [14.5 um, 4 um, 3.5 um], side: +x, flow_rate: -0.014 nL/s}\n"
    "    up: {at: [8 um, 11 um, 3.5 um], side: +y, pressure: {mean: 0 Pa, amplitude: 2 Pa, period: 200 us}}\n"
    "time: {step: 20 us, end: 10 ms}\noutput: {fluid_every: never}\n";

/// A cell in a constriction.
const char* const passage =
    "domain: {size: [10 um, 10 um, 12 um], cell: 0.5 um}\n"
    "vessel: {shape: {constriction: {at: [5 um, 5 um, 6 um], radius: 4 um, to: 3.5 um, length: 2 um}}}\n"
    "flow: {mean_velocity: 1 mm/s}\n"
    "time: {step: 2 us, end: 80 us}\ncoupling: {keep_volume: true}\ncontact: {pressure: 20 Pa}\n"
    "objects:\n"
    "  - {shape: sphere, radius: 1.5 um, at: [5.2 um, 5 um, 3 um], viscosity_ratio: 5, data_sites: 200,\n"
    "     sample_sites: 400, membrane: {shear_modulus: 2.5e-2 dyn/cm, area_modulus: 0.25 dyn/cm}}\n"
    "output: {fluid_every: never}\n";

/// A tube that a pilot next to it feeds, with beads in the pilot, the first 0.6 um before the place of
/// copies: 60 us on the axis.
const std::string fed =
    fed_tube +
    "time: {step: 10 us, end: 120 us}\n"
    "objects:\n"
    "  - shape: sphere\n    radius: 1 um\n    capacity: 12\n"
    "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
    "    placements: [{at: [13.5 um, 4.5 um, 4.9 um]}, {at: [13.5 um, 4.5 um, 12 um]}, {at: [13.5 um, 4.5 "
    "um, "
    "20 um]}]\n"
    "output: {series_every: 20 us, cells_every: 60 us, fluid_every: 60 us, profiles_every: 60 us, "
    "checkpoint_every: 60 us}\n";

} // namespace

template <class B>
class VesselsInFloats : public RunsByRanks<B> {
 protected:
  std::uint64_t hash_after(const Scenario& s, int ranks, int steps) {
    Scenario of_ranks = s;
    of_ranks.device.ranks = ranks;
    SimulationOn<B> simulation(this->stream(), of_ranks, make_surface_kinds(s, {}));
    for (int i = 0; i < steps; ++i) simulation.advance();
    return simulation.hash();
  }
  /// Hashes after so many steps of a simulation, and of another that goes on from its arrays after half of
  /// them.
  std::pair<std::uint64_t, std::uint64_t> hashes_after_a_resume(const Scenario& s, int steps) {
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    SimulationOn<B> first(this->stream(), s, kinds), second(this->stream(), s, kinds);
    for (int i = 0; i < steps / 2; ++i) first.advance();
    std::map<std::string, std::vector<real>> arrays;
    for (const auto& [name, values] : first.arrays_on_host()) arrays[name] = values;
    second.set_clock(first.clock());
    second.set_arrays(
        [&](const std::string& name, std::size_t) -> const std::vector<real>& { return arrays.at(name); });
    for (int i = steps / 2; i < steps; ++i) first.advance(), second.advance();
    return {first.hash(), second.hash()};
  }
};
TYPED_TEST_SUITE(VesselsInFloats, Backends, BackendNames);

// A step ends with u = u* + dg b on each face, whose rounding is half a bit of u, and what it was found from
// has half a bit of each part and product. All are means over the faces of a pump. The force that drives the
// flow comes from 20 steps, each right to 2e-7 of the velocity, which acts on the flow as rho/k does, 0.15 of
// 8 mu/R^2 here.
TYPED_TEST(VesselsInFloats, keep_a_flow_rate) {
  const std::string text = "domain: {size: [13 um, 13 um, 6 um], cell: 0.5 um}\n"
                           "vessel: {shape: {cylinder: {at: [6.6 um, 6.4 um, 0 um], radius: 5 um}}}\n"
                           "flow: {flow_rate: 0.01 nL/s}\n"
                           "time: {step: 10 us, end: 200 us}\noutput: {fluid_every: never}\n";
  const real rate = 0.01; // um^3/us
  real force[2];
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    const Scenario s = in(precision, text);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int step = 0; step < 20; ++step) {
      simulation.advance();
      EXPECT_NEAR(vessel_diagnostics(simulation).flow_rate / rate, 1, 3 * rounding) << step;
    }
    force[precision == Precision::mixed] = vessel_diagnostics(simulation).driving_force;
    EXPECT_NEAR(force[precision == Precision::mixed] / (8 * rate / (pi * std::pow(5, 4))), 1, 1e-3);
  }
  EXPECT_NEAR(force[1] / force[0], 1, 2e-6);
  EXPECT_NE(force[1], force[0]);
}

// What flows in flows out as in double: the loss through walls, and pressures of pumps, are those of double
// to what 20 steps round.
TYPED_TEST(VesselsInFloats, have_the_flow_rates_and_pressures_of_double_at_openings) {
  const auto after = [&](Precision precision) {
    const Scenario s = in(precision, elbow);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int step = 0; step < 20; ++step) simulation.advance();
    return opening_diagnostics(simulation);
  };
  const AtOpenings exact = after(Precision::double_), rounded = after(Precision::mixed);
  const real rate = 0.014, pressure = 2e-3;
  EXPECT_NEAR(rounded[1].flow_rate / -rate, 1, 3 * rounding);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(rounded[i].flow_rate, exact[i].flow_rate, 5e-6 * rate) << i;
    EXPECT_NEAR(rounded[i].pump_pressure, exact[i].pump_pressure, 5e-6 * pressure) << i;
    EXPECT_NEAR(rounded[i].pressure, exact[i].pressure, 5e-6 * pressure) << i;
  }
  EXPECT_NEAR(rounded[0].pump_pressure, 1e-3 - 0.1 * rounded[0].flow_rate, 3 * rounding * pressure);
}

// Sites are sums in double of steps of 2e-3 um, whose velocity has 2e-7 of itself; the first step of `single`
// brings positions into the space, with 1e-7 of 3 um. Its tensions are derivatives with 1e-7 of the size, and
// err by 3e-7 of the modulus: mu R/M = 0.07 us turns them into 1e-6 um a step at most, of either sign.
TYPED_TEST(VesselsInFloats, carry_a_cell_as_in_double) {
  const auto positions = [&](Precision precision) {
    const Scenario s = in(precision, passage);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int step = 0; step < 40; ++step) simulation.advance();
    simulation.check_all();
    return testing_scenarios::positions(simulation);
  };
  const std::vector<real> exact = positions(Precision::double_);
  for (const Precision precision : {Precision::mixed, Precision::single}) {
    const std::vector<real> rounded = positions(precision);
    ASSERT_EQ(exact.size(), rounded.size());
    for (std::size_t i = 0; i < exact.size(); ++i)
      EXPECT_NEAR(rounded[i], exact[i], precision == Precision::mixed ? 1e-7 : 4e-6);
  }
}

// A promise of every precision; the elbow has no membranes, so that `single` is `mixed` there. Double has
// answers of walls in floats, and here automatic steps: an inverse between two rungs (vessels_carry_flow.cpp
// and openings_of_vessels.cpp have equal ones). On a GPU a rank has whole layers of tiles: the elbow has two.
TYPED_TEST(VesselsInFloats, have_the_same_bits_on_ranks_and_after_a_resume) {
  for (const Precision precision : {Precision::double_, Precision::mixed, Precision::single})
    for (const char* const text : {elbow, passage}) {
      if (text == elbow && precision != Precision::mixed) continue;
      Scenario s = in(precision, text);
      s.time.automatic = precision == Precision::double_;
      Scenario new_walls = s; // two ranks make an inverse of the elbow's walls, all others read it
      new_walls.cache_folder.clear();
      const auto [whole, resumed] = this->hashes_after_a_resume(s, 4);
      EXPECT_EQ(resumed, whole);
      EXPECT_EQ(text == elbow ? this->hash_after(new_walls, 2, 4) : this->hash_after(s, 3, 4), whole);
    }
}

// Beads of a pilot come through the opening, and all files are those of one rank, byte for byte.
TYPED_TEST(VesselsInFloats, are_fed_alike_on_any_number_of_ranks) {
  const Scenario s = in(Precision::single, fed);
  const auto one = this->run(s, 1, "1");
  EXPECT_NE(content(run_files(one).cells_csv).find(",3,"), std::string::npos); // the copy's id
  this->run(s, 3, "parts", 90);
  this->go_on(s, 2, "parts");
  expect_same_files(one, this->folder.path / "parts");
}

// Each of n terms loses up to 3e-8 of the sum, which the rest keeps: some sqrt(n) of these of either sign.
// The rest is a float too. So n 3e-8 6e-8 of the largest sum is lost, where floats lose sqrt(n) 3e-8 and
// more.
TEST(TwoFloats, sum_as_doubles_do) {
  TwoFloats sum;
  real exact = 0;
  constexpr int n = 1000000;
  for (int i = 1; i <= n; ++i) {
    const float term = static_cast<float>((i % 3 == 0 ? -1.0 : 1.0) * std::sin(i % 1009 * (i % 1009)) / i);
    sum = sum + TwoFloats{term}, exact += term;
  }
  EXPECT_NEAR(real(sum), exact, n * 1.8e-15);
  EXPECT_NE(real{sum.sum}, exact);
}

} // namespace ibsim
