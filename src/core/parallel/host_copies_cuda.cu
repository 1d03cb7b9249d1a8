// The CUDA half of host_copies.hpp: a stream of its own, of the least priority, carries what kernels have put
// into device memory to pinned memory of the host. Events keep the order; who waits for one sleeps.
#include "parallel/array.hpp"
#include "parallel/cuda_check.hpp"
#include "parallel/host_copies.hpp"

#include <vector>

namespace ibsim {

template <>
struct HostCopies<Cuda>::Impl {
  int device = 0;
  std::size_t bytes = 0;
  Array<std::byte, Cuda> staging;
  cudaStream_t carrier = nullptr;
  cudaEvent_t filled = nullptr, left = nullptr;
  struct Slot {
    void* host = nullptr;
    cudaEvent_t arrived = nullptr;
  };
  std::vector<Slot> slots;

  ~Impl() {
    if (carrier) cudaStreamSynchronize(carrier), cudaStreamDestroy(carrier);
    for (const Slot& slot : slots) cudaFreeHost(slot.host), cudaEventDestroy(slot.arrived);
    cudaEventDestroy(filled), cudaEventDestroy(left);
  }
};

template <>
HostCopies<Cuda>::HostCopies(const Stream<Cuda>& stream, std::size_t bytes, int slots)
    : impl_(std::make_unique<Impl>()) {
  Impl& p = *impl_;
  p.device = stream.device(), p.bytes = bytes;
  int least = 0, most = 0;
  check_cuda(cudaDeviceGetStreamPriorityRange(&least, &most), "asking for the priorities of streams");
  check_cuda(cudaStreamCreateWithPriority(&p.carrier, cudaStreamNonBlocking, least), "creating a stream");
  const auto make = [](cudaEvent_t& event) {
    check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync),
               "creating an event");
  };
  make(p.filled), make(p.left);
  p.slots.resize(static_cast<std::size_t>(slots));
  for (Impl::Slot& slot : p.slots) {
    make(slot.arrived);
    if (cudaMallocHost(&slot.host, p.bytes) != cudaSuccess) {
      cudaGetLastError();
      slot.host = nullptr;
      throw ResourceError("not enough host memory: " + std::to_string(p.bytes >> 20) +
                          " MiB of pinned memory asked for");
    }
  }
}
template <>
HostCopies<Cuda>::~HostCopies() = default;

template <>
void* HostCopies<Cuda>::begin(const Stream<Cuda>& stream, int) {
  if (impl_->staging.empty()) impl_->staging = Array<std::byte, Cuda>(impl_->bytes);
  check_cuda(cudaStreamWaitEvent(static_cast<cudaStream_t>(stream.handle()), impl_->left),
             "waiting for a copy");
  return impl_->staging.data();
}
template <>
void HostCopies<Cuda>::send(const Stream<Cuda>& stream, int slot) {
  Impl& p = *impl_;
  const Impl::Slot& to = p.slots.at(static_cast<std::size_t>(slot));
  check_cuda(cudaEventRecord(p.filled, static_cast<cudaStream_t>(stream.handle())), "marking a copy");
  check_cuda(cudaStreamWaitEvent(p.carrier, p.filled), "waiting for a kernel");
  check_cuda(cudaMemcpyAsync(to.host, p.staging.data(), p.bytes, cudaMemcpyDeviceToHost, p.carrier),
             "a copy to the host");
  check_cuda(cudaEventRecord(p.left, p.carrier), "marking a copy");
  check_cuda(cudaEventRecord(to.arrived, p.carrier), "marking a copy");
}
template <>
void* HostCopies<Cuda>::on_host(int slot) {
  return impl_->slots.at(static_cast<std::size_t>(slot)).host;
}
template <>
const void* HostCopies<Cuda>::arrived(int slot) {
  const Impl::Slot& from = impl_->slots.at(static_cast<std::size_t>(slot));
  check_cuda(cudaSetDevice(impl_->device), "choosing a device"); // this thread's
  check_cuda(cudaEventSynchronize(from.arrived), "a copy to the host");
  return from.host;
}

} // namespace ibsim
