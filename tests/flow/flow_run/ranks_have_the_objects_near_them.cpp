// Ranks have the objects near their slabs, and leave the files of a run by one, byte for byte: as objects
// come and go, where images slide, and where some have none.
#include "flow/flow_run/runs_by_ranks.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

/// The same row where images slide past, in which cells lie across the seam.
Scenario a_long_box_in_shear() {
  Scenario s = a_long_channel(false);
  s.time.end = 3;
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive = {}, s.initial_flow = InitialFlow::developed;
  s.drive.shear_rate = {.mean = 1e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
  for (Placement& at : s.objects[0].placements) at.centre.y = 15;
  return s;
}

/// Spheres in unbounded shear to a strain of 1.2, by which images above are far along the box: what is beyond
/// the seam is near other ranks than the rest of an object. Some come within contact.
Scenario far_along_the_seam() {
  Scenario s = sphere(16, 120, 0.1, 4);
  s.scheme = TimeScheme::bdf2;
  s.grid.n = {8, 32, 128}, s.grid.h = 1;
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.initial_flow = InitialFlow::developed;
  s.drive.shear_rate.mean = 0.3;
  s.contact = {.pressure = 0.1, .range = 1};
  ObjectKind& sphere = s.objects[0];
  sphere.closed().surface.half_axes = {2, 2, 2};
  sphere.closed().data_sites = 60;
  const Placement first = sphere.placements[0];
  sphere.placements.assign(24, first);
  for (int i = 0; i < 24; ++i)
    sphere.placements[static_cast<std::size_t>(i)].centre = {4, i % 3 == 0 ? 31.0 : 5.3 * (i % 7),
                                                             5.33 * i + 1};
  s.output.series_every = 0.5, s.output.checkpoint_every = 2;
  return s;
}

/// Two cells and two platelets at one end of a long channel: far from them ranks have no object to move.
Scenario at_one_end_of_a_channel() {
  Scenario s = all_at_once();
  s.grid.n.z = 160;
  s.grid.topology.y.ends = Ends::walls;
  s.time.end = 2;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.pressure_gradient.mean = 1e-3;
  s.contact = {};
  return s;
}
/// Two red cells far from each other, whose tensions are tracked: how the fluid answers them depends on how
/// many surfaces share it, which is more than the one that a rank has. Relaxed tensions ask for it in steps
/// beyond the explicit limit alone.
Scenario two_with_tracked_tensions(Tension tension) {
  const bool relaxed = tension == Tension::relaxed;
  const real step = relaxed ? 20 : 0.5;
  Scenario s = red_cell_in_shear(16, 200, 800, step, 8 * step);
  s.scheme = TimeScheme::bdf2, s.tension = tension;
  s.grid.n.z = 128;
  ObjectKind& cell = s.objects[0];
  cell.closed().law = Skalak{2.5e-3, 1};
  cell.closed().viscosity = {.viscosity = 300,
                             .model = relaxed ? ViscosityModel::maxwell : ViscosityModel::kelvin_voigt,
                             .modulus = 0.3};
  cell.placements.push_back(cell.placements[0]);
  cell.placements[0].centre.z = 16, cell.placements[1].centre.z = 80;
  s.output.series_every = step, s.output.cells_every = s.output.fluid_every = 4 * step;
  s.output.checkpoint_every = s.output.profiles_every = 4 * step, s.output.averages_from = step;
  return s;
}

template <class B>
class ListsOfRanks : public RunsByRanks<B> {};

} // namespace

TYPED_TEST_SUITE(ListsOfRanks, Backends, BackendNames);

TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_each_makes_some_forces_alone) {
  this->expect_the_same(a_long_channel(false));
  const auto one = this->run(a_long_channel(true), 1, "one");
  expect_same_files(one, this->run(a_long_channel(true), 4, "four"));
}

// A row so close that cells which a rank has not listed are carried to it. Where terms know objects by their
// numbers, other lists need other terms.
TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_objects_come_and_go) {
  Scenario s = a_long_channel(false);
  for (ObjectKind& kind : s.objects)
    for (int i = 0; i < 6; ++i) {
      Placement next = kind.placements[static_cast<std::size_t>(i)];
      next.centre.z += 8;
      kind.placements.push_back(next);
    }
  for (const bool by_number : {true, false}) {
    if (!by_number) s.objects[0].tethers.clear(), s.objects[0].tweezers.clear(), s.objects[0].pulls.clear();
    const auto one = this->run(s, 1, "one");
    expect_same_files(one, this->run(s, 3, "three"));
    for (const char* const folder : {"one", "three"}) std::filesystem::remove_all(this->folder.path / folder);
  }
}

TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_some_are_far_from_all_objects) {
  const auto one = this->run(at_one_end_of_a_channel(), 1, "one");
  expect_same_files(one, this->run(at_one_end_of_a_channel(), 4, "four"));
}

TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_each_makes_some_forces_in_shear) {
  const auto one = this->run(a_long_box_in_shear(), 1, "one");
  expect_same_files(one, this->run(a_long_box_in_shear(), 3, "3"));
}

TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_far_along_the_seam) {
  const Scenario s = far_along_the_seam();
  const auto one = this->run(s, 1, "one");
  this->run(s, 4, "parts", 3);
  this->go_on(s, 3, "parts");
  expect_same_files(one, this->folder.path / "parts");
}

TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_each_has_one_object_that_tracks_its_tension) {
  for (const Tension tension : {Tension::explicit_, Tension::relaxed}) {
    const Scenario s = two_with_tracked_tensions(tension);
    const auto one = this->run(s, 1, "one");
    expect_same_files(one, this->run(s, 4, "four"));
    for (const char* const folder : {"one", "four"}) std::filesystem::remove_all(this->folder.path / folder);
  }
}

// One object is no list of its own, but those that it touches are in lists.
TYPED_TEST(ListsOfRanks, leaves_the_files_of_one_where_one_object_touches_many) {
  Scenario s = a_long_channel(true);
  s.time.end = 2;
  s.objects[1].placements.resize(1);
  s.objects[1].placements[0].centre = s.objects[0].placements[6].centre; // in the middle of the channel
  s.objects[1].placements[0].centre.y += 3.5;
  const auto one = this->run(s, 1, "one");
  expect_same_files(one, this->run(s, 4, "four"));
}

#if defined(IBSIM_WITH_CUDA)
// On a GPU lists begin with 256 objects of a kind, and 2^21 sample sites.
TEST(ListsOfManyObjects, leaves_the_last_row_of_one) {
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  TestFolder folder;
  Scenario s = sphere(32, 120, 0.5, 5);
  s.grid.n.z = 128, s.grid.h = 1;
  s.grid.topology.y.ends = Ends::walls;
  s.initial_flow = InitialFlow::developed;
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.6 * 32 * 32;
  ObjectKind& platelet = s.objects[0];
  platelet.closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
  platelet.closed().data_sites = 60, platelet.closed().sample_sites = 5200;
  platelet.placements.resize(416, platelet.placements[0]);
  for (int i = 0; i < 416; ++i)
    platelet.placements[static_cast<std::size_t>(i)].centre = {4.0 + 8 * (i % 4), 4.0 + 8 * (i / 4 % 4),
                                                               2.0 + 4.9 * (7 * (i / 16) % 26)};
  s.output.series_every = 1;
  const auto table = [&](int ranks) {
    s.output.folder = folder.path / std::to_string(ranks);
    s.device.ranks = ranks;
    RunOptions options;
    run_scenario(Stream<Cuda>(), s, options);
    return content(run_files(s.output.folder).run_csv);
  };
  const std::string one = table(1);
  for (const int ranks : {2, 4}) EXPECT_TRUE(table(ranks) == one) << ranks << " ranks";
}
#endif

} // namespace ibsim
