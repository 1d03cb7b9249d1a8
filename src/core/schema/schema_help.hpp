// Help on the keys of a scenario: `ibsim help`, `ibsim help KEY`, and the reference page.
#pragma once

#include "schema/schema.hpp"

namespace ibsim {

/// The key at a path such as "time.step", "objects.0.radius" or "objects.radius": what it is, takes, its
/// range, its default; of a map, all that is in it. Empty if there is none.
std::string key_help(const Keys&, const std::string& path);

/// All keys, a line each, by section.
std::string key_list(const Keys&);

/// The paths of all keys, "objects.N.radius" for those within a list.
std::vector<std::string> key_paths(const Keys&);

/// Tables of all keys, by section, as Markdown. @param level of its headings: 2 gives "## time"
std::string key_tables(const Keys&, int level);

} // namespace ibsim
