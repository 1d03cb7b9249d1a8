#include "flow_run/output_marks.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "diagnostics/kind_columns.hpp"
#include "diagnostics/profiles.hpp"
#include "diagnostics/run_diagnostics.hpp"
#include "files/csv.hpp"
#include "files/frame_series.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "flow_run/cell_output.hpp"
#include "simulation/output_plan.hpp"
#include "simulation/state_hash.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

namespace ibsim {
namespace {

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// The lines after the first `bytes` of a file.
std::size_t lines_behind(const std::filesystem::path& path, std::uint64_t bytes) {
  const std::string content = read_file(path);
  return static_cast<std::size_t>(
      std::count(content.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes, content.size())),
                 content.end(), '\n'));
}

void add(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

void look_at_table(const std::filesystem::path& path, const std::vector<std::string>& columns,
                   const OutputMark& mark, FoundOutputs& found) {
  require_table(path, columns, {mark.bytes, mark.hash});
  if (const std::size_t rows = lines_behind(path, mark.bytes); rows > 0)
    add(found.again, counted(rows, "row") + " of " + path.filename().string());
}

/// The hashes of the states in run.csv as far as the mark, by their times in us.
std::map<double, std::string> state_hashes(const std::filesystem::path& path, const OutputMark& mark) {
  const CsvTable table = parse_csv(read_file(path).substr(0, mark.bytes), path.string());
  const std::size_t time = table.column("time (us)"), hash = table.column("state_hash");
  std::map<double, std::string> hashes;
  for (const std::vector<std::string>& row : table.rows)
    hashes[std::strtod(row[time].c_str(), nullptr)] = row[hash];
  return hashes;
}

/// @param hashes of this run's states, at some times
void look_at_frames(const std::filesystem::path& folder, const std::string& name, const OutputMark& mark,
                    const std::map<double, std::string>& hashes, FoundOutputs& found) {
  constexpr std::uint64_t most_to_compare = 1u << 30;
  const auto paths = frame_paths(folder, name, false);
  const auto behind =
      std::find_if(paths.begin(), paths.end(), [&](const auto& frame) { return frame.first >= mark.frames; });
  std::uint64_t compared = 0;
  double next = std::numeric_limits<double>::infinity();
  for (auto frame = std::make_reverse_iterator(behind); frame != paths.rend(); ++frame) {
    const Seal seal = read_seal(frame->second);
    if (seal.what != kind_of_frame(name) || seal.time > mark.time ||
        (frame->first + 1 == mark.frames && seal.time != mark.time))
      throw InputError(
          frame->second.string() + ": is a " + seal.what + " of t = " + shortest_decimals(seal.time) +
          " us, and not of this run; the checkpoint's last one is of t = " + shortest_decimals(mark.time) +
          " us");
    const auto hash = hashes.find(seal.time);
    if (!(seal.time < std::exchange(next, seal.time)) ||
        (hash != hashes.end() && hash->second != hash_text(seal.state_hash)))
      throw InputError(
          frame->second.string() + ": is of another run: " +
          (hash == hashes.end()
               ? "its time, " + shortest_decimals(seal.time) + " us, is not before that of the frame after it"
               : "its state at t = " + shortest_decimals(seal.time) + " us has the hash " +
                     hash_text(seal.state_hash) + ", that of run.csv has " + hash->second));
    if ((compared += seal.bytes) <= most_to_compare || frame->first + 1 == mark.frames)
      require_whole(frame->second);
  }
  const auto kept = static_cast<std::size_t>(behind - paths.begin());
  if (kept < mark.frames)
    found.warnings.push_back(counted(mark.frames - kept, "frame") + " of " + name + " of the " +
                             std::to_string(mark.frames) + " before the checkpoint are no longer in " +
                             (folder / "frames").string());
  if (behind != paths.end())
    add(found.again, counted(static_cast<std::size_t>(paths.end() - behind), "frame") + " of " + name);
}

} // namespace

void OutputHistory::add(const OutputMark& mark) {
  constexpr std::size_t most = 512; // intervals, each of a step or more: further back no run goes
  marks_.push_back(mark);
  if (marks_.size() > most) marks_.pop_front();
}

const OutputMark& OutputHistory::until(real time) const {
  const real limit = time * (1 + 1e-12) + 1e-12;
  for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark)
    if (mark->time <= limit) return *mark;
  return marks_.front();
}

FoundOutputs require_outputs(const FlowModel& model, const OutputPlan& output, const Checkpoint& checkpoint) {
  const std::filesystem::path folder = output.folder;
  const RunFiles files = run_files(folder);
  FoundOutputs found;
  look_at_table(files.run_csv, run_titles(model), checkpoint.output("run.csv"), found);
  look_at_table(files.cells_csv, titles_of(object_columns), checkpoint.output("cells.csv"), found);
  look_at_table(files.kinds_csv, titles_of(kind_columns), checkpoint.output("kinds.csv"), found);
  look_at_table(files.contacts_csv, contact_titles(), checkpoint.output("contacts.csv"), found);
  if (output.profiles && checkpoint.outputs.contains("profiles.csv"))
    look_at_table(files.profiles_csv, titles_of(profile_columns(model)), checkpoint.output("profiles.csv"),
                  found);
  const auto hashes = state_hashes(files.run_csv, checkpoint.output("run.csv"));
  for (const char* name : {cells_series, fluid_series})
    look_at_frames(folder, name, checkpoint.output(name), hashes, found);
  return found;
}

} // namespace ibsim
