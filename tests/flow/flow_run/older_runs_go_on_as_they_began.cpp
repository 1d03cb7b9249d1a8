// A run that an older version of ibsim began has no word of keys that came later: a resume goes on with what
// that version did, not with the default of today.
#include "base/log.hpp"
#include "files/checkpoint.hpp"
#include "files/run_folder.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/flow_application.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

const std::string capsule = R"(
domain: {size: [16 um, 16 um, 16 um], cell: 1 um}
fluid: {density: 1 g/cm^3, viscosity: 1 cP, background_shear: 1000 1/s}
time: {step: 0.5 us, end: 4 us}
objects:
  - {shape: sphere, radius: 4 um, membrane: {shear_modulus: 1e-3 dyn/cm, area_modulus: 0.1 dyn/cm},
     data_sites: 100, sample_sites: 400, at: [8 um, 8 um, 8 um]}
output: {cells_every: never, fluid_every: never}
)";

RunRequest line_for(const fs::path& file, const fs::path& output, std::vector<std::string> overrides) {
  RunRequest line;
  line.file = file, line.output = output, line.overrides = std::move(overrides), line.quiet = true;
  line.device = DeviceKind::cpu, line.device_given = true;
  return line;
}

std::string without_motion(std::string scenario) {
  const std::size_t at = scenario.find("motion:");
  const std::size_t begin = scenario.rfind('\n', at) + 1, end = scenario.find('\n', at);
  EXPECT_NE(at, std::string::npos);
  EXPECT_EQ(scenario.substr(begin, at - begin).find_first_not_of(' '), std::string::npos);
  return scenario.erase(begin, end + 1 - begin);
}

} // namespace

TEST(OlderRuns, go_on_with_the_motion_of_then) {
  log::set_console_level(log::Level::error);
  const TestFolder folder;
  const fs::path file = folder.path / "capsule.yaml", older = folder.path / "older",
                 euler = folder.path / "euler", midpoint = folder.path / "midpoint";
  write_text(file, capsule);
  const std::string then = "coupling.motion=forward-euler";
  run_flow(line_for(file, euler, {then}));
  run_flow(line_for(file, midpoint, {}));
  run_flow(line_for(file, older, {then, "time.end=2 us"}));

  const RunFiles files = run_files(older);
  write_text(files.scenario, without_motion(content(files.scenario)));
  Checkpoint checkpoint = read_checkpoint(files.checkpoint);
  checkpoint.scenario = without_motion(checkpoint.scenario);
  write_checkpoint(older, std::move(checkpoint));

  RunRequest rest = line_for(older, {}, {});
  rest.until = "4 us";
  resume_flow(rest);
  const auto differ = [&](const fs::path& a, const fs::path& b) {
    RunRequest both = line_for(a, {}, {});
    both.other = b;
    return diff_flow(both);
  };
  EXPECT_EQ(differ(euler, older), 0);
  EXPECT_EQ(differ(midpoint, older), 1);
}

// What is written down today says it.
TEST(OlderRuns, are_known_by_what_they_do_not_say) {
  EXPECT_EQ(settings_of_older_runs(capsule), std::vector<std::string>{"coupling.motion=forward-euler"});
  EXPECT_TRUE(settings_of_older_runs(capsule + "coupling: {motion: midpoint}\n").empty());
}

} // namespace ibsim
