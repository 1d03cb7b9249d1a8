#include "sweep/run_points.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "files/run_folder.hpp"
#include "program/interruption.hpp"
#include "program/progress.hpp"
#include "schema/scenario_file.hpp"
#include "sweep/child_process.hpp"
#include "sweep/sweep_table.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <sys/wait.h>
#include <thread>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr const char* recorded_scenario = "sweep.yaml";

fs::path beside(const fs::path& folder, const SweepPoint& point, const char* ending) {
  return folder / (point.name + ending);
}

PointStatus status_of(int exit_code) {
  return exit_code == 0     ? PointStatus::done
         : exit_code == 4   ? PointStatus::diverged
         : exit_code == 130 ? PointStatus::stopped
                            : PointStatus::failed;
}

PointResult result_in(const fs::path& folder, const SweepPoint& point) {
  const fs::path file = beside(folder, point, ".status"), run = folder / point.name;
  if (!is_file(run_files(run).scenario) && !is_file(file)) return {};
  if (!is_file(file)) return {PointStatus::stopped, 130, ""};
  const std::string text = read_file(file);
  PointResult result;
  result.exit_code = std::atoi(text.c_str());
  const std::size_t line = text.find('\n');
  if (line != std::string::npos) result.message = one_line(text.substr(line + 1));
  while (!result.message.empty() && result.message.back() == ' ') result.message.pop_back();
  result.status = status_of(result.exit_code);
  // a run that somebody took away is to be made again
  if (result.status == PointStatus::done && !is_file(run_files(run).scenario)) return {};
  return result;
}

/// The command line of a point, after the name of the program.
std::vector<std::string> words_of(const SweepPlan& plan, const SweepPoint& point,
                                  const SweepSettings& settings) {
  const fs::path run = settings.folder / point.name;
  const RunFiles files = run_files(run);
  std::vector<std::string> words;
  if (is_file(files.checkpoint) || is_file(files.previous_checkpoint)) {
    words = {"resume", run.string()};
  } else {
    words = {"run", settings.scenario.string(), "--output", run.string()};
    for (const std::string& assignment : assignments_of(plan, point))
      words.insert(words.end(), {"--set", assignment});
    if (is_file(files.scenario)) words.push_back("--overwrite"); // ended before its first checkpoint
  }
  words.insert(words.end(), settings.options.begin(), settings.options.end());
  words.push_back("--quiet");
  return words;
}

/// Whether points of the sweep in a folder have ended and none has come as far as a run: its scenario was
/// refused.
bool nothing_ran(const fs::path& folder) {
  bool ended = false;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && is_file(run_files(entry.path()).scenario)) return false;
    ended = ended || entry.path().extension() == ".status";
  }
  return ended;
}

/// Takes away what such points have left.
void forget_points(const fs::path& folder) {
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string ending = entry.path().extension().string(); ending == ".status" || ending == ".log")
      left.push_back(entry.path());
  for (const fs::path& file : left) fs::remove(file);
}

/// Whether the scenario was taken: what comes first in the folder of a run.
bool is_set_up(const fs::path& run) { return is_file(run_files(run).scenario); }

struct Going {
  std::size_t point = 0;
  std::chrono::steady_clock::time_point since;
};

} // namespace

const char* to_string(PointStatus status) {
  switch (status) {
  case PointStatus::waiting:
    return "waiting";
  case PointStatus::done:
    return "done";
  case PointStatus::diverged:
    return "diverged";
  case PointStatus::failed:
    return "failed";
  case PointStatus::stopped:
    return "unfinished";
  }
  return "";
}

void claim_sweep_folder(const SweepPlan& plan, const fs::path& scenario, const fs::path& folder) {
  std::string record = "# ibsim sweep: the scenario of all points\n";
  for (const std::string& assignment : plan.fixed) record += "# --set " + one_line(assignment) + "\n";
  record += scenario_text(scenario);
  std::error_code error;
  const fs::path file = folder / recorded_scenario;
  if (is_file(file)) {
    if (nothing_ran(folder)) { // the mistake has been mended, say
      forget_points(folder);
      write_file(file, record);
      return;
    }
    if (read_file(file) == record) return;
    throw InputError(
        folder.string() +
        " holds the sweep of another scenario (or of other single values of --set); choose another "
        "--output, or remove that folder");
  }
  if (fs::exists(folder, error) && !fs::is_empty(folder, error))
    throw InputError(folder.string() + " holds files, but no sweep; choose another --output");
  fs::create_directories(folder, error);
  if (error) throw ResourceError("cannot make " + folder.string() + ": " + reason_of(error.value()));
  write_file(file, record);
}

std::vector<PointResult> results_in(const SweepPlan& plan, const fs::path& folder) {
  std::vector<PointResult> results;
  for (const SweepPoint& point : plan.points) results.push_back(result_in(folder, point));
  return results;
}

std::vector<PointResult> run_points(const SweepPlan& plan, const SweepSettings& settings) {
  std::vector<PointResult> results = results_in(plan, settings.folder);
  std::vector<std::size_t> queue;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const PointStatus status = results[i].status;
    const bool failed = status == PointStatus::diverged || status == PointStatus::failed;
    if ((!settings.only || *settings.only == i) && status != PointStatus::done && (!failed || settings.retry))
      queue.push_back(i);
  }
  std::reverse(queue.begin(), queue.end()); // taken from the back
  const std::size_t all = queue.size();
  std::optional<SweepTable> table;
  if (!settings.only) table.emplace(plan, settings.folder);
  std::map<pid_t, Going> going;
  std::size_t ended = 0;
  bool stopping = false;
  // The first point of all goes ahead alone until it is set up, for what refuses it may refuse all.
  bool ahead = !settings.only && all > 1 && all == plan.points.size();
  while (!queue.empty() || !going.empty()) {
    if (!stopping && interruption_requested()) {
      stopping = true;
      queue.clear();
      for (const auto& [process, point] : going)
        kill(process, SIGTERM); // SIGINT is ignored in the background of a shell
    }
    if (ahead && !going.empty() && is_set_up(settings.folder / plan.points[going.begin()->second.point].name))
      ahead = false;
    while (!queue.empty() && going.size() < (ahead ? 1 : static_cast<std::size_t>(settings.jobs))) {
      const std::size_t i = queue.back();
      queue.pop_back();
      const SweepPoint& point = plan.points[i];
      remove_file(beside(settings.folder, point, ".status"));
      const fs::path log = beside(settings.folder, point, ".log");
      remove_file(log);
      going[start_process(this_program, words_of(plan, point, settings), log)] = {
          i, std::chrono::steady_clock::now()};
    }
    int status = 0;
    const pid_t process = waitpid(-1, &status, WNOHANG);
    const auto found = going.find(process);
    if (found == going.end()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      continue;
    }
    const std::size_t i = found->second.point;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - found->second.since).count();
    going.erase(found);
    const SweepPoint& point = plan.points[i];
    PointResult& result = results[i];
    result.exit_code = exit_code_of(status);
    result.status = status_of(result.exit_code);
    result.message = result.exit_code == 0 ? "" : error_in(beside(settings.folder, point, ".log"), status);
    if (result.status != PointStatus::stopped)
      write_file(beside(settings.folder, point, ".status"),
                 std::to_string(result.exit_code) + "\n" + result.message + "\n");
    if (ahead && result.status == PointStatus::failed && !is_set_up(settings.folder / point.name))
      queue.clear();
    ahead = false;
    if (table) table->update(i), table->write(results);
    if (settings.say)
      settings.say(text("point %zu/%zu  ", ++ended, all) + point.name + ": " + to_string(result.status) +
                   " in " + duration_text(seconds) + (result.message.empty() ? "" : ", " + result.message));
  }
  if (table) table->write(results);
  if (stopping)
    throw Interrupted("the sweep was stopped; the same command continues it: " + settings.folder.string());
  return results;
}

} // namespace ibsim
