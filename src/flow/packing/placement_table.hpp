// Placements as a table, one row an object. Columns: the centre "x (um)", "y (um)", "z (um)"; where there are
// several kinds, "kind", a name; where objects are stretched, "stretch x", "stretch y", "stretch z". Objects
// are turned by one of
//   "rotation xx" .. "rotation zz"               the nine numbers of the matrix by rows
//   "axis x", "axis y", "axis z"                 the direction of the object's own z axis
//   "angle x (deg)", "angle y (deg)", "angle z (deg)", or some of them: turns about axes of the box, first
//                                                about x, then y, then z: R = R_z R_y R_x
// Other columns are refused (files/user_table.hpp).
#pragma once

#include "model/object_kind.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace ibsim {

constexpr real most_stretch = 100, least_stretch = 1 / most_stretch; ///< of an object along one of its axes

/// The text of the table of all objects of these kinds. What is read back has the same bits.
std::string placement_table(std::span<const ObjectKind>);

/// Placements of a kind; all rows of a table without a column "kind".
/// @param kind a name
/// @throws InputError with the place in the file if it is no such table; or if it has none of the kind
std::vector<Placement> read_placements(const std::filesystem::path&, const std::string& kind);
/// Reads them from the text of a table. @param file for messages
std::vector<Placement> parse_placements(std::string_view text, const std::string& file,
                                        const std::string& kind);

/// What is wrong with the rows of a matrix that is to be a rotation, as words after a name; empty: nothing.
std::string trouble_with_rotation(const Real3 (&rows)[3]);

} // namespace ibsim
