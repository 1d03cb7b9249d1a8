// Properties of aggregation, as a scenario gives them (aggregation.hpp).
#pragma once

#include "base/precision.hpp"

#include <string>
#include <vector>

namespace ibsim {

enum class AttractionForm {
  finite_range, ///< ends at a distance, where its slope is zero too
  morse         ///< of Morse, for comparison with others
};

/// Attraction between the objects of two kinds.
struct AggregationProperties {
  std::vector<std::string> between; ///< names of two kinds; empty: red cells of all kinds
  real energy = 0;                  ///< per area of two flat membranes, pg/us^2
  real range = 0;                   ///< um, beyond that of contact
  bool automatic_range = true;      ///< that of contact
  AttractionForm form = AttractionForm::finite_range;
  std::string preset; ///< that gave the energy; empty: none
};

} // namespace ibsim
