// One numbering of objects wherever a person reads of one: that of cells.csv and of `object` in the frames,
// from 0 over all kinds in the order of the scenario.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ibsim {

struct FlowModel;

/// The number of object `object` of kind `kind`.
std::size_t object_number(const FlowModel&, std::size_t kind, std::size_t object);

/// "\"red cell\" (object 3)"; "\"red cell\"" if it is the only one.
std::string object_name(const FlowModel&, std::size_t kind, std::size_t object);

/// Name of the object with an id (population.hpp).
std::string name_by_id(const FlowModel&, std::size_t kind, std::int64_t id);

} // namespace ibsim
