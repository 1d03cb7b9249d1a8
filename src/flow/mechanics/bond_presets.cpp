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

/// kc exp(-F xc/kT) + k0 exp(F x/kT).
BondPreset catch_slip(std::string name, real catch_rate, real catch_length, real off_rate, real length,
                      std::string source) {
  BondPreset preset = slip(std::move(name), off_rate, length, 0, std::move(source));
  preset.kinetics.model = BondKinetics::Model::catch_slip;
  preset.kinetics.catch_rate = catch_rate * per_second, preset.kinetics.catch_length = catch_length * nm;
  return preset;
}

} // namespace

// GPIb-vWF: Doggett et al. give rates at 36 and 217 pN, 4.2 and 7.3 1/s; the length is that of a slip bond
// through the rate at rest and these. Of alphaIIbbeta3 there are rates of two states and no length; of the
// others rates and lengths, and no on-rate for this use.
// Catch bonds: fits at 37 degC to the laws of their sources (docs/notes/adhesion.md).
const std::vector<BondPreset>& bond_presets() {
  static const std::vector<BondPreset> all{
      slip("GPIb-vWF", 3.45, 0.014, 0, "Doggett et al. 2002, Biophys. J. 83, 194-205"),
      slip("alphaIIbbeta3-fibrinogen", 2.42, 0, 1.4e-4, "Litvinov et al. 2012, J. Biol. Chem. 287, 35275"),
      slip("alphaIIbbeta3-fibrinogen strong", 0.60, 0, 2.3e-4,
           "Litvinov et al. 2012, J. Biol. Chem. 287, 35275"),
      slip("P-selectin", 1, 0.05, 0, "Alon, Hammer and Springer 1995, Nature 374, 539"),
      slip("E-selectin", 0.82, 0.034, 0, "Tees, Waugh and Hammer 2001, Biophys. J. 80, 668"),
      slip("L-selectin", 3, 0.4, 0, "outer barrier: Evans et al. 2001, Proc. Natl. Acad. Sci. 98, 3784"),
      catch_slip("P-selectin catch", 2.46, 0.209, 0.71, 0.0546,
                 "fit to constants of Cheung and Konstantopoulos 2011, Biophys. J. 100, 2338"),
      catch_slip("PfEMP1-ICAM-1", 1.02, 0.617, 0.0297, 0.535,
                 "fit to the law of Lim et al. 2017, doi:10.1038/s41598-017-04352-x"),
      slip("PfEMP1-CD36", 0.3095, 0.0613, 0, "Lim et al. 2017, doi:10.1038/s41598-017-04352-x")};
  return all;
}

const BondPreset* bond_preset(const std::string& name) {
  for (const BondPreset& preset : bond_presets())
    if (preset.name == name) return &preset;
  return nullptr;
}

} // namespace ibsim
