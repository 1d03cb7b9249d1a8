// Numbers as people write them: 2.5e-7 and 2480, where printf writes 2.5e-07 and 2.48e+03.
#pragma once

#include <string>

namespace ibsim {

std::string with_short_exponents(std::string);

/// Text with `digits` digits; without a power of ten from 1e-4 to a million.
std::string rounded(double value, int digits = 3);

} // namespace ibsim
