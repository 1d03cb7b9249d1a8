#include "base/units.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

namespace ibsim {
namespace {

/// factor * 10^power internal units. Powers of ten are kept apart so that a decimal is rounded once.
struct Unit {
  real factor = 1;
  int power = 0;
  Dimension dimension{};
};

struct Symbol {
  const char* name;
  bool takes_prefix;
  Unit unit;
};

// Internal: um, us, pg. 1 N = 1e15 pg 1e6 um / 1e12 us^2 = 1e9 pg um/us^2.
const Symbol symbols[] = {
    {"m", true, {1, 6, dimension::length}},     {"s", true, {1, 6, dimension::time}},
    {"g", true, {1, 12, dimension::mass}},      {"N", true, {1, 9, dimension::force}},
    {"Pa", true, {1, -3, dimension::pressure}}, {"J", true, {1, 15, dimension::energy}},
    {"L", true, {1, 15, dimension::volume}},    {"P", true, {1, 2, dimension::viscosity}},
    {"Hz", true, {1, -6, dimension::rate}},     {"dyn", false, {1, 4, dimension::force}},
    {"erg", false, {1, 8, dimension::energy}},  {"min", false, {60, 6, dimension::time}},
    {"rad", true, {1, 0, dimension::angle}},    {"deg", false, {std::numbers::pi / 180, 0, dimension::angle}},
};

struct Prefix { const char* name; int power; };
const Prefix prefixes[] = {{"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"\u00b5", -6}, {"\u03bc", -6}, {"m", -3},
                           {"c", -2},  {"d", -1},  {"k", 3},  {"M", 6},  {"G", 9}};

std::optional<Unit> find_symbol(std::string_view name) {
  for (const Symbol& symbol : symbols)
    if (name == symbol.name) return symbol.unit;
  for (const Prefix& prefix : prefixes)
    if (name.starts_with(prefix.name))
      for (const Symbol& symbol : symbols)
        if (symbol.takes_prefix && name.substr(std::string_view(prefix.name).size()) == symbol.name) {
          Unit unit = symbol.unit;
          unit.power += prefix.power;
          return unit;
        }
  return std::nullopt;
}

std::string suggestion(std::string_view name) {
  static const std::pair<const char*, const char*> other_names[] = {
      {"sec", "s"}, {"second", "s"}, {"seconds", "s"}, {"msec", "ms"}, {"usec", "us"}, {"microsecond", "us"}, {"microseconds", "us"},
      {"micron", "um"}, {"microns", "um"}, {"micrometre", "um"}, {"micrometer", "um"}, {"meter", "m"}, {"metre", "m"},
      {"dyne", "dyn"}, {"dynes", "dyn"}, {"poise", "P"}, {"cp", "cP"}, {"degree", "deg"}, {"degrees", "deg"}, {"\u00b0", "deg"},
      {"radian", "rad"}, {"radians", "rad"}, {"cc", "cm^3"}, {"ml", "mL"}, {"l", "L"}, {"gram", "g"}, {"kilogram", "kg"}, {"newton", "N"},
      {"pascal", "Pa"}, {"\u00c5", "nm"}, {"hz", "Hz"}};
  for (const auto& [name_used, symbol] : other_names)
    if (name == name_used) return "; did you mean \"" + std::string(symbol) + "\"?";
  return did_you_mean(name, {"um", "nm", "mm", "cm", "us", "ms", "ns", "kg", "ug", "pg", "uN", "pN", "nN", "mN", "mPa", "kPa", "cP", "dyn",
                             "erg", "fJ", "min", "rad", "deg", "Hz"});
}

Unit multiply(const Unit& a, const Unit& b, int exponent) {
  const Dimension& p = a.dimension;
  const Dimension& q = b.dimension;
  return {a.factor * std::pow(b.factor, exponent), a.power + exponent * b.power,
          {p.length + exponent * q.length, p.time + exponent * q.time, p.mass + exponent * q.mass, p.angle + exponent * q.angle}};
}

/// unit = factor { ("*" | " " | "/") factor },  factor = ("(" unit ")" | "1" | symbol) ["^" integer]
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Unit all() {
    const Unit unit = product(0);
    if (at_ < text_.size()) fail("cannot read the unit");
    return unit;
  }

 private:
  Unit product(int depth) {
    if (depth > 8) fail("too many parentheses in the unit");
    Unit unit;
    bool divided = false, first = true;
    for (;;) {
      skip_spaces();
      int sign = 1;
      if (peek() == '/') {
        sign = -1, ++at_;
      } else if (peek() == '*') {
        if (first) fail("cannot read the unit");
        ++at_;
      } else if (at_ == text_.size() || peek() == ')') {
        if (first) fail("a unit is missing");
        return unit;
      } else if (divided) {
        fail("ambiguous unit, write a/(b c) or a*c/b in place of");
      }
      skip_spaces();
      unit = multiply(unit, factor(depth), sign);
      divided = sign < 0, first = false;
    }
  }

  Unit factor(int depth) {
    Unit unit;
    if (peek() == '(') {
      ++at_;
      unit = product(depth + 1);
      if (peek() != ')') fail("a parenthesis is not closed in the unit");
      ++at_;
    } else if (peek() == '1') {
      ++at_;
    } else {
      const std::size_t start = at_;
      while (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(peek())) || (peek() & 0x80))) ++at_;
      const std::string name(text_.substr(start, at_ - start));
      if (name.empty()) fail("cannot read the unit");
      const auto found = find_symbol(name);
      if (!found) throw InputError("unknown unit \"" + name + "\"" + suggestion(name));
      unit = *found;
    }
    if (peek() != '^') return unit;
    ++at_;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), exponent);
    if (error != std::errc() || std::abs(exponent) > 9) fail("cannot read the exponent in the unit");
    at_ = static_cast<std::size_t>(end - text_.data());
    return multiply({}, unit, exponent);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() { while (peek() == ' ' || peek() == '\t') ++at_; }
  [[noreturn]] void fail(const std::string& what) const { throw InputError(what + " \"" + std::string(text_) + "\""); }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

real checked(real value, std::string_view text) {
  if (!std::isfinite(value)) throw InputError("\"" + std::string(text) + "\" is not a finite number");
  return value;
}

/// Reads one decimal from the front of `rest`.
std::optional<real> take_decimal(std::string_view& rest, std::string_view all) {
  std::string_view s = rest;
  if (s.starts_with('+')) s.remove_prefix(1);
  real value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error == std::errc::result_out_of_range) throw InputError("\"" + std::string(all) + "\" is out of the range of numbers");
  if (error != std::errc()) return std::nullopt;
  rest = s.substr(static_cast<std::size_t>(end - s.data()));
  return checked(value, all);
}

/// Reads 3.91, 2.5e-3 or 1/2 from the front of `rest`.
real take_number(std::string_view& rest) {
  const std::string_view all = rest;
  const auto numerator = take_decimal(rest, all);
  if (!numerator) throw InputError("expected a number, got \"" + std::string(all) + "\"");
  if (rest.size() < 2 || rest[0] != '/' || (rest[1] != '.' && !std::isdigit(static_cast<unsigned char>(rest[1])))) return *numerator;
  rest.remove_prefix(1);
  const auto denominator = take_decimal(rest, all);
  if (!denominator) throw InputError("expected a number, got \"" + std::string(all) + "\"");
  return checked(*numerator / *denominator, all);
}

struct KnownDimension { Dimension dimension; const char* name; const char* unit; const char* example; };
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
};

std::string base_units(Dimension d) {
  std::string text;
  const auto add = [&](const char* symbol, int exponent) {
    if (exponent == 0) return;
    text += (text.empty() ? "" : " ") + std::string(symbol) + (exponent == 1 ? "" : "^" + std::to_string(exponent));
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
  std::string_view rest = trimmed(text);
  const std::string_view all = rest;
  const real value = take_number(rest);
  if (!rest.empty()) throw InputError("expected a number without a unit, got \"" + std::string(all) + "\"");
  return value;
}

real parse_quantity(std::string_view text, Dimension expected) {
  const KnownDimension* k = find_known(expected);
  const std::string wanted = k ? std::string(k->name) + " such as \"" + k->example + "\"" : "a quantity in " + base_units(expected);
  std::string_view rest = trimmed(text);
  const std::string all(rest);
  real number = 0;
  try {
    number = take_number(rest);
  } catch (const InputError& e) {
    if (std::string(e.what()).starts_with("expected a number,")) throw InputError("expected " + wanted + ", got \"" + all + "\"");
    throw;
  }
  rest = trimmed(rest);
  if (rest.empty()) throw InputError("\"" + all + "\" has no unit; expected " + wanted);
  const Unit unit = UnitParser(rest).all();
  if (unit.dimension != expected) {
    const KnownDimension* got = find_known(unit.dimension);
    throw InputError("expected " + wanted + ", got \"" + all + "\"" + (got ? ", which is " + std::string(got->name) : ""));
  }
  const real scaled = unit.power >= 0 ? number * std::pow(10.0, unit.power) : number / std::pow(10.0, -unit.power);
  return checked(unit.factor == 1 ? scaled : scaled * unit.factor, all);
}

std::string shortest_decimals(real value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : std::to_string(value);
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
  return shortest_decimals(value) + " " + internal_unit(d);
}

} // namespace ibsim
