#include "parallel/cuda_check.hpp"
#include "parallel/phase_timer_store.hpp"

namespace ibsim {
namespace {

struct CudaClock {
  using Mark = cudaEvent_t;
  std::vector<cudaEvent_t> events;
  CudaClock() = default;
  CudaClock(CudaClock&&) = delete;
  ~CudaClock() {
    for (cudaEvent_t event : events) cudaEventDestroy(event);
  }
  void create(std::size_t n) {
    for (events.reserve(n); events.size() < n;) {
      cudaEvent_t event;
      check_cuda(cudaEventCreate(&event), "creating an event");
      events.push_back(event);
    }
  }
  Mark take(const Stream<Cuda>& stream, std::size_t index) {
    check_cuda(cudaEventRecord(events[index], static_cast<cudaStream_t>(stream.handle())),
               "recording an event");
    return events[index];
  }
  double seconds(Mark from, Mark to) const {
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, from, to), "reading an event");
    return milliseconds * 1e-3;
  }
};

} // namespace

template <>
struct PhaseTimer<Cuda>::Store : PhaseStore<Cuda, CudaClock> {
  using PhaseStore::PhaseStore;
};
template class PhaseTimer<Cuda>;

} // namespace ibsim
