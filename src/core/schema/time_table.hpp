// A quantity over time: from a CSV file with units in its header, as "time (s),flow (mL/s)", then a row for
// each time (lines that begin with # are comments; wall_shear_NAME.csv of a run of `kind: line` is one), or
// from two lists in a scenario, times: [0 ms, 20 ms], flows: [0 mL/s, 1 mL/s].
#pragma once

#include "schema/tree.hpp"

#include <filesystem>
#include <vector>

namespace ibsim {

struct TimeTable {
  std::vector<real> times, values; ///< internal units; times grow

  /// The value by straight lines; before the first and after the last the same as there.
  real at(real time) const;
};

/// @param what the quantity, for messages: "shear rate". @throws InputError with the line that is wrong
TimeTable read_time_table(const std::filesystem::path&, const std::string& what, Dimension);
/// Reads the table that a node of a scenario names, relative to `folder`.
/// @throws InputError at the node
TimeTable read_time_table(const Tree& file, const std::string& path, const std::filesystem::path& folder,
                          const std::string& what, Dimension);

/// A list of quantities in a scenario, and back to the same bits.
std::vector<real> read_quantities(const Tree&, const std::string& path, Dimension);
std::string quantities_yaml(const std::vector<real>&, Dimension);

/// What keeps times and values from being a table, or nothing.
std::string trouble_with(const TimeTable&);

} // namespace ibsim
