// The communicator of a rank that is alone: it is its own neighbour.
#include "parallel/communicator.hpp"
#include "parallel/for_each.hpp"
#include "parallel/memory.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
void add_terms_in_order(const Stream<B>& stream, const real* terms, Index number, int width, real* totals) {
  for_each(stream, width, [=] IBSIM_KERNEL(Index w) {
    real total = 0;
    for (Index t = 0; t < number; ++t) total += terms[Size{t} * width + w];
    totals[w] = total;
  });
}

template <class B>
class SelfCommunicator final : public Communicator<B> {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }

  void exchange_halo(const Stream<B>& stream, void* values, std::size_t plane_bytes, int planes, int halo,
                     bool around) const override {
    if (planes < halo) throw std::invalid_argument("a rank needs at least as many planes as its halo");
    if (halo == 0 || !around) return;
    auto* const first = static_cast<std::byte*>(values);
    const std::size_t ghosts = halo * plane_bytes, own = planes * plane_bytes;
    copy_within_device(stream, first, first + own, ghosts);                   // the last own planes
    copy_within_device(stream, first + ghosts + own, first + ghosts, ghosts); // the first
  }

  void all_to_all(const Stream<B>& stream, const void* send, void* receive,
                  std::size_t block_bytes) const override {
    copy_within_device(stream, receive, send, block_bytes);
  }

  void add_in_order(const Stream<B>& stream, const real* terms, Index number, int width,
                    real* totals) const override {
    add_terms_in_order<B>(stream, terms, number, width, totals);
  }
};

} // namespace

template <class B>
std::unique_ptr<Communicator<B>> make_self_communicator() {
  return std::make_unique<SelfCommunicator<B>>();
}

template std::unique_ptr<Communicator<ThisBackend>> make_self_communicator();

} // namespace ibsim
