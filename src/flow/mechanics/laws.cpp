#include "mechanics/laws.hpp"

#include "base/error.hpp"
#include "mechanics/surface_stiffness.hpp"

#include <cmath>
#include <string>

namespace ibsim {

LawEnergy law_energy(const AnyLaw& any, real i1, real i2) {
  return std::visit([=](const auto& law) { return law(i1, i2); }, any);
}

real shear_modulus_at_rest(const AnyLaw& law) { return 2 * law_energy(law, 2, 1).w1; }

real stiffness_at_rest(const AnyLaw& any) {
  return std::visit([](const auto& law) { return surface_stiffness(law, Invariants{}); }, any);
}

void check(const AnyLaw& any) {
  std::visit(
      [](const auto& law) {
        for (const real modulus : law.moduli())
          if (!std::isfinite(modulus) || modulus < 0)
            throw InputError("the elastic moduli of a membrane must be positive or zero, not " +
                             std::to_string(modulus) + " dyn/cm");
      },
      any);
}

} // namespace ibsim
