// `equation.pulse`: vessels in a tree, and the flow into the first of them.
#include "base/error.hpp"
#include "line_files/line_keys.hpp"
#include "schema/time_table.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

using line::LineScenario;
using line::PulseInflow;
using line::PulseNetwork;
using line::VesselSpec;
using Shape = PulseInflow::Shape;

constexpr int most_vessels = 1024;

/// The flow over time as samples: half a sine again and again, a gaussian once, or the rows of the table.
void sample_inflow(const PulseInflow& in, PulseNetwork& network) {
  const auto sample = [&](real span, auto f) {
    constexpr int n = 4096;
    network.inflow_spacing = span / n;
    for (int i = 0; i < n; ++i) network.inflow.push_back(f(span * i / n));
  };
  network.inflow.clear(), network.inflow_times.clear();
  network.inflow_is_pressure = false;
  network.inflow_repeats = in.shape == Shape::half_sine || (in.shape == Shape::file && in.repeats);
  if (in.shape == Shape::half_sine) {
    sample(in.period, [&](real t) {
      return t < in.duration ? in.peak * std::sin(std::numbers::pi * t / in.duration) : 0;
    });
  } else if (in.shape == Shape::gaussian) {
    sample(in.at + 8 * in.width,
           [&](real t) { return in.peak * std::exp(-std::pow((t - in.at) / in.width, 2) / 2); });
    network.inflow.back() = 0;
  } else {
    network.inflow_is_pressure = !in.pressures.empty();
    network.inflow = in.pressures.empty() ? in.flows : in.pressures;
    network.inflow_times = in.times;
  }
}

/// A file of flows or of pressures, by the unit of its column.
void read_inflow_table(const Tree& tree, const std::string& path, const std::filesystem::path& folder,
                       PulseInflow& in) {
  TimeTable table;
  try {
    table = read_time_table(tree, path, folder, "flow", dimension::flow);
    in.flows = std::move(table.values);
  } catch (const InputError&) {
    try {
      table = read_time_table(tree, path, folder, "pressure", dimension::pressure);
      in.pressures = std::move(table.values);
    } catch (const InputError&) { // the first message is the one that helps
    }
    if (in.pressures.empty()) throw;
  }
  in.times = std::move(table.times);
}

void require_inflow_table(const Tree& tree, const std::string& path, const PulseInflow& in) {
  if (!in.flows.empty() && !in.pressures.empty()) fail_at(tree, path + ": give flows or pressures, not both");
  const std::string trouble = trouble_with({in.times, in.pressures.empty() ? in.flows : in.pressures});
  if (!trouble.empty()) fail_at(tree, path + ": " + trouble);
}

/// The one shape that is given.
void choose_inflow(const Tree& tree, const std::string& path, PulseInflow& in) {
  if (tree.kind != Tree::Kind::map) return; // reading the map says so
  int given = 0;
  for (const auto& [name, shape] : {std::pair{"file", Shape::file},
                                    {"times", Shape::file},
                                    {"half_sine", Shape::half_sine},
                                    {"gaussian", Shape::gaussian}})
    if (tree.find(name)) in.shape = shape, ++given;
  if (given != 1)
    fail_at(tree, path + ": expected one of file, times (with flows or pressures), half_sine, gaussian");
}

Key inflow_key(LineScenario& s, const std::filesystem::path& folder) {
  PulseInflow& in = s.inflow;
  const auto is = [&s, &in](Shape shape) {
    return [&s, &in, shape] { return s.equation == line::EquationKind::pulse && in.shape == shape; };
  };
  const std::string another = "another inflow is given";
  const auto peak = [&](const std::string& name, const char* example, Shape shape) {
    return key::quantity(name, in.peak, dimension::flow, "The largest flow.").needs(example, is(shape));
  };
  const auto list = [&](const std::string& name, std::vector<real>& values, Dimension d,
                        const std::string& help) {
    return key::value(
               name, "a list, each " + dimension_in_words(d),
               [&values, d](const Tree& tree, const std::string& path) {
                 values = read_quantities(tree, path, d);
               },
               [&values, d] { return quantities_yaml(values, d); }, help)
        .by_default("none")
        .only_if(is(Shape::file), another);
  };
  return key::map(
             "inflow",
             {key::value(
                  "file", "the path of a table, next to the scenario",
                  [&in, folder](const Tree& tree, const std::string& path) {
                    read_inflow_table(tree, path, folder, in);
                  },
                  [] { return std::string(); },
                  "CSV with a header such as \"time (ms),flow (mL/s)\" or \"time (ms),pressure (kPa)\". The "
                  "run's scenario.yaml contains it as times and flows, or pressures.")
                  .by_default("none")
                  .not_written()
                  .only_if(is(Shape::file), another),
              list("times", in.times, dimension::time, "Growing times of a table, instead of a file."),
              list("flows", in.flows, dimension::flow, "Flow at each of the times."),
              list("pressures", in.pressures, dimension::pressure,
                   "Pressure at the inlet at each of the times, instead of flows."),
              key::boolean("repeats", in.repeats,
                           "The table is a period, from its first time to its last. Otherwise the "
                           "first value holds before the table, and the last value after it.")
                  .only_if(is(Shape::file), "is for a file"),
              key::map("half_sine",
                       {peak("peak", "10 mL/s", Shape::half_sine),
                        key::quantity("duration", in.duration, dimension::time, "Duration of the flow.")
                            .above(0)
                            .needs("0.3 s", is(Shape::half_sine)),
                        key::quantity("period", in.period, dimension::time, "Time from one beat to the next.")
                            .above(0)
                            .needs("1 s", is(Shape::half_sine))
                            .check([&in] {
                              return in.duration > in.period ? "is shorter than the duration" : "";
                            })},
                       "Repeated half sine, with zero flow in between.")
                  .only_if(is(Shape::half_sine), another),
              key::map("gaussian",
                       {peak("peak", "1 mL/s", Shape::gaussian),
                        key::quantity("at", in.at, dimension::time, "Time of its maximum.")
                            .above(0)
                            .needs("50 ms", is(Shape::gaussian)),
                        key::quantity("width", in.width, dimension::time, "Standard deviation.")
                            .above(0)
                            .needs("7 ms", is(Shape::gaussian))},
                       "A single pulse.")
                  .only_if(is(Shape::gaussian), another)},
             "The flow into the first vessel over time, one of these.")
      .needs("{half_sine: {peak: 10 mL/s, duration: 0.3 s, period: 1 s}}",
             [&s] { return s.equation == line::EquationKind::pulse; })
      .beforehand([&in](const Tree* tree, const std::string& path) {
        if (tree) choose_inflow(*tree, path, in);
      })
      .afterwards([&s, &in](const Tree* tree, const std::string& path) {
        if (!tree) return;
        if (in.shape == Shape::file) require_inflow_table(*tree, path, in);
        sample_inflow(in, s.network);
      });
}

Key outflow_key(VesselSpec& v) {
  const auto is = [&v](VesselSpec::Outflow outflow) {
    return [&v, outflow] { return v.outflow == outflow; };
  };
  const auto reflection = is(VesselSpec::Outflow::reflection);
  const auto windkessel = is(VesselSpec::Outflow::windkessel);
  const auto resistance = is(VesselSpec::Outflow::resistance);
  const auto pressure = is(VesselSpec::Outflow::pressure);
  return key::map(
             "outflow",
             {key::number("reflection", v.reflection, "Part of a wave that is reflected.")
                  .from_to(-1, 1)
                  .only_if(reflection, "another outflow is given"),
              key::quantity("resistance", v.distal, dimension::resistance,
                            "Resistance behind the end: outlet_pressure is the pressure at the end minus "
                            "resistance times flow.")
                  .at_least(0)
                  .needs("1.9e9 Pa s/m^3", resistance)
                  .only_if(resistance, "another outflow is given"),
              key::quantity("outlet_pressure", v.outlet_pressure, dimension::pressure,
                            "Pressure behind the resistance.")
                  .only_if(resistance, "belongs to a resistance; a windkessel has its own"),
              key::quantity("pressure", v.outlet_pressure, dimension::pressure,
                            "Pressure at the end of the vessel, for any flow.")
                  .needs("10 kPa", pressure)
                  .only_if(pressure, "another outflow is given"),
              key::map("windkessel",
                       {key::quantity("proximal", v.proximal, dimension::resistance,
                                      "Resistance before the compliance.")
                            .at_least(0)
                            .needs("2.5e8 Pa s/m^3", windkessel),
                        key::quantity("distal", v.distal, dimension::resistance,
                                      "Resistance behind the compliance.")
                            .above(0)
                            .needs("1.9e9 Pa s/m^3", windkessel),
                        key::quantity("compliance", v.compliance, dimension::compliance,
                                      "Compliance of the vessels behind the end.")
                            .above(0)
                            .needs("1.75e-10 m^3/Pa", windkessel),
                        key::quantity("outlet_pressure", v.outlet_pressure, dimension::pressure,
                                      "Pressure behind the distal resistance.")},
                       "Vessels behind the end, as two resistances and a compliance.")
                  .only_if(windkessel, "another outflow is given")},
             "End of a vessel that does not branch, one of these.")
      .only_if([&v] { return v.outflow != VesselSpec::Outflow::none; },
               "expected one of reflection: 0, windkessel: {..}, resistance, pressure");
}

Key vessel_key(VesselSpec& v, const PulseNetwork& n) {
  const auto above = [&v, &n](const std::string& name) { // the index of a vessel that stands before this one
    for (const VesselSpec* other = n.vessels.data(); other != &v; ++other)
      if (other->name == name) return static_cast<int>(other - n.vessels.data());
    return -1;
  };
  return key::
      map("",
          {key::text("name", v.name, "Name of the vessel, and of its tables.")
               .needs("carotid")
               .check([&v, above] {
                 if (above(v.name) >= 0) return "there is a vessel \"" + v.name + "\" already";
                 if (v.name.empty() || v.name.find_first_of("/\\\",\n") != std::string::npos ||
                     v.name[0] == '.' || v.name.find('\0') != std::string::npos)
                   return std::string("becomes part of file names, so no / \\ \" , and no . first");
                 return std::string();
               }),
           key::value(
               "parent", "the name of a vessel above this one, or a list of names",
               [&v, above](const Tree& tree, const std::string& path) {
                 std::vector<int> parents;
                 const auto add = [&](const Tree& name) {
                   const std::string parent = read_text(name, path);
                   parents.push_back(above(parent));
                   if (parents.back() < 0)
                     fail_at(name, path + ": no vessel \"" + parent + "\" stands above this one");
                   if (std::count(parents.begin(), parents.end(), parents.back()) > 1)
                     fail_at(name, path + ": names \"" + parent + "\" twice");
                 };
                 if (tree.kind == Tree::Kind::list)
                   std::for_each(tree.items.begin(), tree.items.end(), add);
                 else
                   add(tree);
                 if (parents.empty()) fail_at(tree, path + ": the list is empty");
                 v.parent = parents[0];
                 v.other_parents.assign(parents.begin() + 1, parents.end());
               },
               [&v, &n] {
                 std::string names = quoted_yaml(n.vessels[static_cast<std::size_t>(v.parent)].name);
                 for (const int other : v.other_parents)
                   names += ", " + quoted_yaml(n.vessels[static_cast<std::size_t>(other)].name);
                 return v.other_parents.empty() ? names : "[" + names + "]";
               },
               "Vessel that it branches from; the first has none. With several, these meet at its beginning.")
               .or_word(
                   "none", [&v] { return v.parent < 0; },
                   [&v](bool none) {
                     if (none) v.parent = -1;
                   }),
           key::quantity("length", v.length, dimension::length, "Length of the vessel.")
               .above(0)
               .needs("126 mm"),
           key::quantity("radius", v.radius, dimension::length, "Radius at the reference pressure.")
               .above(0)
               .needs("3 mm"),
           key::quantity("radius_at_end", v.radius_at_end, dimension::length,
                         "Radius where a tapering vessel ends. Between both the radius changes linearly, and "
                         "young times wall stays the same.")
               .above(0)
               .by_default("radius", [&v] { v.radius_at_end = v.radius; }),
           key::quantity("young", v.wall_elasticity, dimension::pressure,
                         "Young's modulus E of the wall; only E times its thickness counts.")
               .above(0)
               .needs("700 kPa"),
           key::value(
               "wall", dimension_in_words(dimension::length),
               [&v](const Tree& tree, const std::string& path) {
                 v.wall_elasticity *= read_positive(tree, path, dimension::length);
               },
               [] { return std::string("1 um"); }, // young is written as the product
               "Thickness of the wall.")
               .needs("0.3 mm"),
           key::quantity("reference_pressure", v.reference_pressure, dimension::pressure,
                         "Pressure at which the vessel has the given radius."),
           key::number("loss", v.loss,
                       "Loss coefficient K at its beginning, as for a stenosis. The total pressure falls "
                       "there by K rho u^2/2, with the velocity u in this vessel.")
               .at_least(0)
               .check([&v] { return v.loss > 0 && v.parent < 0 ? "needs a vessel before it" : ""; }),
           outflow_key(v)},
          "A vessel.")
          .beforehand([&v](const Tree* tree, const std::string&) {
            const Tree* outflow = tree ? tree->find("outflow") : nullptr;
            if (!outflow || outflow->kind != Tree::Kind::map) return;
            using enum VesselSpec::Outflow;
            int given = 0;
            for (const auto& [name, kind] : {std::pair{"reflection", reflection},
                                             {"windkessel", windkessel},
                                             {"resistance", resistance},
                                             {"pressure", pressure}})
              if (outflow->find(name)) v.outflow = kind, ++given;
            if (given > 1) v.outflow = none; // for the message of the key
          });
}

} // namespace

Key pulse_key(LineScenario& s, const std::filesystem::path& folder) {
  PulseNetwork& n = s.network;
  const auto pulse = [&s] { return s.equation == line::EquationKind::pulse; };
  Key vessels = key::list<VesselSpec>(
      "vessels", "a list of vessels", n.vessels, [&n](VesselSpec& v) { return vessel_key(v, n); },
      "Vessels, each after the one that it branches from.");
  vessels.needs("[{name: carotid, length: 126 mm, ..}]", pulse);
  vessels.low = 1, vessels.high = most_vessels;
  return key::map("pulse",
                  {key::quantity("density", n.density, dimension::density, "Density of the blood.")
                       .above(0)
                       .needs("1.06 g/cm^3", pulse),
                   key::quantity("viscosity", n.viscosity, dimension::viscosity, "Viscosity of the blood.")
                       .at_least(0)
                       .needs("4 cP", pulse),
                   key::number("profile", n.profile,
                               "Exponent zeta of the velocity profile 1 - (r/R)^zeta: 2 is Poiseuille flow, "
                               "9 a blunt profile.")
                       .above(0),
                   key::quantity("initial_pressure", n.initial_pressure, dimension::pressure,
                                 "Pressure in all vessels at the start."),
                   inflow_key(s, folder), std::move(vessels)},
                  "Pulse waves in elastic vessels: area and flow.")
      .only_if(pulse, "another equation is given");
}

} // namespace ibsim
