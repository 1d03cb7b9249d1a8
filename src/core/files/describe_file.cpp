#include "files/describe_file.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/checkpoint.hpp"
#include "files/content_hash.hpp"
#include "files/csv.hpp"
#include "files/described.hpp"
#include "files/frame_series.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"

#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string size_text(std::uint64_t bytes) {
  std::ostringstream out;
  out.precision(3);
  if (bytes < 1024)
    out << bytes << " bytes";
  else if (bytes < (1u << 20))
    out << static_cast<double>(bytes) / 1024 << " KiB";
  else
    out << static_cast<double>(bytes) / (1 << 20) << " MiB";
  return out.str();
}

std::string size_of(const fs::path& path) { return size_text(FileBytes::open(path).size()); }

std::string time_words(double time) { return about_quantity(time, dimension::time); }

/// The time with the unit that a frame has for it: none where an equation has no dimensions.
std::string time_in(const hdf5::File& frame, double time) {
  return frame.has_attribute("/VTKHDF/FieldData/TimeValue", "units") ? time_words(time) : text("%.12g", time);
}

std::string in_words(const std::vector<hsize_t>& shape) {
  std::string text;
  for (const hsize_t n : shape) text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text;
}

std::string padded(const std::string& name) {
  return "  " + name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ');
}

/// What every frame of a kind has: its sizes and fields.
std::string describe_content(const hdf5::File& file) {
  const std::string type = file.text_attribute("/VTKHDF", "Type");
  std::ostringstream out;
  if (type == "PolyData" && file.exists("/VTKHDF/Polygons/NumberOfCells")) {
    const auto lines = file.read_integers("/VTKHDF/Lines/NumberOfCells").at(0);
    out << "  points      " << file.read_integers("/VTKHDF/NumberOfPoints").at(0)
        << (lines > 0 ? "\n  lines       " : "\n  triangles   ")
        << (lines > 0 ? lines : file.read_integers("/VTKHDF/Polygons/NumberOfCells").at(0)) << "\n";
  }
  if (type == "ImageData") {
    const auto e = file.integer_attribute("/VTKHDF", "WholeExtent");
    out << "  cells       " << e.at(1) << " x " << e.at(3) << " x " << e.at(5) << " of "
        << text("%.9g", file.real_attribute("/VTKHDF", "Spacing").at(0))
        << (time_in(file, 0) == "0" ? "" : " um") << "\n";
  }
  for (const char* group : {"/VTKHDF/PointData", "/VTKHDF/CellData"}) {
    if (!file.exists(group)) continue;
    for (const std::string& name : file.names_in(group)) {
      const std::string array = std::string(group) + "/" + name;
      out << padded(name) << in_words(file.shape(array));
      if (file.has_attribute(array, "units")) out << ", " << file.text_attribute(array, "units");
      out << "\n";
    }
  }
  return out.str();
}

std::string describe_frame(const fs::path& path, const Seal& seal) {
  const hdf5::File file = open_sealed(path, seal.what);
  return path.string() + ": " + seal.what + ", VTKHDF " + file.text_attribute("/VTKHDF", "Type") + ", " +
         size_of(path) + "\n" + padded("time") + time_in(file, seal.time) + "\n" + padded("state hash") +
         hex_of(seal.state_hash) + "\n" + describe_content(file) + padded("whole") +
         "yes, its hash matches\n";
}

/// The frames of NAME in a folder, by their first lines, and the last of them.
std::string describe_series(const fs::path& folder, const std::string& name) {
  const std::vector<FoundFrame> frames = frames_in(folder, name);
  if (frames.empty()) return {};
  std::uint64_t bytes = 0;
  for (const FoundFrame& frame : frames) bytes += frame.seal.bytes;
  const std::size_t missing = frames.back().number + 1 - frames.size();
  const hdf5::File last = open_sealed(frames.back().path, kind_of_frame(name));
  return (folder / (name + ".vtkhdf.series")).string() + ": frames of " + name + ", " + size_text(bytes) +
         "\n" + padded("frames") + std::to_string(frames.size()) + ", from " +
         time_in(last, frames.front().seal.time) + " to " + time_in(last, frames.back().seal.time) +
         (missing > 0 ? " (" + std::to_string(missing) + " of the numbers before the last are not there)"
                      : "") +
         "\n" + describe_content(last);
}

std::string describe_list(const fs::path& path) {
  const FrameList list = frame_list(path);
  return describe_series(path.parent_path(), list.name) + padded("listed") + std::to_string(list.listed) +
         " in " + path.filename().string() +
         (list.gone > 0 ? ", " + std::to_string(list.gone) + " of them not there" : "") + "\n";
}

std::string describe_checkpoint(const fs::path& path) {
  const Checkpoint c = read_checkpoint(path);
  std::ostringstream out;
  out << path.string() << ": checkpoint, " << size_of(path) << "\n  step        " << c.step
      << "\n  time        " << time_words(c.time) << "\n";
  for (const NamedArray& array : c.arrays) out << padded(array.name) << array.values.size() << " numbers\n";
  out << "  whole       yes, its hash matches\n";
  return out.str();
}

std::string describe_table(const fs::path& path) {
  const CsvTable table = read_whole_run_csv(path);
  const auto cells = [](std::string line) { return line.substr(0, line.size() - 1); };
  return path.string() + ": table of " + std::to_string(table.rows.size()) + " rows, " + size_of(path) +
         "\n  columns     " + cells(csv_line(table.columns)) + "\n" +
         (table.rows.empty() ? "" : "  last row    " + cells(csv_line(table.rows.back())) + "\n");
}

std::string describe(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    const std::string text = describe_outputs(path);
    if (text.empty()) throw InputError(path.string() + ": holds no run of ibsim");
    return text;
  }
  const std::string ending = path.extension().string();
  if (ending == ".csv") return describe_table(path);
  if (ending == ".series" || ending == ".xdmf") return describe_list(path);
  const Seal seal = read_seal(path);
  return seal.what == "checkpoint" ? describe_checkpoint(path) : describe_frame(path, seal);
}

} // namespace

std::string describe_outputs(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::string text;
  for (const char* name : all_series) text += describe_series(folder, name);
  std::error_code ignored;
  std::vector<fs::path> others = tables_of_run(folder);
  others.push_back(folder / "space_time.vtkhdf");
  others.push_back(files.checkpoint);
  for (const fs::path& path : others)
    if (fs::exists(path, ignored)) text += describe_file(path);
  return text;
}

std::string describe_file(const fs::path& path) { return described(path, describe); }

} // namespace ibsim
