// Placements as a table, one row an object: columns "x (um)", "y (um)", "z (um)" of the centre; where there
// are several kinds, "kind", a name; where objects are turned, the nine "rotation xx" .. "rotation zz" of the
// matrix by rows; where they are stretched, "stretch x", "stretch y", "stretch z". Others are passed over.
#pragma once

#include "simulation/object_kind.hpp"

#include <filesystem>

namespace ibsim {

constexpr real most_stretch = 100, least_stretch = 1 / most_stretch; ///< of an object along one of its axes

/// The text of the table of all objects of these kinds. What is read back has the same bits.
std::string placement_table(const std::vector<ObjectKind>&);

/// Those of a kind; of a table without a column "kind", all. @param kind a name
/// @throws InputError with the place in the file if it is no such table; or if it has none of the kind
std::vector<Placement> read_placements(const std::filesystem::path&, const std::string& kind);

/// What is wrong with the rows of a matrix that is to be a rotation, as words after a name; empty: nothing.
std::string trouble_with_rotation(const Real3 (&rows)[3]);

} // namespace ibsim
