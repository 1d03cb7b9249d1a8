// The program: reads the command line, runs the command, and turns errors into one line and an exit code.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "files/folder_lock.hpp"
#include "flow_run/serve_flows.hpp"
#include "parallel/launched_ranks.hpp"
#include "program/interruption.hpp"
#include "program/memory_shortage.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <poll.h>
#include <system_error>
#include <unistd.h>

// OpenMP's library complains in its own words of an OMP_NUM_THREADS that is none, when it is loaded: so
// before that, while no code but this program's own may run, such a variable gets another name.
extern "C" {
[[gnu::no_sanitize("address", "undefined", "thread")]] static void rename_wrong_threads(int, char**,
                                                                                        char** variables) {
  constexpr char name[] = "OMP_NUM_THREADS=";
  for (; *variables; ++variables) {
    int i = 0;
    while (name[i] && (*variables)[i] == name[i]) ++i;
    if (name[i]) continue;
    bool right = true, digits = false, positive = false; // a list of numbers greater than zero, "4" or "4,2"
    for (const char* c = *variables + i;; ++c) {
      if (*c >= '0' && *c <= '9') {
        digits = true, positive = positive || *c > '0';
      } else if (*c == ',' || !*c) {
        right = right && digits && positive;
        digits = positive = false;
        if (!*c) break;
      } else if (*c != ' ') {
        right = false;
      }
    }
    if (!right) (*variables)[0] = 'X';
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  ibsim::watch_for_signals_to_end(); // from here on 130 instead of 143, also while libraries begin
#endif
}
[[gnu::section(".preinit_array"),
  gnu::used]] static void (*const before_libraries)(int, char**, char**) = rename_wrong_threads;
}

namespace ibsim {
namespace {

void refuse_wrong_threads() {
  if (const char* wrong = std::getenv("XMP_NUM_THREADS"))
    throw InputError("OMP_NUM_THREADS is " + in_quotes(wrong) +
                     "; expected a number of threads such as 4, or nothing for all cores");
}

int dispatch(const CommandLine& line) {
  switch (line.command) {
  case CommandLine::Command::run:
    return run_command(line);
  case CommandLine::Command::resume:
    return resume_command(line);
  case CommandLine::Command::check:
    return check_command(line);
  case CommandLine::Command::pack:
    return pack_command(line);
  case CommandLine::Command::info:
    return info_command(line);
  case CommandLine::Command::diff:
    return diff_command(line);
  case CommandLine::Command::render:
    return render_command(line);
  case CommandLine::Command::view:
    return view_command(line);
  case CommandLine::Command::reproduce:
    return reproduce_command(line);
  case CommandLine::Command::validate:
    return validate_command(line);
  case CommandLine::Command::sweep:
    return sweep_command(line);
  case CommandLine::Command::compare:
    return compare_command(line);
  case CommandLine::Command::converge:
    return converge_command(line);
  case CommandLine::Command::motion:
    return motion_command(line);
  case CommandLine::Command::geometry:
    return geometry_command(line);
  case CommandLine::Command::bench:
    return bench_command(line);
  case CommandLine::Command::keys:
    return help_command(line);
  case CommandLine::Command::version:
    return version_command();
  case CommandLine::Command::help:
    std::cout << line.help;
    return 0;
  }
  return 0;
}

/// One line on standard error.
int report(const std::string& message, int exit_code) {
  log::flush();
  std::fprintf(stderr, "ibsim: error: %s\n", one_line(message).c_str());
  return exit_code;
}

/// Threads that wait for each other in a loop spin; on a machine with other work to do, as long as OpenMP
/// does by default, a run gets ten times slower. A thousand turns, then sleep, costs a few per cent where it
/// is quiet. OpenMP reads this before main, so the program starts itself once more. Whoever has set either
/// variable is left alone.
void wait_politely(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
  setenv("GOMP_SPINCOUNT", "1000", 1);
  execv("/proc/self/exe", argv); // returns only if that cannot be done: then things stay as they are
}

/// A program started with its standard input, output or error closed would open its files under their
/// numbers, and then write the log into a table.
void open_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) // the lowest free one is this one
      if (open("/dev/null", O_RDWR) != descriptor) _exit(3);
}

constexpr int exit_interrupted = 130;
constexpr int exit_unread = 141; ///< what a shell says of a program that SIGPIPE has ended

/// Prints why this one of several processes ends all of them.
void say_what_failed(const std::string& message) {
  FolderLock::remove_files();
  log::debug("error: " + message); // the run's log
  if (isatty(STDERR_FILENO)) std::fputc('\n', stderr);
  report(message, 0);
}

void refuse_several_processes(const CommandLine& line) {
  using Command = CommandLine::Command;
  for (const Command command :
       {Command::run, Command::resume, Command::help, Command::keys, Command::version})
    if (line.command == command) return;
  throw InputError(std::to_string(line.launched->size()) +
                   " processes were started together, which is for ibsim run and ibsim resume: start one");
}

std::string typed(int argc, char** argv) {
  std::string line = "ibsim";
  for (int i = 1; i < argc; ++i) line.append(" ").append(argv[i]);
  return line;
}

/// All processes that a launcher has started have the same command.
void require_one_command(const LaunchedRanks& launched, const std::string& line) {
  const World& world = launched.world();
  const std::size_t own = std::hash<std::string>()(line);
  if (world.any(own != world.broadcast(own)) && launched.rank() == 0)
    throw InputError(std::to_string(launched.size()) +
                     " processes were started together with different commands: start each by itself");
}

/// What a process does that is not the first of those that a launcher has started.
int serve(LaunchedRanks& launched, const std::string& line) {
  log::set_console_level(log::Level::off);
  int exit_code = 0;
  launched.fail_with_all([&] {
    require_one_command(launched, line);
    exit_code = serve_flows(launched);
  });
  launched.finish();
  return exit_code;
}

/// True for a pipe whose other end is closed.
bool nobody_reads(int descriptor) {
  pollfd output{descriptor, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/// What the program does, by the first process or alone.
int command(int argc, char** argv, const LaunchedRanks* launched) {
  constexpr int resource_failure = 3;
  try {
    refuse_wrong_threads();
    if (launched) require_one_command(*launched, typed(argc, argv));
    CommandLine line = read_command_line(argc, argv);
    line.typed = typed(argc, argv), line.launched = launched;
    if (launched) refuse_several_processes(line);
    const int exit_code = dispatch(line);
    if (!std::cout.flush()) {
      if (nobody_reads(STDOUT_FILENO)) return exit_unread;
      throw ResourceError("cannot write to standard output");
    }
    return exit_code;
  } catch (const Error& e) {
    return report(e.what(), e.exit_code());
  } catch (const std::bad_alloc&) {
    return report(out_of_memory(), resource_failure);
  } catch (const std::system_error& e) {
    if (e.code() != std::errc::resource_unavailable_try_again) return report(e.what(), resource_failure);
    return report(std::string("cannot start a thread: ") + e.code().message() +
                      "; raise the limit of processes or of memory (ulimit -u, -v)",
                  resource_failure);
  } catch (const std::exception& e) { // the file system, a library
    return report(e.what(), resource_failure);
  }
}

} // namespace
} // namespace ibsim

int main(int argc, char** argv) {
  using namespace ibsim;
  open_standard_descriptors();
  watch_for_signals_to_end();
  let_interruptions_wait(true); // while the program starts itself again, which loads its libraries
  wait_politely(argv);
  let_interruptions_wait(false);
  end_with_words_where_memory_is_short();
  const Main own_time;
  // a limit on the size of files is then an error of the write, as a full disk is
  std::signal(SIGXFSZ, SIG_IGN);
  std::unique_ptr<LaunchedRanks> launched;
  try {
    if (!LaunchedRanks::is_first()) // who ends it is the first
      for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    launched = LaunchedRanks::join(say_what_failed);
  } catch (const Error& e) {
    return LaunchedRanks::is_first() ? report(e.what(), e.exit_code()) : e.exit_code();
  }
  if (launched && launched->rank() > 0) return serve(*launched, typed(argc, argv));
  const int exit_code = command(argc, argv, launched.get());
  if (!launched) return exit_code;
  if (exit_code != 0 && exit_code != exit_interrupted) launched->end_all(exit_code);
  end_service(*launched, exit_code); // an interrupted run has ended its steps, so the others wait for this
  launched->finish();
  return exit_code;
}
