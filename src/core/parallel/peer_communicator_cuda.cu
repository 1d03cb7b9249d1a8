// peer_communicator.hpp: who has data brings it, which links do faster than taking (two H200, both ways at
// once: 377 and 347 GB/s). A rank marks in its stream, by an event, when what it has said is its own to send
// and to receive in, and tells the others where at a barrier of the host; streams wait for that event of a
// rank and copy to it. After a second barrier its own stream waits for the ends of the others' copies. The
// barriers are of the hosts' threads alone: the GPUs are behind them.
#include "parallel/copy_rows_cuda.hpp"
#include "parallel/cuda_check.hpp"
#include "parallel/peer_communicator.hpp"

#include <algorithm>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace ibsim {
namespace {

cudaStream_t handle_of(const Stream<Cuda>& stream) { return static_cast<cudaStream_t>(stream.handle()); }

/// Words of all ranks, at the same number.
struct WordsOfRanks {
  const std::uint64_t* of[most_ranks];
  int ranks;
};

__global__ void add_words_kernel(WordsOfRanks words, Size first, Size end, std::uint64_t* sums) {
  const Size stride = Size{gridDim.x} * blockDim.x;
  for (Size i = first + Size{blockIdx.x} * blockDim.x + threadIdx.x; i < end; i += stride) {
    std::uint64_t sum = 0;
    for (int r = 0; r < words.ranks; ++r) sum += words.of[r][i];
    sums[i] = sum;
  }
}

/// It lives as long as some rank may wait for it: others come past the last barrier later.
class Event {
 public:
  Event() { check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

class PeerCommunicator final : public Communicator<Cuda> {
 public:
  PeerCommunicator(const World& world, const Stream<Cuda>& stream)
      : world_(world), ranks_(world.size()), own_(world.rank()),
        said_(reinterpret_cast<Said*>(world.share(static_cast<std::size_t>(ranks_) * sizeof(Said)))) {
    for (const pid_t process : world.all_gather(getpid()))
      if (process != getpid()) throw std::logic_error("ranks of several processes have no memory in common");
    for (const int device : world.all_gather(stream.device())) see(stream.device(), device);
    const Events own{std::make_shared<Event>(), std::make_shared<Event>()};
    for (const Events* const of_rank : world.all_gather(&own)) events_.push_back(*of_rank);
    world.barrier(); // then all have them
  }
  const World& world() const override { return world_; }

  void do_exchange(const Stream<Cuda>& stream, std::span<const Exchanged> parts) const override {
    parts_.assign(parts.begin(), parts.end()); // kept, as others read it, even where this rank fails
    said_[own_].parts = parts_.data(), said_[own_].number = parts_.size();
    offer(stream);
    for (int step = 0; step < ranks_; ++step) bring_to((own_ + step) % ranks_, stream);
    settle(stream);
  }

  void do_add_words(const Stream<Cuda>& stream, std::uint64_t* words, Size n) const override {
    if (n == 0) return;
    said_[own_].words = words;
    offer(stream);
    // each its share, which nobody else reads where it is written; then the shares of the others
    WordsOfRanks all{{}, ranks_};
    for (int r = 0; r < ranks_; ++r) all.of[r] = said_[r].words, follow(stream, r, ready(r));
    const Size first = n * own_ / ranks_, end = n * (own_ + 1) / ranks_;
    if (end > first) {
      const auto blocks = static_cast<unsigned>(std::min<Size>((end - first - 1) / 256 + 1, 1024));
      add_words_kernel<<<blocks, 256, 0, handle_of(stream)>>>(all, first, end, words);
      check_cuda(cudaGetLastError(), "kernel launch");
    }
    settle(stream);
    offer(stream);
    for (int step = 1; step < ranks_; ++step) {
      const int r = (own_ + step) % ranks_;
      const Size from = n * r / ranks_, to = n * (r + 1) / ranks_;
      follow(stream, r, ready(r));
      const std::size_t bytes = static_cast<std::size_t>(to - from) * sizeof(*words);
      copy_rows(stream, words + from, bytes, all.of[r] + from, bytes, bytes, 1);
    }
    settle(stream);
  }

 private:
  /// What a rank has told the others.
  struct Said {
    const Exchanged* parts;
    std::size_t number;
    std::uint64_t* words;
  };
  /// When what a rank has said is there and may be written, and when its own copies are done.
  struct Events {
    std::shared_ptr<Event> ready, done;
  };
  cudaEvent_t ready(int rank) const { return events_[static_cast<std::size_t>(rank)].ready->get(); }
  cudaEvent_t done(int rank) const { return events_[static_cast<std::size_t>(rank)].done->get(); }

  static void see(int own, int other) {
    if (own == other) return;
    int can = 0;
    check_cuda(cudaDeviceCanAccessPeer(&can, own, other), "asking whether GPUs see each other");
    if (!can)
      throw ResourceError("GPUs " + std::to_string(own) + " and " + std::to_string(other) +
                          " of this machine cannot see each other's memory: use one of them (--gpus 1)");
    check_cuda(cudaSetDevice(own), "choosing a device");
    const cudaError_t code = cudaDeviceEnablePeerAccess(other, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled)
      cudaGetLastError(); // by another run in this process
    else
      check_cuda(code, "letting GPUs see each other");
  }
  /// The stream goes on when the event of a rank has come.
  void follow(const Stream<Cuda>& stream, int rank, cudaEvent_t event) const {
    if (rank != own_) check_cuda(cudaStreamWaitEvent(handle_of(stream), event), "waiting for a rank");
  }

  /// What is to travel is in the stream, and everybody has told where.
  void offer(const Stream<Cuda>& stream) const {
    cudaStreamCaptureStatus recording{};
    check_cuda(cudaStreamIsCapturing(handle_of(stream), &recording), "asking whether a stream is recorded");
    if (recording != cudaStreamCaptureStatusNone)
      throw std::logic_error("messages between ranks of one process cannot be recorded");
    check_cuda(cudaEventRecord(ready(own_), handle_of(stream)), "marking what others may take");
    world_.barrier();
  }
  /// Everybody's copies are in the streams: what comes after them has what others sent, and may write what it
  /// sent.
  void settle(const Stream<Cuda>& stream) const {
    check_cuda(cudaEventRecord(done(own_), handle_of(stream)), "marking what is copied");
    world_.barrier();
    for (int r = 0; r < ranks_; ++r) follow(stream, r, done(r));
  }

  void bring_to(int rank, const Stream<Cuda>& stream) const {
    const std::span<const Exchanged> theirs(said_[rank].parts, said_[rank].number);
    auto to = theirs.begin();
    const auto next = [&] {
      while (to != theirs.end() && (to->rank != own_ || to->receive_bytes == 0)) ++to;
    };
    bool followed = false;
    for (const Exchanged& part : parts_) {
      if (part.rank != rank || part.send_bytes == 0) continue;
      next();
      if (to == theirs.end() || to->receive_bytes != part.send_bytes || to->receive_rows != part.send_rows)
        throw std::logic_error("a rank sends what another one does not expect");
      if (!followed) follow(stream, rank, ready(rank));
      followed = true;
      copy_rows(stream, to->receive, to->receive_step, part.send, part.send_step, part.send_bytes,
                part.send_rows);
      ++to;
    }
    next();
    if (to != theirs.end()) throw std::logic_error("a rank sends what another one does not expect");
  }

  World world_;
  int ranks_, own_;
  Said* said_;                           ///< of all ranks
  std::vector<Events> events_;           ///< of all ranks
  mutable std::vector<Exchanged> parts_; ///< of this exchange
};

} // namespace

std::unique_ptr<Communicator<Cuda>> make_peer_communicator(const World& world, const Stream<Cuda>& stream) {
  if (world.size() == 1) return make_self_communicator<Cuda>();
  return std::make_unique<PeerCommunicator>(world, stream);
}

} // namespace ibsim
