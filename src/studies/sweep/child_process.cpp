#include "sweep/child_process.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ibsim {

pid_t start_process(const std::string& program, std::vector<std::string> words,
                    const std::filesystem::path& out_file, const std::filesystem::path& in_file) {
  words.insert(words.begin(), program == this_program ? "ibsim" : program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int out = open(out_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out < 0) throw ResourceError("cannot write " + out_file.string() + ": " + reason_of(errno));
  const int in = open(in_file.c_str(), O_RDONLY | O_CLOEXEC);
  const pid_t sweep = getpid(), process = fork();
  if (process == 0) { // only what is safe between fork and exec
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != sweep) _exit(130);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execvp(program.c_str(), arguments.data());
    _exit(127);
  }
  const int error = errno;
  close(out);
  close(in);
  if (process < 0) throw ResourceError("cannot start a process: " + reason_of(error));
  return process;
}

std::optional<int> wait_for(pid_t process, std::chrono::milliseconds longest) {
  const auto until = std::chrono::steady_clock::now() + longest;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process) return status;
    if (ended < 0 && errno != EINTR) return 0;
    if (std::chrono::steady_clock::now() >= until) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 3; }

std::string error_in(const std::filesystem::path& log, int status) {
  const std::string said = is_file(log) ? read_file(log) : "", mark = "ibsim: error: ";
  const std::size_t at = said.rfind(mark);
  if (at != std::string::npos)
    return one_line(said.substr(at + mark.size(), said.find('\n', at) - at - mark.size()));
  return WIFSIGNALED(status) ? "ended by " + std::string(strsignal(WTERMSIG(status))) : "";
}

} // namespace ibsim
