// The unit of a quantity, as "g/cm^3" or "pg/(um us)": its grammar and the table of symbols. For units.cpp,
// and for units that files name.
#pragma once

#include "base/units.hpp"

namespace ibsim {

/// factor * 10^power internal units. Powers of ten are kept apart so that a decimal is rounded once.
struct Unit {
  real factor = 1;
  int power = 0;
  Dimension dimension{};
};

/// @throws InputError for what is no unit, with the near one for an unknown symbol.
Unit parse_unit(std::string_view text);

} // namespace ibsim
