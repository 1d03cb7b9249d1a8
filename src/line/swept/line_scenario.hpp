// A scenario of `kind: line` as plain data. Heat and pulse have internal units (um, us, pg);
// Kuramoto-Sivashinsky and Euler are without dimensions, and so are their lengths and times.
#pragma once

#include "parallel/device_plan.hpp"
#include "swept/pulse_network.hpp"
#include "swept/scheme.hpp"

#include <string>
#include <vector>

namespace ibsim::line {

enum class EquationKind { heat, kuramoto_sivashinsky, kuramoto_sivashinsky_flux, euler, pulse };
enum class LineEnds { periodic, insulated, fixed, wall, open };
enum class InitialShape { cosine, gaussian, step, rest };

/// The flow into the first vessel, um^3/us, as a scenario says it.
struct PulseInflow {
  enum class Shape { half_sine, gaussian, file } shape = Shape::half_sine;
  real peak = 0;                  ///< half_sine, gaussian
  real duration = 0, period = 0;  ///< half_sine, us
  real at = 0, width = 0;         ///< gaussian, us
  std::vector<real> times, flows; ///< file: the table, us
  std::vector<real> pressures{};  ///< file: in place of flows, kPa
  bool repeats = true;            ///< whether the table is a period
};

struct LineScenario {
  std::string title;
  EquationKind equation = EquationKind::heat;
  real diffusivity = 0; ///< heat, um^2/us
  real gamma = 1.4;     ///< euler
  PulseNetwork network; ///< pulse
  PulseInflow inflow;   ///< pulse: where the samples in the network come from

  Index points = 0; ///< pulse: as many as the vessels need
  real cell = 0;
  LineEnds ends = LineEnds::periodic;

  struct Initial {
    InitialShape shape = InitialShape::cosine;
    real mean = 0, amplitude = 1, waves = 1; ///< cosine: mean + amplitude cos(2 pi waves x/L)
    real centre = 0.5, width = 0.1;          ///< gaussian, parts of L; amplitude and mean as above
    std::vector<real> left{1, 0, 1},
        right{0.125, 0, 0.1}; ///< step, at `centre`: a value, or density, velocity, pressure
  } initial;

  Method method;
  struct Time {
    real step = 0, end = 0;
    bool beyond_stability_limit = false;
  } time;
  struct Output {
    std::string folder;
    real frames_every = 0, series_every = 0, checkpoint_every = 0; ///< 0: at the start and the end
    bool frames = true, checkpoints = true;
    real checkpoint_every_wall_clock = 600e6; ///< us; 0: never
  } output;
  DevicePlan device;

  bool has_dimensions() const { return equation == EquationKind::heat || equation == EquationKind::pulse; }
};

/// A quantity at a point, for output.
struct LineField {
  std::string name, units;
};
std::vector<LineField> fields_of(EquationKind);
const std::vector<std::string>& equation_names(); ///< in the order of EquationKind

/// Where the points are, and the values of the start, [C][points]. @throws InputError
struct LineSetUp {
  Lines lines;
  std::vector<real> start;
  std::vector<Vessel> vessels; ///< pulse
  real friction = 0;
  std::vector<real> cell; ///< dx of each segment
};
/// @param node of the swept rule on the device, for vessels to be multiples of it
LineSetUp set_up(const LineScenario&);

/// The quantities of fields_of at all points, [fields][points], from values [C][points].
std::vector<std::vector<real>> output_fields(const LineScenario&, const LineSetUp&,
                                             const std::vector<real>& values);

/// The largest stable step as far as it is known, and where it comes from.
struct StepLimit {
  real step;
  std::string why;
};
StepLimit step_limit(const LineScenario&, const LineSetUp&);

/// Columns of run.csv beside step, time and state_hash, and their values.
std::vector<std::string> series_columns(const LineScenario&);
std::vector<real> series_row(const LineScenario&, const LineSetUp&, const std::vector<real>& values);

} // namespace ibsim::line
