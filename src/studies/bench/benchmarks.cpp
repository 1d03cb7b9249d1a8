// The benchmarks of `ibsim bench`, one line each.
#include "bench/bench.hpp"

namespace ibsim {

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> all{
      {"coupling", "interpolation and spreading", bench_coupling},
      {"step", "whole time steps", bench_step},
      {"boxes", "runs side by side in one process", bench_boxes},
      {"activation", "solves of the eikonal equation", bench_activation},
      {"line", "a step of kind: line by every scheme", bench_line},
  };
  return all;
}

} // namespace ibsim
