// Inverses of walls that tests of one program share.
#pragma once

#include "test_folder.hpp"

#include <string>

namespace ibsim {

/// Folder of this program for inverses of walls: scenarios with the same walls, steps and fluid make one. No
/// result depends on it (walls/inverses_are_kept.cpp).
inline std::string kept_walls() {
  static const TestFolder folder;
  return folder.path.string();
}

} // namespace ibsim
