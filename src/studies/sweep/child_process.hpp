// Processes that a sweep starts: each leads a group of its own, so that Ctrl-C of a terminal comes to the
// sweep alone, and ends when the sweep is killed.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ibsim {

/// This very program, for start_process.
inline const std::string this_program = "/proc/self/exe";

/// What the process says, also its errors, goes to the end of the file `out`; it reads `in`.
/// @param program a path, or a name on the PATH; one that is not there ends with 127
/// @throws ResourceError
pid_t start_process(const std::string& program, std::vector<std::string> words,
                    const std::filesystem::path& out, const std::filesystem::path& in = "/dev/null");

/// How it ended, as waitpid tells it; nothing if it has not by then. Of a process that is no longer a child
/// 0.
std::optional<int> wait_for(pid_t, std::chrono::milliseconds);

/// The exit code of a run of this program; 3 if a signal has ended it.
int exit_code_of(int status);

/// The last error in what a run of this program has said; else the signal that has ended it.
std::string error_in(const std::filesystem::path& log, int status);

} // namespace ibsim
