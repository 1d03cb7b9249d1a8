// Bonds with published kinetics, by their names in a scenario.
#pragma once

#include "mechanics/adhesion_properties.hpp"

#include <vector>

namespace ibsim {

struct BondPreset {
  std::string name;
  BondKinetics kinetics; ///< 0 where the source gives no number
  std::string source;
};

const std::vector<BondPreset>& bond_presets();

/// The preset of this name; null if there is none.
const BondPreset* bond_preset(const std::string& name);

} // namespace ibsim
