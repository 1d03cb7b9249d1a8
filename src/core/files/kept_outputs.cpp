#include "files/kept_outputs.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/content_hash.hpp"
#include "files/csv.hpp"
#include "files/file_bytes.hpp"
#include "files/frame_series.hpp"
#include "files/read_csv.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
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

/// Equations without dimensions have times without a unit.
std::size_t time_column(const CsvTable& table) {
  const std::size_t column = table.column("time (us)");
  return column < table.columns.size() ? column : table.column("time");
}

} // namespace

void look_at_table(const std::filesystem::path& path, const std::vector<std::string>& columns,
                   const OutputMark& mark, FoundOutputs& found) {
  require_table(path, columns, {mark.bytes, mark.hash});
  if (const std::size_t rows = lines_behind(path, mark.bytes); rows > 0)
    add(found.again, counted(rows, "row") + " of " + path.filename().string());
}

std::map<double, std::string> state_hashes(const std::filesystem::path& path, const OutputMark& mark) {
  const CsvTable table = parse_csv(read_file(path).substr(0, mark.bytes), path.string());
  const std::size_t time = time_column(table), hash = table.column("state_hash");
  std::map<double, std::string> hashes;
  for (const std::vector<std::string>& row : table.rows)
    hashes[std::strtod(row[time].c_str(), nullptr)] = row[hash];
  return hashes;
}

void look_at_frames(const std::filesystem::path& folder, const std::string& name, const OutputMark& mark,
                    const std::map<double, std::string>& hashes, FoundOutputs& found) {
  constexpr std::uint64_t most_to_compare = 1u << 30;
  const auto paths = frame_paths(folder, name, false);
  const auto behind =
      std::find_if(paths.begin(), paths.end(), [&](const auto& frame) { return frame.first >= mark.frames; });
  std::uint64_t compared = 0;
  std::size_t unread = 0;
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
        (hash != hashes.end() && hash->second != hex_of(seal.state_hash)))
      throw InputError(
          frame->second.string() + ": is of another run: " +
          (hash == hashes.end()
               ? "its time, " + shortest_decimals(seal.time) + " us, is not before the next frame's"
               : "its state at t = " + shortest_decimals(seal.time) + " us has the hash " +
                     hex_of(seal.state_hash) + ", and run.csv has " + hash->second));
    if ((compared += seal.bytes) <= most_to_compare || frame->first + 1 == mark.frames)
      require_whole(frame->second);
    else
      ++unread;
  }
  if (unread > 0)
    found.warnings.push_back(counted(unread, "older frame") + " of " + name +
                             " were not compared with their hashes, only the newest gigabyte");
  const auto kept = static_cast<std::size_t>(behind - paths.begin());
  if (kept < mark.frames)
    found.warnings.push_back(counted(mark.frames - kept, "frame") + " of " + name + " of the " +
                             std::to_string(mark.frames) + " before the checkpoint are no longer in " +
                             (folder / "frames").string());
  if (behind != paths.end())
    add(found.again, counted(static_cast<std::size_t>(paths.end() - behind), "frame") + " of " + name);
}

} // namespace ibsim
