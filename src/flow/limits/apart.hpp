// The test whether objects are too far apart to meet, and the moduli that membranes have meanwhile.
//
// Contact squeezes a membrane in its own plane, so presets raise its area modulus (area_strength.hpp), and
// the modulus limits the time step. Both are needed only where something can press. A membrane can have other
// moduli while objects are apart (ModuliApart). State::apart says which of them act.
//
// The distance is that of the nearest data sites of two objects, or of a data site and a wall. Objects count
// as apart beyond 3 r + d/2, and as near again below 2 r + d/2, with the range of contact r and the mean
// distance of data sites d. The second term bounds by how much sites miss the gap.
//
// The state is looked at every 16 steps. The gap g of two surfaces closes at a rate of at most L g, where L
// is the rate of strain between them: gamma/2 in a shear flow, and a few times that next to an object. An
// automatic step turns the flow by at most gamma k = 0.02 (accuracy.hpp), so with L = 2 gamma a gap shrinks
// by at most exp(16 L k) = 1.9 between two looks. From 2 r it is thus still about r: contact never acts on
// the moduli of objects that are apart.
#pragma once

#include "mechanics/any_law.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Laws of a membrane near other objects, which is that of the scenario, and apart from them.
struct LawsOfMembrane {
  AnyLaw near, apart;
};
/// Empty where the moduli are the same, or nothing can meet.
std::optional<LawsOfMembrane> laws_of_membrane(const FlowModel&, const ObjectKind&);

/// True if any kind of objects has other moduli apart from others.
bool asks_for_distances(const FlowModel&);

/// Every 16 steps, and at the steps of is_decision_step (time_plan.hpp).
bool is_look_step(std::uint64_t step);

/// True if objects with these data sites are apart. @param sites of each kind on the host: all x, all y, all
/// z @param were_apart State::apart so far
bool are_apart(const FlowModel&, real time, const std::vector<std::vector<real>>& sites, bool were_apart);

/// True if objects start apart, by their places; false where some wait to be packed.
bool start_apart(const FlowModel&);

/// The model as its steps begin: without contact, with the moduli apart, where objects start apart.
FlowModel as_it_starts(const FlowModel&);

/// Reason why moduli change, for people: "objects can meet: ..". @param apart State::apart from now on
std::string what_changes(const FlowModel&, bool apart);

/// Whether the suspension is so dilute that objects may be apart: less than 10 % by volume. At 10 %
/// neighbours at random places are about a diameter apart.
bool is_dilute(const FlowModel&);

} // namespace ibsim
