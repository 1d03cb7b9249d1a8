// A store keeps measurements, so that experiments which need the same numbers measure once, and an
// interrupted `ibsim reproduce all` goes on where it was: measured_NAME.csv in the folder of the results,
// which begins with three lines of comment,
//
//   # made by: ibsim 0.1.0 1234567890ab, Release, ...; Intel(R) ..., 16 threads, GPU NVIDIA ...; cuda
//   # settings: threads 0; steps 0; ...
//   # measured: 2026-11-21 05:30 UTC by ibsim reproduce table1
//
// Numbers of two programs, two machines or two devices never stand in one folder; those of other settings are
// measured anew. Tables, claims and notes are made from the numbers each time, by the program that prints
// them.
#pragma once

#include "results/table.hpp"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ibsim {

class MeasurementStore {
 public:
  /// @param made_by the program, the machine and the device
  /// @param measured "DATE by COMMAND", for what is measured from now on
  /// @param force what is in the folder from before does not count
  MeasurementStore(std::filesystem::path folder, std::string made_by, std::string measured, bool force)
      : folder_(std::move(folder)), made_by_(std::move(made_by)), measured_(std::move(measured)),
        force_(force) {}

  /// Results in the folder that another program, machine or device has made are refused, or, with `force`,
  /// removed. @throws InputError that names one of them @throws ResourceError
  void refuse_to_mix() const;

  /// The table kept under `name` and `settings`, or else what `measure` gives, which is then kept.
  /// @throws ResourceError
  Table get(const std::string& name, const std::string& settings, const std::function<Table()>& measure);

  /// Which measurements were asked for since the last call, and when they were made:
  /// {"measured_relaxing_sphere.csv", "2026-11-21 05:30 UTC by ..."}.
  std::vector<std::pair<std::string, std::string>> take_used() { return std::exchange(used_, {}); }

 private:
  std::filesystem::path folder_;
  std::string made_by_, measured_;
  bool force_;
  std::set<std::string> fresh_; ///< measured by this process
  std::vector<std::pair<std::string, std::string>> used_;
};

} // namespace ibsim
