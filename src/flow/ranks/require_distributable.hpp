// Refusals of what one rank or several cannot do, in one place, when their number is known and before
// anything is written.
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct DevicePlan;
struct FlowModel;
struct Grid;

/// @throws InputError with the way round it, if the ranks of the plan cannot take steps together, or have too
/// many sites
/// @param on_gpu where they would work
void require_distributable(const FlowModel&, const DevicePlan&, bool on_gpu);

/// Which GPU, or process, and which planes each of several ranks has, a line each; none for one rank.
std::vector<std::string> parts_of_ranks(const Grid&, const DevicePlan&, bool on_gpu);

} // namespace ibsim
