#include "sweep/shared_gpu.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const std::string control_program = "nvidia-cuda-mps-control";
constexpr const char* pipes = "CUDA_MPS_PIPE_DIRECTORY";
constexpr const char* logs = "CUDA_MPS_LOG_DIRECTORY";
constexpr const char* visible = "CUDA_VISIBLE_DEVICES";

/// Whether a new process finds a GPU: the first one that asks makes the daemon start its server.
bool a_process_finds_a_gpu(const std::string& ibsim, const fs::path& said) {
  const pid_t process = start_process(ibsim, {"--version"}, said);
  const std::optional<int> status = wait_for(process, seconds(30));
  if (!status) {
    kill(-process, SIGKILL);
    wait_for(process, seconds(5));
    return false;
  }
  const std::string text = read_file(said);
  return *status == 0 && text.find("\nGPU") != std::string::npos &&
         text.find("\nGPU        none") == std::string::npos;
}

} // namespace

SharedGpu::SharedGpu(const std::string& ibsim) {
  try {
    folder_ = std::make_unique<TemporaryFolder>();
    constexpr int no_such_program = 127;
    const int answer = control("get_server_list");
    if (answer == 0)
      how_ = How::by_a_daemon_that_was_there;
    else if (answer != no_such_program && start(ibsim))
      how_ = How::by_ours;
    else
      stop();
  } catch (const Error&) { // no room for its files, no process: the runs take turns
    stop();
  }
}

SharedGpu::~SharedGpu() { stop(); }

std::string SharedGpu::words() const {
  return how_ == How::by_ours                      ? "side by side by MPS"
         : how_ == How::by_a_daemon_that_was_there ? "side by side by the MPS daemon that is there"
                                                   : "by turns";
}

bool SharedGpu::start(const std::string& ibsim) {
  const fs::path said = folder_->path() / "daemon.log";
  set(pipes, folder_->path().string());
  set(logs, folder_->path().string());
  daemon_ = start_process(control_program, {"-f"}, said); // in the foreground: it is our child
  for (int tries = 0; control("get_server_list") != 0; ++tries) {
    if (tries == 50 || wait_for(daemon_, milliseconds(0))) return false;
    std::this_thread::sleep_for(milliseconds(100));
  }
  // the daemon numbers the GPUs that it sees anew, so who uses it must not choose among these again
  set(visible, std::nullopt);
  return a_process_finds_a_gpu(ibsim, folder_->path() / "version.log");
}

void SharedGpu::stop() {
  if (daemon_ > 0) {
    try {
      control("quit");
    } catch (const Error&) { // it is killed then
    }
    if (!wait_for(daemon_, seconds(5))) {
      kill(-daemon_, SIGKILL);
      wait_for(daemon_, seconds(5));
    }
    daemon_ = 0;
  }
  while (!environment_.empty()) {
    const auto [variable, value] = *environment_.begin();
    set(variable.c_str(), value);
    environment_.erase(variable);
  }
  how_ = How::by_turns;
}

int SharedGpu::control(const std::string& command) const {
  const fs::path asked = folder_->path() / "command", said = folder_->path() / "control.log";
  write_file(asked, command + "\n");
  const pid_t process = start_process(control_program, {}, said, asked);
  const std::optional<int> status = wait_for(process, seconds(20));
  if (status) return WIFEXITED(*status) ? WEXITSTATUS(*status) : 1;
  kill(-process, SIGKILL);
  wait_for(process, seconds(5));
  return 1;
}

void SharedGpu::set(const char* variable, const std::optional<std::string>& value) {
  const char* now = std::getenv(variable);
  environment_.try_emplace(variable, now ? std::optional<std::string>(now) : std::nullopt);
  if (value)
    setenv(variable, value->c_str(), 1);
  else
    unsetenv(variable);
}

} // namespace ibsim
