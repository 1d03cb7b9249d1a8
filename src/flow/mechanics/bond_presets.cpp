#include "mechanics/bond_presets.hpp"

namespace ibsim {
namespace {

constexpr real per_second = 1e-6, nm = 1e-3; // in 1/us and um

BondPreset slip(std::string name, real off_rate, real length, real on_rate, std::string source) {
  BondKinetics kinetics;
  kinetics.off_rate = off_rate * per_second, kinetics.length = length * nm;
  kinetics.on_rate = on_rate * per_second;
  return {std::move(name), kinetics, std::move(source)};
}

} // namespace

// GPIb-vWF: Doggett et al. give rates at 36 and 217 pN, 4.2 and 7.3 1/s; the length is that of a slip bond
// through the rate at rest and these. Of alphaIIbbeta3 there are rates of two states and no length; of the
// selectins rates and lengths, and no on-rate for this use.
const std::vector<BondPreset>& bond_presets() {
  static const std::vector<BondPreset> all{
      slip("GPIb-vWF", 3.45, 0.014, 0, "Doggett et al. 2002, Biophys. J. 83, 194-205"),
      slip("alphaIIbbeta3-fibrinogen", 2.42, 0, 1.4e-4, "Litvinov et al. 2012, J. Biol. Chem. 287, 35275"),
      slip("alphaIIbbeta3-fibrinogen strong", 0.60, 0, 2.3e-4,
           "Litvinov et al. 2012, J. Biol. Chem. 287, 35275"),
      slip("P-selectin", 1, 0.05, 0, "Alon, Hammer and Springer 1995, Nature 374, 539"),
      slip("E-selectin", 0.82, 0.034, 0, "Tees, Waugh and Hammer 2001, Biophys. J. 80, 668"),
      slip("L-selectin", 3, 0.4, 0, "outer barrier: Evans et al. 2001, Proc. Natl. Acad. Sci. 98, 3784")};
  return all;
}

const BondPreset* bond_preset(const std::string& name) {
  for (const BondPreset& preset : bond_presets())
    if (preset.name == name) return &preset;
  return nullptr;
}

} // namespace ibsim
