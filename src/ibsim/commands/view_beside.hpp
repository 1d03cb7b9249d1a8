// `ibsim run --view`: a window beside a run, as a process of its own that reads the run's frames. The run
// itself is not touched by it: neither its steps nor its bits.
#pragma once

#include <filesystem>

namespace ibsim {

/// @throws ResourceError that names `ibsim render` if there is no display or no library for windows
void require_display(const std::filesystem::path& run);

/// Starts `ibsim view FOLDER --wait`, which stays when the run has ended. @throws ResourceError, which names
/// `ibsim render` if there is no display or no library for windows
void open_view_beside(const std::filesystem::path& folder);

} // namespace ibsim
