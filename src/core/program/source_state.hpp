// State of the sources of the program (scripts/cmake/source_state.cmake).
#pragma once

#include <string>

namespace ibsim {

/// Twelve digits of the commit; empty if the sources were in no git repository.
std::string source_commit();
/// Files that the program is built from differed from that commit.
bool source_changed();

} // namespace ibsim
