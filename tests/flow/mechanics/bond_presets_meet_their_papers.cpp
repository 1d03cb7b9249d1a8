// Presets of bonds against the rates that their papers measured under force, at 37 degC as in a run.
#include "mechanics/bond_presets.hpp"
#include "mechanics/bond_rates.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

// Lim et al. 2017 fit 1/k0 exp(-F x/kT) at 298 K to lifetimes under 3 to 50 pN: k0 = 0.3095 1/s, x =
// 0.0613 nm. Another fit has 95 % intervals: k0 from 0.267 to 0.355 1/s, x from 0.015 to 0.097 nm. At 37 degC
// kT is 4 % larger, so F x/kT is 4 % smaller in a run.
TEST(BondPresets, cd36_has_the_lives_of_lim) {
  EXPECT_NEAR(rate_under("PfEMP1-CD36", 0), 0.3095, 1e-12);
  for (const real force : {5.0, 15.0, 30.0}) {
    const real exponent = force * 0.0613 / 4.114;
    EXPECT_NEAR(std::log(rate_under("PfEMP1-CD36", force * pN) / 0.3095), exponent, 0.04 * exponent + 1e-12);
  }
}

// Lim et al. 2017 fit 1/kc exp(-xi (F - F0)^2/kT) at 298 K to lifetimes under 3 to 22 pN: kc = 0.3192 1/s,
// xi = 0.0263 nm/pN, F0 = 13.87 pN. By another fit kc is known within 9 %, F0 from 12.88 to 15.01 pN. Two
// exponentials with four constants meet this law from 0 to 25 pN within 4.4 % at best, rounded ones within
// 4.6 %.
TEST(BondPresets, icam_1_has_the_lives_of_lim) {
  real slowest = 0, least = 1e9;
  for (real force = 0; force <= 25; force += 0.25) {
    const real law = 0.3192 * std::exp(0.0263 * (force - 13.87) * (force - 13.87) / 4.114),
               rate = rate_under("PfEMP1-ICAM-1", force * pN);
    EXPECT_NEAR(std::log(rate / law), 0, 0.046) << force << " pN";
    if (rate < least) least = rate, slowest = force;
  }
  EXPECT_NEAR(slowest, 13.87, 1);
}

// Evans et al. 2004 let a force choose between two pathways: with E = 4.456 kT, f = 3.56 pN, k1 = 2.85 1/s,
// k2 = 1.17 1/s and x = 0.033 nm (Cheung and Konstantopoulos 2011) off is
//   (exp(E/kT) k1 + exp(F/f) k2 exp(F x/kT)) / (exp(E/kT) + exp(F/f)).
// Its least rate is 1.50 1/s, near 28 pN. Two exponentials meet it within 11 % up to 100 pN at best.
TEST(BondPresets, p_selectin_catches_between_its_two_pathways) {
  const real kT = 1.380649e-2 * 310.15; // pN nm
  real least = 1e9;
  for (real force = 0; force <= 100; force += 0.5) {
    const real first = std::exp(4.456), second = std::exp(force / 3.56),
               law = (first * 2.85 + second * 1.17 * std::exp(force * 0.033 / kT)) / (first + second),
               rate = rate_under("P-selectin catch", force * pN);
    EXPECT_NEAR(std::log(rate / law), 0, 0.12) << force << " pN";
    least = std::fmin(least, rate);
  }
  EXPECT_NEAR(least, 1.5, 0.12 * 1.5);
  EXPECT_GT(rate_under("P-selectin catch", 0), 1.7 * least);
}

TEST(BondPresets, name_their_sources) {
  for (const BondPreset& preset : bond_presets()) {
    EXPECT_NE(preset.source.find_first_of("0123456789"), std::string::npos) << preset.name;
    EXPECT_GT(preset.kinetics.off_rate, 0) << preset.name;
  }
}

} // namespace
} // namespace ibsim
