// Quantities with units: text <-> numbers in internal units (um, us, pg).
//
//   quantity = number unit        number = 3.91 | 2.5e-3 | 1/2, without a dimension also 45 %
//   unit     = products of symbols: 1/s, s-1, dyn/cm, g/cm^3, g/cm3, mPa s, mPa*s, mPa.s, pg/(um us)
//   symbol   = m s g N Pa J L l P Hz (each with an SI prefix), dyn, erg, min, h, rad, deg, mmHg, cmH2O,
//              kT (at 25 degC)
//
// In internal units water has density 1 pg/um^3 = 1 g/cm^3, 1 cP is viscosity 1, and 1 dyn/cm = 1 pg/us^2 is
// tension 1. Most units are powers of ten, so that "2.5e-3 dyn/cm" becomes the double
// nearest to 0.0025.
#pragma once

#include "base/precision.hpp"

#include <string>
#include <string_view>

namespace ibsim {

/// Exponents of length, time, mass and angle.
struct Dimension {
  int length = 0, time = 0, mass = 0, angle = 0;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dimension {
inline constexpr Dimension number{}, length{1, 0, 0}, time{0, 1, 0}, mass{0, 0, 1}, angle{0, 0, 0, 1},
    area{2, 0, 0}, volume{3, 0, 0}, velocity{1, -1, 0}, rate{0, -1, 0}, density{-3, 0, 1},
    viscosity{-1, -1, 1}, tension{0, -2, 1}, force{1, -2, 1}, pressure{-1, -2, 1}, energy{2, -2, 1};
}

/// `text` in internal units. @throws InputError (one line, without a place) for a bare number, an unknown
/// unit (with the near one), a unit of another dimension, or a number that is not finite.
real parse_quantity(std::string_view text, Dimension expected);

/// A finite number without a unit, as 3, 2.5e-3, 1/2 or 45 %. @throws InputError.
real parse_number(std::string_view text);

/// `value` with a unit, in decimals that parse_quantity reads back to the very same double: 16.1 ms, where
/// that are 16100.000000000002 us, and 600 s, not 6e+08 us.
std::string format_quantity(real value, Dimension);

/// Quantity for a message, with nine digits at most.
std::string about_quantity(real value, Dimension);

/// What to write, for a message: 'a time such as "0.1 us"'.
std::string dimension_in_words(Dimension);

/// The unit whose value is 1 inside: "um", "us", "um/us", "g/cm^3", "cP", "dyn/cm", "nN", "kPa", "fJ", ...
std::string internal_unit(Dimension);

/// The shortest decimals that read back to the same double.
std::string shortest_decimals(real value);

} // namespace ibsim
