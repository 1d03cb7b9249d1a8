// Objects that have left a run (objects/population.hpp): departures.csv, a row each in their order, made
// at the end from the state, so that a resumed run has the table of an unbroken one.
#pragma once

#include <filesystem>

namespace ibsim {

struct FlowModel;
struct Population;

/// Nothing where nobody comes or goes. @throws ResourceError
void write_departures(const std::filesystem::path& folder, const FlowModel&, const Population&);

} // namespace ibsim
