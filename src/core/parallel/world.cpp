#include "parallel/world.hpp"

#include "base/error.hpp"
#include "parallel/device.hpp"

#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <linux/futex.h>
#include <mutex>
#include <new>
#include <omp.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};
/// Zeros, which take no memory until they are touched.
using Block = std::unique_ptr<std::byte, Free>;
Block zeros(std::size_t bytes) {
  Block block(static_cast<std::byte*>(std::calloc(std::max<std::size_t>(bytes, 1), 1)));
  if (!block) throw std::bad_alloc();
  return block;
}

/// Sleeps until the word is another one, or for 10 ms.
void sleep_on(std::atomic<std::uint32_t>& word, std::uint32_t while_it_is) {
  const timespec limit{0, 10'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, while_it_is, &limit, nullptr, 0);
}
void wake_all(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

class Alone final : public WorldOfRanks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void barrier() override {}
  void all_gather(const void* mine, std::size_t bytes, void* all) override {
    std::copy_n(static_cast<const std::byte*>(mine), bytes, static_cast<std::byte*>(all));
  }
  void broadcast(void*, std::size_t) override {}
  std::byte* share(std::size_t bytes) override {
    blocks_.push_back(zeros(bytes));
    return blocks_.back().get();
  }
  void look() const override {}
  void fail(int, const std::string&) noexcept override {}

 private:
  std::vector<Block> blocks_;
};

} // namespace

/// Whatever threads say to each other.
struct WorldMemory::Control {
  static constexpr std::size_t words = 65536; ///< bytes of a rank in a round of all_gather

  explicit Control(int ranks) : size(ranks), said(zeros(static_cast<std::size_t>(ranks) * words)) {}
  std::byte* said_by(int rank) const { return said.get() + static_cast<std::size_t>(rank) * words; }
  void note_failure(int rank, int code, const std::string& text) noexcept {
    if (claimed.exchange(1) != 0) return;
    exit_code = code;
    text.copy(message, sizeof message - 1);
    failed = rank;
    wake_all(generation);
  }

  const int size;
  std::atomic<std::uint32_t> generation{0}; ///< barriers that are behind
  std::atomic<int> arrived{0}, left{0};     ///< ranks at this barrier; ranks that have ended
  std::atomic<int> claimed{0}, failed{-1};  ///< whoever claims first writes the message, and then its rank
  int exit_code = 0;
  char message[2048] = {};
  Block said;
  std::vector<Block> shared;
};

class WorldMemory::Threads final : public WorldOfRanks {
 public:
  Threads(int rank, std::shared_ptr<Control> control) : rank_(rank), control_(std::move(control)) {}
  ~Threads() override { ++control_->left, wake_all(control_->generation); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return control_->size; }

  void barrier() override {
    look();
    Control& c = *control_;
    if (c.size == 1) return;
    const std::uint32_t now = c.generation;
    if (c.arrived.fetch_add(1) + 1 == c.size) {
      c.arrived = 0;
      c.generation.fetch_add(1);
      wake_all(c.generation);
      return;
    }
    static const int cores = omp_get_num_procs();
    const int patience = cores >= 2 * c.size ? 5000 : 100; // turns, of some 20 ns
    for (int turn = 0;; ++turn) {
      const bool somebody_left = c.left > 0;
      if (c.generation != now) return;
      look();
      if (somebody_left) throw std::logic_error("a rank has ended while another waits for it");
      // others that are running are waited for a moment; to give up the core would cost more where it is
      // scarce
      if (turn > patience) sleep_on(c.generation, now);
    }
  }

  void all_gather(const void* mine, std::size_t bytes, void* all) override {
    auto* const to = static_cast<std::byte*>(all);
    in_rounds(mine, bytes, [&](std::size_t done, std::size_t now) {
      for (int r = 0; r < size(); ++r)
        std::copy_n(control_->said_by(r), now, to + static_cast<std::size_t>(r) * bytes + done);
    });
  }
  void broadcast(void* data, std::size_t bytes) override {
    in_rounds(data, bytes, [&](std::size_t done, std::size_t now) {
      std::copy_n(control_->said_by(0), now, static_cast<std::byte*>(data) + done);
    });
  }

  std::byte* share(std::size_t bytes) override {
    barrier();
    if (rank_ == 0) control_->shared.push_back(zeros(bytes));
    barrier();
    return control_->shared.back().get(); // the next one comes after the next barrier
  }

  void look() const override {
    if (const int who = control_->failed; who >= 0) throw RankFailed(who, control_->message);
  }
  void fail(int exit_code, const std::string& message) noexcept override {
    control_->note_failure(rank_, exit_code, message);
  }

 private:
  /// take(done, now) when all have said their bytes done .. done + now - 1
  template <class F>
  void in_rounds(const void* mine, std::size_t bytes, F take) {
    for (std::size_t done = 0; done < bytes; done += Control::words) {
      const std::size_t now = std::min(bytes - done, Control::words);
      std::copy_n(static_cast<const std::byte*>(mine) + done, now, control_->said_by(rank_));
      barrier();
      take(done, now);
      barrier();
    }
  }

  int rank_;
  std::shared_ptr<Control> control_;
};

World World::alone() { return World(std::make_shared<Alone>()); }

std::string World::broadcast(std::string text) const {
  const std::vector<char> all = broadcast(std::vector<char>(text.begin(), text.end()));
  return {all.begin(), all.end()};
}

bool World::any(bool mine) const {
  bool found = false;
  for (const char one : all_gather(static_cast<char>(mine))) found = found || one;
  return found;
}

WorldMemory::WorldMemory(int ranks) {
  if (ranks < 1 || ranks > most_ranks)
    throw InputError("there can be 1 to " + std::to_string(most_ranks) + " ranks, not " +
                     std::to_string(ranks));
  control_ = std::make_shared<Control>(ranks);
}

World WorldMemory::world(int rank) const { return World(std::make_shared<Threads>(rank, control_)); }

void WorldMemory::fail(int rank, int exit_code, const std::string& message) const noexcept {
  control_->note_failure(rank, exit_code, message);
}

WorldMemory::Failure WorldMemory::failure() const {
  if (const int who = control_->failed; who >= 0) return {who, control_->exit_code, control_->message};
  return {};
}

void in_threads(int ranks, const std::function<void(const World&)>& work) {
  const WorldMemory memory(ranks);
  const int cores = std::max(1, omp_get_max_threads() / ranks);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      set_cpu_threads(cores);
      const World world = memory.world(rank);
      try {
        work(world);
      } catch (const RankFailed&) { // told by the one who did
      } catch (const std::exception& error) {
        thrown[static_cast<std::size_t>(rank)] = std::current_exception();
        world.fail(1, error.what());
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (const int who = memory.failure().rank; who >= 0)
    if (const std::exception_ptr first = thrown[static_cast<std::size_t>(who)]) std::rethrow_exception(first);
}

} // namespace ibsim
