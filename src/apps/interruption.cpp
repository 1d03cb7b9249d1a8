#include "apps/interruption.hpp"

#include <atomic>
#include <csignal>
#include <initializer_list>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr int exit_interrupted = 130;
std::atomic<bool> held{false}, requested{false};       // any thread may get the signal
static_assert(std::atomic<bool>::is_always_lock_free); // else not for signal handlers

extern "C" void note_signal(int) {
  if (held && !requested.exchange(true)) return;
  constexpr char text[] = "\nibsim: error: interrupted\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, sizeof text - 1);
  _exit(exit_interrupted);
}

} // namespace

void watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // nohup and shells' background jobs ignore them
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

void hold_interruptions() { held = true; }
bool interruption_requested() { return requested; }

} // namespace ibsim
