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

template <class B>
void round_numbers(const Stream<B>& stream, Index n, const real* from, float* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) { to[i] = static_cast<float>(from[i]); });
}

/// The first n of these numbers on the device as kernels in T read them: themselves, or in floats their
/// rounding. @param rounded room for n
template <class T, class B>
const T* in_type(const Stream<B>& stream, const real* numbers, Array<float, B>& rounded, std::size_t n = 1) {
  if constexpr (storage_of<T> == Storage::floats) {
    round_numbers(stream, static_cast<Index>(n), numbers, rounded.data());
    return rounded.data();
  } else {
    return numbers;
  }
}

} // namespace ibsim
