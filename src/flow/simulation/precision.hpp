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
/// A step rounds velocities by about 2e-7. Between walls the solution of a step decays by 1 - h/sqrt(nu step)
/// from row to row. This rate is rounded by 1.2e-7, so sums over rows err by 1.2e-7 sqrt(nu step)/h more.
/// The slowest mode changes by nu step q^2 in a step: q is 2 pi/L for a box of length L, and pi/H between
/// walls H apart. The ratio of both is the relative error of the mode's rate, and of a steady flow.
std::string doubt_of_mixed(const FlowModel&, real step);

} // namespace ibsim
