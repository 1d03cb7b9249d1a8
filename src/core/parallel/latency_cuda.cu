#include "parallel/array.hpp"
#include "parallel/fastest_of_five.hpp"
#include "parallel/for_each.hpp"
#include "parallel/graph.hpp"
#include "parallel/latency.hpp"
#include "parallel/persistent.cuh"

namespace ibsim {
namespace {

struct MeetArgs {
  std::int32_t* arrived;
  int turns;
};
__global__ void meet_kernel(MeetArgs a) {
  for (int turn = 1; turn <= a.turns; ++turn) meet_grid(a.arrived, turn);
}

/// Two blocks answer each other.
__global__ void answer_kernel(MeetArgs a) {
  if (threadIdx.x > 0 || blockIdx.x > 1) return;
  std::int32_t* const mine = a.arrived + 64 * blockIdx.x;
  const std::int32_t* const other = a.arrived + 64 * (1 - blockIdx.x);
  for (int turn = 1; turn <= a.turns; ++turn) {
    if (blockIdx.x == 0) store_release(mine, turn);
    wait_for_flag(other, turn);
    if (blockIdx.x == 1) store_release(mine, turn);
  }
}

} // namespace

template <>
std::vector<std::pair<std::string, double>> latencies(const Stream<Cuda>& stream) {
  constexpr int n = 2000;
  Array<std::int32_t, Cuda> flags(stream, 128);
  std::int32_t* const flag = flags.data();
  const auto touch = [&] { for_each(stream, 1, [=] IBSIM_KERNEL(Index i) { flag[i] = 0; }); };
  const double launch = fastest_of_five(stream, [&] {
    for (int i = 0; i < n; ++i) touch();
  });
  Graph<Cuda> graph;
  const auto replay = [&] {
    graph.run(stream, {1}, [&] {
      for (int i = 0; i < n; ++i) touch();
    });
  };
  replay();
  const double node = fastest_of_five(stream, replay);
  // the kernel's own start is taken off by two lengths
  const auto meet = [&](auto kernel, int turns, std::int64_t blocks) {
    return fastest_of_five(stream, [&] {
      flags.zero(stream);
      launch_persistent(stream, kernel, 128, blocks, MeetArgs{flag, turns});
    });
  };
  const double barrier = (meet(&meet_kernel, 2 * n, 132) - meet(&meet_kernel, n, 132)) / n;
  const double there_and_back = (meet(&answer_kernel, 2 * n, 2) - meet(&answer_kernel, n, 2)) / n;
  return {{"kernel launch", launch / n},
          {"node of a graph", node / n},
          {"barrier of 132 blocks", barrier},
          {"flag between two blocks", there_and_back / 2}};
}

} // namespace ibsim
