# cmake -D SOURCE=... -D OUTPUT=... -P: writes OUTPUT (program/source_state.hpp) if the commit of SOURCE, or whether what the program is
# built from differs from it, has changed.
find_package(Git QUIET)
set(commit "")
set(changed "false")
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} status --porcelain -- src data/paper scripts/cmake CMakeLists.txt CMakePresets.json
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    set(changed "true")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by scripts/cmake/source_state.cmake in each build.
#include "program/source_state.hpp"

namespace ibsim {
std::string source_commit() { return "@commit@"; }
bool source_changed() { return @changed@; }
} // namespace ibsim
]])
