// The strain of a shear whose rate may change in time.
#pragma once

#include "base/signal.hpp"

namespace ibsim {

/// The integral of a signal from 0 to `time`, in closed form: of the sine, and of the straight lines of a
/// table.
real integral(const Signal&, real time);

} // namespace ibsim
