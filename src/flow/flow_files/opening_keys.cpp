#include "flow_files/opening_keys.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "schema/signal_key.hpp"

#include <algorithm>
#include <cctype>

namespace ibsim {
namespace {

constexpr Dimension rate_of_flow{3, -1, 0}, resistance_to_flow{-4, -1, 1};
const std::vector<std::string> sides{"-x", "+x", "-y", "+y", "-z", "+z"};

bool may_be_a_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
}

/// `pilot: {at: [6 um, 6 um], length: 14 um}`
Pilot read_pilot(const Tree& tree, const std::string& path) {
  const Fields f(tree, path, {"at", "length"});
  Pilot pilot;
  const Tree& at = f.need("at", "[6 um, 6 um]");
  if (at.kind != Tree::Kind::list || at.items.size() != 2)
    fail_at(at, f.path("at") + ": expected the middle of the pilot in x and y, as [6 um, 6 um], got " +
                    shown(at));
  pilot.x = read_quantity(at.items[0], f.path("at") + ".0", dimension::length);
  pilot.y = read_quantity(at.items[1], f.path("at") + ".1", dimension::length);
  if (const Tree* length = f.find("length"))
    pilot.length = read_positive(*length, f.path("length"), dimension::length);
  return pilot;
}

Opening read_opening(const std::string& name, const Tree& tree, const std::string& path,
                     const std::filesystem::path& folder) {
  const Fields f(tree, path, {"at", "side", "flow_rate", "pressure", "resistance", "pump_length", "pilot"});
  Opening o;
  o.name = name;
  o.at = read_vector(f.need("at", "[10 um, 10 um, 5 um]"), f.path("at"), dimension::length);
  const std::size_t side = read_choice(f.need("side", "-z"), f.path("side"), sides);
  o.axis = static_cast<int>(side / 2), o.side = side % 2 ? 1 : -1;
  const Tree *const rate = f.find("flow_rate"), *const pressure = f.find("pressure"),
                    *const resistance = f.find("resistance");
  if (!rate && !pressure && !resistance)
    fail_at(tree, path + ": give its flow_rate (positive into the vessel), its pressure, or a resistance");
  if (rate && (pressure || resistance))
    fail_at(*rate, f.path("flow_rate") + ": excludes " + (pressure ? "pressure" : "resistance") +
                       ": each follows from the other");
  if (rate) {
    o.kind = OpeningKind::flow_rate;
    o.value = read_signal(*rate, f.path("flow_rate"), rate_of_flow, folder);
  }
  if (pressure) o.value = read_signal(*pressure, f.path("pressure"), dimension::pressure, folder);
  if (resistance) {
    o.kind = OpeningKind::resistance;
    o.resistance = read_quantity(*resistance, f.path("resistance"), resistance_to_flow);
    if (!(o.resistance >= 0)) fail_at(*resistance, f.path("resistance") + ": must not be negative");
  }
  if (const Tree* length = f.find("pump_length"))
    o.pump_length = read_positive(*length, f.path("pump_length"), dimension::length);
  if (const Tree* pilot = f.find("pilot")) {
    o.pilot = read_pilot(*pilot, f.path("pilot"));
    if (o.axis != 2 || o.side > 0)
      fail_at(*pilot, f.path("pilot") + ": a pilot flows along +z, so its opening lies on side -z");
    if (o.kind != OpeningKind::flow_rate)
      fail_at(*pilot, f.path("pilot") + ": a pilot has the flow rate of its opening; give the opening a "
                                        "flow_rate, and a pressure to another one");
  }
  return o;
}

std::string opening_yaml(const Opening& o) {
  std::string all = "at: [";
  for (int d = 0; d < 3; ++d) all += (d > 0 ? ", " : "") + format_quantity(o.at[d], dimension::length);
  all += "], side: " + sides[static_cast<std::size_t>(2 * o.axis + (o.side > 0))];
  if (o.kind == OpeningKind::flow_rate)
    all += ", flow_rate: " + signal_yaml(o.value, rate_of_flow);
  else
    all += ", pressure: " + signal_yaml(o.value, dimension::pressure);
  if (o.kind == OpeningKind::resistance)
    all += ", resistance: " + format_quantity(o.resistance, resistance_to_flow);
  if (o.pump_length > 0) all += ", pump_length: " + format_quantity(o.pump_length, dimension::length);
  if (o.pilot) {
    all += ", pilot: {at: [" + format_quantity(o.pilot->x, dimension::length) + ", " +
           format_quantity(o.pilot->y, dimension::length) + "]";
    if (o.pilot->length > 0) all += ", length: " + format_quantity(o.pilot->length, dimension::length);
    all += "}";
  }
  return o.name + ": {" + all + "}";
}

} // namespace

Openings read_openings(const Tree& tree, const std::string& path, const Real3& box,
                       const std::filesystem::path& folder) {
  if (tree.kind != Tree::Kind::map || tree.keys.empty())
    fail_at(tree, path +
                      ": expected a map of openings by their names, as {in: {at: [10 um, 10 um, 5 um], "
                      "side: -z, flow_rate: 0.1 nL/s}, out: {.., pressure: 0 Pa}}, got " +
                      shown(tree));
  std::vector<Opening> all;
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    const std::string& name = tree.keys[i].text;
    if (!may_be_a_name(name))
      fail_at(tree.keys[i], path + ": " + in_quotes(name) +
                                " is no name of an opening; names have letters, digits, - and _");
    all.push_back(read_opening(name, tree.items[i], path + "." + name, folder));
  }
  try {
    return openings_in(std::move(all), box);
  } catch (const InputError& e) {
    fail_at(tree, path + "." + e.what());
  }
}

std::string openings_yaml(const Openings& openings) {
  std::string all;
  for (const Opening& o : openings.all) all += (all.empty() ? "" : ", ") + opening_yaml(o);
  return "{" + all + "}";
}

} // namespace ibsim
