// Precision of the numbers in frames.
#pragma once

namespace ibsim {

enum class FramePrecision { single_precision, double_precision };

constexpr double bytes_of_a_number(FramePrecision p) { return p == FramePrecision::single_precision ? 4 : 8; }

} // namespace ibsim
