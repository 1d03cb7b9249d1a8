// The least traffic of a step, against the sizes of the arrays themselves.
#include "step/step_traffic.hpp"

#include "simulation/scenarios.hpp"

#include <gtest/gtest.h>

namespace ibsim {

TEST(StepTraffic, is_the_size_of_the_arrays_that_go_in_and_out) {
  Scenario s = testing_scenarios::red_cell_in_shear(16, 100, 400, 0.1, 1);
  s.scheme = TimeScheme::imex_rk;
  SurfaceKind kind;
  kind.operators.matrix.resize(1000);
  const std::vector<PhaseTraffic> traffic = least_traffic(s, {kind});
  ASSERT_EQ(traffic.size(), phase_names.size());

  const Stream<Cpu> stream;
  const auto bytes = [](const auto& array) { return static_cast<double>(array.size() * sizeof(real)); };
  const FaceField<Cpu> field(stream, s.grid);
  const Array<real, Cpu> at_data(stream, 3 * 100), at_samples(stream, 3 * 400);
  const auto of = [&](Phase phase) { return traffic[static_cast<std::size_t>(phase)]; };
  // What a phase is given and what it leaves passes through memory once at least, and no more than twice.
  const auto between_once_and_twice = [](double found, double arrays) {
    EXPECT_GE(found, arrays);
    EXPECT_LE(found, 2 * arrays);
  };
  const double operators = 1000 * sizeof(real), positions = bytes(at_samples), forces = bytes(at_samples);
  between_once_and_twice(of(Phase::membrane).bytes, operators + bytes(at_data) + positions + forces);
  between_once_and_twice(of(Phase::spread).bytes, positions + forces + bytes(field.values()));
  between_once_and_twice(of(Phase::move).bytes,
                         2 * (bytes(at_data) + bytes(at_data) + bytes(at_data))); // X, U, X'
  EXPECT_EQ(of(Phase::spread).points, 400);
  EXPECT_EQ(of(Phase::interpolate).points, 3 * 100); // (a), and (f) twice: of both velocities, at the middle
  // u is read where a surface is: twice at most all of it, and more than nothing
  EXPECT_GT(of(Phase::interpolate).bytes, 4 * bytes(at_data));
  EXPECT_LE(of(Phase::interpolate).bytes, 4 * bytes(at_data) + 2 * bytes(field.values()));
  // the fluid reads and writes the velocity, its force and their transforms: at least 12 passes over a field
  // for 12 transforms
  EXPECT_GE(of(Phase::fluid).bytes, 12 * bytes(field.values()));
}

TEST(StepTraffic, table_adds_up) {
  Scenario s = testing_scenarios::red_cell_in_shear(16, 100, 400, 0.1, 1);
  s.scheme = TimeScheme::imex_rk;
  std::vector<PhaseTime> phases;
  for (const std::string& name : phase_names) phases.push_back({name, 2e-3, 2e-3});
  phases.push_back({"step", 10e-3, 10e-3});
  const std::vector<std::string> lines = phase_table(phases, least_traffic(s, {}));
  ASSERT_EQ(lines.size(), phase_names.size() + 2); // a heading and the sum
  for (std::size_t p = 0; p < phase_names.size(); ++p)
    EXPECT_NE(lines[p + 1].find("20.0 %"), std::string::npos) << lines[p + 1];
  EXPECT_NE(lines.back().find("100.0 %"), std::string::npos) << lines.back();
}

} // namespace ibsim
