#include "parallel/rank_processes.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <omp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr const char* variable = "IBSIM_RANK"; ///< "rank ranks file" for the processes that are started

/// The environment of a rank: this process's, its place in the world, and its share of the cores.
std::vector<std::string> environment_of(int rank, int ranks, int file) {
  std::vector<std::string> all;
  const std::string own = std::string(variable) + "=";
  for (char** entry = environ; *entry; ++entry)
    if (!std::string(*entry).starts_with(own)) all.emplace_back(*entry);
  all.push_back(own + std::to_string(rank) + " " + std::to_string(ranks) + " " + std::to_string(file));
  if (!std::getenv("OMP_NUM_THREADS"))
    all.push_back("OMP_NUM_THREADS=" + std::to_string(std::max(1, omp_get_num_procs() / ranks)));
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// Starts a rank in a group of its own, so that Ctrl-C of a terminal comes to the parent alone, which hands
/// it on once.
pid_t start(int rank, const RankProcesses& ranks, int file) {
  std::vector<std::string> words = ranks.arguments, environment = environment_of(rank, ranks.ranks, file);
  words.insert(words.begin(), "ibsim");
  const std::vector<char*> arguments = pointers(words), variables = pointers(environment);
  const pid_t parent = getpid(), process = fork();
  if (process == 0) { // only what is safe between fork and exec
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(130);
    execve("/proc/self/exe", arguments.data(), variables.data());
    _exit(3);
  }
  if (process < 0) throw ResourceError("cannot start a process for a rank: " + reason_of(errno));
  return process;
}

/// What is said of a rank that ended so without having said anything; empty: it ended well.
std::string what_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : "ended with exit code " + std::to_string(code);
}

} // namespace

EndOfRanks run_in_processes(const RankProcesses& ranks) {
  const WorldMemory memory(ranks.ranks);
  std::vector<pid_t> running; // by rank; 0: has ended
  const auto send_all = [&](int signal) {
    for (const pid_t process : running)
      if (process > 0) kill(process, signal);
  };
  const auto now = [] { return std::chrono::steady_clock::now(); };
  auto failed_at = now();
  bool failed = false, forced = false;
  try {
    for (int rank = 0; rank < ranks.ranks; ++rank) running.push_back(start(rank, ranks, memory.file()));
  } catch (const ResourceError& error) {
    memory.fail(static_cast<int>(running.size()), error.exit_code(), error.what());
    send_all(SIGKILL);
  }
  for (std::size_t left = running.size(); left > 0;) {
    for (std::size_t rank = 0; rank < running.size(); ++rank) {
      int status = 0;
      if (running[rank] <= 0 || waitpid(running[rank], &status, WNOHANG) == 0) continue;
      running[rank] = 0, --left;
      if (const std::string what = what_ended(status); !what.empty())
        memory.fail(static_cast<int>(rank), WIFSIGNALED(status) ? 3 : WEXITSTATUS(status), what);
    }
    if (ranks.signal)
      if (const int signal = ranks.signal()) send_all(signal);
    if (!failed && memory.failure().rank >= 0) failed = true, failed_at = now();
    if (failed && !forced && now() - failed_at > ranks.grace) send_all(SIGKILL), forced = true;
    if (left > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const WorldMemory::Failure failure = memory.failure();
  return {failure.exit_code, failure.rank, failure.message};
}

std::optional<World> world_of_this_process() {
  const char* const value = std::getenv(variable);
  int rank = -1, ranks = 0, file = -1;
  if (!value || std::sscanf(value, "%d %d %d", &rank, &ranks, &file) != 3) return std::nullopt;
  if (rank < 0 || rank >= ranks || ranks > most_ranks || fcntl(file, F_GETFD) < 0) return std::nullopt;
  const WorldMemory memory(ranks, dup(file)); // the world keeps what it needs
  return memory.world(rank);
}

} // namespace ibsim
