// Two files of frames (cells.vtkhdf or fluid.vtkhdf), frame by frame at the times that both have.
#pragma once

#include "io/compare_series.hpp"

namespace ibsim {

/// As compare_series, with the largest value of a field in all frames; lines name the object and its site, or
/// the cell of the grid, that differs most. Where one file holds single precision, the other is rounded to
/// it. @throws InputError if a file is damaged, or if they hold other surfaces or grids
Comparison compare_frames(const std::filesystem::path& a, const std::filesystem::path& b, double tolerance);

} // namespace ibsim
