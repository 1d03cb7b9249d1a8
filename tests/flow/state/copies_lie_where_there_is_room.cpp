// Copies of the state, to which a run goes back after a failure, lie on the device or on the host, and give
// the same numbers back from there.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"
#include "state/kept_states.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

RoomForCopies room(char device, std::size_t free, std::size_t bytes) { return {{{device}, free}, bytes}; }

} // namespace

// The two and as much again, of all ranks that share the device.
TEST(CopiesOfStates, go_to_a_device_that_has_room_for_four) {
  const auto to_host = [](std::size_t free) {
    return copies_go_to_host<Cuda>(CopiesIn::automatic, room(1, free, 100), {room(1, free, 100)});
  };
  EXPECT_FALSE(to_host(400));
  EXPECT_TRUE(to_host(399));
  const auto shared = [](std::size_t free) {
    return copies_go_to_host<Cuda>(CopiesIn::automatic, room(1, free, 100),
                                   {room(1, free, 100), room(2, 10, 1000), room(1, free, 50)});
  };
  EXPECT_FALSE(shared(600));
  EXPECT_TRUE(shared(599));
}

TEST(CopiesOfStates, go_where_they_are_asked_to) {
  const std::vector<RoomForCopies> none{room(1, 0, 100)};
  EXPECT_FALSE(copies_go_to_host<Cuda>(CopiesIn::device, none[0], none));
  EXPECT_TRUE(copies_go_to_host<Cpu>(CopiesIn::host, none[0], none));
  EXPECT_FALSE(copies_go_to_host<Cpu>(CopiesIn::automatic, none[0], none)); // they are there anyway
}

template <class B>
class CopiesOnTheHost : public BackendTest<B> {};
TYPED_TEST_SUITE(CopiesOnTheHost, Backends, BackendNames);

// Two copies of all arrays, and nothing on the device; the third takes the place of the first.
TYPED_TEST(CopiesOnTheHost, take_nothing_of_the_device) {
  using B = TypeParam;
  Scenario s = stretched_sphere(16, 400, 0.1, 10);
  s.scheme = TimeScheme::bdf2;
  s.device.copies = CopiesIn::host;
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<B> simulation(this->stream(), s, kinds);
  const std::size_t of_state = room_for_copies(simulation.present()).bytes, of_device = allocated_bytes<B>(),
                    of_host = allocated_on_host<B>();
  for (int copies = 0; copies < 3; ++copies) simulation.remember(), simulation.advance();
  EXPECT_EQ(allocated_on_host<B>() - of_host, 2 * of_state);
  EXPECT_EQ(allocated_bytes<B>(), of_device);
}

// Steps that fail grow from the state alone: what is traced back is the same to the bit.
TYPED_TEST(CopiesOnTheHost, are_traced_as_those_on_the_device) {
  using B = TypeParam;
  Scenario s = stretched_sphere(16, 400, 8, 40000); // 1.4 times the limit of forward Euler
  take_papers_method(s);
  const auto kinds = make_surface_kinds(s, {});
  struct Traced {
    std::uint64_t step = 0, good = 0, failed_hash = 0, hash_before = 0, good_hash = 0;
    bool operator==(const Traced&) const = default;
  };
  const auto traced = [&](CopiesIn copies) {
    s.device.copies = copies;
    SimulationOn<B> simulation(this->stream(), s, kinds);
    Traced found;
    try {
      run(simulation, {}, {});
    } catch (const Diverged& seen) {
      auto trace = simulation.trace(seen.failure);
      EXPECT_EQ(is_on_host(static_cast<const State<B>&>(*trace.before)), copies == CopiesIn::host);
      found.step = trace.failure.step, found.good = trace.good->step, found.failed_hash = simulation.hash();
      simulation.exchange_state(*trace.before);
      EXPECT_EQ(simulation.steps(), found.step - 1);
      found.hash_before = simulation.hash();
      simulation.exchange_state(*trace.before);
      EXPECT_EQ(simulation.hash(), found.failed_hash); // there and back
      simulation.exchange_state(*trace.good);
      EXPECT_EQ(simulation.steps(), found.good);
      found.good_hash = simulation.hash();
    }
    return found;
  };
  const Traced on_device = traced(CopiesIn::device);
  EXPECT_GT(on_device.step, 0u);
  EXPECT_TRUE(traced(CopiesIn::host) == on_device);
}

} // namespace ibsim
