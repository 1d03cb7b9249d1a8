#include "base/unit_expression.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <utility>

namespace ibsim {
namespace {

struct Symbol {
  const char* name;
  bool takes_prefix;
  Unit unit;
};

// Internal: um, us, pg. 1 N = 1e15 pg 1e6 um / 1e12 us^2 = 1e9 pg um/us^2.
const Symbol symbols[] = {
    {"m", true, {1, 6, dimension::length}},
    {"s", true, {1, 6, dimension::time}},
    {"g", true, {1, 12, dimension::mass}},
    {"N", true, {1, 9, dimension::force}},
    {"Pa", true, {1, -3, dimension::pressure}},
    {"J", true, {1, 15, dimension::energy}},
    {"L", true, {1, 15, dimension::volume}},
    {"P", true, {1, 2, dimension::viscosity}},
    {"Hz", true, {1, -6, dimension::rate}},
    {"dyn", false, {1, 4, dimension::force}},
    {"erg", false, {1, 8, dimension::energy}},
    {"min", false, {60, 6, dimension::time}},
    {"h", false, {3600, 6, dimension::time}},
    {"rad", true, {1, 0, dimension::angle}},
    {"deg", false, {std::numbers::pi / 180, 0, dimension::angle}},
    {"\u00b0", false, {std::numbers::pi / 180, 0, dimension::angle}},
    {"l", true, {1, 15, dimension::volume}},
    {"mmHg",
     false,
     {133.322387415, -3, dimension::pressure}}, // 13.5951 g/cm^3 times 9.80665 m/s^2 (ISO 80000-4)
    {"cmH2O", false, {98.0665, -3, dimension::pressure}},
    {"mmH2O", false, {9.80665, -3, dimension::pressure}},
    {"bar", true, {1, 2, dimension::pressure}},
    {"psi", false, {4.4482216152605 / (0.0254 * 0.0254), -3, dimension::pressure}}, // a pound-force, 0.0254 m
    {"cc", false, {1, 12, dimension::volume}},                                      // cm^3
    {"Poise", false, {1, 2, dimension::viscosity}},
    {"poise", false, {1, 2, dimension::viscosity}},
    {"kT", false, {1.380649 * 298.15, -8, dimension::energy}}, // Boltzmann's constant of the SI, 25 degC
};

struct Prefix {
  const char* name;
  int power;
};
const Prefix prefixes[] = {{"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"\u00b5", -6}, {"\u03bc", -6},
                           {"m", -3},  {"c", -2},  {"d", -1}, {"k", 3},  {"M", 6},       {"G", 9}};

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
      {"sec", "s"},       {"second", "s"},       {"seconds", "s"},       {"msec", "ms"},
      {"usec", "us"},     {"microsecond", "us"}, {"microseconds", "us"}, {"micron", "um"},
      {"microns", "um"},  {"micrometre", "um"},  {"micrometer", "um"},   {"meter", "m"},
      {"metre", "m"},     {"dyne", "dyn"},       {"dynes", "dyn"},       {"cp", "cP"},
      {"degree", "deg"},  {"degrees", "deg"},    {"Hg", "mmHg"},         {"radian", "rad"},
      {"radians", "rad"}, {"gram", "g"},         {"kilogram", "kg"},     {"newton", "N"},
      {"pascal", "Pa"},   {"\u00c5", "nm"},      {"hz", "Hz"},           {"S", "s"},
      {"hr", "h"},        {"hour", "h"},         {"hours", "h"},         {"minute", "min"},
      {"minutes", "min"}, {"mPas", "mPa s"},     {"Pas", "Pa s"},        {"kBT", "kT"},
      {"kbT", "kT"},      {"litre", "l"},        {"liter", "l"},         {"joule", "J"}};
  static const std::pair<const char*, const char*> prefix_words[] = {
      {"milli", "m"}, {"micro", "u"}, {"nano", "n"}, {"pico", "p"}, {"centi", "c"}, {"kilo", "k"}};
  for (const auto& [word, prefix] : prefix_words)
    if (const std::size_t n = std::string_view(word).size(); name.starts_with(word))
      for (const auto& [name_used, symbol] : other_names)
        if (const std::string_view of = name.substr(n);
            of == name_used || (of.ends_with('s') && of.substr(0, of.size() - 1) == name_used))
          return "; did you mean \"" + std::string(prefix) + symbol + "\"?";
  for (const auto& [name_used, symbol] : other_names)
    if (name == name_used) return "; did you mean \"" + std::string(symbol) + "\"?";
  return did_you_mean(name, {"um", "nm", "mm",  "cm",  "us", "ms",  "ns",  "kg", "ug",  "pg",  "uN",  "pN",
                             "nN", "mN", "mPa", "kPa", "cP", "dyn", "erg", "fJ", "min", "rad", "deg", "Hz"});
}

Unit multiply(const Unit& a, const Unit& b, int exponent) {
  const Dimension& p = a.dimension;
  const Dimension& q = b.dimension;
  return {a.factor * std::pow(b.factor, exponent),
          a.power + exponent * b.power,
          {p.length + exponent * q.length, p.time + exponent * q.time, p.mass + exponent * q.mass,
           p.angle + exponent * q.angle}};
}

/// unit = factor { ("*" | "." | " " | "/") factor },  factor = ("(" unit ")" | "1" | symbol) ["^" integer]
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
      } else if (peek() == '*' || peek() == '.') {
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
      while (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(peek())) || (peek() & 0x80)))
        at_ += text_.substr(at_).starts_with("H2O") ? 3 : 1;
      const std::string name(text_.substr(start, at_ - start));
      if (name.empty()) fail("cannot read the unit");
      const auto found = find_symbol(name);
      if (!found) throw InputError("unknown unit " + in_quotes(name) + suggestion(name));
      unit = *found;
    }
    const bool is_symbol = at_ > 0 && !std::isdigit(static_cast<unsigned char>(text_[at_ - 1]));
    const bool sign =
        peek() == '-' && at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1]));
    if (peek() == '^')
      ++at_;
    else if (!is_symbol || !(sign || std::isdigit(static_cast<unsigned char>(peek())))) // cm3, s-1
      return unit;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), exponent);
    if (error != std::errc() || std::abs(exponent) > 9) fail("cannot read the exponent in the unit");
    at_ = static_cast<std::size_t>(end - text_.data());
    return multiply({}, unit, exponent);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  [[noreturn]] void fail(const std::string& what) const { throw InputError(what + " " + in_quotes(text_)); }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

Unit parse_unit(std::string_view text) {
  static const std::pair<const char*, const char*> signs[] = {
      {"\u00b7", "*"}, {"\u22c5", "*"}, {"\u00b9", "1"}, {"\u00b2", "2"},
      {"\u00b3", "3"}, {"\u2074", "4"}, {"\u207b", "-"}}; // mPa·s, m³, s⁻¹
  std::string plain(text);
  for (const auto& [sign, ascii] : signs)
    for (std::size_t at = 0; (at = plain.find(sign, at)) != std::string::npos; ++at)
      plain.replace(at, std::string_view(sign).size(), ascii);
  return UnitParser(plain).all();
}

} // namespace ibsim
