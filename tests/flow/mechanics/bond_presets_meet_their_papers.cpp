// Presets of bonds against the rates that their papers measured under force, at 37 degC as in a run.
#include "mechanics/bond_presets.hpp"
#include "mechanics/bond_rates.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

constexpr real per_second = 1e-6, pN = 1e-3; // in 1/us and nN

/// The rate at which a preset's bond breaks, 1/s.
real rate_under(const std::string& name, real force) {
  const BondPreset* const preset = bond_preset(name);
  if (preset == nullptr) return 0;
  AdhesionProperties of;
  of.kinetics = preset->kinetics;
  const BondRates rates = bond_rates(of);
  return rates.off(force / rates.stiffness) / per_second;
}

// Doggett et al. 2002 give three rates with their errors.
TEST(BondPresets, gpib_has_the_rates_of_doggett) {
  EXPECT_NEAR(rate_under("GPIb-vWF", 0), 3.45, 0.37);
  EXPECT_NEAR(rate_under("GPIb-vWF", 36 * pN), 4.2, 0.8);
  EXPECT_NEAR(rate_under("GPIb-vWF", 217 * pN), 7.3, 0.4);
}

// Alon, Hammer and Springer 1995 give 1 1/s without force, 3.5 1/s at 110 pN, and x = 0.5 A, which is rounded
// by 0.05 A: F x/kT = 1.28 by 0.13, so the rate is known to 14 %.
TEST(BondPresets, p_selectin_has_the_rates_of_alon) {
  EXPECT_EQ(rate_under("P-selectin", 0), 1);
  EXPECT_NEAR(rate_under("P-selectin", 110 * pN), 3.5, 0.14 * 3.5);
}

// Two barriers in series (Evans et al. 2001): the inner one, 100 1/s and 0.06 nm, has the rate of the
// preset's outer one where 3 exp(F 0.4/kT) = 100 exp(F 0.06/kT), F = kT ln(100/3)/0.34 nm = 44.2 pN.
TEST(BondPresets, l_selectin_is_the_outer_barrier_up_to_44_pN) {
  AdhesionProperties inner;
  inner.kinetics.off_rate = 100 * per_second, inner.kinetics.length = 0.06e-3;
  const BondRates rates = bond_rates(inner);
  const auto inner_rate = [&](real force) { return rates.off(force / rates.stiffness) / per_second; };
  EXPECT_LT(rate_under("L-selectin", 44 * pN), inner_rate(44 * pN));
  EXPECT_GT(rate_under("L-selectin", 44.5 * pN), inner_rate(44.5 * pN));
}

TEST(BondPresets, name_their_sources) {
  for (const BondPreset& preset : bond_presets()) {
    EXPECT_NE(preset.source.find_first_of("0123456789"), std::string::npos) << preset.name;
    EXPECT_GT(preset.kinetics.off_rate, 0) << preset.name;
  }
}

} // namespace
} // namespace ibsim
