// The communicator of ranks on the cores of one host: through memory that all of them see, a place for each
// pair of ranks, in as many rounds as the longest message needs. Rounds take two sets of places in turn: who
// has passed the barrier of a round knows that all have read what the round before it left, so each needs one
// barrier only.
#include "parallel/communicator.hpp"

#include <algorithm>
#include <vector>

namespace ibsim {
namespace {

constexpr std::size_t place_bytes = std::size_t{1} << 18, head_bytes = 4096;

class HostCommunicator final : public Communicator<Cpu> {
 public:
  explicit HostCommunicator(const World& world)
      : world_(world), ranks_(static_cast<std::size_t>(world.size())), sets_{world.share(set_bytes()),
                                                                             world.share(set_bytes())} {}
  const World& world() const override { return world_; }

  void do_exchange(const Stream<Cpu>&, std::span<const Exchanged> parts) const override {
    std::vector<Message> out(ranks_), in(ranks_);
    for (const Exchanged& part : parts) {
      const auto peer = static_cast<std::size_t>(part.rank);
      out[peer].add(const_cast<void*>(part.send), part.send_bytes, part.send_rows, part.send_step);
      in[peer].add(part.receive, part.receive_bytes, part.receive_rows, part.receive_step);
    }
    std::size_t longest = 0;
    for (const Message& message : out) longest = std::max(longest, message.bytes);
    const auto own = static_cast<std::size_t>(world_.rank());
    for (std::size_t done = 0; done == 0 || done < longest; done += place_bytes) {
      begin_round();
      if (done == 0) lengths()[own] = longest;
      for (std::size_t r = 0; r < ranks_; ++r)
        out[r].each(done, [to = place(own, r)](std::size_t at, std::byte* data, std::size_t bytes) {
          std::copy_n(data, bytes, to + at);
        });
      world_.barrier();
      if (done == 0) longest = *std::max_element(lengths(), lengths() + ranks_);
      for (std::size_t r = 0; r < ranks_; ++r)
        in[r].each(done, [from = place(r, own)](std::size_t at, std::byte* data, std::size_t bytes) {
          std::copy_n(from + at, bytes, data);
        });
    }
  }

  void do_add_words(const Stream<Cpu>&, std::uint64_t* words, Size n) const override {
    const Size most = static_cast<Size>(ranks_ * place_bytes / sizeof(std::uint64_t)); // in a rank's places
    for (Size done = 0; done < n; done += most) {
      const Size now = std::min(most, n - done);
      begin_round();
      std::copy_n(words + done, now, words_of(static_cast<std::size_t>(world_.rank())));
      world_.barrier();
      std::fill_n(words + done, now, 0);
      for (std::size_t r = 0; r < ranks_; ++r) {
        const std::uint64_t* const from = words_of(r);
        for (Size i = 0; i < now; ++i) words[done + i] += from[i];
      }
    }
  }

 private:
  /// All that goes to or comes from one rank, as one sequence of bytes.
  struct Message {
    struct Rows {
      std::byte* data;
      std::size_t row_bytes, step, bytes;
    };
    std::vector<Rows> pieces;
    std::size_t bytes = 0;
    void add(void* data, std::size_t row_bytes, std::size_t rows, std::size_t step) {
      if (row_bytes * rows == 0) return;
      if (rows == 1 || step == row_bytes) row_bytes *= rows, rows = 1; // without gaps
      pieces.push_back({static_cast<std::byte*>(data), row_bytes, step, row_bytes * rows});
      bytes += pieces.back().bytes;
    }
    /// f(place, data, bytes) for what is from `begin` on and has room in a place
    template <class F>
    void each(std::size_t begin, F f) const {
      const std::size_t end = begin + place_bytes;
      std::size_t first = 0;
      for (const Rows& rows : pieces) {
        std::size_t from = std::max(first, begin);
        const std::size_t to = std::min(first + rows.bytes, end);
        while (from < to) {
          const std::size_t row = (from - first) / rows.row_bytes, within = (from - first) % rows.row_bytes,
                            now = std::min(rows.row_bytes - within, to - from);
          f(from - begin, rows.data + row * rows.step + within, now);
          from += now;
        }
        first += rows.bytes;
      }
    }
  };

  std::size_t set_bytes() const { return head_bytes + ranks_ * ranks_ * place_bytes; }
  void begin_round() const { set_ = 1 - set_; }
  /// The lengths of the longest message of each rank in all, in the first round of an exchange.
  std::size_t* lengths() const { return reinterpret_cast<std::size_t*>(sets_[set_]); }
  std::byte* place(std::size_t from, std::size_t to) const {
    return sets_[set_] + head_bytes + (from * ranks_ + to) * place_bytes;
  }
  std::uint64_t* words_of(std::size_t rank) const { return reinterpret_cast<std::uint64_t*>(place(rank, 0)); }

  World world_;
  std::size_t ranks_;
  std::byte* sets_[2];
  mutable int set_ = 0; ///< of this round: the same on all ranks
};

} // namespace

std::unique_ptr<Communicator<Cpu>> make_host_communicator(const World& world) {
  if (world.size() == 1) return make_self_communicator<Cpu>();
  return std::make_unique<HostCommunicator>(world);
}

} // namespace ibsim
