#include "parallel/latency.hpp"

#include "parallel/fastest_of_five.hpp"

namespace ibsim {

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
