#include "base/units.hpp"

#include "base/error.hpp"
#include "base/exponents.hpp"
#include "base/text.hpp"
#include "base/unit_expression.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

namespace ibsim {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Signs that texts and keyboards have in place of those of ASCII: a minus, a times and spaces that do not
/// break.
std::string plain_signs(std::string_view text) {
  static const std::pair<const char*, const char*> signs[] = {
      {"\u2212", "-"}, {"\u2013", "-"}, {"\u00d7", "x"}, {"\u00a0", " "}, {"\u202f", " "}, {"\u2009", " "}};
  std::string plain(text);
  for (const auto& [sign, ascii] : signs)
    for (std::size_t at = 0; (at = plain.find(sign, at)) != std::string::npos; ++at)
      plain.replace(at, std::string_view(sign).size(), ascii);
  return plain;
}

/// @throws InputError if what follows a number (`rest`) belongs to a way of writing it that is not read
void require_end_of_number(std::string_view rest, std::string_view all) {
  const auto digit = [&rest](std::size_t i) {
    return i < rest.size() && std::isdigit(static_cast<unsigned char>(rest[i]));
  };
  const std::string_view next = trimmed(rest);
  const bool is_unit = next.starts_with("1/") || next.starts_with("1 /"); // 1000 1/s
  rest = next;
  if (((rest.starts_with(',') || rest.starts_with('_')) && digit(1)) || (digit(0) && !is_unit))
    throw InputError("a number has a decimal point and no commas or spaces, such as 1000.5; got " +
                     in_quotes(all));
  if (rest.starts_with('^') ||
      ((rest.starts_with('x') || rest.starts_with('*')) && trimmed(rest.substr(1)).starts_with("10")))
    throw InputError("a power of ten is written as in 2e-3; got " + in_quotes(all));
}

real checked(real value, std::string_view text) {
  if (!std::isfinite(value)) throw InputError(in_quotes(text) + " is not a finite number");
  return value;
}

/// Reads one decimal from the front of `rest`.
std::optional<real> take_decimal(std::string_view& rest, std::string_view all) {
  std::string_view s = rest;
  if (s.starts_with('+')) s.remove_prefix(1);
  real value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error == std::errc::result_out_of_range)
    throw InputError(in_quotes(all) + " is too large or too small a number");
  if (error != std::errc()) return std::nullopt;
  rest = s.substr(static_cast<std::size_t>(end - s.data()));
  return checked(value, all);
}

/// Reads 3.91, 2.5e-3 or 1/2 from the front of `rest`.
real take_number(std::string_view& rest) {
  const std::string_view all = rest;
  const auto numerator = take_decimal(rest, all);
  if (!numerator) throw InputError("expected a number, got " + in_quotes(all));
  if (rest.size() < 2 || rest[0] != '/' ||
      (rest[1] != '.' && !std::isdigit(static_cast<unsigned char>(rest[1]))))
    return *numerator;
  rest.remove_prefix(1);
  const auto denominator = take_decimal(rest, all);
  if (!denominator) throw InputError("expected a number, got " + in_quotes(all));
  return checked(*numerator / *denominator, all);
}

struct KnownDimension {
  Dimension dimension;
  const char* name;
  const char* unit;
  const char* example;
};
const KnownDimension known[] = {
    {dimension::number, "a number", "1", "2"},
    {dimension::length, "a length", "um", "3.91 um"},
    {dimension::time, "a time", "us", "0.1 us"},
    {dimension::mass, "a mass", "pg", "1 pg"},
    {dimension::angle, "an angle", "rad", "30 deg"},
    {dimension::area, "an area", "um^2", "1 um^2"},
    {dimension::volume, "a volume", "um^3", "1 um^3"},
    {dimension::velocity, "a velocity", "um/us", "1 mm/s"},
    {dimension::rate, "a rate", "1/us", "1000 1/s"},
    {dimension::density, "a density", "g/cm^3", "1 g/cm^3"},
    {dimension::viscosity, "a viscosity", "cP", "1 cP"},
    {dimension::tension, "a force per length", "dyn/cm", "5 uN/m"},
    {dimension::force, "a force", "nN", "1 pN"},
    {dimension::pressure, "a pressure", "kPa", "1 Pa"},
    {dimension::energy, "an energy", "fJ", "1 fJ"},
    {{-2, -2, 1}, "a pressure per length", "kPa/um", "1 kPa/m"},
    {{3, -1}, "a flow rate", "um^3/us", "1 nl/s"},
    {{-1}, "a curvature", "1/um", "2 1/um"},
    {{0, -1, 1}, "a viscosity of a membrane", "nN s/m", "3e-7 N s/m"},
    {{1, -2}, "an acceleration", "um/us^2", "9.81 m/s^2"},
    {{2, -1}, "a diffusivity", "um^2/us", "1 mm^2/s"},
    {{-4, -1, 1}, "a resistance", "kPa us/um^3", "1 kPa s/ml"},
    {{4, 2, -1}, "a compliance", "um^3/kPa", "1 ml/kPa"},
};

/// A unit in which people give what is long in the internal one.
struct OtherUnit {
  Dimension dimension;
  real size; ///< in internal units
  const char* unit;
};
const OtherUnit other_units[] = {{dimension::length, 1e3, "mm"},
                                 {dimension::length, 1e-3, "nm"},
                                 {dimension::length, 1e4, "cm"},
                                 {dimension::time, 1e3, "ms"},
                                 {dimension::time, 1e6, "s"},
                                 {dimension::time, 1e-3, "ns"},
                                 {dimension::velocity, 1e-3, "mm/s"},
                                 {dimension::velocity, 1e-6, "um/s"},
                                 {dimension::rate, 1e-6, "1/s"},
                                 {dimension::tension, 1e-3, "uN/m"},
                                 {dimension::force, 1e-3, "pN"},
                                 {dimension::pressure, 1e-3, "Pa"},
                                 {dimension::viscosity, 1e3, "Pa s"},
                                 {dimension::angle, std::numbers::pi / 180, "deg"},
                                 {{1, -2}, 1e-6, "m/s^2"}};

std::string base_units(Dimension d) {
  std::string text;
  const auto add = [&](const char* symbol, int exponent) {
    if (exponent == 0) return;
    text += (text.empty() ? "" : " ") + std::string(symbol) +
            (exponent == 1 ? "" : "^" + std::to_string(exponent));
  };
  add("pg", d.mass), add("um", d.length), add("us", d.time), add("rad", d.angle);
  return text;
}

const KnownDimension* find_known(Dimension d) {
  for (const KnownDimension& k : known)
    if (k.dimension == d) return &k;
  return nullptr;
}

} // namespace

real parse_number(std::string_view text) {
  const std::string all(trimmed(text)), plain = plain_signs(all);
  std::string_view rest = plain;
  const real value = take_number(rest);
  require_end_of_number(rest, all);
  if (trimmed(rest) == "%") return value / 100;
  if (!rest.empty()) throw InputError("expected a number without a unit, got " + in_quotes(all));
  return value;
}

real parse_quantity(std::string_view text, Dimension expected) {
  const std::string wanted = dimension_in_words(expected);
  const std::string all(trimmed(text)), plain = plain_signs(all);
  std::string_view rest = plain;
  real number = 0;
  try {
    number = take_number(rest);
  } catch (const InputError& e) {
    if (std::string(e.what()).starts_with("expected a number,"))
      throw InputError("expected " + wanted + ", got " + in_quotes(all));
    throw;
  }
  require_end_of_number(rest, all);
  rest = trimmed(rest);
  if (rest.empty()) throw InputError(in_quotes(all) + " has no unit; expected " + wanted);
  if (rest.find('#') != std::string_view::npos)
    throw InputError("a comment needs a space before its #; got " + in_quotes(all));
  const Unit unit = parse_unit(rest);
  if (unit.dimension != expected) {
    const KnownDimension* got = find_known(unit.dimension);
    throw InputError("expected " + wanted + ", got " + in_quotes(all) +
                     (got ? ", which is " + std::string(got->name) : ""));
  }
  const real scaled =
      unit.power >= 0 ? number * std::pow(10.0, unit.power) : number / std::pow(10.0, -unit.power);
  return checked(unit.factor == 1 ? scaled : scaled * unit.factor, all);
}

std::string shortest_decimals(real value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : std::to_string(value);
}

std::string dimension_in_words(Dimension d) {
  if (d == dimension::number) return "a number";
  const KnownDimension* k = find_known(d);
  return k ? std::string(k->name) + " such as \"" + k->example + "\"" : "a quantity in " + base_units(d);
}

std::string internal_unit(Dimension d) {
  const KnownDimension* k = find_known(d);
  return k ? k->unit : base_units(d);
}

std::string format_quantity(real value, Dimension d) {
  if (d == dimension::rate) { // 1000 1/s reads better than 0.001 1/us, where it is exact
    const real per_second = value * 1e6;
    const std::string text = shortest_decimals(per_second) + " 1/s";
    if (per_second / 1e6 == value && text.size() <= shortest_decimals(value).size() + 5) return text;
  }
  std::string best = shortest_decimals(value) + " " + internal_unit(d);
  constexpr std::size_t long_number = 15; // of more digits than anyone writes: perhaps given in another unit
  const bool large = (d == dimension::time || d == dimension::length) && std::abs(value) >= 1e4;
  if (best.size() < long_number && !large) return best;
  for (const OtherUnit& other : other_units) {
    if (other.dimension != d) continue;
    const std::string in_it = text("%.15g ", value / other.size) + other.unit;
    if (in_it.size() < best.size() && parse_quantity(in_it, d) == value) best = in_it;
  }
  return best;
}

std::string about_quantity(real value, Dimension d) {
  if (d == dimension::time && std::abs(value) >= 1000) { // 1 ms, not 1000 us
    const bool seconds = std::abs(value) >= 1e6;
    return with_short_exponents(text(seconds ? "%.9g s" : "%.9g ms", value / (seconds ? 1e6 : 1e3)));
  }
  return with_short_exponents(format_quantity(std::strtod(text("%.9g", value).c_str(), nullptr), d));
}

} // namespace ibsim
