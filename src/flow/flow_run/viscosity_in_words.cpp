#include "flow_run/viscosity_in_words.hpp"

#include "base/text.hpp"
#include "checks/crowding.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"

namespace ibsim {

std::string viscosity_in_words(const FlowModel& model, real time, const std::string& mean) {
  if (mean.empty()) return "";
  const std::string quoted = "relative viscosity: no result yet; ";
  const real strain = flow_rate(model) * time;
  if (strain < least_strain_of_viscosity)
    return quoted + text("the run reached a strain of %.2g, and a mean needs at least %g", strain,
                         least_strain_of_viscosity);
  if (const std::size_t films = unresolved_films(model); films > 1)
    return quoted + text("%zu pairs of objects began less than 2 h apart, so the grid determines it; compare "
                         "the means in averages.csv with a finer grid",
                         films);
  return mean;
}

} // namespace ibsim
