// Detection of failures, with the first step, object and site; no reporter sees a state that diverged.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"

#include <limits>

namespace ibsim {
using namespace testing_scenarios;

using What = Failure::What;

template <class B>
class NumbersThatDiverged : public BackendTest<B> {
 public:
  /// What check_all says after one step of a scenario whose state `spoil` has changed.
  template <class Spoil>
  std::optional<Failure> after_a_step(const Scenario& scenario, Spoil spoil) {
    return after_a_step(scenario, make_surface_kinds(scenario, {}), spoil);
  }
  template <class Spoil>
  std::optional<Failure> after_a_step(const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                                      Spoil spoil) {
    SimulationOn<B> simulation(this->stream(), scenario, kinds);
    spoil(simulation.state());
    try {
      simulation.advance();
      simulation.check_all();
    } catch (const Diverged& e) {
      EXPECT_EQ(e.exit_code(), 4);
      return e.failure;
    }
    return {};
  }
  void set_face(State<B>& state, std::size_t face, real value) {
    auto u = state.velocity.values().to_host(this->stream());
    u[face] = value;
    state.velocity.values().set(this->stream(), u);
  }
  /// Radial factors on the data sites of one sphere of 3.91 um about (8, 8, 8) um.
  template <class Factor>
  void scale_sites(State<B>& state, Factor factor) {
    auto X = state.data_sites[0].to_host(this->stream());
    const std::size_t n = X.size() / 3;
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t i = 0; i < n; ++i) X[d * n + i] = 8 + factor(i) * (X[d * n + i] - 8);
    state.data_sites[0].set(this->stream(), X);
  }
};
TYPED_TEST_SUITE(NumbersThatDiverged, Backends, BackendNames);

TYPED_TEST(NumbersThatDiverged, end_the_run_before_anyone_sees_them) {
  // 80 us at h = 0.5 um is two hundred times the paper's step: the stiff membrane (K = 0.25 dyn/cm) must
  // overshoot.
  Scenario scenario = stretched_sphere(32, 880, 80, 40000);
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
  FunctionReporter all_finite{"all finite", {1}, [&](Simulation&) {
                                for (real x : positions(simulation)) ASSERT_TRUE(std::isfinite(x));
                              }};
  try {
    run(simulation, {&all_finite}, {});
    FAIL() << "did not diverge";
  } catch (const NumericalError& e) {
    EXPECT_EQ(e.exit_code(), 4);
    for (const char* part : {"the simulation diverged at step ", "try a smaller time.step"})
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

// A force of 1e308 times a strain is no double any more. Every sample site fails, so the first is named.
TYPED_TEST(NumbersThatDiverged, by_a_force_that_is_not_finite) {
  Scenario scenario = stretched_sphere(16, 400, 0.1, 1);
  scenario.objects[0].closed().law = Skalak{1e308, 1e308};
  const auto failure = this->after_a_step(scenario, [](State<TypeParam>&) {});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::force_not_finite);
  EXPECT_EQ(failure->step, 1u);
  EXPECT_EQ(failure->site, 0);
}

// A velocity of NaN at the corner of the box, six cells from the sphere: not interpolated in (a), but after
// the fluid's step (e) it is everywhere, so the first data site is the first to go. Of two kinds, the first.
TYPED_TEST(NumbersThatDiverged, by_a_position_that_is_not_finite) {
  Scenario scenario = stretched_sphere(16, 400, 0.1, 1);
  scenario.objects.push_back(scenario.objects[0]);
  scenario.objects[0].closed().surface.half_axes =
      scenario.objects[1].closed().surface.half_axes = {1.5, 1.5, 1.5};
  scenario.objects[1].placements[0].centre = {8, 8, 12};
  const auto failure = this->after_a_step(
      scenario, [&](State<TypeParam>& s) { this->set_face(s, 0, std::numeric_limits<real>::quiet_NaN()); });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::position_not_finite);
  EXPECT_EQ(failure->kind, 0u);
  EXPECT_EQ(failure->site, 0);
  EXPECT_EQ(describe(*failure, scenario),
            "\"sphere\" (object 0), data site 0: its position is not a finite number");
}

// A saw-tooth of the radius whose amplitude is the distance of the data sites, sqrt(4 pi/625) R = 0.14 R, is
// 1.6 times the one at which the normal turns over (surface/folding.hpp); a hundredth of it is a rough
// surface, but a surface. Shear elasticity alone, small: the forces must not be what stops it. A resolved
// surface has no saw-tooth; pressed in at a pole to r = 1 - a z^5 of itself, it has a tip there about which
// the normal turns by 5 a/(1 - a) a unit of the sphere's parameter: 13 from one data site to the next with a
// = 0.95 (and half of it 0.01 away, where the first of 16,000 sample sites is), 0.14 with a tenth of it.
TYPED_TEST(NumbersThatDiverged, by_a_folded_surface) {
  Scenario scenario = sphere(16, 880, 1e-6, 1);
  scenario.objects[0].closed().law = Skalak{1e-9, 0};
  scenario.membrane = MembraneForm::paper;
  const auto saw_tooth = [&](real amplitude) {
    return this->after_a_step(scenario, [&](State<TypeParam>& s) {
      this->scale_sites(s, [&](std::size_t i) { return i % 2 ? 1 + amplitude : 1 - amplitude; });
    });
  };
  const auto failure = saw_tooth(0.14);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::surface_folded);
  EXPECT_LT(failure->site, scenario.objects[0].closed().sample_sites);
  EXPECT_FALSE(saw_tooth(0.0014));

  scenario.membrane = MembraneForm::resolved;
  scenario.objects[0].closed().sample_sites = 16000;
  const auto kinds = make_surface_kinds(scenario, {});
  const std::vector<Real3>& nodes = kinds[0].data_nodes;
  const auto pressed_in = [&](real a) {
    return this->after_a_step(scenario, kinds, [&](State<TypeParam>& s) {
      this->scale_sites(s, [&](std::size_t i) { return 1 - a * std::pow(nodes[i].z, 5); });
    });
  };
  const auto at_the_tip = pressed_in(0.95);
  ASSERT_TRUE(at_the_tip);
  EXPECT_EQ(at_the_tip->what, What::surface_folded);
  EXPECT_FALSE(pressed_in(0.095));
}

// Of the second of two objects: the first stays in fluid at rest. 1.5 um a step in a jet of 3 x 3 um along x,
// on cells of 1 um.
TYPED_TEST(NumbersThatDiverged, by_a_move_of_more_than_a_cell) {
  Scenario scenario = sphere(16, 400, 1, 10);
  scenario.objects[0].closed().surface.half_axes = {1.5, 1.5, 1.5};
  scenario.objects[0].closed().law = Skalak{1e-6, 1e-6};
  scenario.objects[0].placements.push_back(scenario.objects[0].placements[0]);
  scenario.objects[0].placements[1].centre = {8, 8, 13};
  const auto failure = this->after_a_step(scenario, [&](State<TypeParam>& state) {
    auto u = state.velocity.values().to_host(this->stream());
    for (int k = 11; k < 15; ++k)
      for (int j = 6; j < 10; ++j)
        for (int i = 0; i < 16; ++i) u[scenario.grid.index(i, j, k)] = 2.5;
    state.velocity.values().set(this->stream(), u);
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::moved_more_than_a_cell);
  EXPECT_EQ(failure->object, 1u);
  EXPECT_LT(failure->site, scenario.objects[0].closed().data_sites);
}

// A sphere with a radius larger by 4 % has 12.5 % more volume; 3 % have 9.3 %, which passes the bound of 10
// %.
TYPED_TEST(NumbersThatDiverged, by_a_volume_that_changes) {
  Scenario scenario = sphere(16, 880, 1e-6, 1);
  const auto swollen = [&](real factor) {
    return this->after_a_step(
        scenario, [&](State<TypeParam>& s) { this->scale_sites(s, [=](std::size_t) { return factor; }); });
  };
  const auto failure = swollen(1.04);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::volume_changed);
  // quadrature and splines of a smooth surface: 1e-4
  EXPECT_NEAR(failure->value, 4.0 / 3 * 3.14159265358979 * std::pow(1.04 * 3.91, 3), 1e-4 * 250);
  EXPECT_FALSE(swollen(1.03));
}

// A layer of fluid that no object touches, at 1.2 cells a step.
TYPED_TEST(NumbersThatDiverged, by_a_flow_that_is_too_fast) {
  Scenario scenario = sphere(16, 400, 0.5, 10);
  scenario.objects[0].closed().surface.half_axes = {1.5, 1.5, 1.5};
  scenario.fluid.viscosity = 1e-3;
  const auto failure = this->after_a_step(scenario, [&](State<TypeParam>& state) {
    auto u = state.velocity.values().to_host(this->stream());
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 16; ++j)
        for (int i = 0; i < 16; ++i) u[scenario.grid.index(i, j, k)] = 2.4;
    state.velocity.values().set(this->stream(), u);
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, What::flow_too_fast);
  EXPECT_NEAR(failure->value, 2.4, 0.1); // viscosity takes a little away
}

// Smaller steps are advised where the step was beyond the limit of the state, and else what the failure is
// of.
TEST(Remedies, are_smaller_steps_only_where_steps_were_too_large) {
  Scenario s = sphere(16, 400, 0.5, 10);
  const auto at = [&](What what, std::uint64_t step, real limit) {
    Failure failure;
    failure.step = step, failure.what = what;
    return remedy(failure, s, s.time, s.time.step, limit);
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != text.npos; };
  for (const What what : {What::force_not_finite, What::surface_folded, What::position_not_finite,
                          What::moved_more_than_a_cell, What::site_beyond_a_wall, What::sample_beyond_a_wall,
                          What::volume_changed, What::flow_too_fast, What::no_step_is_safe})
    for (const bool automatic : {false, true}) {
      s.time.automatic = automatic;
      EXPECT_TRUE(has(at(what, 100, 0.4), automatic ? "smaller time.safety" : "smaller time.step"));
      EXPECT_FALSE(has(at(what, 100, 0.6), "smaller")) << at(what, 100, 0.6);
      EXPECT_FALSE(at(what, 100, 0.6).empty());
    }
  EXPECT_TRUE(has(at(What::sample_beyond_a_wall, 100, 1), "contact: {pressure: auto}"));
  s.membrane = MembraneForm::paper;
  EXPECT_TRUE(has(at(What::surface_folded, 100, 1), "coupling.membrane: resolved bears more"));
  s.membrane = MembraneForm::resolved;
  const auto fold = [&] { return at(What::surface_folded, 100, 1); };
  EXPECT_TRUE(has(fold(), "in a new run")); // for a resume refuses it
  EXPECT_TRUE(has(fold(), "membrane.viscosity: 3e-7 N s/m"));
  EXPECT_FALSE(has(fold(), "area_modulus")); // nothing flows
  ClosedSurface& closed = s.objects[0].closed();
  s.initial_flow = InitialFlow::shear, s.drive.shear_rate.mean = 8e-3, s.fluid.viscosity = 1;
  closed.law = Skalak{5e-3, 0.25}; // 25 mu gamma R = 25 * 8e-3 * 3.91 = 0.782
  EXPECT_TRUE(
      has(fold(), "membrane.viscosity: 3e-7 N s/m, a red cell's, and membrane.area_modulus: 0.79 dyn/cm"));
  closed.law = NeoHookean{5e-3};
  EXPECT_TRUE(has(fold(), "membrane.law: skalak with an area_modulus of 0.79 dyn/cm"));
  closed.law = Skalak{5e-3, 0.79}, closed.viscosity.viscosity = 300;
  EXPECT_FALSE(has(fold(), "area_modulus"));
  EXPECT_TRUE(has(fold(), "domain.cell of 2/3 um"));
  s.objects[0].pulls = {{}};
  EXPECT_TRUE(has(fold(), "less force"));
  EXPECT_TRUE(has(at(What::volume_changed, 0, 0.1), "less stretch")); // as it is put there
  EXPECT_FALSE(has(at(What::volume_changed, 0, 0.1), "data_sites"));
  closed.data_sites = 60;
  EXPECT_TRUE(has(at(What::volume_changed, 0, 0.1), "leave data_sites"));
  EXPECT_FALSE(has(at(What::surface_folded, 1, 0.1), "in a new run"));
  closed.sample_sites = 20; // an area of 192 um^2 on cells of 1 um
  EXPECT_TRUE(has(at(What::volume_changed, 100, 1), "leave sample_sites out"));
}

// Looked at after every step, or ten steps later, when everything has failed in every way: the same first
// failure.
TYPED_TEST(NumbersThatDiverged, are_named_by_the_first_failure) {
  Scenario scenario = stretched_sphere(16, 400, 20, 4000);
  take_papers_method(scenario);
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
  std::optional<Failure> first;
  for (int step = 1; !first && step < 40; ++step) {
    simulation.advance();
    first = simulation.step().failure(this->stream());
  }
  ASSERT_TRUE(first);
  EXPECT_EQ(first->step, simulation.steps());
  for (int step = 0; step < 10; ++step) simulation.advance();
  const auto later = simulation.step().failure(this->stream());
  EXPECT_EQ(later->step, first->step);
  EXPECT_EQ(later->what, first->what);
  EXPECT_EQ(later->site, first->site);
}

TYPED_TEST(NumbersThatDiverged, are_traced_to_the_step_before) {
  // 1.4 times the limit of forward Euler: grows slowly
  Scenario scenario = stretched_sphere(16, 400, 8, 40000);
  take_papers_method(scenario);
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
  try {
    run(simulation, {}, {});
    FAIL() << "did not diverge";
  } catch (const Diverged& seen) {
    auto trace = simulation.trace(seen.failure);
    EXPECT_LE(trace.failure.step, seen.failure.step);
    EXPECT_EQ(trace.before->step, trace.failure.step - 1);
    EXPECT_EQ(simulation.steps(), trace.failure.step);
    EXPECT_LT(trace.good->step, trace.before->step);
    // Before the step, nothing is wrong; the step alone, from that state, fails in the same way.
    simulation.exchange_state(*trace.before);
    EXPECT_NO_THROW(simulation.check_all());
    simulation.advance();
    try {
      simulation.check_all();
      FAIL() << "the step did not fail again";
    } catch (const Diverged& again) {
      EXPECT_EQ(again.failure.what, trace.failure.what);
      EXPECT_EQ(again.failure.site, trace.failure.site);
    }
  }
}

TYPED_TEST(NumbersThatDiverged, in_a_fluid_alone_are_caught_too) {
  Scenario scenario;
  scenario.grid = {{16, 16, 16}, 1.0};
  scenario.initial_flow = InitialFlow::taylor_green;
  scenario.taylor_green_speed = 10; // um/us
  scenario.fluid = {1, 1e-6};
  scenario.time = {1, 1000, true}; // CFL 10
  SimulationOn<TypeParam> simulation(this->stream(), scenario, {});
  EXPECT_THROW(run(simulation, {}, {}), NumericalError);
}

TYPED_TEST(NumbersThatDiverged, do_not_include_a_stop_request) {
  Scenario scenario;
  scenario.grid = {{8, 8, 8}, 1.0};
  scenario.time = {1, 100, false};
  SimulationOn<TypeParam> simulation(this->stream(), scenario, {});
  RunControl control;
  control.stop_requested = [&] { return simulation.steps() == 7; };
  EXPECT_THROW(run(simulation, {}, control), Interrupted);
  EXPECT_EQ(simulation.steps(), 7u);
}

// The promise: a run that a signal stops can go on. Signals are held from the first call of progress on; if
// rows of a step were written before that, a signal between the two would end the process with rows that no
// checkpoint goes with.
TYPED_TEST(NumbersThatDiverged, rows_come_after_progress) {
  Scenario scenario;
  scenario.grid = {{8, 8, 8}, 1.0};
  scenario.time = {1, 3, false};
  SimulationOn<TypeParam> simulation(this->stream(), scenario, {});
  std::uint64_t told = 0, rows = 0;
  RunControl control;
  control.progress = [&](const Progress& p) { told = p.step; };
  FunctionReporter row{"row", {1}, [&](Simulation& s) {
                         EXPECT_EQ(told, s.steps());
                         ++rows;
                       }};
  run(simulation, {&row}, control);
  EXPECT_EQ(rows, 4u); // of step 0, before which there is nothing to go on from, and of three steps
}

} // namespace ibsim
