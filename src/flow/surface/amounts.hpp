// Numbers of either type, as the weak form hands them to the projection of forces: the pointer of the other
// type is null.
#pragma once

#include "base/precision.hpp"

#include <type_traits>

namespace ibsim {

template <class Double, class Float>
struct EitherNumbers {
  Double* doubles = nullptr;
  Float* floats = nullptr;

  template <class T>
  auto as() const {
    if constexpr (std::is_same_v<T, float>)
      return floats;
    else
      return doubles;
  }
};

/// Amounts of functions, functions x columns of each character.
using Amounts = EitherNumbers<const real, const float>;
/// Memory that may be overwritten.
using Room = EitherNumbers<real, float>;

} // namespace ibsim
