// `objects.N.adhesion.to`: walls by their words, objects by the name of their kind, and mistakes.
#include "flow/flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "objects/bond_objects.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

std::string bead_and_cell(const std::string& to) {
  return "domain: {size: [12 um, 12 um, 12 um], cell: 1/2 um}\n"
         "fluid: {preset: plasma}\n"
         "time: {step: 1 us, end: 1 ms}\n"
         "contact: {pressure: 100 Pa}\n"
         "objects:\n"
         "  - shape: sphere\n"
         "    name: bead\n"
         "    radius: 1.5 um\n"
         "    membrane: {law: neo-hookean, shear_modulus: 0.05 dyn/cm}\n"
         "    at: [3 um, 6 um, 3 um]\n"
         "    adhesion: {to: " +
         to +
         ", receptors: 100, ligands: 10 1/um^2, kinetics: {off_rate: 1 1/s, length: 0.1 nm, on_rate: 1e-4 "
         "um^2/s}}\n"
         "  - {shape: red cell, name: the cell, at: [6 um, 6 um, 9 um]}\n"
         "  - {shape: tracer, name: dye, at: [6 um, 6 um, 6 um]}\n";
}

TEST(Adhesion, is_to_the_objects_that_are_named) {
  const Scenario s = read(bead_and_cell("{objects: the cell}"));
  const AdhesionProperties& of = s.objects[0].adhesions.at(0);
  EXPECT_EQ(of.walls, LigandWalls::objects);
  EXPECT_EQ(ligand_kind(s, of), 1u);
  EXPECT_TRUE(binds_objects(s, 0) && binds_objects(s, 1));
  EXPECT_FALSE(binds_objects(s, 2));
  const Scenario again = read(resolved_scenario(s));
  EXPECT_EQ(again.objects[0].adhesions.at(0).ligand_kind, "the cell");
  EXPECT_EQ(again.objects[0].adhesions.at(0).walls, LigandWalls::objects);
}

TEST(Adhesion, is_refused_where_nothing_can_bind) {
  EXPECT_EQ(error(bead_and_cell("{objects: red cell}")),
            "s.yaml:11:15: there are no objects named \"red cell\"");
  EXPECT_EQ(error(bead_and_cell("{objects: bead}")),
            "s.yaml:11:15: there is one object named \"bead\", and an object does not bind to itself");
  EXPECT_EQ(error(bead_and_cell("{objects: dye}")),
            "s.yaml:11:15: \"dye\" is neither a closed membrane nor a sheet; to: tube is for a tube");
  for (const char* to : {"cells", "{kinds: bead}", "{objects: bead, and: dye}", "[bead]"})
    EXPECT_NE(error(bead_and_cell(to)).find("expected one of lower wall"), std::string::npos) << to;
}

TEST(Adhesion, uses_up_ligands_of_flat_walls_alone) {
  std::string text = bead_and_cell("lower wall");
  text.insert(text.find("receptors"), "used_up: true, ");
  text.insert(0, "flow: {ends_in_y: walls}\n");
  const Scenario s = read(text);
  EXPECT_TRUE(s.objects[0].adhesions.at(0).used_up);
  EXPECT_TRUE(read(resolved_scenario(s)).objects[0].adhesions.at(0).used_up);
  text.replace(text.find("to: lower wall"), 14, "to: {objects: the cell}");
  EXPECT_NE(error(text).find("used_up: is of to: lower wall, upper wall or walls"), std::string::npos)
      << error(text);
}

// A preset with two pathways has the rates of both and needs an on-rate. Another bond needs all rates.
TEST(Adhesion, has_presets_of_two_pathways) {
  std::string text = bead_and_cell("lower wall");
  text.insert(0, "flow: {ends_in_y: walls}\n");
  const std::string own = "{off_rate: 1 1/s, length: 0.1 nm, on_rate: 1e-4 um^2/s}";
  const auto with = [&](const std::string& bond, const std::string& kinetics) {
    std::string of = text;
    of.replace(of.find(own), own.size(), kinetics);
    of.insert(of.find("receptors"), "bond: " + bond + ", ");
    return of;
  };
  const Scenario s = read(with("PfEMP1-ICAM-1", "{on_rate: 1e-4 um^2/s}")),
                 again = read(resolved_scenario(s));
  for (const Scenario& one : {s, again}) {
    const BondKinetics& k = one.objects[0].adhesions.at(0).kinetics;
    EXPECT_EQ(k.model, BondKinetics::Model::catch_slip);
    EXPECT_NEAR(k.catch_rate, 1.02e-6, 1e-18);
    EXPECT_NEAR(k.catch_length, 0.617e-3, 1e-15);
    EXPECT_NEAR(k.off_rate, 0.0297e-6, 1e-18);
    EXPECT_NEAR(k.length, 0.535e-3, 1e-15);
  }
  EXPECT_NE(error(with("PfEMP1-ICAM-1", "{model: catch-slip}")).find("on_rate"), std::string::npos);
  EXPECT_NE(
      error(with("of mine", "{model: catch-slip, off_rate: 1 1/s, length: 0.1 nm, on_rate: 1e-4 um^2/s}"))
          .find("missing key \"objects.0.adhesion.kinetics.catch_rate\""),
      std::string::npos);
}

TEST(Adhesion, may_have_ligands_in_a_part_of_the_box) {
  std::string text = bead_and_cell("lower wall");
  text.insert(0, "flow: {ends_in_y: walls}\n");
  EXPECT_EQ(resolved_scenario(read(text)).find("within"), std::string::npos);
  const std::size_t at = text.find("receptors");
  text.insert(at, "within: {low: [2 um, 0 um, 3 um]}, ");
  const Scenario s = read(text), again = read(resolved_scenario(s));
  for (const LigandRegion& of :
       {s.objects[0].adhesions.at(0).within, again.objects[0].adhesions.at(0).within}) {
    EXPECT_EQ(of.low, (Real3{2, 0, 3}));
    EXPECT_EQ(of.high, (Real3{12, 12, 12}));
  }
  text.replace(text.find("3 um]}, "), 8, "13 um]}, ");
  EXPECT_NE(error(text).find("has no extent in z"), std::string::npos) << error(text);
}

} // namespace
} // namespace ibsim
