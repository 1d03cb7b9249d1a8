#include "parallel/branches_cuda.hpp"
#include "parallel/side_by_side.hpp"

namespace ibsim {

template <>
struct SideBySide<Cuda>::Streams {
  Branches branches;
  explicit Streams(const Stream<Cuda>& stream) : branches(stream, 2, true) {}
};

template <>
SideBySide<Cuda>::SideBySide(const Stream<Cuda>& stream) : streams_(std::make_unique<Streams>(stream)) {}
template <>
SideBySide<Cuda>::~SideBySide() = default;
template <>
SideBySide<Cuda>::SideBySide(SideBySide&&) noexcept = default;

template <>
void SideBySide<Cuda>::run(const Stream<Cuda>& stream, const Work& short_work, const Work& long_work) {
  streams_->branches.run(
      stream, [&](const Stream<Cuda>& branch, int i) { (i == 0 ? long_work : short_work)(branch); });
}

} // namespace ibsim
