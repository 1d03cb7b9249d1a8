// The keys of a flow (`kind: flow`), one entry each, bound to the fields of a Scenario.
#pragma once

#include "schema/schema.hpp"

#include <filesystem>

namespace ibsim {

struct ClosedSurface;
struct FlowModel;
struct Grid;
struct ObjectKind;
struct Placement;
struct Scenario;

/// All keys. @param name of the file: its stem is the default of title and folder. Read in this order, every
/// default that depends on other keys is settled.
Keys flow_keys(Scenario&, const std::string& name);

/// `domain`: its keys fill a grid of cells of exactly the side given, the box a whole number of them.
Key domain_key(Grid&);
/// `flow`: walls and what drives the flow. The grid must be read before. @param folder in which tables
/// are looked for
Key drive_key(FlowModel&, const std::filesystem::path& folder);
/// Where an object is, as keys of a map around them, and as a map.
Keys placement_keys(Placement&);
Key placement_key(Placement&);
/// What may stand for a list of placements: how many objects are packed, or a file.
Key packing_key(ObjectKind&);
/// Of a kind with a name whose placements are in a file. @param folder in which it is looked for @param given
/// the kind's map @throws InputError
void read_placements_of(ObjectKind&, const std::filesystem::path& folder, const Tree* given,
                        const std::string& path);
/// @throws InputError at a placement that has both rotate and rotation
void require_one_turn(const Tree& placement, const std::string& path);
/// `membrane` of a kind of objects.
Key membrane_key(ClosedSurface&);
/// `tethers`, `pulls` and `tweezers` of a kind of objects.
Keys outer_force_keys(ObjectKind&);
/// `contact`. The grid must be read before.
Key contact_key(FlowModel&);
/// `objects`. The grid must be read before. @param folder in which tables of placements are looked for
Key objects_key(FlowModel&, const std::filesystem::path& folder);
/// The word of `shape` for what a kind of objects is.
std::string shape_name(const ObjectKind&);
/// `output`. All that is simulated must be read before.
Key output_key(Scenario&, const std::string& name);

} // namespace ibsim
