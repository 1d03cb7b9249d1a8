#include "parallel/cuda_check.hpp"
#include "parallel/graph.hpp"

namespace ibsim {

template <>
struct Graph<Cuda>::Recording {
  std::vector<std::uint64_t> key;
  cudaGraphExec_t graph = nullptr;

  ~Recording() { forget(); }
  void forget() {
    if (graph) cudaGraphExecDestroy(graph);
    graph = nullptr;
  }

  void record(cudaStream_t handle, const std::function<void()>& work) {
    forget();
    check_cuda(cudaStreamBeginCapture(handle, cudaStreamCaptureModeThreadLocal), "beginning to record");
    cudaGraph_t recorded = nullptr;
    try {
      work();
    } catch (...) {
      cudaStreamEndCapture(handle, &recorded);
      if (recorded) cudaGraphDestroy(recorded);
      cudaGetLastError(); // what made the recording void is told by the exception
      throw;
    }
    check_cuda(cudaStreamEndCapture(handle, &recorded), "recording");
    const cudaError_t made = cudaGraphInstantiate(&graph, recorded, 0);
    cudaGraphDestroy(recorded);
    check_cuda(made, "making a graph of what was recorded");
  }
};

template <>
Graph<Cuda>::Graph() : recording_(std::make_unique<Recording>()) {}
template <>
Graph<Cuda>::~Graph() = default;
template <>
Graph<Cuda>::Graph(Graph&&) noexcept = default;

template <>
void Graph<Cuda>::run(const Stream<Cuda>& stream, const std::vector<std::uint64_t>& key,
                      const std::function<void()>& work) {
  const auto handle = static_cast<cudaStream_t>(stream.handle());
  if (!recording_->graph || recording_->key != key) {
    recording_->record(handle, work);
    recording_->key = key;
  }
  check_cuda(cudaGraphLaunch(recording_->graph, handle), "launching what was recorded");
}

} // namespace ibsim
