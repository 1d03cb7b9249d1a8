// Numbers of a step, on the device in the type of the kernels that read them. For kernel files only.
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

/// A number on the device as kernels in T read it: itself, or in floats its rounding.
/// @param rounded room for one
template <class T, class B>
const T* in_type(const Stream<B>& stream, const real* number, Array<float, B>& rounded) {
  if constexpr (storage_of<T> == Storage::floats) {
    float* const to = rounded.data();
    for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *to = static_cast<float>(*number); });
    return to;
  } else {
    return number;
  }
}

} // namespace ibsim
