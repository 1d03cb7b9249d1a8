#include "program/interruption.hpp"

#include "files/folder_lock.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr int exit_interrupted = 130;
/// A signal that comes again so soon is the same: timeout(1) and launchers send it to a process and then to
/// all of its group.
constexpr std::int64_t same_within = 200'000'000; // ns

std::atomic<bool> held{false};                                 // any thread may get the signal
std::atomic<std::int64_t> requested_at{0};                     // ns on a clock that has begun; 0: not yet
static_assert(std::atomic<std::int64_t>::is_always_lock_free); // else not for signal handlers

std::int64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1'000'000'000 * static_cast<std::int64_t>(now.tv_sec) + now.tv_nsec;
}

/// The last line, two of them, so that one is whole while the other is written.
char last_line[2][256] = {"\nibsim: error: interrupted\n", ""};
std::atomic<int> current_line{0};

[[noreturn]] void end_interrupted() {
  FolderLock::remove_files();
  const char* line = last_line[current_line];
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, std::strlen(line));
  _exit(exit_interrupted);
}

extern "C" void note_signal(int signal) {
  const std::int64_t at = nanoseconds();
  std::int64_t before = 0;
  const bool first_or_same = requested_at.compare_exchange_strong(before, at) || at - before < same_within;
  // a lost reader is told with each line, a terminal that closes by its kernel and its shell
  if (signal == SIGPIPE || (held && (first_or_same || signal == SIGHUP))) return;
  end_interrupted();
}

/// nohup and shells' background jobs ignore them: that stays.
bool is_ignored(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

sigset_t interruptions() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&signals, signal);
  return signals;
}

} // namespace

void watch_for_signals_to_end() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
}

void watch_for_interruption() {
  watch_for_signals_to_end();
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  if (!is_ignored(SIGPIPE)) sigaction(SIGPIPE, &action, nullptr);
}

void when_interrupted_say(const std::string& when) {
  const int next = 1 - current_line;
  std::snprintf(last_line[next], sizeof last_line[next], "\nibsim: error: interrupted %s\n", when.c_str());
  current_line = next;
}

void let_interruptions_wait(bool wait) {
  const sigset_t signals = interruptions();
  pthread_sigmask(wait ? SIG_BLOCK : SIG_UNBLOCK, &signals, nullptr);
}

void clean_up_when_interrupted(void (*clean_up)()) {
  const sigset_t signals = interruptions();
  // blocked in this thread and in all that it starts: so they come to the one that waits for them
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN); // a lost reader is then an error of the write
  std::thread([signals, clean_up] {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0 || signal == 0) {
    }
    clean_up();
    end_interrupted();
  }).detach();
}

void hold_interruptions() {
  if (held.exchange(true)) return;
  when_interrupted_say("twice, so it ended at once");
}
bool interruption_requested() { return requested_at != 0; }

} // namespace ibsim
