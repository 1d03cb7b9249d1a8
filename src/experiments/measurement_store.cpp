#include "experiments/measurement_store.hpp"

#include "base/error.hpp"
#include "io/run_folder.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ibsim {
namespace {

constexpr const char *made_by_line = "# made by: ", *settings_line = "# settings: ",
                     *measured_line = "# measured: ", *beginning = "measured_";

/// What stands after `start` in this line of a file; empty if the line begins otherwise.
std::string after(const std::string& line, const std::string& start) {
  return line.rfind(start, 0) == 0 ? line.substr(start.size()) : std::string();
}

struct Kept {
  std::string made_by, settings, measured, rest;
};
Kept read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string lines[3];
  for (std::string& line : lines) std::getline(stream, line);
  std::stringstream rest;
  rest << stream.rdbuf();
  return {after(lines[0], made_by_line), after(lines[1], settings_line), after(lines[2], measured_line),
          rest.str()};
}

/// NAME.csv, NAME_*.csv, NAME.md, NAME.json of an experiment that says in NAME.json that ibsim made it, and
/// the measurements themselves: what --force may remove.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder, const std::string& stem) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename(), extension = entry.path().extension();
    const std::string own = entry.path().stem();
    if ((extension == ".csv" && (own == stem || own.rfind(stem + "_", 0) == 0)) ||
        ((extension == ".md" || extension == ".json" || extension == ".png") && own == stem))
      files.push_back(entry.path());
  }
  return files;
}

/// The stem of each group of results in the folder, and who made it ("" if that is not said).
std::vector<std::pair<std::string, std::string>> makers(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string stem = entry.path().stem(), extension = entry.path().extension();
    if (extension == ".csv" && stem.rfind(beginning, 0) == 0) {
      found.emplace_back(stem, read(entry.path()).made_by);
    } else if (extension == ".json") {
      std::ifstream stream(entry.path());
      std::string line, made_by;
      if (!std::getline(stream, line) || line.rfind("{\"experiment\": ", 0) != 0) continue;
      const std::string start = " \"made by\": ";
      while (std::getline(stream, line))
        if (line.rfind(start, 0) == 0) made_by = line.substr(start.size());
      found.emplace_back(stem, made_by);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace

void MeasurementStore::refuse_to_mix() const {
  for (const auto& [stem, made_by] : makers(folder_)) {
    if (made_by == made_by_ || made_by == json_text(made_by_) + ",") continue;
    if (!force_)
      throw InputError("the folder " + folder_.string() + " holds results of another program or device (" +
                       stem + (made_by.empty() ? ", which does not say by which" : ": " + made_by) +
                       "); give another folder with --out, or --force to remove them and measure again");
    std::error_code error;
    for (const std::filesystem::path& file : files_of(folder_, stem)) std::filesystem::remove(file, error);
    if (error)
      throw ResourceError("cannot remove old results in " + folder_.string() + ": " + error.message());
  }
}

Table MeasurementStore::get(const std::string& name, const std::string& settings,
                            const std::function<Table()>& measure) {
  const std::string file_name = beginning + name + ".csv";
  const std::filesystem::path file = folder_ / file_name;
  if (!force_ || fresh_.count(name)) {
    const Kept kept = read(file);
    if (kept.made_by == made_by_ && kept.settings == settings) {
      Table table = table_from_csv(kept.rest, name);
      if (!table.columns.empty()) {
        if (std::none_of(used_.begin(), used_.end(), [&](const auto& u) { return u.first == file_name; }))
          used_.emplace_back(file_name, kept.measured);
        return table;
      }
    }
  }
  Table table = measure();
  write_file(file, made_by_line + made_by_ + "\n" + settings_line + settings + "\n" + measured_line +
                       measured_ + "\n" + to_csv(table));
  fresh_.insert(name);
  used_.emplace_back(file_name, measured_);
  return table;
}

} // namespace ibsim
