// Passages of objects through the planes of a scenario (simulation/flow_plane.hpp): passages.csv, a row a
// passage in the order of time, made at the end from the rows of cells.csv, so that nothing of it is state.
// Places between two rows are interpolated.
#pragma once

#include <filesystem>

namespace ibsim {

struct FlowModel;

/// Nothing where the model has no planes, or the folder no cells.csv. @throws InputError, ResourceError
void write_passages(const std::filesystem::path& folder, const FlowModel&);

} // namespace ibsim
