#include "parallel/side_by_side.hpp"

namespace ibsim {

template <>
struct SideBySide<Cpu>::Streams {};

template <>
SideBySide<Cpu>::SideBySide(const Stream<Cpu>&) {}
template <>
SideBySide<Cpu>::~SideBySide() = default;
template <>
SideBySide<Cpu>::SideBySide(SideBySide&&) noexcept = default;

template <>
void SideBySide<Cpu>::run(const Stream<Cpu>& stream, const Work& short_work, const Work& long_work) {
  short_work(stream);
  long_work(stream);
}

} // namespace ibsim
