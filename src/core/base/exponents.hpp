// Powers of ten as people write them: 2.5e-7, where printf writes 2.5e-07.
#pragma once

#include <string>

namespace ibsim {

std::string with_short_exponents(std::string);

} // namespace ibsim
