// Advice of messages after a failure: each of these runs fails, gives its advice, and remains stable once the
// advice is followed as worded. docs/notes/remedies.md has more of them.
#include "base/error.hpp"
#include "base/log.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/run_scenario.hpp"
#include "model/scenario.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

struct Case {
  const char *name, *scenario, *advice;
  std::vector<std::string> followed; ///< as `--set`
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

/// The error that ends a run; empty where it lives to its end.
std::string error_of(const Case& c, const std::vector<std::string>& changes) {
  const TestFolder folder;
  std::vector<std::string> warnings;
  Scenario scenario = read_scenario_text(
      std::string(
          "fluid: {density: 1 g/cm^3, viscosity: 1.2 cP}\noutput: {series_every: 20 us, cells_every: never, "
          "fluid_every: never, checkpoint_every: never}\n") +
          c.scenario,
      "case.yaml", changes, warnings);
  scenario.output.folder = folder.path / "run";
  log::set_console_level(log::Level::off);
  std::string error;
  try {
    RunOptions options;
    run_scenario(Stream<Cpu>(), scenario, options);
  } catch (const NumericalError& e) {
    error = e.what();
  }
  log::flush();
  log::set_console_level(log::Level::info);
  return error;
}

class Advice : public testing::TestWithParam<Case> {};

TEST_P(Advice, is_what_helps) {
  const Case& c = GetParam();
  const std::string error = error_of(c, {});
  EXPECT_NE(error.find(c.advice), std::string::npos) << error;
  EXPECT_EQ(error_of(c, c.followed), "");
}

const Case cases[] = {
    {"a_soft_cell_in_a_strong_flow",
     "domain: {size: [10 um, 10 um, 10 um], cell: 1 um}\n"
     "flow: {ends_in_y: lees-edwards, shear_rate: 8000 1/s}\n"
     "time: {step: auto, end: 1 ms}\n"
     "objects:\n  - {shape: red cell, at: [5 um, 5 um, 5 um], rotate: [{axis: x, angle: 20 deg}],\n"
     "     membrane: {shear_modulus: 5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n",
     "membrane.viscosity: 3e-7 N s/m, a red cell's, and membrane.area_modulus: 0.94 dyn/cm should keep it",
     {"objects.0.membrane.viscosity=3e-7 N s/m", "objects.0.membrane.area_modulus=0.94 dyn/cm"}},
    {"a_neo_hookean_capsule_in_a_strong_flow",
     "domain: {size: [10 um, 10 um, 10 um], cell: 1 um}\n"
     "flow: {ends_in_y: lees-edwards, shear_rate: 8000 1/s}\n"
     "time: {step: auto, end: 1 ms}\n"
     "objects:\n  - {shape: sphere, radius: 3 um, at: [5 um, 5 um, 5 um],\n"
     "     membrane: {law: neo-hookean, shear_modulus: 1e-2 dyn/cm}}\n",
     "membrane.law: skalak with an area_modulus of 0.72 dyn/cm",
     {"objects.0.membrane.viscosity=3e-7 N s/m", "objects.0.membrane.law=skalak",
      "objects.0.membrane.area_modulus=0.72 dyn/cm"}},
    {"a_sphere_pulled_into_a_wall",
     "domain: {size: [12 um, 12 um, 12 um], cell: 1 um}\nflow: {ends_in_y: walls}\n"
     "time: {step: auto, end: 6 ms}\n"
     "objects:\n  - {shape: sphere, radius: 3 um, at: [6 um, 4.5 um, 6 um],\n"
     "     membrane: {shear_modulus: 0.5 dyn/cm, area_modulus: 2 dyn/cm},\n"
     "     pulls: {at: -y, diameter: 3 um, force: [0 pN, -2000 pN, 0 pN]}}\n",
     "contact: {pressure: auto} keeps it away",
     {"contact.pressure=auto"}},
    {"sample_sites_that_leak",
     "domain: {size: [16 um, 16 um, 16 um], cell: 1 um}\ntime: {step: auto, end: 4 ms}\n"
     "objects:\n  - {shape: sphere, radius: 4 um, at: [8 um, 8 um, 8 um], stretch: [1.3, 1.3, 1.3],\n"
     "     membrane: {shear_modulus: 5e-2 dyn/cm, area_modulus: 0.25 dyn/cm}, data_sites: 60, sample_sites: "
     "60}\n",
     "leave sample_sites out",
     {"objects.0.sample_sites=800"}}, // what check_scenario takes: four a cell
    {"a_tube_of_weak_springs",
     "domain: {size: [12 um, 12 um, 4 um], cell: 1/2 um}\nflow: {pressure_gradient: 20000 kPa/m}\n"
     "time: {step: auto, end: 0.2 ms}\n"
     "objects:\n  - {shape: tube, radius: 4 um, at: [6 um, 6 um, 2 um], tethers: {stiffness: 1e-4 "
     "dyn/cm/um^2}}\n",
     "leave tethers.stiffness out, give it a larger one",
     {"objects.0.tethers.stiffness=1 dyn/cm/um^2"}},
    {"a_step_far_beyond_the_limit",
     "domain: {size: [16 um, 16 um, 16 um], cell: 1 um}\n"
     "time: {step: 400 us, end: 4 ms, beyond_stability_limit: true}\n"
     "objects:\n  - {shape: sphere, radius: 3 um, at: [8 um, 8 um, 8 um], stretch: [1.2, 1, 1/1.2],\n"
     "     membrane: {shear_modulus: 5e-2 dyn/cm, area_modulus: 0.25 dyn/cm}}\n",
     "start again with smaller steps: --set time.step=\"40 us\"",
     {"time.step=40 us"}},
    {"a_shape_that_its_sites_do_not_hold",
     "domain: {size: [24 um, 12 um, 12 um], cell: 1 um}\ntime: {step: auto, end: 0.5 ms}\n"
     "objects:\n  - {shape: red cell, at: [12 um, 6 um, 6 um], stretch: [2.5, 1/10, 1],\n"
     "     membrane: {shear_modulus: 5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}, data_sites: 60, sample_sites: "
     "200}\n",
     "give it less stretch",
     {"objects.0.stretch=[1.5, 1/1.5, 1]"}},
};
INSTANTIATE_TEST_SUITE_P(Each, Advice, testing::ValuesIn(cases),
                         [](const auto& each) { return std::string(each.param.name); });

} // namespace
} // namespace ibsim
