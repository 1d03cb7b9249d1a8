#include "parallel/world.hpp"

#include "base/error.hpp"
#include "parallel/device.hpp"

#include <atomic>
#include <climits>
#include <cstdint>
#include <exception>
#include <linux/futex.h>
#include <new>
#include <omp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

/// Whatever ranks say to each other on the host, at the beginning of the memory that they share.
struct Control {
  static constexpr std::size_t words = 1024; ///< bytes of a rank in a round of all_gather

  std::atomic<std::uint32_t> generation{0}; ///< barriers that are behind
  std::atomic<int> arrived{0}, left{0};     ///< ranks at this barrier; ranks that have ended
  std::atomic<int> claimed{0}, failed{-1};  ///< whoever claims first writes the message, and then its rank
  int exit_code = 0;
  char message[2048] = {};
  std::byte said[most_ranks][words];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constexpr std::size_t page = 4096;
constexpr std::size_t pages_of(std::size_t bytes) { return (bytes + page - 1) / page * page; }

std::byte* mapped(int file, std::size_t from, std::size_t bytes) {
  void* const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(from));
  if (p == MAP_FAILED)
    throw ResourceError("cannot share " + std::to_string(bytes >> 20) +
                        " MiB of memory between ranks: " + reason_of(errno));
  return static_cast<std::byte*>(p);
}
void grow(int file, std::size_t bytes) {
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0)
    throw ResourceError("cannot share memory between ranks: " + reason_of(errno));
}

/// Sleeps until the word is another one, or for 10 ms. It works between processes too.
void sleep_on(std::atomic<std::uint32_t>& word, std::uint32_t while_it_is) {
  const timespec limit{0, 10'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, while_it_is, &limit, nullptr, 0);
}
void wake_all(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void note_failure_of(Control& control, int rank, int exit_code, const std::string& message) noexcept {
  if (control.claimed.exchange(1) != 0) return;
  control.exit_code = exit_code;
  message.copy(control.message, sizeof control.message - 1);
  control.failed = rank;
  control.generation.fetch_add(0);
  wake_all(control.generation);
}

} // namespace

struct World::Impl {
  int rank = 0, size = 1;
  int file = -1; ///< none: alone
  Control* control = nullptr;
  std::size_t used = pages_of(sizeof(Control));
  std::vector<std::pair<void*, std::size_t>> mappings;

  Impl() = default;
  Impl(int of_rank, int ranks, int of_file) : rank(of_rank), size(ranks), file(dup(of_file)) {
    if (file < 0) throw ResourceError("cannot share memory between ranks: " + reason_of(errno));
    control = reinterpret_cast<Control*>(map(0, used));
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (control) ++control->left, wake_all(control->generation);
    for (const auto& [memory, bytes] : mappings) munmap(memory, bytes);
    if (file >= 0) close(file);
  }
  std::byte* map(std::size_t from, std::size_t bytes) {
    mappings.reserve(mappings.size() + 1);
    std::byte* const memory = mapped(file, from, bytes);
    mappings.emplace_back(memory, bytes);
    return memory;
  }
};

World World::alone() { return World(std::make_shared<Impl>()); }
int World::rank() const { return impl_->rank; }
int World::size() const { return impl_->size; }

void World::look() const {
  const Control* const c = impl_->control;
  if (!c) return;
  if (const int who = c->failed; who >= 0) throw RankFailed(who, c->message);
}

void World::fail(int exit_code, const std::string& message) const noexcept {
  if (impl_->control) note_failure_of(*impl_->control, impl_->rank, exit_code, message);
}

void World::barrier() const {
  look();
  if (impl_->size == 1) return;
  Control& c = *impl_->control;
  const std::uint32_t now = c.generation;
  if (c.arrived.fetch_add(1) + 1 == impl_->size) {
    c.arrived = 0;
    c.generation.fetch_add(1);
    wake_all(c.generation);
    return;
  }
  static const int cores = omp_get_num_procs();
  const int patience = cores >= 2 * impl_->size ? 5000 : 100; // turns, of some 20 ns
  for (int turn = 0;; ++turn) {
    const bool somebody_left = c.left > 0;
    if (c.generation != now) return;
    look();
    if (somebody_left) throw std::logic_error("a rank has ended while another waits for it");
    // others that are running are waited for a moment; to give up the core would cost more where it is scarce
    if (turn > patience) sleep_on(c.generation, now);
  }
}

void World::all_gather(const void* mine, std::size_t bytes, void* all) const {
  const auto* const from = static_cast<const std::byte*>(mine);
  auto* const to = static_cast<std::byte*>(all);
  if (impl_->size == 1) {
    std::copy_n(from, bytes, to);
    return;
  }
  Control& c = *impl_->control;
  for (std::size_t done = 0; done < bytes; done += Control::words) {
    const std::size_t now = std::min(bytes - done, Control::words);
    std::copy_n(from + done, now, c.said[impl_->rank]);
    barrier();
    for (int r = 0; r < impl_->size; ++r)
      std::copy_n(c.said[r], now, to + static_cast<std::size_t>(r) * bytes + done);
    barrier();
  }
}

std::string World::broadcast(std::string text) const {
  text.resize(all_gather(text.size()).front());
  std::string all(text.size() * static_cast<std::size_t>(size()), ' ');
  all_gather(text.data(), text.size(), all.data());
  return all.substr(0, text.size());
}

bool World::any(bool mine) const {
  bool found = false;
  for (const char one : all_gather(static_cast<char>(mine))) found = found || one;
  return found;
}

std::byte* World::share(std::size_t bytes) const {
  Impl& p = *impl_;
  bytes = pages_of(std::max<std::size_t>(bytes, 1));
  if (!p.control) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw ResourceError("cannot allocate memory: " + reason_of(errno));
    p.mappings.emplace_back(memory, bytes);
    return static_cast<std::byte*>(memory);
  }
  if (p.rank == 0) grow(p.file, p.used + bytes);
  barrier();
  std::byte* const memory = p.map(p.used, bytes);
  p.used += bytes;
  return memory;
}

WorldMemory::WorldMemory(int ranks) : ranks_(ranks) {
  if (ranks < 1 || ranks > most_ranks)
    throw InputError("there can be 1 to " + std::to_string(most_ranks) + " ranks, not " +
                     std::to_string(ranks));
  file_ = memfd_create("ibsim ranks", 0); // inherited by the processes that are started
  if (file_ < 0) throw ResourceError("cannot share memory between ranks: " + reason_of(errno));
  const std::size_t bytes = pages_of(sizeof(Control));
  grow(file_, bytes);
  std::byte* const memory = mapped(file_, 0, bytes);
  new (memory) Control;
  munmap(memory, bytes);
}
WorldMemory::WorldMemory(int ranks, int inherited_file) : ranks_(ranks), file_(inherited_file) {}
WorldMemory::~WorldMemory() {
  if (file_ >= 0) close(file_);
}

World WorldMemory::world(int rank) const { return World(std::make_shared<World::Impl>(rank, ranks_, file_)); }

void WorldMemory::fail(int rank, int exit_code, const std::string& message) const noexcept {
  try {
    const std::size_t bytes = pages_of(sizeof(Control));
    std::byte* const memory = mapped(file_, 0, bytes);
    note_failure_of(*reinterpret_cast<Control*>(memory), rank, exit_code, message);
    munmap(memory, bytes);
  } catch (const std::exception&) { // then nobody is told, and the ranks are ended otherwise
  }
}

WorldMemory::Failure WorldMemory::failure() const {
  const std::size_t bytes = pages_of(sizeof(Control));
  std::byte* const memory = mapped(file_, 0, bytes);
  const Control& control = *reinterpret_cast<const Control*>(memory);
  Failure found;
  if (const int who = control.failed; who >= 0) found = {who, control.exit_code, control.message};
  munmap(memory, bytes);
  return found;
}

void in_threads(int ranks, const std::function<void(const World&)>& work) {
  const WorldMemory memory(ranks);
  const int cores = std::max(1, omp_get_max_threads() / ranks);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      set_cpu_threads(cores);
      try {
        const World world = memory.world(rank);
        try {
          work(world);
        } catch (const RankFailed&) { // told by the one who did
        } catch (const std::exception& error) {
          thrown[static_cast<std::size_t>(rank)] = std::current_exception();
          world.fail(1, error.what());
        }
      } catch (const std::exception& error) { // without a world
        thrown[static_cast<std::size_t>(rank)] = std::current_exception();
        memory.fail(rank, 1, error.what());
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (const int who = memory.failure().rank; who >= 0)
    if (const std::exception_ptr first = thrown[static_cast<std::size_t>(who)]) std::rethrow_exception(first);
}

} // namespace ibsim
