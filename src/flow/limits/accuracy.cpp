#include "limits/accuracy.hpp"

#include "limits/ripple_response.hpp"
#include "limits/viscous_response.hpp"
#include "mechanics/force_term.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr real infinite = std::numeric_limits<real>::infinity();

/// The largest k up to `most` with f(k) < 1, of an f that grows.
template <class F>
real largest(real most, const F& f) {
  real least = 0;
  for (int i = 0; i < 60; ++i) {
    const real k = (least + most) / 2;
    (f(k) < 1 ? least : most) = k;
  }
  return least;
}

/// Limit of a tracked viscosity in a flow of this rate: `behind` of accuracy.hpp.
real tracked_step_limit(const ViscosityProperties& viscosity, const FlowModel& model, real rate) {
  constexpr real behind = 0.02;
  const ViscousResponse response = viscous_response(viscosity, model);
  if (!(response.most > 0) || !(rate > 0)) return infinite;
  return largest(1 / rate, [&](real k) {
    return rate * k * rate * k / TensionTracker({viscosity.viscosity}, response, k, k).b / behind;
  });
}

} // namespace

real accurate_step_limit(const FlowModel& model) {
  constexpr real turn = 0.025;
  const real rate = driven_shear_rate(model);
  const bool something_turns = std::any_of(model.objects.begin(), model.objects.end(), has_inside);
  return model.is_bdf2() && something_turns && rate > 0 ? turn / rate : infinite;
}

real accurate_step_limit(const Stiffness& stiffness, const ObjectKind& kind, const FlowModel& model,
                         std::uint64_t steps) {
  constexpr real late = 0.01;
  constexpr std::uint64_t steps_to_twice = 64, most_times = 30;
  if (membranes_of(model) > 1) return infinite;
  if (!stiffness.tension_is_relaxed)
    return has_inside(kind) ? tracked_step_limit(kind.closed().viscosity, model, driven_shear_rate(model))
                            : infinite;
  const RippleResponse response = ripple_response(kind, model);
  const auto r = [&](real k) { return response.of(stiffness.modulus, stiffness.shear, k); };
  const real t = response.inertia_time, c = r(1) * (1 + t); // r = c k^2/(k + t)
  if (!(c > 0)) return infinite;
  const real most = std::ldexp(real{1}, static_cast<int>(std::min(steps / steps_to_twice, most_times))),
             m = most / c, at_start = (m + std::sqrt(m * (m + 4 * t))) / 2, // where r = most
      rate = driven_shear_rate(model);
  if (!(rate > 0)) return at_start;
  return largest(std::min(at_start, late / rate),
                 [&](real k) { return k / TensionRelaxation(r(k), k, k).a * rate / late; });
}

} // namespace ibsim
