#include "bench/boxes.hpp"

#include "base/wall_clock.hpp"
#include "parallel/rank_threads.hpp"
#include "simulation/run.hpp"

#include <memory>
#include <mutex>
#include <type_traits>

namespace ibsim {
namespace {

struct Box {
  std::shared_ptr<const void> stream; ///< its own
  std::unique_ptr<Simulation> simulation;
};

/// Another stream of the same device, for the calling thread.
template <class B>
std::shared_ptr<const Stream<B>> another(const Stream<B>& stream) {
  if constexpr (std::is_same_v<B, Cuda>)
    return std::make_shared<const Stream<Cuda>>(stream.device());
  else
    return std::make_shared<const Stream<B>>();
}

} // namespace

BoxesRun run_boxes(const AnyStream& stream, const std::vector<Scenario>& scenarios,
                   const std::vector<SurfaceKind>& kinds, int before, int timed) {
  const std::size_t n = scenarios.size();
  BoxesRun result{std::vector<std::uint64_t>(n), std::vector<double>(n)};
  std::vector<Box> boxes(n);
  RankThreads threads(static_cast<int>(n), [](int, const char*) {}); // no box waits for another
  const auto each = [&](auto work) { threads.all([&](int box) { work(static_cast<std::size_t>(box)); }); };
  const auto advance = [&](std::size_t box, int steps) {
    RunControl control;
    control.until = steps * scenarios[box].time.step;
    run(*boxes[box].simulation, {}, control);
  };

  const double start = now();
  std::mutex one_at_a_time;
  each([&](std::size_t box) {
    const std::lock_guard hold(one_at_a_time);
    stream.with([&](const auto& of_first) {
      const auto own = another(of_first);
      boxes[box].stream = own;
      boxes[box].simulation = std::make_unique<Simulation>(*own, scenarios[box], kinds);
    });
  });
  result.set_up = now() - start;
  each([&](std::size_t box) { advance(box, before); });
  const double begin = now();
  each([&](std::size_t box) {
    advance(box, before + timed); // which waits for the stream
    result.seconds[box] = now() - begin;
  });
  result.together = now() - begin;
  each([&](std::size_t box) { result.hashes[box] = boxes[box].simulation->hash(); });
  return result;
}

} // namespace ibsim
