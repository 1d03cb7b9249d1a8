// The keys of a flow (`kind: flow`), one entry each, bound to the fields of a Scenario.
#pragma once

#include "schema/schema.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

/// All keys. @param name of the file: its stem is the default of title and folder. Read in this order, every
/// default that depends on other keys is settled.
Keys flow_keys(Scenario&, const std::string& name);

/// `domain`: its keys fill a grid of cells of exactly the side given, the box a whole number of them.
Key domain_key(Grid&);
/// `flow`: walls and what drives the flow. The grid must be read before. @param folder in which tables
/// are looked for
Key drive_key(Scenario&, const std::filesystem::path& folder);
/// `membrane` of a kind of objects.
Key membrane_key(ObjectKind&);
/// `tethers`, `pulls` and `tweezers` of a kind of objects.
Keys outer_force_keys(ObjectKind&);
/// `contact`. The grid must be read before.
Key contact_key(Scenario&);
/// `objects`. The grid must be read before.
Key objects_key(Scenario&);
/// Names of the shapes in a scenario, in the order of ReferenceShape.
const std::vector<std::string>& shape_names();
/// `output`. All that is simulated must be read before.
Key output_key(Scenario&, const std::string& name);

} // namespace ibsim
