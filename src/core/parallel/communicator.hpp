// Communicator<B>: what the ranks that work on one simulation say to each other about data on the device. All
// operations are given to a stream, with sizes that are the same in every call, so that a Graph may record
// them. All ranks call them in the same order.
//
// Whatever the number of ranks, the same numbers come out, to the bit: nothing here adds numbers of floating
// point.
//
// Kinds: one rank by itself; threads on cores, which share memory; threads with GPUs that see each other's
// memory (peer_communicator.hpp); processes on cores by MPI (mpi_communicator.hpp), with GPUs by NCCL
// (nccl_communicator.hpp). Another one is a file that passes
// tests/core/parallel/communicator_keeps_its_contract.
#pragma once

#include "parallel/phase_timer.hpp"
#include "parallel/world.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace ibsim {

/// What goes to a rank, and what comes from it; either may be nothing. Each is so many rows of so many bytes,
/// a step apart in memory.
struct Exchanged {
  int rank;
  const void* send;
  std::size_t send_bytes; ///< of a row
  void* receive;
  std::size_t receive_bytes;
  std::size_t send_rows = 1, send_step = 0;
  std::size_t receive_rows = 1, receive_step = 0;
};

/// What ranks tell each other in a step: what lines along z need; planes and rows of others; what
/// they find at the sites of objects. All else is told outside of steps, or now and then.
enum class MessagesOf { transposes, halos, sites, all_else };
/// Their names, for a PhaseTimer, by these numbers.
inline const std::vector<std::string> message_names{"transposes", "halos", "sites"};

template <class B>
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual const World& world() const = 0;
  int rank() const { return world().rank(); } ///< 0 .. size() - 1
  int size() const { return world().size(); }

  /// What a rank sends to another one arrives there in the order in which both have listed it, in as many
  /// rows of as many bytes as both have said. What is sent and what is received may not overlap.
  void exchange(const Stream<B>& stream, std::span<const Exchanged> parts,
                MessagesOf what = MessagesOf::all_else) const {
    timed(stream, what, [&] { do_exchange(stream, parts); });
  }

  /// words = the sums over all ranks, modulo 2^64. Numbers of floating point of which at most one rank has
  /// another than +0 are summed so too, to the bit.
  void add_words(const Stream<B>& stream, std::uint64_t* words, Size n,
                 MessagesOf what = MessagesOf::all_else) const {
    timed(stream, what, [&] { do_add_words(stream, words, n); });
  }

  /// Takes the times of messages from here on, until they are there, with the wait for ranks that are late.
  /// @param timer of message_names; null: they are not taken
  void time_messages(PhaseTimer<B>* timer) { timer_ = timer; }

 private:
  virtual void do_exchange(const Stream<B>&, std::span<const Exchanged>) const = 0;
  virtual void do_add_words(const Stream<B>&, std::uint64_t* words, Size n) const = 0;

  template <class F>
  void timed(const Stream<B>& stream, MessagesOf what, F give) const {
    const bool is_timed = timer_ && what != MessagesOf::all_else;
    if (is_timed) timer_->from(stream);
    give();
    if (is_timed) timer_->mark(stream, static_cast<int>(what));
  }

  PhaseTimer<B>* timer_ = nullptr;
};

template <class B>
std::unique_ptr<Communicator<B>> make_self_communicator();

/// A communicator for ranks that are threads, on cores.
std::unique_ptr<Communicator<Cpu>> make_host_communicator(const World&);

/// Ghost planes of a field: own[-halo .. -1] and own[planes .. planes + halo - 1] become copies of the own
/// planes of the ranks beside this one, around the box, for each of `fields` fields, `field_bytes` apart.
/// Nothing for a halo of 0. @param own the first own plane of the first
template <class B>
void exchange_halo(const Stream<B>&, const Communicator<B>&, void* own, std::size_t plane_bytes, Index planes,
                   Index halo, int fields = 1, std::size_t field_bytes = 0);

/// data = what rank 0 has.
template <class B>
void broadcast(const Stream<B>&, const Communicator<B>&, void* data, std::size_t bytes);

/// all = what every rank has, of their sizes, in the order of the ranks. @param sizes bytes of each rank
template <class B>
void gather(const Stream<B>&, const Communicator<B>&, const void* mine, void* all,
            std::span<const std::size_t> sizes, MessagesOf what = MessagesOf::all_else);

} // namespace ibsim
