// The communicator of a rank that is alone: what it sends, it receives.
#include "parallel/communicator.hpp"
#include "parallel/memory.hpp"

#include <stdexcept>
#include <vector>

namespace ibsim {
namespace {

template <class B>
class SelfCommunicator final : public Communicator<B> {
 public:
  const World& world() const override { return world_; }

  void do_exchange(const Stream<B>& stream, std::span<const Exchanged> parts) const override {
    std::vector<const Exchanged*> sent, received;
    for (const Exchanged& part : parts) {
      if (part.rank != 0) throw std::invalid_argument("a rank that is alone has no other");
      if (part.send_bytes > 0) sent.push_back(&part);
      if (part.receive_bytes > 0) received.push_back(&part);
    }
    if (sent.size() != received.size()) throw std::invalid_argument("a rank that is alone sends to itself");
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const Exchanged &from = *sent[i], &to = *received[i];
      if (from.send_bytes != to.receive_bytes || from.send_rows != to.receive_rows)
        throw std::invalid_argument("a rank that is alone receives what it sends");
      for (std::size_t row = 0; row < from.send_rows; ++row)
        copy_within_device(stream, static_cast<std::byte*>(to.receive) + row * to.receive_step,
                           static_cast<const std::byte*>(from.send) + row * from.send_step, from.send_bytes);
    }
  }
  void do_add_words(const Stream<B>&, std::uint64_t*, Size) const override {}

 private:
  World world_ = World::alone();
};

} // namespace

template <class B>
std::unique_ptr<Communicator<B>> make_self_communicator() {
  return std::make_unique<SelfCommunicator<B>>();
}

template std::unique_ptr<Communicator<ThisBackend>> make_self_communicator();

} // namespace ibsim
