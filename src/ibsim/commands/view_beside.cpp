#include "commands/view_beside.hpp"

#include "base/error.hpp"
#include "pictures/view.hpp"

#include <csignal>
#include <cstdlib>
#include <spawn.h>

extern char** environ;

namespace ibsim {

void require_display(const std::filesystem::path& run) {
  if (!view::available()) view::view_run(run, {}); // says what to install
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))
    throw ResourceError("there is no display for a window; pictures and movies need none: ibsim render " +
                        run.string());
}

void open_view_beside(const std::filesystem::path& folder) {
  require_display(folder);
  std::string program = "/proc/self/exe", command = "view", path = folder.string(), wait = "--wait";
  char* arguments[] = {program.data(), command.data(), path.data(), wait.data(), nullptr};
  posix_spawnattr_t attributes; // a group of its own: Ctrl-C ends the run and leaves the window
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int error = posix_spawn(&process, "/proc/self/exe", nullptr, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw ResourceError("cannot open a window during the run: " + reason_of(error));
  std::signal(SIGCHLD, SIG_IGN); // nobody waits for it
}

} // namespace ibsim
