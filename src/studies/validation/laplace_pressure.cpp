// An exact check beside the convergence study: a sphere at its rest shape, blown up evenly, is under uniform
// tension T, so fluid and membrane stay at rest and the pressure inside is higher by Laplace's law,
//
//   p_in - p_out = 2 T/R,   T = (1/l) dW/dl_1 = E (l^2 - 1) + K l^2 (l^4 - 1)   (Skalak at stretches l_1 =
//   l_2 = l, kPa um)
//
// A = 3.5 um, l = 1.05, R = l A; 16 um periodic box, t = 16 us (one time of viscous diffusion over R). The
// regularised force and the grid leave spurious currents; they are measured by the capillary number mu u / T,
// u the largest component.
#include "mechanics/laws.hpp"
#include "model/scenario.hpp"
#include "paper/experiments.hpp"
#include "simulation/run.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr real rest_radius = 3.5, stretch = 1.05, end = 16;
constexpr real most_capillary_number = 1e-3;

/// (1/l) dW/dl_1 at l_1 = l_2 = l.
real tension(const AnyLaw& law) {
  const real l2 = stretch * stretch;
  const LawEnergy at = law_energy(law, 2 * l2, l2 * l2);
  return 2 * (at.w1 + l2 * at.w2);
}

Scenario tense_sphere(int level, const ExperimentSettings& s) {
  const int refinement = 1 << level;
  Scenario scenario;
  scenario.title = "sphere under uniform tension";
  scenario.grid = {{16 * refinement, 16 * refinement, 16 * refinement}, 1.0 / refinement};
  scenario.fluid = {1, 1};
  ObjectKind sphere;
  sphere.name = "sphere";
  sphere.closed().surface = {ReferenceShape::sphere, {rest_radius, rest_radius, rest_radius}};
  sphere.closed().law = Skalak{2.5e-3, 0.25};
  sphere.closed().data_sites = 400;
  sphere.closed().sample_sites = 700 * refinement * refinement; // half a cell apart
  Placement placement;
  placement.centre = {8, 8, 8};
  placement.stretch = {stretch, stretch, stretch};
  sphere.placements = {placement};
  scenario.objects = {sphere};
  scenario.kernel = s.kernel;
  take_papers_method(scenario);
  const real step = 0.8 / (refinement * refinement);
  scenario.time = {step, s.steps ? step * static_cast<real>(s.steps) : end, false};
  return scenario;
}

struct AtRest {
  real jump, speed;
};

AtRest hold(const AnyStream& stream, const Scenario& scenario, const ExperimentSettings& s) {
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, s.cache_folder);
  Simulation simulation(stream, scenario, kinds);
  run(simulation, {}, s.control);
  const Grid grid = scenario.grid;
  const std::vector<real> p = simulation.pressure_on_host(), u = simulation.velocity_on_host();
  real inside = 0, outside = 0, speed = 0;
  Index n_inside = 0, n_outside = 0;
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i) {
        const real r = norm(grid.h * Real3{i + 0.5, j + 0.5, k + 0.5} - Real3{8, 8, 8}),
                   R = stretch * rest_radius;
        // of the delta function across the membrane
        const real value = p[grid.index(i, j, k)], reach = 2.5 * grid.h;
        if (r < R - reach) inside += value, ++n_inside;
        if (r > R + reach) outside += value, ++n_outside;
      }
  for (real value : u) speed = std::max(speed, std::abs(value));
  return {inside / n_inside - outside / n_outside, speed};
}

Table measure(const ExperimentSettings& s) {
  Table table{"laplace",
              "",
              {"h (um)", "jump (kPa)", "2 T/R (kPa)", "relative error", "largest u (um/us)", "mu u / T"},
              {}};
  const int levels = std::min(s.sizes.levels, s.cuda && !s.coarse ? 4 : 3);
  for (int level = 0; level < levels; ++level) {
    const Scenario scenario = tense_sphere(level, s);
    s.report("h = " + short_number(scenario.grid.h) +
             " um: " + std::to_string(steps_to(scenario.time.end, scenario.time.step)) + " steps");
    const AtRest found =
        on_stream(s.cuda, [&](const AnyStream& stream) { return hold(stream, scenario, s); });
    const real T = tension(scenario.objects[0].closed().law), exact = 2 * T / (stretch * rest_radius);
    table.add({scenario.grid.h, found.jump, exact, found.jump / exact - 1, found.speed,
               scenario.fluid.viscosity * found.speed / T});
  }
  return table;
}

} // namespace

ExperimentResult laplace_pressure(const ExperimentSettings& s) {
  ExperimentResult result{
      {measured(s, "laplace_" + to_string(s.kernel), [&] { return measure(s); })}, {}, {}};
  Table& table = result.tables[0];
  table.name = "laplace";
  table.title =
      "Sphere under uniform tension at rest: pressure jump against 2 T/R, and spurious currents (kernel " +
      to_string(s.kernel) + ")";
  const std::size_t last = table.rows.size() - 1;
  const double error = std::abs(table.number(last, "relative error")), Ca = table.number(last, "mu u / T"),
               coarse = table.number(0, "mu u / T");
  std::vector<Evidence> findings{{"jump", error < 0.01,
                                  short_number(table.number(last, "jump (kPa)")) + " kPa against " +
                                      short_number(table.number(last, "2 T/R (kPa)"))},
                                 {"currents", Ca < most_capillary_number, short_number(Ca)}};
  if (last > 0)
    findings.push_back({"currents fall", Ca < coarse, short_number(coarse) + " to " + short_number(Ca)});
  result.claims = judge("laplace", s, findings);
  result.notes = {"This check is not in the paper: it compares with a closed form, not with another run of "
                  "the same code."};
  return result;
}

} // namespace ibsim
