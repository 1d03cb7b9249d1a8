#include "parallel/stream_beside.hpp"

#include "parallel/cuda_check.hpp"

#include <vector>

namespace ibsim {

template <>
struct StreamBeside<Cuda>::Impl {
  Stream<Cuda> beside;
  cudaEvent_t before = nullptr;
  std::vector<cudaEvent_t> done; ///< of each piece

  Impl(int device, int pieces) : beside(device), done(static_cast<std::size_t>(pieces)) {
    const auto create = [](cudaEvent_t& event) {
      check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    };
    create(before);
    for (cudaEvent_t& event : done) create(event);
  }
  ~Impl() {
    cudaEventDestroy(before);
    for (const cudaEvent_t event : done) cudaEventDestroy(event);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  cudaStream_t handle() const { return static_cast<cudaStream_t>(beside.handle()); }
};

template <>
StreamBeside<Cuda>::StreamBeside(const Stream<Cuda>& stream, int pieces)
    : impl_(std::make_unique<Impl>(stream.device(), pieces)) {}
template <>
StreamBeside<Cuda>::~StreamBeside() = default;
template <>
StreamBeside<Cuda>::StreamBeside(StreamBeside&&) noexcept = default;

template <>
void StreamBeside<Cuda>::begin(const Stream<Cuda>& stream, int piece,
                               const std::function<void(const Stream<Cuda>&)>& work) {
  Impl& p = *impl_;
  check_cuda(cudaEventRecord(p.before, static_cast<cudaStream_t>(stream.handle())),
             "beginning work beside a stream");
  check_cuda(cudaStreamWaitEvent(p.handle(), p.before), "beginning work beside a stream");
  work(p.beside);
  check_cuda(cudaEventRecord(p.done[static_cast<std::size_t>(piece)], p.handle()),
             "ending work beside a stream");
}
template <>
void StreamBeside<Cuda>::wait(const Stream<Cuda>& stream, int piece) {
  check_cuda(cudaStreamWaitEvent(static_cast<cudaStream_t>(stream.handle()),
                                 impl_->done[static_cast<std::size_t>(piece)]),
             "waiting for work beside a stream");
}

} // namespace ibsim
