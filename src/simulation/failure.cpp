#include "simulation/failure.hpp"

#include "base/text.hpp"
#include "simulation/object_name.hpp"

namespace ibsim {

std::string describe(const Failure& failure, const Scenario& scenario) {
  using What = Failure::What;
  if (failure.what == What::flow_too_fast)
    return text("the fluid's largest speed is %g um/us, more than a grid cell (%g um) a step", failure.value,
                scenario.grid.h);
  if (failure.what == What::no_step_is_safe)
    return text("flow or membrane allow only steps of %g us, less than a thousandth of the first",
                failure.value);
  const std::string object = object_name(scenario, failure.kind, failure.object);
  const int site = failure.site;
  switch (failure.what) {
  case What::force_not_finite:
    return object + text(", sample site %d: its elastic force is not a finite number", site);
  case What::surface_folded:
    return object + text(", sample site %d: the surface has folded, its normal turns over between "
                         "neighbouring data sites",
                         site);
  case What::position_not_finite:
    return object + text(", data site %d: its position is not a finite number", site);
  case What::moved_more_than_a_cell:
    return object + text(", data site %d: it moved by more than a grid cell (%g um) in one step", site,
                         scenario.grid.h);
  case What::site_beyond_a_wall:
    return object + text(", data site %d: it has gone through a wall", site);
  case What::sample_beyond_a_wall:
    return object + text(", sample site %d: it has gone through a wall", site);
  default:
    return object + text(": its volume has become %g um^3, a change by more than %g %%", failure.value,
                         100 * most_volume_change);
  }
}

Diverged::Diverged(const Failure& f, const Scenario& scenario, real time)
    : NumericalError(text("the simulation diverged at step %llu (t = %g us): ",
                          static_cast<unsigned long long>(f.step), time) +
                     describe(f, scenario) + "; try a smaller time.step"),
      failure(f) {}

} // namespace ibsim
