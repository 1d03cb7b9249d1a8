// A number of a step, on the device in both types. For kernel files only.
#pragma once

#include "grid/stored_numbers.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

/// to[i] = value
template <class B>
void set_number(const Stream<B>& stream, real value, Index i, StepNumbers<B>& to) {
  real* const number = to.template as<real>() + i;
  float* const rounded = to.template as<float>() + i;
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *number = value, *rounded = static_cast<float>(value); });
}

} // namespace ibsim
