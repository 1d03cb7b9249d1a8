#include "results/measurement_store.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "files/read_csv.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace ibsim {
namespace {

constexpr const char *made_by_words = "made by: ", *settings_words = "settings: ",
                     *measured_words = "measured: ", *beginning = "measured_";

struct Kept {
  std::string made_by, settings, measured;
  Table table;
};
/// A file that cannot be read, or that another program left, is as none.
Kept read(const std::filesystem::path& file, const std::string& name) try {
  const std::string text = read_file(file);
  const std::vector<std::string> comments = parse_csv(text, file.string()).comments;
  const auto after = [&](std::size_t line, const std::string& words) {
    return line < comments.size() && comments[line].starts_with(words) ? comments[line].substr(words.size())
                                                                       : std::string();
  };
  Table table = table_from_csv(text, name);
  table.title.clear(); // those three lines
  return {after(0, made_by_words), after(1, settings_words), after(2, measured_words), std::move(table)};
} catch (const InputError&) {
  return {};
}

/// Who made the results of an experiment: empty if the file does not say, none if it holds no results.
std::optional<std::string> maker_of(const std::filesystem::path& file) {
  if (!is_file(file)) return {};
  std::ifstream stream(file);
  const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false); // damaged: no object
  if (!json.is_object() || !json.contains("experiment")) return {};
  return json.value("made by", "");
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
      found.emplace_back(stem, read(entry.path(), stem).made_by);
    } else if (extension == ".json") {
      if (const std::optional<std::string> made_by = maker_of(entry.path()))
        found.emplace_back(stem, *made_by);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace

void MeasurementStore::refuse_to_mix() const {
  for (const auto& [stem, made_by] : makers(folder_)) {
    if (made_by == made_by_) continue;
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
    Kept kept = read(file, name);
    if (kept.made_by == made_by_ && kept.settings == settings && !kept.table.columns.empty()) {
      if (std::none_of(used_.begin(), used_.end(), [&](const auto& u) { return u.first == file_name; }))
        used_.emplace_back(file_name, kept.measured);
      return kept.table;
    }
  }
  Table table = measure();
  std::string text;
  for (const std::string& line :
       {made_by_words + made_by_, settings_words + settings, measured_words + measured_})
    text += "# " + line + "\n";
  write_file(file, text + to_csv(table));
  fresh_.insert(name);
  used_.emplace_back(file_name, measured_);
  return table;
}

} // namespace ibsim
