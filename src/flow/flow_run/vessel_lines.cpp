#include "flow_run/vessel_lines.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "flow_run/print_prediction.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/vessel.hpp"
#include "simulation/vessel_flow.hpp"
#include "simulation/wall_inverse.hpp"

namespace ibsim {

std::string vessel_lines(const FlowModel& s) {
  if (!s.has_vessel()) return {};
  constexpr double blocks_of_row = 62; // docs/notes/held_walls.md
  const Vessel& vessel = *s.vessel;
  const FluidRegion& region = vessel.region();
  const WallPoints& points = vessel.points();
  const double patches = make_patches(s.grid, points).number(),
               bytes = static_cast<double>(points.size()) * 3 * sizeof(real) * (3 * blocks_of_row + patches);
  std::string lines = text("vessel    %s: fluid of %.5g um^3, %.3g %% of the box, wall of %.5g um^2\n",
                           vessel.description().c_str(), region.volume,
                           100 * region.volume / (s.grid.cells() * s.grid.cell_volume()), vessel.wall_area());
  if (region.narrowest)
    lines +=
        text("          narrowest throat of radius %.3g um, %.3g cells, at %s\n", region.narrowest->radius,
             region.narrowest->radius / s.grid.h, place_text(region.narrowest->place).c_str());
  lines += text("          %zu wall points, %s for each length of steps, of which three are kept\n",
                points.size(), size_in_words(bytes).c_str());
  if (const VesselFlow flow = s.drives_vessel() ? vessel_flow(s) : VesselFlow{}; flow.speed > 0)
    lines += text("          flow along %c, at most about %.3g mm/s, shear rate at the wall of %.4g 1/s\n",
                  "xyz"[s.drive.direction], 1e3 * flow.speed, 1e6 * flow.shear_rate);
  return lines;
}

} // namespace ibsim
