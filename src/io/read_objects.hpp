// The `objects` and the sizes of a scenario file, as read_scenario needs them.
#pragma once

#include "io/tree.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

/// The list under `objects`. @param h of the grid, for the number of sites where none is given. @throws
/// InputError
std::vector<ObjectKind> read_objects(const Tree&, real h);

/// The grid of `domain: {size: [..], cell: ..}`; cells of exactly the side given, the box a whole number of
/// them.
Grid read_domain(const Tree&);

/// Names of the shapes in a scenario, in the order of ReferenceShape.
const std::vector<std::string>& shape_names();

} // namespace ibsim
