// Bonds between the objects of a scenario (mechanics/object_bonds.hpp): which kinds have ligands, and the
// force that acts.
#pragma once

#include "model/finding.hpp"
#include "model/pair_force_spec.hpp"

#include <optional>

namespace ibsim {

struct AdhesionProperties;

/// Number of the kind whose objects have the ligands; nothing if these are of a wall, or there is no such
/// kind.
std::optional<std::size_t> ligand_kind(const FlowModel&, const AdhesionProperties&);

/// Whether the objects of a kind have receptors for others, or ligands. Each rank has all objects of such a
/// kind, so that bonds form and break alike on all of them.
bool binds_objects(const FlowModel&, std::size_t kind);

/// Bonds to objects need these: closed membranes, or sheets.
void check_bond_objects(const FlowModel&, std::vector<Finding>&);

/// Nothing if there are no such bonds.
std::optional<PairForceSpec> object_bond_force(const FlowModel&);

} // namespace ibsim
