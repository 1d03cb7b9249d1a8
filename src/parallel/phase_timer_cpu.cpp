#include "parallel/phase_timer_store.hpp"

namespace ibsim {
namespace {

struct CpuClock {
  using Mark = double;
  Mark take(const Queue<Cpu>& queue, std::size_t) { return queue.seconds(); }
  double seconds(Mark from, Mark to) const { return to - from; }
};

} // namespace

template <> struct PhaseTimer<Cpu>::Store : PhaseStore<Cpu, CpuClock> { using PhaseStore::PhaseStore; };
template <> PhaseTimer<Cpu>::PhaseTimer(const Queue<Cpu>&, std::vector<std::string> phases, std::uint64_t steps)
    : store_(std::make_unique<Store>(std::move(phases), steps)) {}
template <> PhaseTimer<Cpu>::~PhaseTimer() = default;
template <> PhaseTimer<Cpu>::PhaseTimer(PhaseTimer&&) noexcept = default;
template <> bool PhaseTimer<Cpu>::begin(const Queue<Cpu>& queue) { return store_->begin(queue); }
template <> void PhaseTimer<Cpu>::mark(const Queue<Cpu>& queue, int phase) { store_->mark(queue, phase); }
template <> std::vector<PhaseTime> PhaseTimer<Cpu>::summary(const Queue<Cpu>&) { return store_->summary(); }

} // namespace ibsim
