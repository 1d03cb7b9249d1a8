#include "parallel/replay.hpp"

namespace ibsim {

template <> struct Replay<Cpu>::Recording {};
template <> Replay<Cpu>::Replay() = default;
template <> Replay<Cpu>::~Replay() = default;
template <> Replay<Cpu>::Replay(Replay&&) noexcept = default;
template <> void Replay<Cpu>::run(const Queue<Cpu>&, const std::vector<std::uint64_t>&, const std::function<void()>& work) { work(); }

} // namespace ibsim
