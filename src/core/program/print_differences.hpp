// Output of `ibsim diff` for every kind of scenario: first the keys, then the files.
#pragma once

#include "files/compare_series.hpp"
#include "schema/schema.hpp"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ibsim {

/// The keys that differ, twelve at most, or that there are none.
/// @param counts whether such a difference is one of results. @param but_for the others, in words
/// @return all that count, for programs
nlohmann::ordered_json print_differences(std::ostream&, const std::vector<KeyDifference>&,
                                         bool (*counts)(const KeyDifference&), const std::string& but_for);

/// The files of two runs over time, one after another, and what follows from all of them.
class RunComparison {
 public:
  using TimeText = std::function<std::string(double)>;
  RunComparison(std::ostream& out, double tolerance, TimeText time_text)
      : out_(out), tolerance_(tolerance), time_text_(std::move(time_text)) {}
  /// Says what was found in one kind of file. @param rows what it has of each time
  void add(const std::string& name, const std::string& rows, const SeriesComparison&);
  /// All tables of two runs (files/run_folder). Averages follow from the others, and are compared to the bit
  /// where all times are common; tables of kinds, contacts and layers have no tolerance. What is not compared
  /// is named, and so is any other sealed file of the folders, such as a checkpoint, that is damaged.
  /// @throws InputError for a table that is damaged
  void add_tables(const std::filesystem::path& a, const std::filesystem::path& b);
  /// Says what is not compared, and why.
  void leave_out(const std::string& name, const std::string& why);
  /// The report for programs (files/json_report) and the last line. @param keys from print_differences
  /// @return the exit code: 0 for the same, 1. @throws InputError where no file has a time in common
  int finish(const std::filesystem::path& json, const nlohmann::ordered_json& keys);

 private:
  void add_averages(const std::filesystem::path& a, const std::filesystem::path& b);
  void look_at_other_files(const std::filesystem::path& folder);
  std::size_t alone() const;
  std::ostream& out_;
  double tolerance_;
  TimeText time_text_;
  std::vector<std::pair<std::string, SeriesComparison>> files_;
  std::vector<std::pair<std::string, bool>> averages_; ///< tables of averages, and whether they are the same
  bool other_windows_ = false;                         ///< of the averages
  std::vector<std::string> left_out_;                  ///< what was not compared
};

} // namespace ibsim
