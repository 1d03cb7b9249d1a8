// How exactly frames hold their numbers.
#pragma once

namespace ibsim {

enum class FramePrecision { single_precision, double_precision };

} // namespace ibsim
