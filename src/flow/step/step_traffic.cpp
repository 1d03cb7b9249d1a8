#include "step/step_traffic.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "objects/viscosity_bounds.hpp"

#include <algorithm>

namespace ibsim {

std::vector<PhaseTraffic> least_traffic(const FlowModel& model, const std::vector<SurfaceKind>& kinds) {
  constexpr double b = sizeof(real), viscosity_numbers = 14;
  const double of_fields = model.fluid_storage() == Storage::floats ? sizeof(float) : sizeof(double);
  // of bdf2: u, u_before and f read, r and u_before written, and a solve of 20; two less where scalars come
  // back
  const double less = model.grid.topology.y.ends == Ends::periodic ? 2 : 0;
  const double fluid_numbers = model.is_bdf2() ? 35 - less : 57 - 2 * less;
  const bool inner_fluid = viscosity_bounds(model).apart();
  const double cells = model.grid.cells();
  double data = 0, samples = 0, operators = 0, near_surfaces = 0, projection = 0;
  for (const ObjectKind& kind : model.objects) {
    const auto objects = static_cast<double>(kind.placements.size());
    data += kind.sites().data * objects;
    samples += kind.sites().sample * objects;
    near_surfaces += objects * area_at_rest(kind) * support(model.kernel) / (model.grid.h * model.grid.h);
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto all = static_cast<double>(kinds[k].operators.matrix.size()),
               at_data = static_cast<double>(kinds[k].at_data.matrix.size());
    operators += all;
    const Membrane* const membrane = membrane_of(model.objects[k]);
    if (model.keep_volume) operators += at_data;
    const auto objects = static_cast<double>(model.objects[k].placements.size());
    const bool bends = membrane && membrane->bending.modulus > 0;
    if (const ResolvedSpace& space = kinds[k].resolved; !space.empty()) { // both ways, once a step and twice
      const SiteCounts sites = model.objects[k].sites();
      operators += 2 * static_cast<double>(space.at_samples.values.size()) + 6 * objects * sites.sample;
      projection += 2 * static_cast<double>(space.at_data.values.size()) + 6 * objects * sites.data;
    }
    if (kinds[k].has_weak_form()) {
      const int transposed = bends ? 5 : 2; // of which stresses are written and read
      operators += static_cast<double>(kinds[k].operators.amounts.size()) +
                   all / surface_operators * transposed +
                   6 * transposed * objects * model.objects[k].sites().sample;
    } else {
      if (bends) operators += at_data + all / surface_operators;
      if (membrane && membrane->viscosity.viscosity > 0)
        operators += at_data * 4 / 3 + all / surface_operators;
    }
  }
  near_surfaces = std::min(near_surfaces, cells);

  std::vector<PhaseTraffic> traffic(phase_names.size());
  const auto of = [&](Phase phase) -> PhaseTraffic& { return traffic[static_cast<std::size_t>(phase)]; };
  const double interpolations = model.is_bdf2() ? 1 : model.motion == SiteMotion::midpoint ? 3 : 2;
  const bool single =
      std::any_of(kinds.begin(), kinds.end(), [](const SurfaceKind& k) { return k.in_floats(); });
  const double of_products = single ? sizeof(float) : sizeof(real); // positions and forces are in double
  of(Phase::interpolate) = {interpolations * (6 * b * data + 3 * of_fields * near_surfaces) +
                                of_products * projection,
                            interpolations * data};
  of(Phase::membrane) = {of_products * operators + b * (3 * data + 6 * samples), samples};
  of(Phase::spread) = {6 * b * samples + 3 * of_fields * cells, samples};
  of(Phase::fluid) = {of_fields * fluid_numbers * cells, 0};
  if (inner_fluid) {
    of(Phase::membrane).bytes += b * 3 * samples;
    of(Phase::spread).bytes *= 2;
    of(Phase::fluid).bytes += of_fields * viscosity_numbers * cells;
  }
  of(Phase::move) = {b * 18 * data + of_products * projection, 2 * data};
  return traffic;
}

std::vector<std::string> phase_table(const std::vector<PhaseTime>& phases,
                                     const std::vector<PhaseTraffic>& traffic) {
  std::vector<std::string> lines;
  if (phases.empty()) return lines;
  lines.push_back("  phase          ms a step   share     GB/s   million points/s");
  const double whole = phases.back().median;
  PhaseTraffic all;
  for (std::size_t p = 0; p < phases.size(); ++p) {
    const bool is_sum = p + 1 == phases.size();
    const PhaseTraffic& of = is_sum ? all : traffic[p];
    const double seconds = phases[p].median;
    lines.push_back(text("  %-12s %11.4g  %5.1f %% %8.4g", phases[p].phase.c_str(), 1e3 * seconds,
                         whole > 0 ? 100 * seconds / whole : 0, seconds > 0 ? 1e-9 * of.bytes / seconds : 0) +
                    (of.points > 0 && seconds > 0 ? text("   %.4g", 1e-6 * of.points / seconds) : ""));
    all.bytes += of.bytes;
  }
  return lines;
}

} // namespace ibsim
