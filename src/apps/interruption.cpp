#include "apps/interruption.hpp"

#include <csignal>
#include <initializer_list>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr int exit_interrupted = 130;
volatile std::sig_atomic_t held = 0, requested = 0;

extern "C" void note_signal(int) {
  if (held && !requested) {
    requested = 1;
    return;
  }
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
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr); // nohup and shells' background jobs ignore them
  }
}

void hold_interruptions() { held = 1; }
bool interruption_requested() { return requested != 0; }

} // namespace ibsim
