// Agreement of schedules, storages and decompositions: the same times on both backends, with any number of
// threads.
#include "backends.hpp"
#include "base/error.hpp"
#include "eikonal/test_media.hpp"
#include "parallel/device.hpp"

namespace ibsim {
namespace {

struct Problem {
  TetMesh mesh = small_ventricle(1e4);
  StartValues starts = start_near(mesh, {0, 0, -60e3}, 6e3, 0.4);
  std::vector<real> reference;

  Problem() {
    SolveOptions options;
    options.schedule = SolveSchedule::sweeping;
    reference = solved(Stream<Cpu>(), mesh, heart(), starts, options);
  }
};
const Problem& problem() {
  static const Problem p;
  return p;
}

template <class B>
class Schedules : public BackendTest<B> {};
TYPED_TEST_SUITE(Schedules, Backends, BackendNames);

// Each stops when nothing falls by more than 1e-14; through about 100 edges that makes 1e-12, and 1e-10 is
// promised.
TYPED_TEST(Schedules, agree_in_double_precision) {
  for (int schedule = 0; schedule < 8; ++schedule)
    for (int storage = 0; storage < 3; ++storage) {
      SolveOptions options;
      options.schedule = static_cast<SolveSchedule>(schedule);
      options.storage = static_cast<MeshStorage>(storage);
      const bool serial =
          options.schedule == SolveSchedule::list || options.schedule == SolveSchedule::sweeping;
      if (serial && !std::is_same_v<TypeParam, Cpu>) continue;
      if (storage > 0 && schedule > 0 && schedule != 5 && schedule != 7) continue; // every kind of loop once
      for (const int domains : {3, 16}) {
        const bool cut =
            options.schedule == SolveSchedule::domains_1 || options.schedule == SolveSchedule::domains_2;
        if (!cut && domains != 3) continue;
        options.domains = domains;
        SolveStatistics statistics;
        const std::vector<real> times =
            solved(this->stream(), problem().mesh, heart(), problem().starts, options, &statistics);
        EXPECT_LT(relative_difference(times, problem().reference), 1e-10)
            << to_string(options.schedule) << ", " << to_string(options.storage) << ", " << domains
            << " domains";
        EXPECT_GT(statistics.solves, 0u);
        EXPECT_GT(statistics.rounds, 0u);
      }
    }
}

// A dry run stops the default schedule on the CPU after a round, where it has no time, and says so. With time
// it is complete, and no time is earlier than where it was stopped: times only fall.
TEST(DrySchedules, stop_when_their_time_is_over) {
  const auto within = [](double seconds, SolveStatistics& statistics) {
    statistics.most_seconds = seconds;
    return solved(Stream<Cpu>(), problem().mesh, heart(), problem().starts, {}, &statistics);
  };
  SolveStatistics stopped, whole;
  const std::vector<real> early = within(0, stopped), times = within(1e6, whole);
  EXPECT_FALSE(stopped.complete);
  EXPECT_EQ(stopped.rounds, 1u);
  EXPECT_TRUE(whole.complete);
  EXPECT_LT(relative_difference(times, problem().reference), 1e-10);
  for (std::size_t v = 0; v < times.size(); ++v) EXPECT_LE(times[v], early[v]);
}

// Before anything is written: the solver is made first.
TYPED_TEST(Schedules, that_a_device_cannot_do_are_refused_when_the_solver_is_made) {
  if constexpr (std::is_same_v<TypeParam, Cpu>) GTEST_SKIP() << "the CPU does all of them";
  SolveOptions in_turn, one_domain;
  in_turn.schedule = SolveSchedule::list;
  // all vertices in one block: 16 bytes each, of 227 KB on an H200
  const TetMesh mesh = small_ventricle(2e5);
  ASSERT_GT(16 * static_cast<std::size_t>(mesh.vertices()), std::size_t{300} << 10);
  one_domain.schedule = SolveSchedule::domains_2;
  one_domain.domains = 1;
  for (const SolveOptions& options : {in_turn, one_domain})
    EXPECT_THROW(ActivationSolver<TypeParam>(this->stream(), mesh, heart(), options), InputError);
}

// Rounding of 6e-8 in each of about 100 steps, and a tolerance of 2e-7 in each.
TYPED_TEST(Schedules, agree_in_single_precision) {
  for (const SolveSchedule schedule : {SolveSchedule::window, SolveSchedule::scan, SolveSchedule::shared,
                                       SolveSchedule::domains_1, SolveSchedule::domains_2})
    for (int storage = 0; storage < 3; ++storage) {
      if (storage > 0 && schedule != SolveSchedule::window) continue;
      SolveOptions options;
      options.schedule = schedule;
      options.storage = static_cast<MeshStorage>(storage);
      options.precision = TimePrecision::single_;
      options.domains = 8;
      EXPECT_LT(
          relative_difference(solved(this->stream(), problem().mesh, heart(), problem().starts, options),
                              problem().reference),
          3e-5)
          << to_string(schedule);
    }
}

TYPED_TEST(Schedules, repeat_to_the_bit) {
  for (const SolveSchedule schedule :
       {SolveSchedule::window, SolveSchedule::naive, SolveSchedule::shared, SolveSchedule::scan,
        SolveSchedule::domains_1, SolveSchedule::domains_2}) {
    SolveOptions options;
    options.schedule = schedule;
    options.domains = 16;
    const int before = cpu_threads();
    set_cpu_threads(1);
    const std::vector<real> once = solved(this->stream(), problem().mesh, heart(), problem().starts, options);
    set_cpu_threads(3);
    const std::vector<real> again =
        solved(this->stream(), problem().mesh, heart(), problem().starts, options);
    set_cpu_threads(before);
    EXPECT_EQ(once, again) << to_string(schedule);
  }
}

// The window says who is pushed when, not what comes out.
TYPED_TEST(Schedules, any_window_gives_the_same) {
  for (const real window : {0.05, 1.0, 30.0}) {
    SolveOptions options;
    options.window = window;
    EXPECT_LT(relative_difference(solved(this->stream(), problem().mesh, heart(), problem().starts, options),
                                  problem().reference),
              1e-10)
        << window;
  }
}

// Tissue that is twenty times as slow across its fibres takes about the work that it takes without a window,
// where a vertex is solved when a neighbour has changed: up to half as much again. The window of usual tissue
// takes many times as long.
TYPED_TEST(Schedules, widen_the_window_where_the_tissue_is_slow_across) {
  if constexpr (!std::is_same_v<TypeParam, Cpu>) GTEST_SKIP() << "work is counted on the CPU";
  const TetMesh mesh = small_ventricle(1e4);
  const StartValues starts{{0, 0}};
  Medium slow;
  slow.otherwise = {0.6, 0.03, 0.03};
  SolveOptions widened, narrow, of_list;
  of_list.schedule = SolveSchedule::scan;
  narrow.window = 0.7;
  SolveStatistics by_widened, by_narrow, by_list;
  const std::vector<real> times = solved(this->stream(), mesh, slow, starts, widened, &by_widened);
  EXPECT_LT(relative_difference(times, solved(this->stream(), mesh, slow, starts, of_list, &by_list)), 1e-10);
  solved(this->stream(), mesh, slow, starts, narrow, &by_narrow);
  EXPECT_LT(static_cast<double>(by_widened.solves), 1.5 * static_cast<double>(by_list.solves));
  EXPECT_GT(by_narrow.solves, 2 * by_widened.solves);
}

// Many cases side by side are each the case alone, to the bit.
TYPED_TEST(Schedules, cases_do_not_see_each_other) {
  const TetMesh mesh = small_ventricle(1e4);
  std::vector<StartValues> cases;
  for (int c = 0; c < 7; ++c)
    cases.push_back(start_near(mesh, mesh.points[static_cast<std::size_t>(c) * 97], 5e3, 0.3 + 0.05 * c));
  for (const SolveSchedule schedule :
       {SolveSchedule::window, SolveSchedule::scan, SolveSchedule::domains_2}) {
    SolveOptions options;
    options.schedule = schedule;
    ActivationSolver<TypeParam> solver(this->stream(), mesh, heart(), options);
    SolveStatistics statistics;
    const auto together = solver.solve(this->stream(), cases, statistics);
    for (std::size_t c = 0; c < cases.size(); ++c)
      EXPECT_EQ(together[c], solver.solve(this->stream(), {cases[c]}, statistics)[0])
          << to_string(schedule) << " " << c;
  }
}

TYPED_TEST(Schedules, leave_what_no_front_reaches) {
  TetMesh mesh = make_mesh(BoxMesh{{1000, 1000, 1000}, 500, 0, 1});
  const Index n = mesh.vertices(), cells = mesh.cells();
  for (Index v = 0; v < n; ++v) mesh.points.push_back(mesh.points[v] + Real3{5000, 0, 0});
  for (Index i = 0; i < cells; ++i) {
    Tetrahedron t = mesh.tetrahedra[i];
    for (Index& v : t.vertex) v += n;
    mesh.tetrahedra.push_back(t);
  }
  Medium medium;
  medium.otherwise = {1, 1, 1};
  const std::vector<real> times = solved(this->stream(), mesh, medium, {{0, 0.0}}, {});
  for (Index v = 0; v < 2 * n; ++v) EXPECT_EQ(std::isinf(times[v]), v >= n) << v;
}

} // namespace
} // namespace ibsim
