// The benchmarks of `ibsim bench`, one line each.
#include "bench/bench.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
const std::vector<Benchmark<B>>& benchmarks() {
  static const std::vector<Benchmark<B>> all{
      {"coupling", "interpolation and spreading", bench_coupling<B>},
      {"step", "whole time steps", bench_step<B>},
      {"boxes", "runs side by side in one process", bench_boxes<B>},
      {"activation", "solves of the eikonal equation", bench_activation<B>},
      {"line", "a step of kind: line by every scheme", bench_line<B>},
  };
  return all;
}

template const std::vector<Benchmark<Cpu>>& benchmarks();
#if defined(IBSIM_WITH_CUDA)
template const std::vector<Benchmark<Cuda>>& benchmarks();
#endif

} // namespace ibsim
