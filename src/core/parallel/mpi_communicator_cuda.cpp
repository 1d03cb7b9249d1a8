#include "base/log.hpp"
#include "parallel/copy_rows_cuda.hpp"
#include "parallel/cuda_check.hpp"
#include "parallel/mpi_communicator.hpp"
#include "parallel/nccl_communicator.hpp"

#include <array>
#include <cstring>

namespace ibsim {
namespace {

/// By memory of the host that the GPU reads and writes itself.
class CopiesOfGpu {
 public:
  CopiesOfGpu() = default;
  ~CopiesOfGpu() {
    for (const Pinned& memory : memory_) cudaFreeHost(memory.data);
  }
  CopiesOfGpu(const CopiesOfGpu&) = delete;
  CopiesOfGpu& operator=(const CopiesOfGpu&) = delete;

  std::byte* buffer(int which, std::size_t bytes) {
    Pinned& memory = memory_[static_cast<std::size_t>(which)];
    if (memory.bytes < bytes) {
      cudaFreeHost(memory.data);
      memory = {};
      void* data = nullptr;
      check_cuda(cudaMallocHost(&data, bytes), "allocating memory of the host for messages");
      memory = {static_cast<std::byte*>(data), bytes};
    }
    return memory.data;
  }
  void copy(const Stream<Cuda>& stream, void* to, std::size_t to_step, const void* from,
            std::size_t from_step, std::size_t bytes, std::size_t rows) {
    copy_rows(stream, to, to_step, from, from_step, bytes, rows);
  }
  void finish(const Stream<Cuda>& stream) { stream.synchronize(); }

 private:
  struct Pinned {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  std::array<Pinned, 2> memory_;
};

/// Whether every rank has a GPU of its own: NCCL asks for it.
bool each_has_its_own(const World& world, int device) {
  cudaDeviceProp properties;
  check_cuda(cudaGetDeviceProperties(&properties, device), "asking for the device's properties");
  const auto all = world.all_gather(properties.uuid);
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (std::memcmp(&all[a], &all[b], sizeof all[a]) == 0) return false;
  return true;
}

} // namespace

template <>
std::unique_ptr<Communicator<Cuda>> make_launched_communicator(const LaunchedRanks& ranks,
                                                               const Stream<Cuda>& stream) {
  const World& world = ranks.world();
  const std::string why_not = why_no_nccl();
  std::string slower;
  if (!each_has_its_own(world, stream.device()))
    slower = "ranks share a GPU";
  else if (world.any(!why_not.empty()))
    slower = why_not.empty() ? "another host has no NCCL" : why_not;
  if (slower.empty()) return make_nccl_communicator(world, stream);
  log::info("GPUs exchange data by MPI from host to host, which is slower: " + slower);
  return std::make_unique<MpiCommunicator<Cuda, CopiesOfGpu>>(ranks);
}

} // namespace ibsim
