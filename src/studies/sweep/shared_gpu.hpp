// A GPU for many processes: by NVIDIA's MPS (multi-process service) their kernels run side by side, where
// they would take turns otherwise.
//
// Its daemon is the sweep's own: its pipes and logs are in a temporary folder, and it ends with the sweep. It
// is done without where the program is not installed, where a daemon of somebody else is there already, which
// the runs then use, and where no process can compute through it.
#pragma once

#include "program/temporary_folder.hpp"
#include "sweep/child_process.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ibsim {

class SharedGpu {
 public:
  /// Starts the daemon and waits until a process has found a GPU through it. Processes that are started later
  /// use it, by what it adds to this process' environment.
  /// @param ibsim which tells of the GPU that it finds when it is asked for --version
  explicit SharedGpu(const std::string& ibsim = this_program);
  ~SharedGpu();
  SharedGpu(const SharedGpu&) = delete;
  SharedGpu& operator=(const SharedGpu&) = delete;

  bool side_by_side() const { return how_ != How::by_turns; }
  /// "side by side by MPS"
  std::string words() const;

 private:
  enum class How { by_turns, by_a_daemon_that_was_there, by_ours };
  bool start(const std::string& ibsim);
  void stop();
  /// The exit code of the program that controls the daemon, given one command.
  int control(const std::string& command) const;
  void set(const char* variable, const std::optional<std::string>& value);

  std::unique_ptr<TemporaryFolder> folder_;
  pid_t daemon_ = 0;
  std::map<std::string, std::optional<std::string>> environment_; ///< as it was
  How how_ = How::by_turns;
};

} // namespace ibsim
