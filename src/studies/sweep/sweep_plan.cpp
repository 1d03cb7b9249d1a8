#include "sweep/sweep_plan.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <regex>
#include <set>

namespace ibsim {
namespace {

constexpr std::size_t most_points = 100000, longest_name = 180;
const std::string number = R"(([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?:/\d+\.?\d*)?))";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The values between commas; vectors, maps and quoted words are one.
std::vector<std::string> items_of(const std::string& text) {
  if (!text.empty() && std::string("[{\"'").find(text[0]) != std::string::npos) return {text};
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    items.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return items;
}

std::string with_unit(const std::string& value, const std::string& unit) {
  return unit.empty() ? value : value + " " + unit;
}

SweptKey range_of(const std::string& option, const std::string& key, const std::smatch& found) {
  const real first = parse_number(found[1].str()), last = parse_number(found[2].str());
  const long count = std::stol(found[3].str().substr(0, 9));
  const bool equal_ratios = found[4].matched;
  if (count < 2 || count > static_cast<long>(most_points))
    throw InputError(option + ": expected from 2 to " + std::to_string(most_points) + " values, got " +
                     found[3].str());
  if (equal_ratios && !(first * last > 0))
    throw InputError(option + ": equal ratios need ends of one sign and not 0");
  SweptKey swept{key, found[5].str(), {}};
  for (long i = 0; i < count; ++i) {
    const real part = static_cast<real>(i) / static_cast<real>(count - 1);
    const real value = i == 0           ? first
                       : i == count - 1 ? last
                       : equal_ratios   ? first * std::pow(last / first, part)
                                        : first + (last - first) * part;
    swept.values.push_back(with_unit(text("%.6g", value), swept.unit));
  }
  return swept;
}

/// Fit for the name of a folder, and for a shell without quotes.
std::string plain(const std::string& value) {
  std::string name;
  for (const char c : value)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' ? c : '_';
  return name;
}

/// The last part of each key, or more of it where two end alike.
std::vector<std::string> short_keys(const std::vector<SweptKey>& keys) {
  std::vector<std::string> names;
  for (const SweptKey& one : keys) {
    std::string name = one.key.substr(one.key.rfind('.') + 1);
    for (const SweptKey& other : keys)
      if (&other != &one && other.key.substr(other.key.rfind('.') + 1) == name) {
        name = one.key;
        break;
      }
    names.push_back(name);
  }
  return names;
}

std::string name_of(const std::vector<std::string>& keys, const SweepPoint& point, std::size_t index) {
  std::string name;
  for (std::size_t k = 0; k < keys.size(); ++k)
    name += (k ? "," : "") + plain(keys[k]) + "=" + plain(point.values[k]);
  return name.size() <= longest_name ? name : text("point_%05zu", index);
}

} // namespace

SweptKey swept_key(const std::string& assignment, const std::string& option_name) {
  const std::string option = option_name + " " + shortened(assignment);
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(option + ": expected path.to.key=values, such as fluid.background_shear=\"50,100 1/s\"");
  const std::string key = assignment.substr(0, equals), values = trimmed(assignment.substr(equals + 1));
  static const std::regex range("\\s*" + number + ":" + number + R"(:(\d+)(log)?(?:\s+(\S.*))?)");
  std::smatch found;
  if (std::regex_match(values, found, range)) return range_of(option, key, found);
  SweptKey swept{key, "", items_of(values)};
  if (swept.values.size() == 1) return swept;
  static const std::regex quantity("(" + number + R"()\s+(\S.*))");
  const bool has_unit = std::regex_match(swept.values.back(), found, quantity);
  const std::string unit = has_unit ? found[3].str() : "";
  bool one_unit = has_unit;
  for (std::string& value : swept.values) {
    if (value.empty()) throw InputError(option + ": a value is empty");
    std::smatch own;
    if (has_unit && std::regex_match(value, own, std::regex(number)))
      value = with_unit(value, unit);
    else
      one_unit = one_unit && std::regex_match(value, own, quantity) && own[3].str() == unit;
  }
  if (one_unit) swept.unit = unit;
  return swept;
}

SweepPlan plan_sweep(const std::vector<std::string>& assignments, const std::vector<std::string>& together) {
  SweepPlan plan;
  std::set<std::string> named;
  std::size_t points = 1;
  for (const std::string& assignment : assignments) {
    SweptKey swept = swept_key(assignment);
    if (!named.insert(swept.key).second) throw InputError("--set names " + swept.key + " twice");
    if (swept.values.size() == 1) {
      plan.fixed.push_back(assignment);
      continue;
    }
    points *= swept.values.size();
    if (points > most_points) break;
    plan.keys.push_back(std::move(swept));
  }
  const std::size_t apart = plan.keys.size();
  for (const std::string& assignment : together) {
    SweptKey swept = swept_key(assignment, "--together");
    if (!named.insert(swept.key).second)
      throw InputError("--together names " + swept.key + ", which has values already");
    if (plan.keys.size() > apart && swept.values.size() != plan.keys[apart].values.size())
      throw InputError(text("--together: %zu values of ", swept.values.size()) + swept.key +
                       text(", but %zu of ", plan.keys[apart].values.size()) + plan.keys[apart].key +
                       "; keys that vary together have as many values each");
    plan.keys.push_back(std::move(swept));
  }
  if (plan.keys.size() > apart) points *= plan.keys[apart].values.size();
  if (points > most_points)
    throw InputError("the sweep has more than " + std::to_string(most_points) + " points");
  if (plan.keys.empty())
    throw InputError("nothing is swept: give a key several values, as in --set "
                     "fluid.background_shear=\"50,100,200 1/s\"");
  const std::vector<std::string> keys = short_keys(plan.keys);
  std::set<std::string> names;
  for (std::size_t i = 0; i < points; ++i) {
    SweepPoint point;
    point.values.resize(plan.keys.size());
    for (std::size_t k = plan.keys.size(), rest = i; k-- > 0;) {
      const std::vector<std::string>& values = plan.keys[k].values;
      point.values[k] = values[rest % values.size()];
      if (k <= apart) rest /= values.size(); // before that all that vary together have the same place
    }
    point.name = name_of(keys, point, i);
    if (!names.insert(point.name).second)
      throw InputError("two points of the sweep are the same: " + point.name);
    plan.points.push_back(std::move(point));
  }
  return plan;
}

std::vector<std::string> assignments_of(const SweepPlan& plan, const SweepPoint& point) {
  std::vector<std::string> all = plan.fixed;
  for (std::size_t k = 0; k < plan.keys.size(); ++k) all.push_back(plan.keys[k].key + "=" + point.values[k]);
  all.insert(all.end(), point.assignments.begin(), point.assignments.end());
  return all;
}

} // namespace ibsim
