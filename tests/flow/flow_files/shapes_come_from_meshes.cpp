// `shape: mesh`: a mesh file becomes a surface, which is written back to the bit and needs the file no more;
// all that is asked of a closed shape is answered; slips have their places.
#include "flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "geometry/meshes.hpp"
#include "model/placed_bodies.hpp"
#include "packing/place_objects.hpp"
#include "surface/mapped_shape.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

std::string with_object(const std::string& object) {
  return "domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\n"
         "fluid: {density: 1 g/cm^3, viscosity: 1 cP, background_shear: 100 1/s}\n"
         "time: {step: auto, end: 0.1 ms}\n"
         "objects:\n  - {" +
         object + ", membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n";
}
const std::string at = ", at: [8 um, 8 um, 8 um]";

/// A bent cell of some 6 x 6 x 3 um in a file of nanometres.
Real3 bent(const Real3& x) { return Real3{3e3 * x.x, 3e3 * x.y, 1e3 * x.z + 1.5e3 * x.x * x.x}; }

class ShapesFromMeshes : public testing::Test {
 protected:
  ShapesFromMeshes() {
    write_text(folder.path / "cell.off", meshes::as_off(meshes::moved(meshes::icosphere(3), bent)));
  }
  Scenario read_object(const std::string& object) const {
    return read(with_object(object), (folder.path / "s.yaml").string());
  }
  std::string complaint(const std::string& object) const {
    try {
      read_object(object);
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  }
  TestFolder folder;
};

TEST_F(ShapesFromMeshes, are_read_with_their_unit) {
  for (const char* unit : {"nm", "1 nm", "0.001 um"}) {
    const Scenario s =
        read_object(std::string("shape: mesh, mesh: {file: cell.off, unit: ") + unit + "}" + at);
    const ReferenceSurface& surface = s.objects[0].closed().surface;
    ASSERT_EQ(surface.shape, ReferenceShape::mapped);
    EXPECT_EQ(s.objects[0].name, "mesh");
    // bending by z += c x^2 keeps the volume of the ellipsoid
    EXPECT_NEAR(area_and_volume(surface).volume, 4.0 / 3 * std::numbers::pi * 9, 1e-3);
    EXPECT_NEAR(surface.half_axes.x, 3, 2e-3);
  }
  const Scenario twice = read_object("shape: mesh, mesh: {file: cell.off, unit: nm}, scale: 2" + at);
  EXPECT_NEAR(twice.objects[0].closed().surface.half_axes.x, 6, 4e-3);
  EXPECT_NEAR(area_and_volume(twice.objects[0].closed().surface).volume, 8 * 4.0 / 3 * std::numbers::pi * 9,
              8e-3);
}

TEST_F(ShapesFromMeshes, are_written_back_to_the_bit_without_the_file) {
  const Scenario first = read_object("shape: mesh, mesh: {file: cell.off, unit: nm}, scale: 1.1" + at);
  std::filesystem::remove(folder.path / "cell.off");
  const auto written = [&](const Scenario& s) {
    write_resolved(s, folder.path / "resolved.yaml");
    return content(folder.path / "resolved.yaml");
  };
  const std::string text = written(first);
  const Scenario second = read(text);
  EXPECT_EQ(first.objects[0].closed().surface, second.objects[0].closed().surface);
  EXPECT_EQ(written(second), text);
}

TEST_F(ShapesFromMeshes, may_be_harmonics) {
  // of a sphere of 3 um: y, z, x in units of sqrt(3/(4 pi))
  const std::string a = std::to_string(3 * std::sqrt(4 * std::numbers::pi / 3));
  const Scenario s = read_object("shape: mesh, mesh: {unit: 1 um, harmonics: [[0, 0, 0], [0, " + a +
                                 ", 0], [0, 0, " + a + "], [" + a + ", 0, 0]]}" + at);
  const AreaAndVolume found = area_and_volume(s.objects[0].closed().surface);
  EXPECT_NEAR(found.volume, 36 * std::numbers::pi, 1e-4); // six decimals of the amounts
  EXPECT_NEAR(found.area, 36 * std::numbers::pi, 1e-4);
}

TEST_F(ShapesFromMeshes, say_what_is_wrong_and_where) {
  const auto says = [&](const std::string& object, const std::string& place, const std::string& part) {
    const std::string message = complaint(object);
    EXPECT_NE(message.find("s.yaml:" + place), std::string::npos) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says("shape: mesh" + at, "5:", "missing key \"objects.0.mesh\"");
  says("shape: mesh, mesh: {file: cell.off}" + at, "5:", "objects.0.mesh.unit");
  says("shape: mesh, mesh: {file: none.off, unit: nm}" + at, "5:32: ", "objects.0.mesh.file: ");
  says("shape: sphere, radius: 2 um, mesh: {file: cell.off, unit: nm}" + at,
       "5:", "only shape: mesh has one");
  says("shape: mesh, mesh: {file: cell.off, unit: nm}, radius: 2 um" + at, "5:", "a mesh a file");
  says("shape: mesh, mesh: {file: cell.off, unit: nm, harmonics: []}" + at,
       "5:", "give a file or harmonics, not both");
  says("shape: mesh, mesh: {harmonics: [[0, 0, 0]]}" + at, "5:", "needs unit");
  says("shape: mesh, mesh: {harmonics: [[0, 0]], unit: um}" + at, "5:", "expected a row [x, y, z]");
  says("shape: mesh, mesh: {harmonics: [[0, 0, 0], [1, 0, 0]], unit: um}" + at,
       "5:37: ", "has 2 rows, and degree L takes (L + 1)^2 of them, 4 or more");
  write_text(folder.path / "ring.off", meshes::as_off(meshes::torus(3, 1, 30, 20)));
  says("shape: mesh, mesh: {file: ring.off, unit: um}" + at, "5:32: ", "a body with 1 hole through it");
  // millimetres instead of nanometres: the object is larger than its box
  EXPECT_NE(complaint("shape: mesh, mesh: {file: cell.off, unit: mm}" + at), "none");
}

// Inside and outside are those of the surface, also where it is not star-shaped and stretched by its place.
TEST_F(ShapesFromMeshes, know_what_is_inside) {
  const Scenario s = read_object("shape: mesh, mesh: {file: cell.off, unit: nm}, stretch: [1, 1, 1.5]" + at);
  const ObjectKind& kind = s.objects[0];
  const std::vector<Body> bodies = placed_bodies(s);
  ASSERT_EQ(bodies.size(), 1u);
  const Body& body = bodies[0];
  for (std::size_t i = 0; i < body.points(); ++i)
    for (const real side : {-1, 1}) // a tenth of a micrometre; its triangles are within a fiftieth
      EXPECT_EQ(contains(kind.closed().surface, kind.placements[0],
                         body.point(i) + 0.1 * side * body.outward_normal(i)),
                side < 0)
          << i;
}

TEST_F(ShapesFromMeshes, are_packed_without_overlap) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(
      "domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\nfluid: {density: 1 g/cm^3, viscosity: 1 cP}\n"
      "time: {step: auto, end: 0.1 ms}\nobjects:\n  - {shape: mesh, mesh: {file: cell.off, unit: nm}, "
      "placements: "
      "{number: 24, seed: 3}, membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n",
      (folder.path / "s.yaml").string(), {}, warnings,
      [](Scenario& scenario) { place_objects(scenario, ""); });
  ASSERT_EQ(s.objects[0].placements.size(), 24u);
  const std::vector<Body> bodies = placed_bodies(s);
  EXPECT_FALSE(first_pair(bodies, periods_of(s), 0,
                          [&](const Body& a, const Body& b) { return closer_than(a, b, periods_of(s), 0); }));
}

} // namespace
} // namespace ibsim
