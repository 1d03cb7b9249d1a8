// `relief` of a sheet: a word, or a map of measured heights.
//
//   relief: cobblestone
//   relief: {file: endothelium.csv, unit: 1 nm}   a number of the file is so high
//   relief: {rows: [[0.1, 0.2, ..], ..], unit: 1 um}
//
// A line of the file is a row of heights along z; lines follow each other along x; the map lies over the
// whole box. Commas, semicolons, tabs or blanks part the numbers, and lines that begin with # are passed
// over: what numpy.savetxt writes of heights[x, z]. Written back are the numbers, so that a run does not need
// the file.
#pragma once

#include "schema/schema.hpp"
#include "surface/relief.hpp"

#include <filesystem>

namespace ibsim {

/// The heights of such a file, as it has them. @throws InputError "FILE:LINE: what is wrong"
HeightMap read_height_map(const std::filesystem::path&, real unit);

/// @param folder in which files are looked for
Key relief_key(Relief&, const std::filesystem::path& folder);

} // namespace ibsim
