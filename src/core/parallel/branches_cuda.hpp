// Work that goes side by side on a GPU: branches of a stream, each a stream of its own, that begin when what
// was given to it before is done, and which it waits for. A Graph records them as branches. For short work
// that does not fill a GPU: three transforms of 64^3 values at once take not much longer than one.
#pragma once

#include "parallel/cuda_check.hpp"
#include "parallel/stream.hpp"

#include <memory>
#include <vector>

namespace ibsim {

class Branches {
 public:
  /// @param number of branches; the first is the stream itself
  /// @param urgent the GPU takes what is in the others before what is in the first, as soon as it has room
  Branches(const Stream<Cuda>& stream, int number, bool urgent = false) : number_(number) {
    for (int i = 1; i < number; ++i) others_.push_back(std::make_unique<Stream<Cuda>>(stream.device()));
    if (urgent) {
      int least = 0;
      cudaStreamAttrValue value{};
      check_cuda(cudaDeviceGetStreamPriorityRange(&least, &value.priority), "asking for priorities");
      for (std::size_t i = 0; i < others_.size(); ++i)
        check_cuda(cudaStreamSetAttribute(handle(i), cudaStreamAttributePriority, &value),
                   "giving a branch its priority");
    }
    for (int i = 0; i < number; ++i) {
      cudaEvent_t event = nullptr;
      check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
      events_.push_back(event);
    }
  }
  ~Branches() {
    for (const cudaEvent_t event : events_) cudaEventDestroy(event);
  }
  Branches(const Branches&) = delete;
  Branches& operator=(const Branches&) = delete;

  /// f(branch, i) for i = number - 1 .. 0.
  template <class F>
  void run(const Stream<Cuda>& stream, F f) {
    const auto whole = static_cast<cudaStream_t>(stream.handle());
    if (number_ > 1) check_cuda(cudaEventRecord(events_[0], whole), "beginning branches");
    for (std::size_t i = 0; i < others_.size(); ++i)
      check_cuda(cudaStreamWaitEvent(handle(i), events_[0]), "beginning a branch");
    for (int i = number_ - 1; i >= 0; --i) f(i == 0 ? stream : *others_[static_cast<std::size_t>(i - 1)], i);
    for (std::size_t i = 0; i < others_.size(); ++i) {
      check_cuda(cudaEventRecord(events_[i + 1], handle(i)), "ending a branch");
      check_cuda(cudaStreamWaitEvent(whole, events_[i + 1]), "waiting for a branch");
    }
  }

 private:
  cudaStream_t handle(std::size_t other) const { return static_cast<cudaStream_t>(others_[other]->handle()); }

  int number_;
  std::vector<std::unique_ptr<Stream<Cuda>>> others_;
  std::vector<cudaEvent_t> events_; ///< of the beginning, then of the end of each other
};

} // namespace ibsim
