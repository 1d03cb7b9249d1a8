// Evaluations of the state for the outputs of a step: of each kind one product for the derivatives (with one
// interpolation), and one more for the velocities at the points of a frame.
#include "backends.hpp"
#include "flow_run/run_outputs.hpp"
#include "simulation/scenarios.hpp"
#include "test_folder.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class Outputs : public BackendTest<B> {};
TYPED_TEST_SUITE(Outputs, Backends, BackendNames);

/// Two kinds of soft spheres within the range of contact, all that rows and frames may ask for.
Scenario near_each_other(const std::string& folder) {
  Scenario s = stretched_sphere(16, 200, 0.2, 10);
  s.contact = {0.01, 1};
  s.objects[0].closed().surface.half_axes = {2, 2, 2};
  s.objects[0].closed().data_sites = 60;
  s.objects[0].closed().bending = {.modulus = 2e-3};
  s.objects[0].closed().viscosity_ratio = 5;
  s.objects.push_back(s.objects[0]);
  s.objects[1].name = "other";
  s.objects[1].placements[0].centre = {8 + 4.5, 8, 8};
  s.output.folder = folder;
  s.output.series_every = s.output.cells_every = s.output.fluid_every = s.output.profiles_every = 0.2;
  s.output.pictures = {.wanted = true, .every = 0.2, .look = PictureLook::data};
  return s;
}

/// Takes what there is to draw, and draws nothing.
struct NoPictures : LivePictures {
  void start() override {}
  double draw(const Surfaces&, std::size_t) override { return 0; }
  void settle() override {}
};

} // namespace

TYPED_TEST(Outputs, of_a_step_share_an_evaluation) {
  const TestFolder folder;
  for (const Ends ends : {Ends::periodic, Ends::walls, Ends::lees_edwards}) {
    Scenario s = near_each_other(folder.path.string());
    s.grid.topology.y.ends = ends;
    const auto kinds = make_surface_kinds(s, {});
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    RunOutputs outputs(
        s, s.time, s.output, kinds, nullptr,
        [](const auto&, const auto&, LivePictures::Fixed, PictureLook) -> std::unique_ptr<LivePictures> {
          return std::make_unique<NoPictures>();
        });
    for (int step = 0; step < 2; ++step) {
      simulation.advance();
      std::vector<std::uint64_t> before;
      for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        before.push_back(simulation.step().structure(kind).surface().products());
      for (Reporter* reporter : outputs.reporters()) reporter->report(simulation);
      for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        EXPECT_EQ(simulation.step().structure(kind).surface().products(), before[kind] + 2)
            << kind << " " << static_cast<int>(ends);
    }
    outputs.finish();
  }
}

} // namespace ibsim
