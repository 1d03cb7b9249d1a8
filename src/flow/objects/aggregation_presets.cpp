#include "objects/aggregation_presets.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ibsim {
namespace {

constexpr real microjoule = 1e-3; // 1 uJ/m^2 in pg/us^2
const char* const buxbaum = "Buxbaum, Evans and Brooks 1982, Biochemistry 21, 3235";
const char* const brust = "Brust et al. 2014, Sci. Rep. 4, 4348";

struct AtConcentration {
  real fibrinogen, energy; ///< mg/ml, uJ/m^2
};
/// Brust et al., Figure 1: the energies by which they simulate cells in buffer with fibrinogen.
constexpr std::array<AtConcentration, 4> fibrinogen{{{0, 0}, {1, 1.78}, {4, 3.56}, {6.5, 4.89}}};

/// Linear between the points; beyond the last as there.
real energy_at(real concentration) {
  for (std::size_t i = 1; i < fibrinogen.size(); ++i) {
    const AtConcentration &a = fibrinogen[i - 1], &b = fibrinogen[i];
    if (concentration <= b.fibrinogen)
      return a.energy +
             (b.energy - a.energy) * (concentration - a.fibrinogen) / (b.fibrinogen - a.fibrinogen);
  }
  return fibrinogen.back().energy;
}

AggregationPreset of_fibrinogen(const std::string& amount) {
  constexpr real milligram_per_millilitre = 1e-3; // g/cm^3
  const real concentration = parse_quantity(amount, dimension::density) / milligram_per_millilitre;
  if (!(concentration > 0)) throw InputError("fibrinogen needs a concentration above zero");
  const real most = fibrinogen.back().fibrinogen;
  return {microjoule * energy_at(concentration), brust,
          concentration > most
              ? text("was measured up to %.3g mg/ml of fibrinogen; the energy is the one of that", most)
              : std::string()};
}

} // namespace

std::string aggregation_preset_words() {
  return "plasma, dextran 70 kDa, dextran 150 kDa, or fibrinogen with a concentration as in fibrinogen 3 "
         "mg/ml";
}

AggregationPreset aggregation_preset(const std::string& words) {
  constexpr std::string_view with_amount = "fibrinogen ";
  if (words == "plasma") return {2.0 * microjoule, buxbaum, {}};
  if (words == "dextran 70 kDa") return {4.9 * microjoule, buxbaum, {}};
  if (words == "dextran 150 kDa") return {22 * microjoule, buxbaum, {}};
  if (words.starts_with(with_amount)) return of_fibrinogen(words.substr(with_amount.size()));
  throw InputError("expected " + aggregation_preset_words());
}

} // namespace ibsim
