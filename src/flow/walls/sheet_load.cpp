#include "walls/sheet_load.hpp"

#include "model/flow_model.hpp"
#include "walls/driven_flow.hpp"
#include "walls/sheets.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ibsim {
namespace {

/// A plane of constant z: the mean of d^3 and the mean and the extremes of d over x.
struct Passage {
  real cube = 0, mean = 0, least = 0, most = 0;
};

/// The passages between neighbouring sheets and walls, from the lower wall up, each along z.
std::vector<std::vector<Passage>> all_passages(const FlowModel& model) {
  const std::vector<PlacedRelief> reliefs = reliefs_of(model);
  const Grid& grid = model.grid;
  const real top = grid.lengths().y;
  std::vector<std::vector<Passage>> all(
      reliefs.size() + 1, std::vector<Passage>(static_cast<std::size_t>(grid.n.z), Passage{0, 0, top, 0}));
  for (int k = 0; k < grid.n.z; ++k)
    for (int i = 0; i < grid.n.x; ++i) {
      std::vector<real> heights{0, top};
      for (const PlacedRelief& relief : reliefs)
        heights.push_back(relief_at(relief, {grid.h * (i + real{0.5}), 0, grid.h * (k + real{0.5})}).y);
      std::sort(heights.begin(), heights.end());
      for (std::size_t gap = 0; gap < all.size(); ++gap) {
        Passage& at = all[gap][static_cast<std::size_t>(k)];
        const real d =
            std::max(heights[gap + 1] - heights[gap], grid.h / 2); // closed: hardly anything passes
        at.cube += d * d * d / grid.n.x, at.mean += d / grid.n.x;
        at.least = std::min(at.least, d), at.most = std::max(at.most, d);
      }
    }
  return all;
}

real resistance_of(const std::vector<Passage>& passages) {
  real resistance = 0;
  for (const Passage& at : passages) resistance += 1 / at.cube;
  return resistance;
}

/// The one that fluid takes.
std::vector<Passage> widest_passage(const FlowModel& model) {
  std::vector<std::vector<Passage>> all = all_passages(model);
  return *std::min_element(all.begin(), all.end(),
                           [](const auto& a, const auto& b) { return resistance_of(a) < resistance_of(b); });
}

/// Load of fluid that flows through with q per width, past walls with a relative velocity.
real load_of(const std::vector<Passage>& passages, real q, real sliding, real mu, real h) {
  const auto slope = [&](const Passage& at) { return 12 * mu * (q - sliding * at.mean / 2) / at.cube; };
  real mean = 0, p = 0, least = 0, most = 0, shear = 0;
  for (const Passage& at : passages) mean += slope(at) / static_cast<real>(passages.size());
  for (const Passage& at : passages) {
    p += h * (slope(at) - mean);
    least = std::min(least, p), most = std::max(most, p);
    shear = std::max(shear, mu * sliding / at.least + at.most / 2 * std::abs(slope(at)));
  }
  return std::hypot((most - least) / 2, shear);
}

} // namespace

real load_on_sheets(const FlowModel& model) {
  if (kinds_of<Sheet>(model.objects).empty()) return 0;
  const real mu = model.fluid.viscosity, h = model.grid.h;
  if (!model.has_walls()) return mu * driven_shear_rate(model);
  const std::vector<Passage> along = widest_passage(model);
  const real resistance = resistance_of(along);
  real of_sliding = 0; // sum of d/C
  for (const Passage& at : along) of_sliding += at.mean / at.cube;
  const Drive& drive = model.drive;
  const real pressed = drive.flow_rate_is_given
                           ? drive.flow_rate.bound() / model.grid.lengths().x
                           : drive.pressure_gradient.bound() * static_cast<real>(along.size()) /
                                 (12 * mu * resistance),
             sliding = sliding_shear_rate(model) * model.grid.lengths().y;
  return load_of(along, pressed, 0, mu, h) +
         load_of(along, drive.flow_rate_is_given ? 0 : sliding * of_sliding / (2 * resistance), sliding, mu,
                 h);
}

real stiffness_against_flow(const FlowModel& model) {
  const real least = load_on_sheets(model) / (give_of_held_sheets * model.grid.h);
  if (!(least > 0)) return 0;
  const real unit = std::pow(real{10}, std::floor(std::log10(least)) - 1);
  return std::ceil(least / unit * (1 - 1e-9)) * unit;
}

} // namespace ibsim
