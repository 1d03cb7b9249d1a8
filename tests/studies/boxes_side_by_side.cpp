// Several runs in one process, each with a thread and a stream.
#include "backends.hpp"
#include "bench/boxes.hpp"
#include "bench/step_cases.hpp"
#include "simulation/simulation_on.hpp"

#include <set>

namespace ibsim {
namespace {

template <class B>
class BoxesSideBySide : public BackendTest<B> {};
TYPED_TEST_SUITE(BoxesSideBySide, Backends, BackendNames);

/// A red cell in a shear of this number's own, by the scheme of defaults.
Scenario box(int number) {
  Scenario s;
  s.grid = {{16, 16, 16}, 1};
  s.drive.shear_rate.mean = 1e-3 * (1 + number), s.initial_flow = InitialFlow::shear;
  s.time = {1, 1000, false};
  s.objects = {red_cells(s.grid, 1, 100, 400)};
  return s;
}

} // namespace

// Nothing of a run belongs to the process: to the bit, whatever the others do at the same time. Steps are as
// many as it takes to look at the flow and to keep both copies of the state.
TYPED_TEST(BoxesSideBySide, have_the_bits_that_they_have_alone) {
  constexpr int boxes = 3, before = 5, timed = 70;
  std::vector<Scenario> all;
  for (int number = 0; number < boxes; ++number) all.push_back(box(number));
  const std::vector<SurfaceKind> kinds = make_surface_kinds(all[0], {});
  const BoxesRun together = run_boxes(this->stream(), all, kinds, before, timed);
  ASSERT_EQ(together.hashes.size(), all.size());
  for (std::size_t number = 0; number < all.size(); ++number) {
    SimulationOn<TypeParam> alone(this->stream(), all[number], kinds);
    for (int step = 0; step < before + timed; ++step) alone.advance();
    EXPECT_EQ(together.hashes[number], alone.hash()) << "box " << number;
  }
  EXPECT_EQ(std::set(together.hashes.begin(), together.hashes.end()).size(), all.size())
      << "boxes with flows of their own end in states of their own";
}

// One that fails ends neither the process nor the others' threads: the caller is told.
TYPED_TEST(BoxesSideBySide, tell_of_one_that_fails) {
  std::vector<Scenario> all{box(0), box(1)};
  all[1].drive.shear_rate.mean = 100; // 1/us: more than a cell a step
  const std::vector<SurfaceKind> kinds = make_surface_kinds(all[0], {});
  EXPECT_THROW(run_boxes(this->stream(), all, kinds, 5, 70), Diverged);
}

} // namespace ibsim
