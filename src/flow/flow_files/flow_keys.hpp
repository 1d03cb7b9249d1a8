// The keys of a flow (`kind: flow`), one entry each, bound to the fields of a Scenario.
#pragma once

#include "schema/schema.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace ibsim {

struct ClosedSurface;
struct FlowModel;
struct Grid;
struct ObjectKind;
struct Placement;
struct Presets;
struct Scenario;
struct StartPlan;

/// All keys. @param name of the file: its stem is the default of title and folder. Read in this order, every
/// default that depends on other keys is settled.
/// @param presets filled in if given
Keys flow_keys(Scenario&, const std::string& name, std::shared_ptr<Presets> presets = {});

/// `domain`: its keys fill a grid of cells of exactly the side given, the box a whole number of them.
Key domain_key(Grid&);
/// `vessel`. The grid must be read before. @param folder in which files are looked for
Key vessel_key(FlowModel&, const std::filesystem::path& folder);
/// `flow`: walls and what drives the flow. Grid and vessel must be read before. @param folder in which tables
/// are looked for
Key drive_key(FlowModel&, const std::filesystem::path& folder);
/// `flow.planes`. The grid and the direction must be read before.
Key planes_key(FlowModel&);
/// Adds to `flow` and `objects` words for the drive that need to know what the flow goes through, and that a
/// drive has a channel or a tube.
void add_drive_words(FlowModel&, const std::filesystem::path& folder, Key& drive, Key& objects);
/// Adds to `objects` and `contact`: moduli of a preset that are numerical follow the flow, and what contact
/// presses; so do springs of rigid sheets.
void add_numerical_moduli(FlowModel&, const std::shared_ptr<const Presets>&, Key& objects, Key& contact);
/// Where an object is, as keys of a map around them, and as a map.
Keys placement_keys(Placement&);
Key placement_key(Placement&);
/// `capacity` of a kind of objects.
Key capacity_key(ObjectKind&);
/// `traffic`: where objects come and go. The grid must be read before.
Key traffic_key(FlowModel&);
/// Map in place of a list of placements: the number of objects to pack, or a file or a table of their places.
Key packing_key(ObjectKind&);
/// True for more places than a list holds that is read back quickly.
bool is_written_as_table(const ObjectKind&);
/// Places of a kind with a name, from a file or a table. @param folder in which it is looked for @param given
/// the kind's map @throws InputError
void read_placements_of(ObjectKind&, const std::filesystem::path& folder, const Tree* given,
                        const std::string& path);
/// @throws InputError at a placement that has both rotate and rotation
void require_one_turn(const Tree& placement, const std::string& path);
/// `membrane` of a kind of objects. @param has_preset then nothing in it must be given
Key membrane_key(ClosedSurface&, const std::function<bool()>& has_preset);
/// `temperature` and `preset` of the fluid.
Keys fluid_preset_keys(FlowModel&, const std::shared_ptr<Presets>&);
/// `viscosity` of the fluid, which the preset may name instead: "dextran 31 mPa s".
Key& said_once(Key& viscosity, const std::shared_ptr<const Presets>&);
/// "37 degC", "37 °C" or "310 K". @return degC @throws InputError also for what is not 0 to 45 degC
real read_temperature(const Tree&, const std::string& path);
/// `tethers`, `pulls` and `tweezers` of a kind of objects.
Keys outer_force_keys(ObjectKind&);
/// `adhesion` of a kind of objects. Ends of the box and drive must be read before.
Keys adhesion_keys(ObjectKind&, const FlowModel&);
/// `contact`. The grid must be read before.
Key contact_key(FlowModel&);
/// `aggregation`. Objects and contact must be read before.
Key aggregation_key(FlowModel&);
/// `objects`. The grid must be read before. @param folder in which tables of placements are looked for
Key objects_key(FlowModel&, const std::filesystem::path& folder, const std::shared_ptr<Presets>&);
/// The word of `shape` for what a kind of objects is.
std::string shape_name(const ObjectKind&);
/// `start`.
Key start_key(StartPlan&);
/// `output`. All that is simulated must be read before.
Key output_key(Scenario&, const std::string& name);

} // namespace ibsim
