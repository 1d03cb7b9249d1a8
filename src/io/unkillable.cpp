#include "io/unkillable.hpp"

#include <cerrno>
#include <csignal>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ibsim {

int unkillable(int (*work)(void*), void* argument) noexcept {
  sigset_t all, before; // our handlers must not run in the child
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int result = 0, status = 0;
  const pid_t child = vfork();
  if (child == 0) {
    setsid();
    _exit(work(argument)); // every errno of Linux fits into an exit code
  }
  if (child < 0) {
    result = work(argument); // no process to be had: then here
  } else {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return result;
}

} // namespace ibsim
