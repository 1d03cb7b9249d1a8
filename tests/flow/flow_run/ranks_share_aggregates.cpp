// Cells that draw each other, across the planes between ranks: ranks leave the files of one, byte for byte,
// with tables of aggregates, by either scheme and form of membranes; and a resumed run those of an unbroken
// one.
#include "flow/flow_run/runs_by_ranks.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

/// Two stacks of two red cells along z, the axis that ranks share, nearly in touch: 12 steps.
Scenario two_doublets(TimeScheme scheme, MembraneForm form) {
  Scenario s = red_cell_in_shear(16, 200, 1600, 2, 24);
  s.scheme = scheme, s.membrane = form;
  if (scheme == TimeScheme::imex_rk) s.time.step = 0.2, s.time.end = 2.4;
  s.grid.n = {10, 10, 96};
  s.drive = {}, s.initial_flow = InitialFlow::rest;
  s.contact = {.pressure = 0.1, .range = 0.8};
  s.aggregation.resize(1);
  s.aggregation[0].energy = 4e-3, s.aggregation[0].range = 0.8;
  ObjectKind& cell = s.objects[0];
  cell.closed().bending.modulus = 2e-4;
  const Placement one = cell.placements[0];
  cell.placements.assign(4, one);
  const real z[4] = {14.4, 17.6, 62.4, 65.5};
  for (std::size_t c = 0; c < 4; ++c) cell.placements[c].centre = {5, 5, z[c]};
  s.output.series_every = s.time.step, s.output.checkpoint_every = 4 * s.time.step;
  s.output.cells_every = 6 * s.time.step, s.output.fluid_every = s.time.end;
  s.output.profiles_every = 4 * s.time.step, s.output.averages_from = s.time.step;
  return s;
}

template <class B>
class AggregatesOfRanks : public RunsByRanks<B> {};

std::string last_line(const std::filesystem::path& file) {
  std::string text = content(file);
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

} // namespace

TYPED_TEST_SUITE(AggregatesOfRanks, Backends, BackendNames);

TYPED_TEST(AggregatesOfRanks, leaves_the_files_of_one) {
  for (const auto& [scheme, form] :
       {std::pair{TimeScheme::bdf2, MembraneForm::resolved}, {TimeScheme::imex_rk, MembraneForm::paper}}) {
    const Scenario s = two_doublets(scheme, form);
    const auto one = this->run(s, 1, "one");
    expect_same_files(one, this->run(s, scheme == TimeScheme::bdf2 ? 7 : 3, "several"));
    std::filesystem::remove_all(this->folder.path / "several");
    EXPECT_EQ(last_line(one / "aggregates.csv").substr(last_line(one / "aggregates.csv").find(',')),
              ",2,2,1"); // two aggregates of two, all objects
    std::filesystem::remove_all(one);
  }
}

TYPED_TEST(AggregatesOfRanks, leaves_the_files_of_an_unbroken_run_after_a_resume) {
  const Scenario s = two_doublets(TimeScheme::bdf2, MembraneForm::resolved);
  const auto whole = this->run(s, 1, "whole");
  this->run(s, 3, "broken", s.time.end / 2);
  this->go_on(s, 1, "broken");
  expect_same_files(whole, this->folder.path / "broken");
}

} // namespace ibsim
