// `ibsim sweep --slurm`: an array job, a task for each point, that goes on by itself where a time limit ends
// it.
#pragma once

#include "sweep/sweep_plan.hpp"

#include <filesystem>

namespace ibsim {

/// @param program how ibsim is called; @param words of this sweep's command line, but for --slurm
std::string slurm_script(const std::string& program, const std::vector<std::string>& words,
                         std::size_t points, const std::filesystem::path& folder);

} // namespace ibsim
