#include "validation/shared_runs.hpp"

#include "base/error.hpp"
#include "files/folder_lock.hpp"
#include "validation/kept_series.hpp"

#include <chrono>
#include <numeric>
#include <thread>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr const char* in_use = "in_use.lock";

SuspensionSeries make(const SuspensionRun& run, const ValidationSettings& s) {
  s.report(run.of);
  return follow_suspension(run.scenario, s);
}

/// Nothing while another process makes it.
std::optional<SuspensionSeries> read_or_make(const SuspensionRun& run, const fs::path& kept,
                                             const ValidationSettings& s) {
  const std::optional<FileLock> ours =
      FileLock::try_lock(fs::path(kept).replace_extension(".lock"), FileLock::Kind::exclusive);
  if (!ours) return {};
  if (std::optional<SuspensionSeries> series = read_kept_series(kept)) {
    s.report(run.of + ": that run is finished, and is read");
    return series;
  }
  SuspensionSeries series = make(run, s);
  keep_series(kept, series);
  return series;
}

void wait_a_second(const RunControl& control) {
  for (int tenth = 0; tenth < 10; ++tenth) {
    if (control.stop_requested && control.stop_requested())
      throw Interrupted("stopped while it waited for runs of other processes");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

} // namespace

std::vector<SuspensionSeries> follow_suspensions(const std::vector<SuspensionRun>& runs,
                                                 const ValidationSettings& s) {
  std::vector<SuspensionSeries> found;
  if (s.kept_folder.empty()) {
    for (const SuspensionRun& run : runs) found.push_back(make(run, s));
    return found;
  }
  found.resize(runs.size());
  std::error_code ignored; // then no run is kept, which is said of each
  fs::create_directories(s.kept_folder, ignored);
  std::vector<fs::path> kept;
  for (const SuspensionRun& run : runs) kept.push_back(kept_file(s.kept_folder, run.scenario, s.cuda));
  std::vector<std::size_t> missing(runs.size());
  std::iota(missing.begin(), missing.end(), 0);
  for (bool told = false; !missing.empty();) {
    std::vector<std::size_t> of_others;
    for (const std::size_t run : missing)
      if (std::optional<SuspensionSeries> series = read_or_make(runs[run], kept[run], s))
        found[run] = *std::move(series);
      else
        of_others.push_back(run);
    if (of_others.size() == missing.size()) {
      if (!std::exchange(told, true)) s.report("waits for runs that other processes make");
      wait_a_second(s.control);
    }
    missing = of_others;
  }
  return found;
}

SharedCase::SharedCase(fs::path results, const std::string& name)
    : results_(std::move(results)), runs_(results_ / (name + "_runs")) {
  const FolderLock alone = FolderLock::wait_for(results_); // nobody is leaving, and removes what is entered
  std::error_code ignored;                                 // then no run is kept, which is said of each
  fs::create_directories(runs_, ignored);
  if (auto lock = FileLock::try_lock(runs_ / in_use, FileLock::Kind::shared))
    in_use_.emplace(*std::move(lock));
}

SharedCase::~SharedCase() {
  if (!in_use_) return;
  try {
    const FolderLock alone = FolderLock::wait_for(results_);
    leave(has_finished_runs());
  } catch (const ResourceError&) { // left as it is: the next command goes on with it
  }
}

bool SharedCase::has_finished_runs() const {
  std::error_code none;
  for (fs::directory_iterator entry(runs_, none), end; !none && entry != end; entry.increment(none))
    if (entry->path().extension() == ".series") return true;
  return false;
}

void SharedCase::complete(const std::function<void()>& write) {
  const FolderLock alone = FolderLock::wait_for(results_);
  write();
  leave(false);
}

void SharedCase::leave(bool keep_runs) {
  in_use_.reset();
  if (keep_runs || !FileLock::try_lock(runs_ / in_use, FileLock::Kind::exclusive)) return;
  std::error_code ignored;
  fs::remove_all(runs_, ignored);
}

} // namespace ibsim
