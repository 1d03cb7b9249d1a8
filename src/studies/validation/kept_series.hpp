// Finished runs of suspensions in files, so that a case that was stopped begins with the run that it was in,
// and processes share runs (shared_runs.hpp): a run takes minutes, and cases have up to twenty.
//
// A file holds every table of its run to the bit. Its name is a hash of all that a run follows from: the
// scenario with every key, of which the places of what is to be packed follow, the device, and the program.
#pragma once

#include "validation/follow_suspension.hpp"

#include <optional>

namespace ibsim {

/// @param scenario before its objects are packed
std::filesystem::path kept_file(const std::filesystem::path& folder, const Scenario&, bool cuda);

/// What a run left, if the file is there and whole.
std::optional<SuspensionSeries> read_kept_series(const std::filesystem::path& file);

/// Says so, and goes on, where it cannot be written.
void keep_series(const std::filesystem::path& file, const SuspensionSeries&);

} // namespace ibsim
