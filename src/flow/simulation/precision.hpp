// Number types of a flow: what single precision can do (`device.precision`).
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct FlowModel;

/// Why a model cannot be computed with a fluid in single precision; empty: it can, or it asks for double.
std::string why_not_mixed(const FlowModel&);

/// Why mixed precision is inaccurate for a model in steps of this length (us); empty: it is not.
///
/// A step rounds velocities by about 2e-7. The slowest mode of a box of length L changes by nu step (2
/// pi/L)^2 in it. Their ratio is the relative error of the mode's rate.
std::string doubt_of_mixed(const FlowModel&, real step);

} // namespace ibsim
