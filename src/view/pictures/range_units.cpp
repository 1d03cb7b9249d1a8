#include "pictures/range_units.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/unit_expression.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ibsim::view {
namespace {

/// In internal units.
double size_of(const Unit& unit) { return unit.factor * std::pow(10.0, unit.power); }
double size_of(const std::string& unit) { return unit.empty() ? 1 : size_of(parse_unit(unit)); }

/// Usual units of a dimension, the largest first.
const std::vector<std::string>& usual_units(Dimension d) {
  static const std::vector<std::pair<Dimension, std::vector<std::string>>> all{
      {dimension::length, {"m", "mm", "um", "nm"}},
      {dimension::time, {"s", "ms", "us", "ns"}},
      {dimension::velocity, {"m/s", "mm/s", "um/s"}},
      {dimension::pressure, {"kPa", "Pa"}},
      {dimension::tension, {"N/m", "mN/m", "uN/m"}}};
  static const std::vector<std::string> none;
  for (const auto& [dimension, units] : all)
    if (dimension == d) return units;
  return none;
}

/// What follows the number of "8 mm/s", or of "1/2 um".
std::string_view unit_after_number(std::string_view text) {
  double ignored = 0;
  for (;;) {
    text = text.substr(std::min(text.find_first_not_of(" +"), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
    if (error != std::errc()) return text;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with('/')) return text.substr(std::min(text.find_first_not_of(' '), text.size()));
    text.remove_prefix(1);
  }
}

} // namespace

Range in_usual_units(Range range) {
  Unit from;
  try {
    if (!range.units.empty()) from = parse_unit(range.units);
  } catch (const InputError&) {
    return range; // a file that others wrote
  }
  const std::vector<std::string>& units = usual_units(from.dimension);
  if (range.units.empty() || units.empty()) return range;
  const double most = std::max(std::fabs(range.least), std::fabs(range.most)) * size_of(from);
  const auto fits = [most](const std::string& unit) { return most >= size_of(unit) * (1 - 1e-9); };
  const auto found = std::find_if(units.begin(), units.end(), fits);
  const std::string& unit = found == units.end() ? units.back() : *found;
  const double factor = size_of(from) / size_of(unit);
  return {range.least * factor, range.most * factor, range.name, unit};
}

void apply_limits(Range& range, const std::string& least, const std::string& most) {
  const auto read = [&](std::string text) {
    const std::string unit(unit_after_number(most));
    if (unit_after_number(text).empty() && !unit.empty()) text += " " + unit;
    try {
      if (range.units.empty()) return parse_number(text);
      return parse_quantity(text, parse_unit(range.units).dimension) / size_of(range.units);
    } catch (const InputError& e) {
      throw InputError("--range of the " + range.name + ": " + e.what());
    }
  };
  Range out = range;
  if (!least.empty()) out.least = read(least);
  if (!most.empty()) out.most = read(most);
  if (!(out.most > out.least)) throw InputError("--range: the upper end must be greater than the lower one");
  range = out;
}

} // namespace ibsim::view
