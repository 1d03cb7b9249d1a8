#include "parallel/cuda_check.hpp"
#include "parallel/replay.hpp"

namespace ibsim {

template <>
struct Replay<Cuda>::Recording {
  std::vector<std::uint64_t> key;
  cudaGraphExec_t graph = nullptr;

  ~Recording() { forget(); }
  void forget() {
    if (graph) cudaGraphExecDestroy(graph);
    graph = nullptr;
  }

  void record(cudaStream_t stream, const std::function<void()>& work) {
    forget();
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "beginning to record");
    cudaGraph_t recorded = nullptr;
    try {
      work();
    } catch (...) {
      cudaStreamEndCapture(stream, &recorded);
      if (recorded) cudaGraphDestroy(recorded);
      throw;
    }
    check_cuda(cudaStreamEndCapture(stream, &recorded), "recording");
    const cudaError_t made = cudaGraphInstantiate(&graph, recorded, 0);
    cudaGraphDestroy(recorded);
    check_cuda(made, "making a graph of what was recorded");
  }
};

template <> Replay<Cuda>::Replay() : recording_(std::make_unique<Recording>()) {}
template <> Replay<Cuda>::~Replay() = default;
template <> Replay<Cuda>::Replay(Replay&&) noexcept = default;

template <>
void Replay<Cuda>::run(const Queue<Cuda>& queue, const std::vector<std::uint64_t>& key, const std::function<void()>& work) {
  const auto stream = static_cast<cudaStream_t>(queue.stream());
  if (!recording_->graph || recording_->key != key) {
    recording_->record(stream, work);
    recording_->key = key;
  }
  check_cuda(cudaGraphLaunch(recording_->graph, stream), "launching what was recorded");
}

} // namespace ibsim
