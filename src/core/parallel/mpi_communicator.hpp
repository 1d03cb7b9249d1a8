// The communicator of ranks that a launcher has started: messages go by MPI, from memory of the host. All
// that goes to a rank in an exchange is one message, and what lies elsewhere, or apart, is first brought
// together.
#pragma once

#include "parallel/launched_ranks.hpp"

#include <vector>

namespace ibsim {

/// @tparam Copies how a backend reaches the memory of the host:
///   std::byte* buffer(which, bytes)                            memory of the host that MPI may read and
///                                                              write
///   copy(stream, to, to_step, from, from_step, bytes, rows)    between it and the backend's
///   finish(stream)                                             they are done
template <class B, class Copies>
class MpiCommunicator final : public Communicator<B> {
 public:
  explicit MpiCommunicator(const LaunchedRanks& ranks) : ranks_(ranks) {}
  const World& world() const override { return ranks_.world(); }

  void do_exchange(const Stream<B>& stream, std::span<const Exchanged> parts) const override {
    const auto all = static_cast<std::size_t>(ranks_.size());
    std::vector<std::size_t> out(all + 1, 0), in(all + 1, 0); // where the message of each rank begins
    for (const Exchanged& part : parts) {
      out[static_cast<std::size_t>(part.rank) + 1] += part.send_bytes * part.send_rows;
      in[static_cast<std::size_t>(part.rank) + 1] += part.receive_bytes * part.receive_rows;
    }
    for (std::size_t r = 0; r < all; ++r) out[r + 1] += out[r], in[r + 1] += in[r];
    std::byte* const sent = copies_.buffer(0, out.back());
    std::byte* const received = copies_.buffer(1, in.back());

    std::vector<std::size_t> place(out.begin(), out.end() - 1);
    for (const Exchanged& part : parts) {
      std::size_t& at = place[static_cast<std::size_t>(part.rank)];
      copies_.copy(stream, sent + at, part.send_bytes, part.send, part.send_step, part.send_bytes,
                   part.send_rows);
      at += part.send_bytes * part.send_rows;
    }
    copies_.finish(stream);
    std::vector<IbsimMpiMessage> messages;
    for (std::size_t r = 0; r < all; ++r)
      messages.push_back(
          {static_cast<int>(r), sent + out[r], out[r + 1] - out[r], received + in[r], in[r + 1] - in[r]});
    ranks_.wait(ranks_.functions().exchange(messages.data(), messages.size()), "messages between ranks");
    place.assign(in.begin(), in.end() - 1);
    for (const Exchanged& part : parts) {
      std::size_t& at = place[static_cast<std::size_t>(part.rank)];
      copies_.copy(stream, part.receive, part.receive_step, received + at, part.receive_bytes,
                   part.receive_bytes, part.receive_rows);
      at += part.receive_bytes * part.receive_rows;
    }
    copies_.finish(stream);
  }

  void do_add_words(const Stream<B>& stream, std::uint64_t* words, Size n) const override {
    const std::size_t bytes = sizeof(std::uint64_t) * static_cast<std::size_t>(n);
    if (n == 0) return;
    std::byte* const here = copies_.buffer(0, bytes);
    copies_.copy(stream, here, bytes, words, bytes, bytes, 1);
    copies_.finish(stream);
    ranks_.wait(
        ranks_.functions().add_words(reinterpret_cast<std::uint64_t*>(here), static_cast<std::size_t>(n)),
        "sums over ranks");
    copies_.copy(stream, words, bytes, here, bytes, bytes, 1);
    copies_.finish(stream);
  }

 private:
  const LaunchedRanks& ranks_;
  mutable Copies copies_;
};

} // namespace ibsim
