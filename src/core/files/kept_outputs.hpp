// Outputs that a resume finds in the folder of a run, for runs of any kind: whether its tables and frames are
// those that the checkpoint knows. Nothing is changed.
#pragma once

#include "files/checkpoint.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ibsim {

struct FoundOutputs {
  std::string again; ///< what was written after the checkpoint and is computed again, or empty
  std::vector<std::string> warnings; ///< what is no longer there, or was not compared
};

/// @throws InputError if the table is not as it was at the mark
void look_at_table(const std::filesystem::path&, const std::vector<std::string>& columns, const OutputMark&,
                   FoundOutputs&);

/// The hashes of the states in run.csv as far as the mark, by their times.
std::map<double, std::string> state_hashes(const std::filesystem::path&, const OutputMark&);

/// Frames may have been taken away. Of the others the first lines are read: their times must grow, and their
/// states must be those of `hashes`, the run's, at the same times. The newest gigabyte is compared with its
/// hashes. @throws InputError
void look_at_frames(const std::filesystem::path& folder, const std::string& name, const OutputMark&,
                    const std::map<double, std::string>& hashes, FoundOutputs&);

} // namespace ibsim
