#include "parallel/launched_ranks.hpp"

#include "base/error.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

/// What the first of these variables that is a number says; -1: none is.
int number_in(std::initializer_list<const char*> variables) {
  for (const char* const name : variables)
    if (const char* const text = std::getenv(name)) {
      int number = -1;
      const char* const end = text + std::strlen(text);
      if (const auto read = std::from_chars(text, end, number); read.ec == std::errc() && read.ptr == end)
        return number;
    }
  return -1;
}

// Launchers tell a process so: mpirun of Open MPI; that of MPICH and Intel's, and srun --mpi=pmi2; srun
// --mpi=pmix. Processes of a plain srun are none of an MPI, and each is by itself.
int ranks_launched() {
  const int ranks = number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"});
  return ranks < 0 && number_in({"PMIX_RANK"}) >= 0 ? number_in({"SLURM_STEP_NUM_TASKS"}) : ranks;
}
int rank_launched() {
  return number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "PMIX_RANK"});
}

/// The library of mpi_plugin.c: beside the program, or where it is installed.
const IbsimMpi* load() {
  std::error_code none;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const char* const place :
       {"libibsim_mpi.so", "../lib/ibsim/libibsim_mpi.so", "../lib64/ibsim/libibsim_mpi.so"}) {
    const std::filesystem::path file = program / place;
    if (!std::filesystem::exists(file, none)) continue;
    // its symbols are for all, since MPI loads parts of itself that look for them
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library) throw ResourceError(std::string("cannot load MPI: ") + dlerror());
    const auto functions = reinterpret_cast<const IbsimMpi* (*)()>(dlsym(library, "ibsim_mpi"));
    if (!functions || functions()->version != ibsim_mpi_version)
      throw ResourceError(file.string() + " is of another version of ibsim: build both anew");
    return functions();
  }
  return nullptr;
}

std::string words_of(const IbsimMpi& mpi) {
  const std::string all = mpi.library();
  return all.substr(0, all.find_first_of(",\n"));
}

/// Place of a rank: its host, its process, and the cores on which it may run.
struct Place {
  char host[64];
  int process;
  cpu_set_t cores;
};
Place own_place() {
  Place own{};
  gethostname(own.host, sizeof own.host - 1);
  own.process = getpid();
  if (sched_getaffinity(0, sizeof own.cores, &own.cores) != 0) CPU_SET(0, &own.cores);
  return own;
}

/// Cores of a rank, each shared with the ranks of its host that may run there too.
int cores_of(const Place& own, const std::vector<Place>& all) {
  double cores = 0;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    int sharing = 0;
    for (const Place& one : all)
      sharing += std::strcmp(one.host, own.host) == 0 && CPU_ISSET(core, &one.cores) ? 1 : 0;
    if (CPU_ISSET(core, &own.cores)) cores += 1.0 / sharing;
  }
  return std::max(1, static_cast<int>(cores + 1e-6));
}

} // namespace

struct LaunchedRanks::Impl final : WorldOfRanks {
  const IbsimMpi* mpi = nullptr;
  int own = 0, ranks = 1, of_host = 0;
  std::vector<Place> places; ///< of all ranks
  std::function<void(const std::string&)> say;
  std::function<std::string()> way_on;

  std::string name_of(int r) const {
    const Place& place = places[static_cast<std::size_t>(r)];
    return "rank " + std::to_string(r) + " (process " + std::to_string(place.process) + " on " + place.host +
           ")";
  }
  [[noreturn]] void end_all(int exit_code) const {
    // the launcher sends SIGTERM to all, this process included
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    mpi->abort_all(exit_code);
    _exit(exit_code);
  }

  void wait(void* handle, const char* doing) const {
    if (!handle) failed(doing);
    for (int turn = 0;; ++turn) {
      const int state = mpi->test(handle);
      if (state == 1) return;
      if (state < 0) failed(doing);
      // who is waited for answers soon, or has more to do, or no core to do it on
      if (turn > 2000)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      else if (turn > 50)
        sched_yield();
    }
  }
  [[noreturn]] void failed(const char* doing) const {
    std::this_thread::sleep_for(std::chrono::seconds(3)); // if a rank was lost, the launcher ends all
    throw ResourceError(std::string("MPI failed in ") + doing);
  }

  int rank() const override { return own; }
  int size() const override { return ranks; }
  void barrier() override { wait(mpi->barrier(), "waiting for all ranks"); }
  void all_gather(const void* mine, std::size_t bytes, void* all) override {
    if (bytes > 0) wait(mpi->all_gather(mine, bytes, all), "telling all ranks");
  }
  void broadcast(void* data, std::size_t bytes) override {
    if (bytes > 0) wait(mpi->broadcast(data, bytes), "telling all ranks");
  }
  std::byte* share(std::size_t) override {
    throw std::logic_error("ranks that are processes have no memory in common");
  }
  void look() const override {} // a rank that fails ends all
  void fail(int exit_code, const std::string& message) noexcept override {
    // the first of ranks that fail together ends the others before they speak
    std::this_thread::sleep_for(std::chrono::milliseconds(20) * own);
    say(name_of(own) + ": " + message + (way_on ? way_on() : std::string()));
    end_all(exit_code);
  }
};

LaunchedRanks::LaunchedRanks(std::shared_ptr<Impl> impl) : impl_(impl), world_(std::move(impl)) {}
LaunchedRanks::~LaunchedRanks() = default;

bool LaunchedRanks::is_first() { return rank_launched() <= 0; }

std::unique_ptr<LaunchedRanks> LaunchedRanks::join(std::function<void(const std::string&)> say) {
  const int launched = ranks_launched();
  if (launched <= 1) return nullptr;
  const std::string processes = std::to_string(launched) + " processes were started together";
  if (launched > most_ranks)
    throw InputError(processes + ": there can be at most " + std::to_string(most_ranks) + " ranks");
  auto impl = std::make_shared<Impl>();
  impl->mpi = load();
  if (!impl->mpi)
    throw ResourceError(processes +
                        ", and this ibsim was built without MPI: build it where MPI is installed (Debian: "
                        "libopenmpi-dev), or start it once, with --gpus or --ranks");
  if (impl->mpi->begin(&impl->own, &impl->ranks, &impl->of_host) != 0)
    throw ResourceError("MPI (" + words_of(*impl->mpi) + ") could not be started");
  if (impl->ranks != launched)
    throw InputError(processes + ", of which MPI (" + words_of(*impl->mpi) + ") knows " +
                     std::to_string(impl->ranks) +
                     ": start them with the launcher of that MPI (its mpirun, or srun --mpi=pmix)");
  auto all = std::unique_ptr<LaunchedRanks>(new LaunchedRanks(impl));
  impl->say = std::move(say);
  impl->places = all->world_.all_gather(own_place());
  return all;
}

int LaunchedRanks::rank_of_host() const { return impl_->of_host; }
std::string LaunchedRanks::name_of(int rank) const { return impl_->name_of(rank); }
const IbsimMpi& LaunchedRanks::functions() const { return *impl_->mpi; }
void LaunchedRanks::wait(void* handle, const char* doing) const { impl_->wait(handle, doing); }

int LaunchedRanks::own_cores() const {
  return cores_of(impl_->places[static_cast<std::size_t>(rank())], impl_->places);
}
void LaunchedRanks::when_failed_say(std::function<std::string()> way_on) const {
  impl_->way_on = std::move(way_on);
}

std::string LaunchedRanks::mpi_in_words() {
  try {
    if (const IbsimMpi* const mpi = load()) return words_of(*mpi);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

void LaunchedRanks::finish() {
  world_.barrier(); // all may go
  impl_->mpi->end();
}

void LaunchedRanks::end_all(int exit_code) const { impl_->end_all(exit_code); }

void LaunchedRanks::fail_with_all(const std::function<void()>& work) const {
  try {
    work();
  } catch (const Error& e) {
    impl_->fail(e.exit_code(), e.what());
  } catch (const std::exception& e) {
    impl_->fail(3, e.what());
  }
}

} // namespace ibsim
