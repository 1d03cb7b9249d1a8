// A key whose value may change in time: a quantity, or a map of what it is made of (base/signal.hpp):
//   1 mm/s
//   {mean: 1 mm/s, amplitude: 0.5 mm/s, period: 1 ms, phase: 90 deg}
//   {file: velocity.csv}      a table over time with units in its header (schema/time_table.hpp), or
//   {times: [0 ms, 1 ms], values: [0 mm/s, 1 mm/s]}; with repeats: true the table is a period,
//                             with from: 5 ms a run begins at that time of it
#pragma once

#include "base/signal.hpp"
#include "schema/schema.hpp"

#include <filesystem>

namespace ibsim {

/// The value of such a key. @param path of the key, for messages @throws InputError at its place
Signal read_signal(const Tree&, const std::string& path, Dimension, const std::filesystem::path& folder);
/// The value as it is written back.
std::string signal_yaml(const Signal&, Dimension);

/// @param folder in which files are looked for: that of the scenario. What is written back holds the numbers
/// of the table, so that a run does not depend on the file afterwards.
Key signal_key(const std::string& name, Signal&, Dimension, const std::filesystem::path& folder,
               const std::string& help);

} // namespace ibsim
