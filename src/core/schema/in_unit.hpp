// A default in a unit of choice, for Key::by_default: of the field, so that no number stands in two places.
#pragma once

#include "base/text.hpp"
#include "base/units.hpp"

#include <string>

namespace ibsim {

/// in_unit(20e3, dimension::length, "mm") is "20 mm". Nine digits: for people, not for reading back.
inline std::string in_unit(real value, Dimension d, const std::string& unit) {
  return text("%.9g ", value / parse_quantity("1 " + unit, d)) + unit;
}

} // namespace ibsim
