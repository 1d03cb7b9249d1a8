#include "parallel/phase_timer_store.hpp"

namespace ibsim {
namespace {

struct CpuClock {
  using Mark = double;
  Mark take(const Stream<Cpu>& stream, std::size_t) { return stream.seconds(); }
  double seconds(Mark from, Mark to) const { return to - from; }
};

} // namespace

template <>
struct PhaseTimer<Cpu>::Store : PhaseStore<Cpu, CpuClock> {
  using PhaseStore::PhaseStore;
};
template <>
PhaseTimer<Cpu>::PhaseTimer(const Stream<Cpu>&, std::vector<std::string> phases, std::uint64_t steps,
                            int marks_a_step)
    : store_(std::make_unique<Store>(std::move(phases), steps, marks_a_step)) {}
template <>
PhaseTimer<Cpu>::~PhaseTimer() = default;
template <>
PhaseTimer<Cpu>::PhaseTimer(PhaseTimer&&) noexcept = default;
template <>
bool PhaseTimer<Cpu>::begin(const Stream<Cpu>& stream) {
  return store_->begin(stream);
}
template <>
void PhaseTimer<Cpu>::mark(const Stream<Cpu>& stream, int phase) {
  store_->mark(stream, phase);
}
template <>
void PhaseTimer<Cpu>::from(const Stream<Cpu>& stream) {
  store_->mark(stream, Store::no_phase);
}
template <>
std::vector<PhaseTime> PhaseTimer<Cpu>::summary(const Stream<Cpu>&) {
  return store_->summary();
}

} // namespace ibsim
