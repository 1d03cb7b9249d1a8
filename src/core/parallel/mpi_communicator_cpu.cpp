#include "parallel/mpi_communicator.hpp"

#include <array>

namespace ibsim {
namespace {

class CopiesOfHost {
 public:
  std::byte* buffer(int which, std::size_t bytes) {
    std::vector<std::byte>& memory = memory_[static_cast<std::size_t>(which)];
    if (memory.size() < bytes) memory.resize(bytes);
    return memory.data();
  }
  void copy(const Stream<Cpu>&, void* to, std::size_t to_step, const void* from, std::size_t from_step,
            std::size_t bytes, std::size_t rows) {
    for (std::size_t row = 0; bytes > 0 && row < rows; ++row)
      std::copy_n(static_cast<const std::byte*>(from) + row * from_step, bytes,
                  static_cast<std::byte*>(to) + row * to_step);
  }
  void finish(const Stream<Cpu>&) {}

 private:
  std::array<std::vector<std::byte>, 2> memory_;
};

} // namespace

template <>
std::unique_ptr<Communicator<Cpu>> make_launched_communicator(const LaunchedRanks& ranks,
                                                              const Stream<Cpu>&) {
  return std::make_unique<MpiCommunicator<Cpu, CopiesOfHost>>(ranks);
}

} // namespace ibsim
