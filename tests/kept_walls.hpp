// Inverses of walls that tests share.
#pragma once

#include "test_folder.hpp"

#include <cstdlib>
#include <string>

namespace ibsim {

/// Folder for inverses of walls: scenarios with the same walls, steps and fluid make one. All suites of a run
/// of ctest share IBSIM_KEPT_WALLS, which ctest empties when it starts; without it a program has its own. No
/// result depends on it (walls/inverses_are_kept.cpp).
inline std::string kept_walls() {
  if (const char* const shared = std::getenv("IBSIM_KEPT_WALLS")) return shared;
  static const TestFolder folder;
  return folder.path.string();
}

} // namespace ibsim
