// Quantities become the nearest double in um, us, pg, and what is no quantity is refused with a reason.
#include "base/error.hpp"
#include "base/exponents.hpp"
#include "base/units.hpp"

#include <gtest/gtest.h>
#include <numbers>
#include <random>

namespace ibsim {
namespace {

std::string complaint(const std::string& text, Dimension d) {
  try {
    parse_quantity(text, d);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Units,
     are_internal_ones_for_water_and_membranes) { // no rounding: all are powers of ten
  EXPECT_EQ(parse_quantity("1 g/cm^3", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("1000 kg/m^3", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("1 cP", dimension::viscosity), 1.0);
  EXPECT_EQ(parse_quantity("1 mPa s", dimension::viscosity), 1.0);
  EXPECT_EQ(parse_quantity("1 mPa*s", dimension::viscosity), 1.0);
  EXPECT_EQ(parse_quantity("1 pg/(um us)", dimension::viscosity), 1.0);
  EXPECT_EQ(parse_quantity("1 dyn/cm", dimension::tension), 1.0);
  EXPECT_EQ(parse_quantity("1 mN/m", dimension::tension), 1.0);
  EXPECT_EQ(parse_quantity("1 pg us^-2", dimension::tension), 1.0);
  EXPECT_EQ(parse_quantity("1 pN", dimension::force), 1e-3);
  EXPECT_EQ(parse_quantity("1 kPa", dimension::pressure), 1.0);
  EXPECT_EQ(parse_quantity("1 fJ", dimension::energy), 1.0);
  EXPECT_EQ(parse_quantity("1 erg", dimension::energy), 1e8);
  EXPECT_EQ(parse_quantity("1 fL", dimension::volume), 1.0);
}

// The SI brochure's bar; a pound-force of 0.45359237 x 9.80665 N on an inch of 0.0254 m squared; water of 1
// g/cm^3 under 9.80665 m/s^2; the poise of 1 g/(cm s). In kPa, um^3 and cP.
TEST(Units, are_those_of_pressure_controllers_and_syringes) {
  EXPECT_EQ(parse_quantity("1 bar", dimension::pressure), 100.0);
  EXPECT_EQ(parse_quantity("25 mbar", dimension::pressure), 2.5);
  EXPECT_NEAR(parse_quantity("1 psi", dimension::pressure), 6.894757293168361, 1e-14); // two roundings
  EXPECT_NEAR(parse_quantity("100 mmH2O", dimension::pressure), 0.980665, 1e-15);
  EXPECT_EQ(parse_quantity("1 mmH2O", dimension::pressure), 9.80665e-3);
  EXPECT_EQ(parse_quantity("2 cc", dimension::volume), parse_quantity("2 cm^3", dimension::volume));
  EXPECT_EQ(parse_quantity("1 g/cc", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("0.012 Poise", dimension::viscosity), 1.2);
  EXPECT_EQ(parse_quantity("0.012 poise", dimension::viscosity), 1.2);
}

TEST(Units, give_the_nearest_double_of_a_decimal) {
  EXPECT_EQ(parse_quantity("1000 1/s", dimension::rate), 1e-3);
  EXPECT_EQ(parse_quantity("1000/s", dimension::rate), 1e-3);
  EXPECT_EQ(parse_quantity("1 kHz", dimension::rate), 1e-3);
  EXPECT_EQ(parse_quantity("2.5e-3 dyn/cm", dimension::tension), 2.5e-3);
  EXPECT_EQ(parse_quantity("2.5 uN/m", dimension::tension), 2.5e-3);
  EXPECT_EQ(parse_quantity("3.91 um", dimension::length), 3.91);
  EXPECT_EQ(parse_quantity("3.91um", dimension::length), 3.91);
  EXPECT_EQ(parse_quantity("  +3.91\tum ", dimension::length), 3.91);
  EXPECT_EQ(parse_quantity("3.91 \u00b5m", dimension::length), 3.91);
  EXPECT_EQ(parse_quantity("3.91 \u03bcm", dimension::length), 3.91);
  EXPECT_EQ(parse_quantity("1/3 um", dimension::length), 1.0 / 3);
  EXPECT_EQ(parse_quantity("1 ms", dimension::time), 1000);
  EXPECT_EQ(parse_quantity("1 min", dimension::time), 6e7);
  EXPECT_EQ(parse_quantity("7 mm/s", dimension::velocity), 7e-3);
  EXPECT_EQ(parse_quantity("7 m/s", dimension::velocity), 7);
  EXPECT_EQ(parse_quantity("1 (m/s)^2", {2, -2}), 1);
  EXPECT_EQ(parse_quantity("180 deg", dimension::angle), 180 * (std::numbers::pi / 180));
  EXPECT_EQ(parse_number("1/1.1"), 1 / 1.1);
}

// 760 mmHg are an atmosphere, 101325 Pa, to 2e-7 (the torr is defined by that, the mmHg by the density of
// mercury); ten metres of water are a technical atmosphere, 98066.5 Pa by definition; kT is that of the SI at
// 298.15 K.
TEST(Units, that_physiologists_use_are_known) {
  EXPECT_NEAR(parse_quantity("760 mmHg", dimension::pressure), 101.325, 2e-7 * 101.325);
  EXPECT_DOUBLE_EQ(parse_quantity("1000 cmH2O", dimension::pressure), 98.0665);
  EXPECT_DOUBLE_EQ(parse_quantity("10 mmHg/cm", {-2, -2, 1}), 10 * 0.133322387415 / 1e4);
  EXPECT_DOUBLE_EQ(parse_quantity("50 kT", dimension::energy), 50 * 1.380649e-23 * 298.15 / 1e-15);
  EXPECT_EQ(parse_quantity("90 fl", dimension::volume), 90);
  EXPECT_EQ(parse_quantity("1 nl/min", {3, -1, 0}), parse_quantity("1 nL/min", {3, -1, 0}));
  EXPECT_EQ(parse_quantity("6 mPa.s", dimension::viscosity), 6);
  EXPECT_EQ(parse_quantity("5.e-1 mPa.s", dimension::viscosity), 0.5);
  EXPECT_NE(complaint("1 .um", dimension::length), "accepted");
  EXPECT_NE(complaint("1 um.", dimension::length), "accepted");
  EXPECT_EQ(complaint("1 cmH3O", dimension::pressure).substr(0, 12), "unknown unit");
}

// What was given in one unit may be a long decimal in another: 16.1 times 1000 is 16100.000000000002.
TEST(Units, are_written_as_people_write_them) {
  const auto as_given = [](const char* text, Dimension d) {
    EXPECT_EQ(format_quantity(parse_quantity(text, d), d), text);
  };
  EXPECT_NE(parse_quantity("16.1 ms", dimension::time), 16100);
  as_given("16.1 ms", dimension::time);
  as_given("100 us", dimension::time);
  as_given("600 s", dimension::time); // 6e+08 us
  as_given("55 mm", dimension::length);
  as_given("0.1 um", dimension::length);
  as_given("30 deg", dimension::angle);
  EXPECT_EQ(about_quantity(3 * 0.1, dimension::time), "0.3 us"); // 0.30000000000000004
  EXPECT_EQ(about_quantity(1000, dimension::time), "1 ms");      // as people say it
  EXPECT_EQ(about_quantity(2.5e6, dimension::time), "2.5 s");
  EXPECT_EQ(about_quantity(5.999986799999999, dimension::viscosity), "5.9999868 cP");
  EXPECT_EQ(about_quantity(8e-4, dimension::velocity), "8e-4 um/us"); // printf: 8e-04
  EXPECT_EQ(rounded(2484.3), "2480");                                 // printf: 2.48e+03
  EXPECT_EQ(rounded(999.96), "1000");
  EXPECT_EQ(rounded(3.2e-7, 2) + ", " + rounded(0.34567) + ", " + rounded(3e8), "3.2e-7, 0.346, 3e+8");
  EXPECT_EQ(with_short_exponents("1e-07, 2e+05, 3e-12, face-01, e-05"), "1e-7, 2e+5, 3e-12, face-01, e-05");
}

// Powers without their sign, and the signs of typesetting, as they come from a paper or a spreadsheet.
TEST(Units, are_read_as_people_write_them) {
  EXPECT_EQ(parse_quantity("1000 kg/m3", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("1000 kg/m\u00b3", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("1000 kg m-3", dimension::density), 1.0);
  EXPECT_EQ(parse_quantity("500 s-1", dimension::rate), parse_quantity("500 1/s", dimension::rate));
  EXPECT_EQ(parse_quantity("500 s\u207b\u00b9", dimension::rate), parse_quantity("500 1/s", dimension::rate));
  EXPECT_EQ(parse_quantity("1.2 mPa\u00b7s", dimension::viscosity), 1.2);
  EXPECT_EQ(parse_quantity("1\u00a0mm/s", dimension::velocity), 1e-3);
  EXPECT_EQ(parse_quantity("90\u00b0", dimension::angle), parse_quantity("90 deg", dimension::angle));
  EXPECT_EQ(parse_quantity("1e\u22123 s", dimension::time), 1e3);
  EXPECT_EQ(parse_quantity("1 ml/h", {3, -1}), 1e12 / 3.6e9); // um^3 in us
  EXPECT_EQ(parse_number("45 %"), 0.45);
  EXPECT_EQ(parse_number("12.5%"), 0.125);
  for (const char* number : {"1,5 um", "1,500 um", "1 500 um", "1_500 um"})
    EXPECT_EQ(complaint(number, dimension::length),
              "a number has a decimal point and no commas or spaces, such as 1000.5; got \"" +
                  std::string(number) + "\"");
  for (const char* power : {"10^-3 m", "2 x 10^-3 m", "2\u00d710^-3 m", "2*10^-3 m"})
    EXPECT_EQ(complaint(power, dimension::length),
              "a power of ten is written as in 2e-3; got \"" + std::string(power) + "\"");
  EXPECT_EQ(complaint("1 ms#end", dimension::time), "a comment needs a space before its #; got \"1 ms#end\"");
  EXPECT_EQ(complaint("3 milliseconds", dimension::time),
            "unknown unit \"milliseconds\"; did you mean \"ms\"?");
  EXPECT_EQ(complaint("3 mPas", dimension::viscosity), "unknown unit \"mPas\"; did you mean \"mPa s\"?");
  EXPECT_NE(complaint("45 %", dimension::length), "accepted");
}

TEST(Units, that_are_wrong_are_named) {
  EXPECT_EQ(complaint("3.91", dimension::length),
            "\"3.91\" has no unit; expected a length such as \"3.91 um\"");
  EXPECT_EQ(complaint("5 1/s", dimension::length),
            "expected a length such as \"3.91 um\", got \"5 1/s\", which is a rate");
  EXPECT_EQ(complaint("5 sec", dimension::time), "unknown unit \"sec\"; did you mean \"s\"?");
  EXPECT_EQ(complaint("5 microns", dimension::length), "unknown unit \"microns\"; did you mean \"um\"?");
  EXPECT_EQ(complaint("5 dyne/cm", dimension::tension), "unknown unit \"dyne\"; did you mean \"dyn\"?");
  EXPECT_EQ(complaint("5 UM", dimension::length), "unknown unit \"UM\"; did you mean \"um\"?");
  EXPECT_EQ(complaint("5 furlongs", dimension::length), "unknown unit \"furlongs\"");
  EXPECT_EQ(complaint("five um", dimension::length),
            "expected a length such as \"3.91 um\", got \"five um\"");
  EXPECT_EQ(complaint("", dimension::length), "expected a length such as \"3.91 um\", got \"\"");
  EXPECT_EQ(complaint("nan um", dimension::length), "\"nan um\" is not a finite number");
  EXPECT_EQ(complaint("-inf um", dimension::length), "\"-inf um\" is not a finite number");
  EXPECT_EQ(complaint("1/0 um", dimension::length), "\"1/0 um\" is not a finite number");
  EXPECT_EQ(complaint("1e999 um", dimension::length), "\"1e999 um\" is too large or too small a number");
  EXPECT_EQ(complaint("1e307 m", dimension::length), "\"1e307 m\" is not a finite number");
  EXPECT_EQ(complaint("1 kg/m s", {-1, -1, 1}),
            "ambiguous unit, write a/(b c) or a*c/b in place of \"kg/m s\"");
  for (const char* text : {"1 um^", "1 um^x", "1 um^99", "1 (um", "1 um)", "1 *um", "1 um*", "1 um/", "1 ()",
                           "1 2 um", "1 um um", "1 ((((((((((um))))))))))", "1 \xff", "1, um"})
    EXPECT_NE(complaint(text, dimension::length), "accepted") << text;
}

TEST(Units, read_back_to_the_same_bits) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(1, 10), exponent(-12, 12);
  for (int i = 0; i < 20000; ++i) {
    const double value = mantissa(random) * std::pow(10, exponent(random));
    for (const Dimension d : {dimension::length, dimension::time, dimension::rate, dimension::density,
                              dimension::viscosity, dimension::tension, dimension::velocity, dimension::angle,
                              dimension::force, dimension::pressure, dimension::energy, Dimension{3, -1, 2}})
      ASSERT_EQ(parse_quantity(format_quantity(value, d), d), value) << format_quantity(value, d);
  }
  EXPECT_EQ(format_quantity(1e-3, dimension::rate), "1000 1/s");
  EXPECT_EQ(format_quantity(0.1, dimension::time), "0.1 us");
}

} // namespace
} // namespace ibsim
