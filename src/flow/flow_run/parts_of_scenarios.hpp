// Parts of a scenario for dry runs: a shorter box, with whole objects of it.
#pragma once

#include <cstddef>
#include <functional>

namespace ibsim {

struct FlowModel;
struct Scenario;

/// Objects of a kind that a part keeps at least. A dry run with fewer objects has one of them.
constexpr std::size_t least_objects = 2;

double objects_of(const FlowModel&);

/// Grid points that all ranks store, ghost planes included.
double stored_points(const FlowModel&, int ranks);

/// Keeps a part of the objects of each kind, evenly from its list, so that each rank keeps its share.
/// @param least objects of a kind that stay
void keep_part(FlowModel&, double part, std::size_t least);

/// Halves the longest side of the box. Between walls and in unbounded shear y stays; several ranks halve z
/// only if no other side is long enough. Closed objects that lie wholly in the half stay, so none overlap at
/// its ends. A kind keeps at least two, in the middle of the halved side if none lie there.
/// @param least cells along a side that is halved @return the direction; -1 if all sides are short
int halve(Scenario&, int least = 64);

/// Halves the box while it is too large, as far as possible.
Scenario part_of(Scenario, const std::function<bool(const Scenario&)>& too_large);

} // namespace ibsim
