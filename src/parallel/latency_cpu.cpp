#include "parallel/latency.hpp"

#include <algorithm>

namespace ibsim {
namespace {

template <class F>
double fastest_of_five(const Stream<Cpu>& stream, F f) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double begin = stream.seconds();
    f();
    best = std::min(best, stream.seconds() - begin);
  }
  return best;
}

} // namespace

template <>
std::vector<std::pair<std::string, double>> latencies(const Stream<Cpu>& stream) {
  constexpr int n = 2000;
  volatile int sink = 0;
  const double loops = fastest_of_five(stream, [&] {
    for (int i = 0; i < n; ++i) {
#pragma omp parallel
      { [[maybe_unused]] const int seen = sink; }
    }
  });
  const double barriers = fastest_of_five(stream, [&] {
#pragma omp parallel
    for (int i = 0; i < n; ++i) {
#pragma omp barrier
    }
  });
  return {{"parallel loop", loops / n}, {"barrier of all threads", barriers / n}};
}

} // namespace ibsim
