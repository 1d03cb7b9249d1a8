// A warning where bonds at rest would take more than a fifth of the ligands, none of which is used up.
#include "checks/adhesion_advice.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// A bead whose receptors are bound for half of the time at rest: k_on n = k_off.
Scenario bound_bead(int receptors, real ligands) {
  Scenario s;
  s.grid = {{24, 24, 24}, 0.5};
  s.contact.pressure = 0.1, s.contact.range = 1;
  s.time.step = 1, s.time.end = 1000;
  ObjectKind bead;
  bead.name = "bead", bead.closed().surface = {ReferenceShape::sphere, {2, 2, 2}};
  AdhesionProperties of;
  of.receptors = receptors, of.ligands = ligands;
  of.kinetics.off_rate = 1e-5, of.kinetics.length = 1e-4,
  of.kinetics.on_rate = of.kinetics.off_rate / ligands;
  bead.adhesions = {of};
  bead.placements.resize(1);
  s.objects = {bead};
  return s;
}

std::ptrdiff_t warnings_of_ligands(const Scenario& s) {
  std::vector<Finding> findings;
  look_at_adhesion(s, findings);
  return std::count_if(findings.begin(), findings.end(),
                       [](const Finding& f) { return f.key == "objects.0.adhesion.0.ligands"; });
}

// Half of 4000 receptors on 16 pi um^2 would take 39.8 1/um^2 in a flat contact, a fifth of 198.9.
TEST(Ligands, are_missed_where_bonds_would_take_a_fifth_of_them) {
  EXPECT_NEAR(area_at_rest(bound_bead(4000, 100).objects[0]), 50.27, 0.01);
  EXPECT_EQ(warnings_of_ligands(bound_bead(4000, 198)), 1);
  EXPECT_EQ(warnings_of_ligands(bound_bead(4000, 200)), 0);
  EXPECT_EQ(warnings_of_ligands(bound_bead(400, 200)), 0);
}

} // namespace
} // namespace ibsim
