#include "parallel/nccl_communicator.hpp"

#include "base/error.hpp"
#include "parallel/array.hpp"
#include "parallel/copy_rows_cuda.hpp"
#include "parallel/loaded_library.hpp"

#include <cstdlib>
#include <cuda_runtime.h>
#include <map>
#include <vector>

namespace ibsim {
namespace {

/// What is taken of NCCL, which keeps these from version to version (nccl.h of 2.10 and later).
struct Nccl {
  struct Id {
    char bytes[128];
  };
  using Group = void*;                     ///< ncclComm_t
  static constexpr int bytes = 1, u64 = 5; ///< ncclUint8, ncclUint64
  static constexpr int sum = 0;

  LoadedLibrary file{"libnccl.so.2", "several GPUs need NVIDIA's NCCL",
                     "Debian and Ubuntu: package libnccl2 of NVIDIA's repository"};
  int (*get_unique_id)(Id*) = file["ncclGetUniqueId"];
  int (*init_rank)(Group*, int ranks, Id, int rank) = file["ncclCommInitRank"];
  int (*destroy)(Group) = file["ncclCommDestroy"];
  int (*group_start)() = file["ncclGroupStart"];
  int (*group_end)() = file["ncclGroupEnd"];
  int (*send)(const void*, std::size_t, int type, int peer, Group, cudaStream_t) = file["ncclSend"];
  int (*receive)(void*, std::size_t, int type, int peer, Group, cudaStream_t) = file["ncclRecv"];
  int (*all_reduce)(const void*, void*, std::size_t, int type, int operation, Group,
                    cudaStream_t) = file["ncclAllReduce"];
  const char* (*error_string)(int) = file["ncclGetErrorString"];

  static const Nccl& library() {
    static const Nccl loaded = [] {
      // NVLink's multicast is left alone: a program that fails while it is in use can take all GPUs with it.
      setenv("NCCL_NVLS_ENABLE", "0", 1);
      return Nccl();
    }();
    return loaded;
  }
  void check(int result, const char* doing) const {
    if (result != 0)
      throw ResourceError(std::string("NCCL failed in ") + doing + ": " + error_string(result));
  }
};

class NcclCommunicator final : public Communicator<Cuda> {
 public:
  /// The device of the stream is that of this thread.
  NcclCommunicator(const World& world, const Stream<Cuda>& stream) : world_(world), nccl_(Nccl::library()) {
    Nccl::Id id{};
    if (world.rank() == 0) nccl_.check(nccl_.get_unique_id(&id), "starting");
    id = world.all_gather(id).front();
    nccl_.check(nccl_.init_rank(&group_, world.size(), id, world.rank()), "connecting the GPUs");
    speak_with_all(stream);
  }
  ~NcclCommunicator() override { nccl_.destroy(group_); }
  NcclCommunicator(const NcclCommunicator&) = delete;
  NcclCommunicator& operator=(const NcclCommunicator&) = delete;

  const World& world() const override { return world_; }

  /// Rows that are apart in memory travel through memory of the communicator, where they are together. The
  /// first exchange of a size allocates it.
  void do_exchange(const Stream<Cuda>& stream, std::span<const Exchanged> parts) const override {
    auto* const handle = static_cast<cudaStream_t>(stream.handle());
    std::size_t wanted = 0;
    for (const Exchanged& part : parts) {
      if (has_gaps(part.send_bytes, part.send_rows, part.send_step))
        wanted += room(part.send_bytes * part.send_rows);
      if (has_gaps(part.receive_bytes, part.receive_rows, part.receive_step))
        wanted += room(part.receive_bytes * part.receive_rows);
    }
    Array<std::byte, Cuda>& together = together_[handle];
    if (wanted > together.size()) {
      stream.synchronize();
      together = Array<std::byte, Cuda>(wanted);
    }
    std::byte* place = together.data();
    std::vector<std::pair<const Exchanged*, std::byte*>> arriving;
    std::vector<const void*> sent;
    for (const Exchanged& part : parts) {
      sent.push_back(part.send);
      if (!has_gaps(part.send_bytes, part.send_rows, part.send_step)) continue;
      copy_rows(stream, place, part.send_bytes, part.send, part.send_step, part.send_bytes, part.send_rows);
      sent.back() = place;
      place += room(part.send_bytes * part.send_rows);
    }
    nccl_.check(nccl_.group_start(), "a group of messages");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Exchanged& part = parts[i];
      if (part.send_bytes > 0)
        nccl_.check(
            nccl_.send(sent[i], part.send_bytes * part.send_rows, Nccl::bytes, part.rank, group_, handle),
            "a message");
      if (part.receive_bytes == 0) continue;
      void* to = part.receive;
      if (has_gaps(part.receive_bytes, part.receive_rows, part.receive_step)) {
        arriving.emplace_back(&part, place);
        to = place;
        place += room(part.receive_bytes * part.receive_rows);
      }
      nccl_.check(
          nccl_.receive(to, part.receive_bytes * part.receive_rows, Nccl::bytes, part.rank, group_, handle),
          "a message");
    }
    nccl_.check(nccl_.group_end(), "a group of messages");
    for (const auto& [part, from] : arriving)
      copy_rows(stream, part->receive, part->receive_step, from, part->receive_bytes, part->receive_bytes,
                part->receive_rows);
  }

  void do_add_words(const Stream<Cuda>& stream, std::uint64_t* words, Size n) const override {
    if (n > 0)
      nccl_.check(nccl_.all_reduce(words, words, static_cast<std::size_t>(n), Nccl::u64, Nccl::sum, group_,
                                   static_cast<cudaStream_t>(stream.handle())),
                  "a sum over ranks");
  }

 private:
  /// A first word to each, in which NCCL takes a fifth of a second to make ways: it is not to be that of a
  /// step.
  void speak_with_all(const Stream<Cuda>& stream) const {
    const auto ranks = static_cast<std::size_t>(world_.size());
    const Array<std::uint64_t, Cuda> sent(stream, ranks);
    Array<std::uint64_t, Cuda> received(stream, ranks);
    std::vector<Exchanged> parts;
    for (std::size_t r = 0; r < ranks; ++r)
      parts.push_back({static_cast<int>(r), sent.data() + r, sizeof(std::uint64_t), received.data() + r,
                       sizeof(std::uint64_t)});
    exchange(stream, parts);
    add_words(stream, received.data(), static_cast<Size>(ranks));
    stream.synchronize();
  }

  static bool has_gaps(std::size_t bytes, std::size_t rows, std::size_t step) {
    return bytes > 0 && rows > 1 && step != bytes;
  }
  static std::size_t room(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

  World world_;
  const Nccl& nccl_;
  Nccl::Group group_ = nullptr;
  mutable std::map<cudaStream_t, Array<std::byte, Cuda>> together_; ///< rows as they travel, of each stream
};

} // namespace

std::string why_no_nccl() {
  try {
    Nccl::library();
    return {};
  } catch (const ResourceError& error) {
    return error.what();
  }
}

std::unique_ptr<Communicator<Cuda>> make_nccl_communicator(const World& world, const Stream<Cuda>& stream) {
  if (world.size() == 1) return make_self_communicator<Cuda>();
  return std::make_unique<NcclCommunicator>(world, stream);
}

} // namespace ibsim
