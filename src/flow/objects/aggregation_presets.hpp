// Published energies per area by which red cells aggregate in a medium.
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct AggregationPreset {
  real energy = 0; ///< pg/us^2
  std::string source;
  std::string warning; ///< where it goes beyond what was measured; else empty
};

/// What may stand for one, in words.
std::string aggregation_preset_words();

/// "plasma", "fibrinogen 3 mg/ml", "dextran 70 kDa" or "dextran 150 kDa". @throws InputError
AggregationPreset aggregation_preset(const std::string& words);

} // namespace ibsim
