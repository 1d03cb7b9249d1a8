#include "objects/narrowed_waves.hpp"

#include "mechanics/laws.hpp"
#include "model/object_kind.hpp"
#include "objects/dimensionless.hpp"

#include <algorithm>

namespace ibsim {

real stretch_by_flow(const FlowModel& model, const ObjectKind& kind) {
  const real Ca = dimensionless_numbers(model, kind).capillary; // mu gamma R/2 W_1 at rest
  const AnyLaw& law = kind.closed().law;
  real least = 1, most = 4;
  if (!(Ca > 0)) return least;
  const auto resists = [&](real l) {
    const real squared = l * l;
    return law_energy(law, squared + 1 / squared, 1).w1 / law_energy(law, 2, 1).w1 *
               (squared - 1 / squared) >=
           Ca;
  };
  for (int i = 0; i < 40; ++i) {
    const real middle = (least + most) / 2;
    (resists(middle) ? most : least) = middle;
  }
  return most;
}

real narrowed_waves(const FlowModel& model, const ObjectKind& kind) {
  constexpr real cells_at_rest = 4, cells_narrowed = 2.1;
  return std::max(real{1}, cells_narrowed / cells_at_rest * stretch_by_flow(model, kind));
}

} // namespace ibsim
