#include "parallel/phase_timer_store.hpp"

namespace ibsim {
namespace {

struct CpuClock {
  using Mark = double;
  void create(std::size_t) {}
  Mark take(const Stream<Cpu>& stream, std::size_t) { return stream.seconds(); }
  double seconds(Mark from, Mark to) const { return to - from; }
};

} // namespace

template <>
struct PhaseTimer<Cpu>::Store : PhaseStore<Cpu, CpuClock> {
  using PhaseStore::PhaseStore;
};
template class PhaseTimer<Cpu>;

} // namespace ibsim
