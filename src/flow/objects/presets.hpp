// Published constants of cells and fluids by one word: what `preset` of an object or of the fluid, or a red
// cell without a membrane, stands for. docs/red_cell.md says more of each source.
//
// Constants of a membrane were measured at 25 degC where nothing else is said. At another temperature T
// (degC)
//   shear modulus       G(T) = G(25) [1 - 0.009 (T - 25)]       Waugh and Evans 1979, Biophys. J. 26, 115
//   recovery time       t(T) = t(25) (0.06/0.27)^((T-25)/31)    Hochmuth, Buxbaum and Evans 1980, Biophys. J.
//                                                               29, 177: 0.27 s at 6, 0.06 s at 37 degC
//   membrane viscosity  eta_m = G t
//   water, plasma, PBS and the inside of a red cell: as water, Kestin, Sokolov and Wakeham 1978, J. Phys.
//   Chem. Ref. Data 7, 941; that ratios to water hardly change: Harkness and Whittington 1970 (plasma), Ross
//   and Minton 1977, Biochem. Biophys. Res. Commun. 76, 971 (haemoglobin).
#pragma once

#include "base/precision.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct ClosedSurface;
struct FluidProperties;

/// Presets of an object's membrane and inside.
enum class CellPreset { none, healthy, stiffened, spherocyte, stomatocyte, platelet, capsule };
/// Whether a preset is a state of a red cell.
bool is_red_cell(CellPreset);
/// Presets of the fluid outside.
enum class FluidPreset { none, water, plasma, pbs, dextran };

constexpr real body_temperature = 37;      ///< degC
constexpr real density_of_red_cells = 1.1; ///< pg/um^3: Grover et al. 2011, Proc. Natl. Acad. Sci. 108, 10992
constexpr real red_cell_radius = 3.91;     ///< um, R0 of the average cell of Evans and Fung 1972

/// What they are called in a scenario, in the order of the enumerations.
std::vector<std::string> cell_preset_names();
std::vector<std::string> fluid_preset_names();

/// The preset of a kind of objects, and at which temperature (degC) it takes its constants.
struct PresetOfCells {
  CellPreset preset = CellPreset::none;
  real temperature = body_temperature;
};

/// The presets of a scenario: what was said in its file, beside the values that are in the model.
struct Presets {
  FluidPreset fluid = FluidPreset::none;
  real temperature = body_temperature; ///< degC, of the fluid, and of cells that name no other
  std::string temperature_place;       ///< where the file says it; empty: nowhere
  bool names_viscosity = false;        ///< "dextran 31 mPa s"
  std::vector<PresetOfCells> cells;    ///< of each kind of objects

  PresetOfCells of(std::size_t kind) const { return kind < cells.size() ? cells[kind] : PresetOfCells{}; }
};

/// One constant: how it is called in a scenario, what it is, and where from.
struct PresetConstant {
  std::string key;  ///< below the object, "membrane.shear_modulus"
  real value = 0;   ///< in internal units
  std::string unit; ///< in which it is usually given; empty: it has no dimension
  real unit_value = 1;
  std::string source;
  /// The field that it fills; null where the membrane has no such number, since its law is another.
  real* (*field)(ClosedSurface&) = nullptr;
};

/// All constants. @param temperature degC @param outer viscosity of the fluid around, pg/(um us)
/// @param rate of the flow, 1/us: numerical moduli of a red cell keep its area to 2 % in it, and the
/// viscosity of its membrane viscous to 1 %
/// @param squeeze by contact (contact_tension), pg/us^2: the area modulus keeps areas to 1 % among other
/// cells
std::vector<PresetConstant> constants_of(CellPreset, real temperature, real outer, real rate,
                                         real squeeze = 0);

/// Fills them in, as for a fluid at rest, also law, stress-free shape and, of a spherocyte and a platelet,
/// the surface.
void apply_preset(CellPreset, real temperature, real outer, ClosedSurface&);

/// Fills in those of a fluid. @return false for one whose constants do not follow the temperature
bool apply_preset(FluidPreset, real temperature, FluidProperties&);
std::string source_of(FluidPreset);

/// Viscosity of water, pg/(um us) = mPa s, from 0 to 45 degC within 1 %.
real viscosity_of_water(real temperature);

} // namespace ibsim
