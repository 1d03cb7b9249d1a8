// The frames of two runs (cells, fluid, walls or bonds), frame by frame at the times that both have.
#pragma once

#include "files/compare_series.hpp"

namespace ibsim {

/// As compare_series, with the largest value of a field in all frames; lines name the object and its site, or
/// the cell of the grid, that differs most. Bonds are those of compare_bonds.hpp. Where one run holds single
/// precision, the other is rounded to it.
/// @param name of the series: "cells". @throws InputError if a frame is damaged, or if they hold other
/// surfaces or grids
SeriesComparison compare_frames(const std::filesystem::path& folder_a, const std::filesystem::path& folder_b,
                                const std::string& name, double tolerance);

} // namespace ibsim
