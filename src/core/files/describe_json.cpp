#include "files/describe_json.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/checkpoint.hpp"
#include "files/content_hash.hpp"
#include "files/described.hpp"
#include "files/frame_series.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

Json arrays_of(const hdf5::File& file) {
  Json arrays = Json::array();
  for (const char* group : {"/VTKHDF/PointData", "/VTKHDF/CellData"}) {
    if (!file.exists(group)) continue;
    for (const std::string& name : file.names_in(group)) {
      const std::string path = std::string(group) + "/" + name;
      arrays.push_back(
          {{"name", name},
           {"shape", file.shape(path)},
           {"units", file.has_attribute(path, "units") ? file.text_attribute(path, "units") : ""}});
    }
  }
  return arrays;
}

Json frame_json(const fs::path& path, const Seal& seal) {
  const hdf5::File file = open_sealed(path, seal.what); // compares its hash
  return {{"file", path.string()},    {"what", seal.what}, {"type", file.text_attribute("/VTKHDF", "Type")},
          {"bytes", seal.bytes},      {"time", seal.time}, {"state_hash", hex_of(seal.state_hash)},
          {"arrays", arrays_of(file)}};
}

Json series_json(const fs::path& folder, const std::string& name) {
  const std::vector<FoundFrame> frames = frames_in(folder, name);
  std::uint64_t bytes = 0;
  for (const FoundFrame& frame : frames) bytes += frame.seal.bytes;
  Json series{{"file", (folder / (name + ".vtkhdf.series")).string()},
              {"what", "frames of " + name},
              {"bytes", bytes},
              {"frames", frames.size()}};
  if (frames.empty()) return series;
  series["first_time"] = frames.front().seal.time;
  series["last_time"] = frames.back().seal.time;
  series["missing"] = frames.back().number + 1 - frames.size();
  series["arrays"] = arrays_of(open_sealed(frames.back().path, kind_of_frame(name)));
  return series;
}

/// The cells of the last row: numbers, but for hashes and words.
Json table_json(const fs::path& path) {
  const CsvTable table = read_whole_run_csv(path);
  Json json{{"file", path.string()},
            {"what", "table"},
            {"bytes", FileBytes::open(path).size()},
            {"rows", table.rows.size()},
            {"columns", table.columns}};
  if (table.rows.empty()) return json;
  Json last = Json::object();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string& cell = table.rows.back()[c];
    last[table.columns[c]] = cell;
    if (table.columns[c] == "state_hash") continue;
    try {
      last[table.columns[c]] = parse_number(cell);
    } catch (const InputError&) { // a word, or what was not known
      if (cell == "nan" || cell == "-nan") last[table.columns[c]] = nullptr;
    }
  }
  json["last_row"] = std::move(last);
  return json;
}

Json checkpoint_json(const fs::path& path) {
  const Checkpoint c = read_checkpoint(path);
  Json arrays = Json::array();
  for (const NamedArray& array : c.arrays)
    arrays.push_back({{"name", array.name}, {"shape", {array.values.size()}}});
  return {{"file", path.string()}, {"what", "checkpoint"}, {"bytes", FileBytes::open(path).size()},
          {"step", c.step},        {"time", c.time},       {"arrays", arrays}};
}

Json folder_json(const fs::path& folder) {
  Json files = Json::array();
  for (const char* name : all_series)
    if (Json series = series_json(folder, name); series["frames"] != 0) files.push_back(std::move(series));
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string ending = entry.path().extension().string();
        entry.is_regular_file() && (ending == ".csv" || entry.path() == run_files(folder).checkpoint))
      others.push_back(entry.path());
  std::sort(others.begin(), others.end());
  for (const fs::path& path : others) files.push_back(describe_json(path));
  return {{"folder", folder.string()}, {"files", files}};
}

Json json_of(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return folder_json(path);
  const std::string ending = path.extension().string();
  if (ending == ".csv") return table_json(path);
  if (ending == ".series" || ending == ".xdmf") return series_json(path.parent_path(), frame_list(path).name);
  const Seal seal = read_seal(path);
  return seal.what == "checkpoint" ? checkpoint_json(path) : frame_json(path, seal);
}

} // namespace

Json describe_json(const fs::path& path) { return described(path, json_of); }

} // namespace ibsim
