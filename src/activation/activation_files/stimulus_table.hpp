// Tables of stimuli: columns "x (mm)", "y (mm)", "z (mm)", "time (ms)", "radius (mm)", each with any unit of
// its kind; the last two may be left out. A column "case" says to which case a row belongs.
#pragma once

#include "eikonal/stimuli.hpp"

#include <filesystem>

namespace ibsim {

/// @throws InputError "FILE:line: what is wrong"
std::vector<Stimulus> read_stimulus_table(const std::filesystem::path&);

/// Cases in the order of their first rows. @throws InputError also where a row has no case
std::vector<ActivationCase> read_case_table(const std::filesystem::path&);

} // namespace ibsim
