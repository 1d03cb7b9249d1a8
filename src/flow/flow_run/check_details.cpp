#include "flow_run/check_details.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "checks/cheaper_scheme.hpp"
#include "checks/denser_fluid.hpp"
#include "checks/other_tension.hpp"
#include "flow_run/preset_lines.hpp"
#include "flow_run/print_prediction.hpp"
#include "flow_run/vessel_lines.hpp"
#include "limits/apart.hpp"
#include "limits/limits_of_terms.hpp"
#include "limits/stability.hpp"
#include "limits/step_limits.hpp"
#include "mechanics/bond_rates.hpp"
#include "model/scenario.hpp"
#include "objects/area_strength.hpp"
#include "objects/contact_strength.hpp"
#include "objects/dimensionless.hpp"
#include "objects/gravity.hpp"
#include "objects/pair_forces.hpp"
#include "objects/presets.hpp"
#include "objects/start_shape.hpp"
#include "objects/structure_properties.hpp"
#include "packing/place_objects.hpp"
#include "program/choose_device.hpp"
#include "program/progress.hpp"
#include "ranks/require_distributable.hpp"
#include "schema/schema.hpp"
#include "surface/mapped_shape.hpp"
#include "surface/resolved_space.hpp"
#include "walls/driven_flow.hpp"
#include "walls/sheets.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <optional>

namespace ibsim {
namespace {

real three_digits(real x) { return std::stod(text("%.3g", x)); }

/// "0.721 us (7.2 times the step)", or "none".
std::string limit_text(real limit, real step) {
  if (!std::isfinite(limit)) return "none";
  return time_text(three_digits(limit)) + text(" (%g times the step)", three_digits(limit / step));
}

/// A number that was computed, to four digits.
std::string computed(real value, Dimension of) {
  if (of == dimension::rate) return rounded(1e6 * value, 4) + " 1/s";
  return about_quantity(std::stod(text("%.4g", value)), of);
}
std::string computed_speed(real value) { // um/us = m/s
  return value < 1 ? rounded(1e3 * value, 4) + " mm/s" : computed(value, dimension::velocity);
}

void print_background_shear(const Signal& rate) {
  std::cout << ", shear rate ";
  if (rate.constant()) {
    std::cout << format_quantity(rate.mean, dimension::rate);
    return;
  }
  if (!rate.times.empty())
    std::cout << "from a table of " << rate.times.size() << " times, " << time_text(rate.times.front())
              << " to " << time_text(rate.times.back()) << (rate.repeats ? " again and again" : "") << ", ";
  std::cout << "at most " << rounded(rate.bound() * 1e6, 4) << " 1/s";
}

void print_drive(const FlowModel& s) {
  if (s.is_sheared())
    std::cout << "flow      unbounded shear"
              << (s.drive.shear_rate.constant() ? " of " : " that changes in time, of at most ")
              << computed(driven_shear_rate(s), dimension::rate) << ": at most "
              << computed_speed(driven_speed(s)) << " in the box\n";
  if (const KolmogorovFlow& flow = s.drive.kolmogorov; flow.speed > 0)
    std::cout << "flow      " << flow.waves << (flow.waves == 1 ? " wave" : " waves")
              << " of Kolmogorov's flow: at most " << computed_speed(driven_speed(s))
              << ", shear rate at most " << computed(driven_shear_rate(s), dimension::rate) << "\n";
  if (!s.has_walls()) return;
  std::cout << "flow      "
            << (s.drive.flow_rate_is_given          ? "of a prescribed rate"
                : !s.drive.pressure_gradient.zero() ? "driven by pressure"
                                                    : "driven by walls")
            << ", at most " << computed_speed(driven_speed(s)) << ", wall shear rate "
            << computed(driven_shear_rate(s), dimension::rate)
            << text("\n          Reynolds number of the channel %.3g", channel_reynolds(s));
  if (womersley(s) > 0) std::cout << text(", Womersley number %.3g", womersley(s));
  std::cout << "\n";
}

/// What the object has no stress in, and what it took to bring it to rest.
void print_start(const ObjectKind& kind, const ClosedSurface& closed, int degree) {
  const StartShape start = start_shape(kind, degree);
  const Real3& a = start.stress_free.half_axes;
  std::cout << text(
      "          without stress as a spheroid of reduced volume %.4g, half axes %.4g and %.4g um, "
      "%.5g times the area\n",
      closed.stress_free.reduced_volume, a.x, a.z, start.area_ratio);
  if (!start.relaxation) return;
  const Relaxation& r = *start.relaxation;
  constexpr real joules = 1e-15, pascals = 1e3; // of pg um^2/us^2, and of pg/(um us^2)
  std::cout << with_short_exponents(
      text("          relaxed in %d iterations: energy %.4g -> %.4g J, unbalanced force %.3g -> %.1g Pa, "
           "pressure inside %+.3g Pa;\n          area changed by %.2g, volume by %.1g, points moved by "
           "up to %.2g um\n",
           r.iterations, joules * r.energy_before, joules * r.energy_after, pascals * r.force_before,
           pascals * r.force_after, pascals * r.pressure, std::abs(r.area / r.area_before - 1),
           std::abs(r.volume / r.volume_before - 1), start.moved));
}

/// Prints by which model a membrane is viscous, and why not by the other.
void print_viscosity(const FlowModel& s, real step, const ObjectKind& kind, const ClosedSurface& closed) {
  const ViscosityProperties& v = closed.viscosity;
  if (!(v.viscosity > 0)) return;
  if (s.is_bdf2()) { // by which either takes any step
    std::cout << (v.model == ViscosityModel::kelvin_voigt
                      ? std::string(
                            "          membrane viscous after Kelvin and Voigt, tracked from step to step\n")
                      : text("          membrane viscous by a Maxwell element, which forgets within %s us\n",
                             rounded(v.viscosity / v.modulus).c_str()));
    return;
  }
  ObjectKind explicit_one = kind;
  explicit_one.closed().viscosity.model = ViscosityModel::kelvin_voigt;
  const real limit = elastic_step_limit(explicit_one, s);
  if (v.model == ViscosityModel::kelvin_voigt)
    std::cout << text("          membrane viscous after Kelvin and Voigt: steps up to %s us\n",
                      rounded(limit).c_str());
  else
    std::cout << text("          membrane viscous by a Maxwell element, which forgets within %s us; "
                      "kelvin-voigt would %s\n",
                      rounded(v.viscosity / v.modulus).c_str(),
                      step <= limit ? text("do too: it allows steps up to %.3g us", limit).c_str()
                                    : text("need steps below %.3g us", limit).c_str());
}

void print_structure(const FlowModel& s, real, const ObjectKind& kind, const Tube& tube) {
  const real a = tube.radius, h = s.grid.h, speed = driven_speed(s);
  std::cout << text("objects   %zu x %s: a rigid wall of radius %.4g um (%.3g h), %d sites each\n",
                    kind.placements.size(), one_line(kind.name).c_str(), a, a / h, tube.sites);
  if (speed > 0)
    std::cout << "          empty, its mean velocity would be " << computed_speed(speed / 2)
              << text(", Reynolds number %.3g\n", s.fluid.density * speed * a / s.fluid.viscosity);
}

void print_structure(const FlowModel&, real, const ObjectKind& kind, const Tracer&) {
  std::cout << "objects   " << kind.placements.size() << " x " << one_line(kind.name) << ": tracers\n";
}

void print_structure(const FlowModel& s, real, const ObjectKind& kind, const Sheet& sheet) {
  std::cout << text("objects   %zu x %s: %s sheet across the box, %d sites", kind.placements.size(),
                    one_line(kind.name).c_str(), sheet.membrane ? "an elastic" : "a rigid", sheet.sites)
            << (sheet.membrane ? text(" and %d data sites", sheet.data_sites) : std::string())
            << described(sheet.relief) << "\n";
  if (sheet.membrane && s.membrane == MembraneForm::resolved)
    std::cout << text("          force and motion in waves of %g h and longer\n", elastic_sheet_wave);
}

void print_structure(const FlowModel& s, real step, const ObjectKind& kind, const ClosedSurface& closed) {
  const DimensionlessNumbers n = dimensionless_numbers(s, kind);
  std::cout << text("objects   %zu x %s: %d data sites and %d sample sites each, %.2f and %.2f h apart\n",
                    kind.placements.size(), one_line(kind.name).c_str(), closed.data_sites,
                    closed.sample_sites, n.data_spacing, n.sample_spacing);
  if (closed.surface.map) {
    const auto [area, volume] = area_and_volume(closed.surface);
    std::cout << text("          from a mesh, harmonics of degree %d: area %.5g um^2, volume %.5g um^3\n",
                      closed.surface.map->degree, area, volume);
  }
  int L = most_degree_of_start;
  if (s.membrane == MembraneForm::resolved) {
    const real area = area_and_volume(closed.surface).area;
    L = resolved_degree(kind, s).degree;
    const ResolvedDegree unstretched =
        resolved_degree(closed.data_sites, closed.sample_sites, area, s.grid.h);
    std::cout << text("          force and motion to degree %d: %d functions, waves of %.3g h and longer%s\n",
                      L, (L + 1) * (L + 1), std::sqrt(std::numbers::pi * area) / (L * s.grid.h),
                      L < unstretched.degree ? ", limited by the flow" : "");
  }
  if (!closed.stress_free.is_initial()) print_start(kind, closed, L);
  print_viscosity(s, step, kind, closed);
  if (closed.viscosity_ratio != 1)
    std::cout << "          inner fluid of "
              << computed(closed.viscosity_ratio * s.fluid.viscosity, dimension::viscosity)
              << text(", viscosity ratio %.4g\n", closed.viscosity_ratio);
  if (const real speed = settling_speed(s, kind); speed > 0)
    std::cout << "          density inside " << format_quantity(closed.density, dimension::density)
              << text(": a rigid sphere of this volume %s at %s um/s in open fluid\n",
                      closed.density > s.fluid.density ? "sinks" : "rises", rounded(1e6 * speed).c_str());
  if (flow_rate(s) > 0) {
    std::cout << text("          Reynolds number %.3g", n.reynolds);
    if (const real of_box = box_reynolds(s); of_box > 0) std::cout << text(", of the box %.3g", of_box);
    std::cout << text(", capillary number %.3g\n", n.capillary);
  }
}

void print_objects(const FlowModel& s, real step, const Presets& presets) {
  for (std::size_t k = 0; k < s.objects.size(); ++k) {
    const ObjectKind& kind = s.objects[k];
    std::visit([&](const auto& structure) { print_structure(s, step, kind, structure); }, kind.structure);
    if (const auto* closed = std::get_if<ClosedSurface>(&kind.structure))
      std::cout << preset_lines(s, presets, k, *closed);
  }
  if (s.objects.empty()) std::cout << "objects   none\n";
}

/// What the objects are together, where they are many.
void print_suspension(const FlowModel& s) {
  const Suspension all = suspension_of(s);
  std::size_t objects = 0;
  std::string parts;
  for (std::size_t k = 0; k < s.objects.size(); ++k) {
    const ObjectKind& kind = s.objects[k];
    if (!(all.parts[k] > 0)) continue;
    objects += kind.placements.size();
    parts += (parts.empty() ? "" : ", ") + text("%zu x %s %.4g %%", kind.placements.size(),
                                                one_line(kind.name).c_str(), 100 * all.parts[k]);
  }
  if (objects < 2) return;
  std::cout << "together  " << parts << text(" of %.*f um^3 by volume, ", all.room < 1000 ? 1 : 0, all.room)
            << (std::isfinite(all.least_gap) ? text("%.2g um", all.least_gap) : "more than 1 um")
            << " between the nearest two\n";
}

/// Change of the rate of breaking by a force. A catch bond breaks most slowly where its pathways balance.
std::string under_force(const BondRates& rates) {
  const real caught = rates.catch_rate * rates.catch_per_force, eased = rates.off_rate * rates.per_force;
  if (eased > 0 && caught > eased) {
    const real force = std::log(caught / eased) / (rates.catch_per_force + rates.per_force);
    return text("most slowly, at %.3g 1/s, under %.3g pN", 1e6 * rates.off(force / rates.stiffness),
                1e3 * force);
  }
  return text("%.3g times as %s at %.3g pN", std::exp(1.0), rates.per_stretch2 < 0 ? "slowly" : "fast",
              1e3 * rates.force_of_e());
}

/// Rates of each adhesion, and what its bonds are worth at rest: n_r kT log(1 + n_l k_on/k_off).
void print_adhesion(const FlowModel& s) {
  for (const ObjectKind& kind : s.objects)
    for (const AdhesionProperties& of : kind.adhesions) {
      const BondRates rates = bond_rates(of);
      const real odds = rates.on(0) / rates.off(0), kT = thermal_energy(of.temperature),
                 energy = of.receptors / area_at_rest(kind) * kT * std::log1p(odds);
      std::cout << text(
          "adhesion  %s of \"%s\": binds at %.3g 1/s, breaks at %.3g 1/s without force, %s; %.2g %% of "
          "receptors at %s are bound, an energy of %.3g uJ/m^2\n",
          of.bond.c_str(), kind.name.c_str(), 1e6 * rates.on(0), 1e6 * rates.off(0),
          under_force(rates).c_str(), 100 * odds / (1 + odds),
          of.walls == LigandWalls::objects ? ("\"" + of.ligand_kind + "\"").c_str() : "the wall",
          1e3 * energy);
    }
}

void print_contact(const FlowModel& s) {
  if (!s.has_contact()) return;
  std::cout << text("contact   within %.3g um, %s Pa at a quarter of it", s.contact.range,
                    rounded(1e3 * s.contact.pressure).c_str())
            << (s.contact.automatic ? ", as the flow needs" : "")
            << (!objects_can_meet(s) ? "; nothing can meet\n"
                : asks_for_distances(s)
                    ? "\n          at the start " + what_changes(s, start_apart(s)) + "\n"
                    : text("; by it presets have an area_modulus of %.3g dyn/cm or more\n",
                           area_modulus_over_squeeze * contact_tension(s)));
}

/// Lines of the other forces between objects.
void print_pair_forces(const FlowModel& s) {
  for (const PairForceSpec& force : pair_forces_of(s))
    if (force.lines)
      for (const std::string& line : force.lines(s)) std::cout << line << "\n";
}

void print_limits(const FlowModel& placed, const TimeSettings& time) {
  const FlowModel s = time.automatic ? as_it_starts(placed) : placed;
  const StepLimits limits = step_limits(s);
  std::cout << "limits    of the time step: viscous none, flow " << limit_text(limits.flow, time.step);
  for (std::size_t k = 0; k < s.objects.size(); ++k)
    std::cout << ", elasticity of " << one_line(s.objects[k].name) << " "
              << limit_text(limits.objects[k], time.step);
  if (time.automatic && std::isfinite(limits.accuracy))
    std::cout << ", accuracy " << limit_text(limits.accuracy, time.step);
  std::cout << (time.beyond_stability_limit ? "; the scenario allows longer steps\n" : "\n");
  for (const ObjectKind& kind : s.objects) {
    const std::vector<LimitOfTerm> terms = limits_of_terms(kind, s);
    for (std::size_t t = 0; t < terms.size(); ++t)
      std::cout << (t == 0 ? "          of " + one_line(kind.name) + " by " : ", ") << terms[t].term << " "
                << time_text(three_digits(terms[t].limit)) << (t + 1 == terms.size() ? "\n" : "");
  }
  if (const std::optional<OtherTension> other = other_tension(s))
    std::cout << text("          time.tension: %s would allow %s\n",
                      other->tension == Tension::explicit_ ? "explicit" : "relaxed",
                      time_text(three_digits(other->step)).c_str());
  if (const std::optional<CheaperScheme> cheaper = cheaper_scheme(s))
    std::cout << text("          time.scheme: %s would allow %s and take %.2g of the time\n",
                      cheaper->scheme == TimeScheme::bdf2 ? "bdf2" : "imex-rk",
                      time_text(three_digits(cheaper->step)).c_str(), cheaper->part);
  else if (const std::optional<DenserFluid> denser = denser_fluid(s))
    std::cout << text("          fluid.density: %.4g g/cm^3, a Reynolds number of %.2g, would allow %s "
                      "(docs/red_cell.md, slow flows)\n",
                      denser->density, denser->reynolds, time_text(three_digits(denser->step)).c_str());
}

} // namespace

void print_check_details(const Scenario& s, const Presets& presets, const std::optional<DryRun>& found,
                         const DeviceChoice& device, const DevicePlan& of_run) {
  const Real3 size = s.grid.lengths();
  std::cout << "scenario  " << one_line(s.title) << "\n";
  std::cout << text("domain    %g x %g x %g um, %s; a grid of %d x %d x %d, h = %.4g um", size.x, size.y,
                    size.z,
                    s.has_walls()    ? "walls in y, periodic in x and z"
                    : s.is_sheared() ? "images slide past in y, periodic in x and z"
                                     : "periodic",
                    s.grid.n.x, s.grid.n.y, s.grid.n.z, s.grid.h)
            << "\n";
  std::cout << "fluid     density " << format_quantity(s.fluid.density, dimension::density) << ", viscosity "
            << format_quantity(s.fluid.viscosity, dimension::viscosity);
  if (s.has_background_shear()) print_background_shear(s.drive.shear_rate);
  if (norm(weight_of_all(s)) > 0)
    std::cout << ", gravity " << vector_yaml(s.gravity, {1, -2})
              << (weight_is_held(s) ? "" : ", balanced by a uniform force on the fluid");
  std::cout << "\n" << fluid_preset_line(s, presets);
  std::cout << vessel_lines(s);
  print_drive(s);
  print_objects(s, s.time.step, presets);
  print_suspension(s);
  print_contact(s);
  print_adhesion(s);
  print_pair_forces(s);
  std::cout << text("time      %s%llu steps of %s to %s\n",
                    s.time.automatic ? "automatic steps, to begin with: " : "",
                    static_cast<unsigned long long>(steps_to(s.time.end, s.time.step)),
                    time_text(s.time.step).c_str(), time_text(s.time.end).c_str());
  print_limits(s, s.time);
  std::cout << "coupling  " << to_string(s.kernel) << " delta, spreading by " << to_string(s.spread)
            << (is_deterministic(s.spread) ? "" : " (not repeatable to the bit)") << "\n";
  if (found) print_prediction(s, s.time, s.output, s.device.copies, *found, device.cuda);
  std::cout << "device    " << device.line
            << (device.ranks > 1 ? ", by " + std::to_string(device.ranks) + " ranks" : "") << "\n";
  if (device.cuda || device.gpus_elsewhere > 0)
    for (const std::string& part : parts_of_ranks(s.grid, of_run, true))
      std::cout << "          " << part << "\n";
}

} // namespace ibsim
