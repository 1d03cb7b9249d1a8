#include "objects/presets.hpp"

#include "fluid/fluid_properties.hpp"
#include "mechanics/laws.hpp"
#include "model/object_kind.hpp"
#include "objects/area_strength.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real measured_at = 25; // degC
// internal units: 1 uN/m = 1e-3 pg/us^2, 1e-7 N s/m = 100 pg/us, 1e-19 J = 1e-4 pg um^2/us^2
constexpr real viscosity_at_25 = 287;

real shear_modulus_ratio(real temperature) { return 1 - 0.009 * (temperature - measured_at); }

real recovery_time_ratio(real temperature) {
  return std::pow(0.06 / 0.27, (temperature - measured_at) / (37 - 6));
}

/// x to three digits, as such constants are known.
real three_digits(real x) {
  const real unit = std::pow(10.0, std::floor(std::log10(x)) - 2);
  // divided by a whole number where that is exact: 0.00446, not 0.0044600000000000004
  return unit < 1 ? std::round(x / unit) / std::round(1 / unit) : std::round(x / unit) * unit;
}

real* shear_modulus(ClosedSurface& c) {
  if (auto* law = std::get_if<Skalak>(&c.law)) return &law->shear_modulus;
  if (auto* law = std::get_if<NeoHookean>(&c.law)) return &law->shear_modulus;
  if (auto* law = std::get_if<EvansSkalak>(&c.law)) return &law->shear_modulus;
  if (auto* law = std::get_if<Hooke>(&c.law)) return &law->shear_modulus;
  return &std::get<Lim>(c.law).shear_modulus;
}
real* area_modulus(ClosedSurface& c) {
  if (auto* law = std::get_if<Skalak>(&c.law)) return &law->area_modulus;
  if (auto* law = std::get_if<EvansSkalak>(&c.law)) return &law->area_modulus;
  if (auto* law = std::get_if<Lim>(&c.law)) return &law->area_modulus;
  return nullptr;
}
real* bending_modulus(ClosedSurface& c) { return &c.bending.modulus; }
real* spontaneous_curvature(ClosedSurface& c) {
  return c.bending.about_reference ? nullptr : &c.bending.curvature;
}
real* membrane_viscosity(ClosedSurface& c) { return &c.viscosity.viscosity; }
real* viscous_modulus(ClosedSurface& c) {
  return c.viscosity.model == ViscosityModel::maxwell ? &c.viscosity.modulus : nullptr;
}
real* viscosity_ratio(ClosedSurface& c) { return &c.viscosity_ratio; }
real* dent(ClosedSurface& c) { return c.stress_free.is_initial() ? nullptr : &c.stress_free.dent; }
real* reduced_volume(ClosedSurface& c) {
  return c.stress_free.is_initial() ? nullptr : &c.stress_free.reduced_volume;
}

constexpr real least_area_modulus = 0.25;     // dyn/cm
constexpr real least_shear_of_platelet = 0.1; // dyn/cm
constexpr real red_cell_volume = 94.4; // um^3, of the shape of Evans and Fung with R0 = red_cell_radius
constexpr real reduced_volume_of_spherocyte = 0.9;
constexpr real dent_of_stomatocyte = 1.5; // um

/// An ovalbumin microcapsule.
std::vector<PresetConstant> constants_of_capsule() {
  return {{"membrane.shear_modulus", 70, "N/m", 1000,
           "0.07 N/m of cross-linked ovalbumin, neo-Hookean: Lefebvre et al. 2008, Phys. Fluids 20, 123102",
           shear_modulus}};
}

/// It hardly deforms in flows of blood; moduli say that, rather than what was measured. So what is inside
/// moves as a solid does, whatever its viscosity. @param inside viscosity of red cells' over that outside
std::vector<PresetConstant> constants_of_platelet(real inside, real squeeze) {
  const real area = std::max(least_area_modulus, area_modulus_over_squeeze * squeeze);
  return {{"membrane.shear_modulus", three_digits(std::max(least_shear_of_platelet, area / 3)), "dyn/cm", 1,
           "numerical: a resting platelet hardly deforms in flow; a third of the area modulus if more, among "
           "cells that press it",
           shear_modulus},
          {"membrane.area_modulus", three_digits(area), "dyn/cm", 1,
           "numerical: 0.25 dyn/cm, or 5.5 contact.pressure x range if more, as of red cells", area_modulus},
          {"membrane.bending_modulus", 2e-3, "J", 1e15, "numerical, as the shear modulus", bending_modulus},
          {"viscosity_ratio", inside, "", 1,
           "numerical: as in red cells; a thinner inside needs shorter steps", viscosity_ratio}};
}

} // namespace

bool is_red_cell(CellPreset preset) {
  return preset == CellPreset::healthy || preset == CellPreset::stiffened ||
         preset == CellPreset::spherocyte || preset == CellPreset::stomatocyte;
}

std::vector<std::string> cell_preset_names() {
  return {"none", "healthy", "stiffened", "spherocyte", "stomatocyte", "platelet", "capsule"};
}

std::vector<std::string> fluid_preset_names() { return {"none", "water", "plasma", "PBS", "dextran"}; }

real viscosity_of_water(real temperature) {
  const real d = 20 - temperature;
  return 1.002 * std::pow(10.0, d / (temperature + 96) * (1.2364 - 1.37e-3 * d + 5.7e-6 * d * d));
}

std::vector<PresetConstant> constants_of(CellPreset preset, real temperature, real outer, real rate,
                                         real squeeze) {
  if (preset == CellPreset::none) return {};
  if (preset == CellPreset::capsule) return constants_of_capsule();
  const real inside = 6 * viscosity_of_water(temperature) / viscosity_of_water(body_temperature);
  if (preset == CellPreset::platelet) return constants_of_platelet(inside / outer, squeeze);
  const bool stiff = preset == CellPreset::stiffened, round = preset == CellPreset::spherocyte;
  const std::string by_spectrin = ", two thirds: Waugh and Agre 1988, J. Clin. Invest. 81, 133";
  const std::string by_treading = ": where real cells tank-tread, docs/red_cell.md";
  const real spectrin = round ? 2.0 / 3 : 1;
  const real ratio = shear_modulus_ratio(temperature) * spectrin;
  const real G = 5e-3 * ratio, eta = viscosity_at_25 * ratio * recovery_time_ratio(temperature);
  std::vector<PresetConstant> all{
      {"membrane.shear_modulus", three_digits(stiff ? 10 * G : G), "uN/m", 1e-3,
       "5 uN/m at 25 degC: Amoudruz et al. 2023, Biophys. J. 122, 1517" + (round ? by_spectrin : "") +
           (stiff ? ", ten times, as late in malaria: Fedosov et al. 2011, PLoS Comput. Biol. 7, e1002270"
                  : ""),
       shear_modulus},
      {"membrane.area_modulus",
       three_digits(std::max(
           {least_area_modulus, 25 * outer * rate * red_cell_radius, area_modulus_over_squeeze * squeeze})),
       "dyn/cm", 1,
       "numerical: 0.25 dyn/cm, or 25 mu gamma R or 5.5 contact.pressure x range if more; real membranes "
       "have "
       "450 dyn/cm (Evans and Waugh 1977, Biophys. J. 20, 307)",
       area_modulus},
      {"membrane.bending_modulus", three_digits(4e-4 * spectrin), "J", 1e15,
       "4.3e-19 J: Peterson, Strey and Sackmann 1992, J. Phys. II 2, 1273" + (round ? by_spectrin : ""),
       bending_modulus},
      {"membrane.viscosity", three_digits(eta), "N s/m", 1e9,
       "2.87e-7 N s/m at 25 degC" + by_treading + (round ? by_spectrin : ""), membrane_viscosity},
      {"membrane.viscous_modulus", std::max(0.3, 10 * three_digits(eta) * rate), "dyn/cm", 1,
       "numerical: 0.3 dyn/cm, or ten times viscosity times rate if more: viscous to 1 %", viscous_modulus},
      {"viscosity_ratio", inside / outer, "", 1,
       "of an inside of 6 mPa s at 37 degC (Chien 1970; Skalak and Chien 1987) over the fluid outside",
       viscosity_ratio}};
  if (stiff)
    all.push_back({"membrane.stress_free.reduced_volume", 0.95, "", 1,
                   "of a spheroid: Peng, Mashayekh and Zhu 2014, J. Fluid Mech. 742, 96", reduced_volume});
  const bool cup = preset == CellPreset::stomatocyte;
  if (preset == CellPreset::healthy || cup) {
    all.push_back(
        {"membrane.stress_free.reduced_volume", 0.99, "", 1, "of a spheroid" + by_treading, reduced_volume});
    all.push_back({"membrane.spontaneous_curvature", cup ? 0.0 : 2.0, "1/um", 1,
                   cup ? "numerical; less than a disc has, as of all that makes cups: Lim, Wortis and "
                         "Mukhopadhyay 2002, Proc. Natl. Acad. Sci. 99, 16766"
                       : "gives the resting cell of Evans and Fung 1972, Microvasc. Res. 4, 335",
                   spontaneous_curvature});
    if (cup)
      all.push_back({"membrane.stress_free.dent", dent_of_stomatocyte, "um", 1,
                     "numerical: from where the cup is found", dent});
  }
  return all;
}

void apply_preset(CellPreset preset, real temperature, real outer, ClosedSurface& closed) {
  if (preset == CellPreset::none) return;
  if (preset == CellPreset::capsule)
    closed.law = NeoHookean{};
  else if (preset == CellPreset::platelet)
    closed.law = EvansSkalak{};
  else
    closed.law = Skalak{};
  closed.bending.about_reference =
      preset != CellPreset::capsule && preset != CellPreset::healthy && preset != CellPreset::stomatocyte;
  if (preset == CellPreset::platelet) closed.surface = {ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}};
  if (preset == CellPreset::healthy || preset == CellPreset::stiffened || preset == CellPreset::stomatocyte)
    closed.stress_free.shape = StressFreeShape::Shape::spheroid;
  if (preset == CellPreset::spherocyte) // 6 sqrt(pi) V/A^(3/2) = v gives the area
    closed.surface =
        spheroid_of(reduced_volume_of_spherocyte,
                    std::pow(6 * std::sqrt(std::numbers::pi) * red_cell_volume / reduced_volume_of_spherocyte,
                             real{2} / 3));
  for (const PresetConstant& constant : constants_of(preset, temperature, outer, 0))
    *constant.field(closed) = constant.value;
}

bool apply_preset(FluidPreset preset, real temperature, FluidProperties& fluid) {
  const real water = viscosity_of_water(temperature), at_body = viscosity_of_water(body_temperature);
  switch (preset) {
  case FluidPreset::water:
    fluid = {1, three_digits(water)};
    return true;
  case FluidPreset::plasma:
    fluid = {1.025, three_digits(1.2 * water / at_body)};
    return true;
  case FluidPreset::pbs:
    fluid = {1.005, three_digits(1.02 * water)};
    return true;
  case FluidPreset::dextran:
    fluid = {1.04, 31};
    return false;
  default:
    return false;
  }
}

std::string source_of(FluidPreset preset) {
  switch (preset) {
  case FluidPreset::water:
    return "Kestin, Sokolov and Wakeham 1978, J. Phys. Chem. Ref. Data 7, 941";
  case FluidPreset::plasma:
    return "1.2 mPa s at 37 degC: Chien 1970, Science 168, 977";
  case FluidPreset::pbs:
    return "water with 0.15 mol/l of salt, 2 % more viscous";
  case FluidPreset::dextran:
    return "a solution of dextran; say the viscosity that was measured, for it is of concentration and chain "
           "length";
  default:
    return "";
  }
}

} // namespace ibsim
