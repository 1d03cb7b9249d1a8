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

  void exchange(const Stream<B>& stream, std::span<const Exchanged> parts) const override {
    std::vector<const Exchanged*> sent, received;
    for (const Exchanged& part : parts) {
      if (part.rank != 0) throw std::invalid_argument("a rank that is alone has no other");
      if (part.send_bytes > 0) sent.push_back(&part);
      if (part.receive_bytes > 0) received.push_back(&part);
    }
    if (sent.size() != received.size()) throw std::invalid_argument("a rank that is alone sends to itself");
    for (std::size_t i = 0; i < sent.size(); ++i) {
      if (sent[i]->send_bytes != received[i]->receive_bytes)
        throw std::invalid_argument("a rank that is alone receives what it sends");
      copy_within_device(stream, received[i]->receive, sent[i]->send, sent[i]->send_bytes);
    }
  }
  void add_words(const Stream<B>&, std::uint64_t*, Size) const override {}

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
