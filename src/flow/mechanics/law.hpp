// A law of a membrane is the elastic energy W(i1, i2) per reference area as a plain struct with its
// parameters, called for W and its derivatives in the number type of the invariants. It is part of the
// kernel that makes the forces, so the call is inlined there: one kernel a law (in_plane.hpp). The laws that
// a user can choose are listed in laws.hpp; skalak.hpp is one to copy.
//
//   i1 = tr(G^-1 g) = l1^2 + l2^2,   i2 = det g / det G = (l1 l2)^2,   l the principal stretches
// (surface/strain.hpp)
//
// At rest (i1 = 2, i2 = 1) there is no tension: W_1 + W_2 = 0.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <concepts>
#include <type_traits>

namespace ibsim {

/// W and its derivatives with respect to i1 and i2, pg/us^2 (= dyn/cm).
template <class T>
struct LawEnergyOf {
  T w, w1, w2, w11, w12, w22;
};
using LawEnergy = LawEnergyOf<real>;

template <class L>
concept Law = std::is_trivially_copyable_v<L> && requires(const L& law, real i) {
  { law(i, i) } -> std::same_as<LawEnergy>;
};

/// W and its derivatives in the number type of the invariants. A law that is no template of it is computed in
/// double.
template <class T, Law L>
IBSIM_HD LawEnergyOf<T> energy_of(const L& law, T i1, T i2) {
  const auto e = law(i1, i2);
  return {static_cast<T>(e.w),   static_cast<T>(e.w1),  static_cast<T>(e.w2),
          static_cast<T>(e.w11), static_cast<T>(e.w12), static_cast<T>(e.w22)};
}

} // namespace ibsim
