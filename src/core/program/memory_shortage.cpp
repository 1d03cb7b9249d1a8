#include "program/memory_shortage.hpp"

#include "base/error.hpp"
#include "base/failed_allocation.hpp"
#include "base/text.hpp"
#include "files/folder_lock.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr int exit_resource_failure = 3;
/// Libraries fail at allocations of some MiB and of stacks of threads, 8 MiB each.
constexpr std::size_t enough = std::size_t{64} << 20;

std::atomic<bool> by_itself{true};
char shortage_line[256];      // for a handler of signals, which cannot make it
char stack_of_handler[65536]; // of the first thread, whose own may be full

bool has_room(std::size_t bytes) {
  void* const p =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  munmap(p, bytes);
  return true;
}

std::string amount(std::size_t bytes) {
  return bytes < 10 << 20 ? std::to_string((bytes + 1023) >> 10) + " KiB"
                          : std::to_string(bytes >> 20) + " MiB";
}

/// " (ulimit -v is 500 MiB)", or nothing where there is no limit.
std::string limit_words() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  return " (ulimit -v is " + amount(limit.rlim_cur) + ")";
}

[[noreturn]] void end_short_of_memory() {
  FolderLock::remove_files();
  [[maybe_unused]] const auto written = write(STDERR_FILENO, shortage_line, std::strlen(shortage_line));
  _exit(exit_resource_failure);
}

extern "C" void look_at_memory(int signal) {
  if (!has_room(enough)) end_short_of_memory();
  std::signal(signal, SIG_DFL); // the fault happens again, and ends the process as it would have
}

void end_by_a_library() {
  if (by_itself) return;
  if (!has_room(enough)) end_short_of_memory();
  constexpr char line[] = "ibsim: error: a library ended the program; its line stands above\n";
  FolderLock::remove_files();
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, sizeof line - 1);
  _exit(exit_resource_failure);
}

/// An exception that nobody caught, such as one of another thread.
void end_by_an_exception() {
  try {
    if (const std::exception_ptr e = std::current_exception()) std::rethrow_exception(e);
  } catch (const std::bad_alloc&) {
    end_short_of_memory();
  } catch (...) {
  }
  std::abort();
}

} // namespace

void end_with_words_where_memory_is_short() {
  const std::string line =
      "ibsim: error: out of memory: " + amount(enough) + " more cannot be had" + limit_words() + "\n";
  line.copy(shortage_line, sizeof shortage_line - 1);
  std::atexit(end_by_a_library);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which have handlers of their own
  std::set_terminate(end_by_an_exception);
  stack_t stack{};
  stack.ss_sp = stack_of_handler, stack.ss_size = sizeof stack_of_handler;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = look_at_memory, action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) sigaction(signal, &action, nullptr);
#endif
}

Main::Main() { by_itself = false; }
Main::~Main() { by_itself = true; }

std::string out_of_memory() {
  const std::size_t bytes = last_failed_allocation();
  return "out of memory" + (bytes > 0 ? ": " + amount(bytes) + " more were requested" : std::string()) +
         limit_words();
}

void require_address_space(std::size_t bytes, const std::string& for_what) {
  const std::string limit = limit_words();
  if (!limit.empty() && !has_room(bytes))
    throw ResourceError("not enough memory " + for_what + ": " + amount(bytes) + " are needed" + limit);
}

} // namespace ibsim
