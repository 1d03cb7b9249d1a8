// An object has one number, from 0 over all kinds: in cells.csv, in the frames, in errors about where objects
// are, and in the message of a run that diverged.
#include "flow_run/surface_writer.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"
#include "simulation/scenarios.hpp"

#include <gtest/gtest.h>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Two spheres, then one egg.
Scenario two_kinds() {
  Scenario s = sphere(16, 60, 0.1, 1);
  s.objects[0].closed().surface.half_axes = {1, 1, 1};
  s.objects[0].closed().data_sites = 40;
  s.objects.push_back(s.objects[0]);
  s.objects[0].placements.push_back(s.objects[0].placements[0]);
  s.objects[0].placements[1].centre = {4, 4, 4};
  s.objects[1].name = "egg";
  s.objects[1].placements[0].centre = {12, 12, 12};
  return s;
}

TEST(Objects, have_one_numbering) {
  const Scenario s = two_kinds();
  EXPECT_EQ(object_number(s, 0, 0), 0u);
  EXPECT_EQ(object_number(s, 0, 1), 1u);
  EXPECT_EQ(object_number(s, 1, 0), 2u);
  const std::vector<Body> bodies = placed_bodies(s);
  const SurfaceMesh mesh = surface_mesh(s, make_surface_kinds(s, {}));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::size_t kind = i / 2, object = i % 2;
    const std::string name =
        (kind == 0 ? "\"sphere\" (object " : "\"egg\" (object ") + std::to_string(i) + ")";
    EXPECT_EQ(object_name(s, kind, object), name);
    EXPECT_EQ(bodies[i].name, name);
    EXPECT_EQ(mesh.object[60 * i], static_cast<int>(i));
    EXPECT_EQ(mesh.object[60 * i + 59], static_cast<int>(i));
    const Failure failure{
        .step = 1, .what = Failure::What::surface_folded, .kind = kind, .object = object, .site = 7};
    EXPECT_EQ(describe(failure, s).find(name + ", sample site 7: the surface has folded"), 0u)
        << describe(failure, s);
  }
}

TEST(Objects, need_no_number_when_alone) {
  EXPECT_EQ(object_name(sphere(16, 60, 0.1, 1), 0, 0), "\"sphere\"");
}

} // namespace
} // namespace ibsim
