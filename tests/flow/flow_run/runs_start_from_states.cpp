// A new run starts from the state that another run left: with the same physics it goes on as that run would
// have, with other physics it answers to them, and what does not fit is refused.
#include "backends.hpp"
#include "base/error.hpp"
#include "diagnostics/cell_shape.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow_run/run_scenario.hpp"
#include "test_folder.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// A soft sphere in shear, 20 steps of imex-rk, which remembers nothing of the step before.
Scenario sphere_in_shear(Ends ends, const std::filesystem::path& folder) {
  Scenario s = sphere(16, 800, 0.5, 10);
  s.grid = {{12, 12, 12}, 0.5};
  s.grid.topology.y.ends = ends;
  s.scheme = TimeScheme::imex_rk;
  s.drive.shear_rate.mean = 0.02;
  s.initial_flow = ends == Ends::periodic ? InitialFlow::shear : InitialFlow::developed;
  s.objects[0].closed().surface = {ReferenceShape::sphere, {1.5, 1.5, 1.5}};
  s.objects[0].closed().law = NeoHookean{0.1};
  s.objects[0].closed().data_sites = 200, s.objects[0].closed().sample_sites = 400;
  s.objects[0].placements[0].centre = {3, 0.7, 3}; // across the seam
  s.title = "a sphere in shear";
  s.output.folder = folder;
  s.output.series_every = 1, s.output.cells = false, s.output.fluid = false;
  return s;
}

template <class B>
Checkpoint end_of(Scenario s) {
  RunOptions options;
  options.start = state_to_start_from(s);
  run_scenario(Stream<B>(), s, options);
  std::string warning;
  return read_newest_checkpoint(s.output.folder, warning);
}

real largest_difference(const Checkpoint& a, const Checkpoint& b, const std::string& name) {
  const auto of = [&name](const Checkpoint& c) -> const std::vector<double>& {
    return std::find_if(c.arrays.begin(), c.arrays.end(), [&](const NamedArray& x) { return x.name == name; })
        ->values;
  };
  real most = 0;
  for (std::size_t i = 0; i < of(a).size(); ++i) most = std::max(most, std::abs(of(a)[i] - of(b)[i]));
  return most;
}

} // namespace

template <class B>
class StartFrom : public BackendTest<B> {
 protected:
  TestFolder folder;
};
TYPED_TEST_SUITE(StartFrom, Backends, BackendNames);

// With steps of one length imex-rk does not know when it began, so half and half are the whole to the bit. In
// unbounded shear phases are rounded otherwise, 1e-12 of the box, which elastic forces amplify by 1.1 a step.
TYPED_TEST(StartFrom, the_same_physics_goes_on_as_the_run_itself) {
  for (const Ends ends : {Ends::walls, Ends::lees_edwards}) {
    const std::string which = ends == Ends::walls ? "walls" : "sheared";
    Scenario whole = sphere_in_shear(ends, this->folder.path / (which + "_whole"));
    if (ends == Ends::walls) whole.objects[0].placements[0].centre.y = 3;
    Scenario first = whole, second = whole;
    first.output.folder = this->folder.path / (which + "_first"), first.time.end = 5;
    second.output.folder = this->folder.path / (which + "_second"), second.time.end = 5;
    second.start.from = first.output.folder;
    const Checkpoint at_end = end_of<TypeParam>(whole);
    end_of<TypeParam>(first);
    const Checkpoint anew = end_of<TypeParam>(second);
    EXPECT_EQ(anew.time, 5);
    for (const std::string name : {"velocity", "data_sites_1"})
      EXPECT_LE(largest_difference(at_end, anew, name), ends == Ends::walls ? 0 : 1e-9)
          << which << " " << name;
  }
}

// The shear stops in a fluid twice as viscous: without a drive the sphere gets rounder, within some 2 mu R/G
// = 60 us, and this is 40. Both schemes of second order agree to (k/60 us)^2 = 1e-4 of it, whatever the old
// run had.
TYPED_TEST(StartFrom, other_physics_takes_over) {
  Scenario first = sphere_in_shear(Ends::lees_edwards, this->folder.path / "first");
  first.time.end = 40, first.output.series_every = 10;
  end_of<TypeParam>(first);
  std::vector<double> ends;
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    Scenario second = first;
    second.output.folder = this->folder.path / (scheme == TimeScheme::bdf2 ? "bdf2" : "rk");
    second.start.from = first.output.folder;
    second.scheme = scheme;
    second.drive.shear_rate.mean = 0;
    second.fluid.viscosity = 2;
    end_of<TypeParam>(second);
    const CsvTable cells = read_run_csv(run_files(second.output.folder).cells_csv);
    const std::size_t column = cells.column("taylor_deformation");
    const double start = std::stod(cells.rows.front()[column]);
    ends.push_back(std::stod(cells.rows.back()[column]));
    EXPECT_GT(start, 0.2);
    EXPECT_LT(ends.back(), 0.8 * start);
  }
  EXPECT_NEAR(ends[0], ends[1], 1e-3 * ends[0]);
}

TYPED_TEST(StartFrom, states_of_other_boxes_and_objects_are_refused) {
  Scenario first = sphere_in_shear(Ends::walls, this->folder.path / "first");
  first.objects[0].placements[0].centre.y = 3;
  end_of<TypeParam>(first);
  const auto complaint = [&](auto change) {
    Scenario s = first;
    s.start.from = first.output.folder;
    change(s);
    try {
      state_to_start_from(s);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  const auto says = [&](const std::string& part, auto change) {
    const std::string said = complaint(change);
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  EXPECT_EQ(complaint([](Scenario&) {}), "none");
  says("a box of 12 x 12 x 12 points", [](Scenario& s) { s.grid.n.z = 16; });
  says("has another shape", [](Scenario& s) { s.objects[0].closed().surface.half_axes.x = 2; });
  says("there are 1 in that run and 2", [](Scenario& s) { s.objects[0].placements.resize(2); });
  says("data_sites and sample_sites", [](Scenario& s) { s.objects[0].closed().sample_sites = 500; });
  says("no checkpoint of 3 us, but of 10 us", [](Scenario& s) { s.start.last = false, s.start.time = 3; });
  says("no such folder", [](Scenario& s) { s.start.from = "nowhere"; });
}

} // namespace ibsim
