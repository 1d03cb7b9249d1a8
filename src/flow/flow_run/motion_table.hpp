// motion.csv: how each object of a run moves in shear (diagnostics/motion_in_shear.hpp), made of cells.csv.
#pragma once

#include "diagnostics/motion_in_shear.hpp"
#include "files/csv.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;

struct MotionOfObject {
  std::string object, name; ///< its number and its kind, as in cells.csv
  MotionInShear motion;
  real deformation = 0, elongation = 0; ///< means over the window
  real end = 0;                         ///< of the window, us
};

/// Motion of each object in cells.csv of the folder of a run. @param model of the run, for its strain
/// @throws InputError
std::vector<MotionOfObject> motions_in(const std::filesystem::path& folder, const FlowModel& model);

/// The columns of motion.csv, angles in degrees, and the row of an object.
extern const std::vector<std::string> motion_titles;
std::vector<CsvValue> motion_row(const MotionOfObject&);

/// A line for people.
std::string in_words(const MotionOfObject&);

/// Writes motion.csv; nothing where cells.csv is larger than 2 GB, which would take as much memory.
void write_motions(const std::filesystem::path& folder, const FlowModel& model);

} // namespace ibsim
