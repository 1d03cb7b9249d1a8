// The slip of walls of points where steps change to another rung of the ladder of inverses (held_walls.hpp).
#include "backends.hpp"
#include "flow/walls/flow_in_tubes.hpp"

namespace ibsim {
using namespace testing_walls;

namespace {

constexpr real h = 0.3, R = 5 * h; // um

template <class B>
class LadderOfSteps : public BackendTest<B> {};
TYPED_TEST_SUITE(LadderOfSteps, Backends, BackendNames);

template <class B>
TubeFlow<B> tube_of(const Stream<B>& stream) {
  return {stream, {{18, 19, 8}, h}, R, {2.7, 2.9, 0}, {0, 0, 1}, 8 * h};
}

// Forces of a steady flow do not depend on the step, so a new inverse finds nothing to correct but what the
// start left: after 60 steps slip is some 3e-9 of the largest velocity. No inverse enlarges it. The flow rate
// follows the slip.
TYPED_TEST(LadderOfSteps, has_no_jump_in_a_steady_flow) {
  auto tube = tube_of(this->stream());
  tube.flow().advance(5, 60);
  const real before = tube.flow_rate();
  std::uint64_t inverse = tube.flow().number_of_inverse();
  for (const real k : {7.0, 10.0, 15.0, 22.0, 40.0, 15.0, 7.0, 5.0}) {
    for (int step = 0; step < 3; ++step) {
      tube.flow().advance(k);
      EXPECT_LT(tube.slip(), 1e-8) << k << ", step " << step;
      EXPECT_NEAR(tube.flow_rate(), before, 1e-8) << k << ", step " << step;
    }
    EXPECT_NE(tube.flow().number_of_inverse(), inverse) << k; // another rung
    inverse = tube.flow().number_of_inverse();
  }
}

// The drive grows by `growth` of itself a time. In a step its change accelerates a fluid without walls by
// beta dG/rho, the most that can be the slip before the correction by G. The answer of the real M is g of
// that of the rung, 1/1.5 to 1: a settled slip is (1 - g)/g of that, at most a half. At the upper end of a
// rung it is much smaller.
// A change of rung takes each mode from one settled slip to the other. The slowest has g = 1/1.5 and inertia
// alone, K = 0 in carried_part.hpp: its roots are 0.648 exp(+-1.16 i). It overshoots by 0.648^(pi/1.16) =
// 0.31, and 0.648^20 = 2e-4 of the change is left after 20 steps.
TYPED_TEST(LadderOfSteps, has_no_jump_beyond_the_slip_of_either_rung) {
  const real below = 17.0, above = 17.2, growth = 1e-3; // us; the rung ends at 3/2 1.5^6 = 17.09 us
  const auto go = [&](TubeFlow<TypeParam>& tube, real k) {
    tube.drive(1 + growth * (tube.flow().time() + k));
    tube.flow().advance(k);
    return tube.slip();
  };
  const auto settled = [&](real k) {
    auto tube = tube_of(this->stream());
    for (int step = 0; step < 40; ++step) go(tube, k);
    return go(tube, k);
  };
  const real of_free_fluid = 2.0 / 3 * above * growth * above / (R * R / 4); // in parts, as slip()
  for (const auto& [first, then] : {std::pair{below, above}, {above, below}}) {
    auto tube = tube_of(this->stream());
    for (int step = 0; step < 40; ++step) go(tube, first);
    const std::uint64_t inverse = tube.flow().number_of_inverse();
    real slip = 0, largest = 0;
    for (int step = 0; step < 20; ++step) slip = go(tube, then), largest = std::max(largest, slip);
    EXPECT_NE(tube.flow().number_of_inverse(), inverse);
    EXPECT_LT(largest, of_free_fluid / 2) << first << " to " << then;
    EXPECT_LT(largest, 1.31 * std::max(settled(first), settled(then))) << first << " to " << then;
    EXPECT_NEAR(slip, settled(then), 2e-4 * std::max(settled(first), settled(then)))
        << first << " to " << then;
  }
}

} // namespace
} // namespace ibsim
