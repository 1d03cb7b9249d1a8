// The keys of `kind: line`; those of `equation.pulse` are in pulse_keys.cpp.
#include "line_files/line_keys.hpp"

#include "base/error.hpp"
#include "schema/common_keys.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

using namespace line;

constexpr long most_points = 1L << 28;
constexpr Dimension diffusivity{2, -1, 0};

/// Lengths and times are numbers where the equation has no dimensions.
Dimension here(const LineScenario& s, Dimension d) { return s.has_dimensions() ? d : dimension::number; }
std::string in_words(const LineScenario& s, real x, Dimension d) {
  return s.has_dimensions() ? format_quantity(x, d) : shortest_decimals(x);
}

/// A length or time, greater than zero.
Key extent(const std::string& name, real& field, const LineScenario& s, Dimension d,
           const std::string& help) {
  Key key = key::value(
      name, dimension_in_words(d) + "; a number where the equation has no dimensions",
      [&field, &s, d](const Tree& tree, const std::string& path) {
        field = read_positive(tree, path, here(s, d));
      },
      [&field, &s, d] { return in_words(s, field, d); }, help);
  key.range = "greater than zero";
  return key;
}

/// An interval of time: not negative, by default a part of the end.
Key interval(const std::string& name, real& field, const LineScenario& s, real parts,
             const std::string& default_text, const std::string& help) {
  Key key = extent(name, field, s, dimension::time, help);
  key.read = [&field, &s](const Key&, const Tree& tree, const std::string& path) {
    field = read_quantity(tree, path, here(s, dimension::time));
    if (field < 0) fail_at(tree, path + ": must not be negative");
  };
  key.range = "at least zero";
  key.by_default(default_text, [&field, &s, parts] { field = s.time.end / parts; });
  return key;
}

bool is_kuramoto_sivashinsky(const LineScenario& s) {
  return s.equation == EquationKind::kuramoto_sivashinsky ||
         s.equation == EquationKind::kuramoto_sivashinsky_flux;
}

/// The one equation that is given.
void choose_equation(const Tree& tree, const std::string& path, LineScenario& s) {
  if (tree.kind != Tree::Kind::map) return; // reading the map says so
  const std::pair<const char*, EquationKind> kinds[] = {
      {"heat", EquationKind::heat},
      {"kuramoto_sivashinsky", EquationKind::kuramoto_sivashinsky},
      {"euler", EquationKind::euler},
      {"pulse", EquationKind::pulse}};
  int given = 0;
  for (const auto& [name, kind] : kinds)
    if (tree.find(name)) s.equation = kind, ++given;
  if (given > 1) fail_at(tree, path + ": expected one equation, got several");
  if (given == 0 && tree.keys.empty())
    fail_at(tree, path + ": expected one of heat, kuramoto_sivashinsky, euler, pulse");
}

Key equation_key(LineScenario& s, const std::filesystem::path& folder) {
  const auto heat = [&s] { return s.equation == EquationKind::heat; };
  const auto ks = [&s] { return is_kuramoto_sivashinsky(s); };
  const auto euler = [&s] { return s.equation == EquationKind::euler; };
  return key::map(
             "equation",
             {key::map("heat",
                       {key::quantity("diffusivity", s.diffusivity, diffusivity, "Diffusivity of the heat.")
                            .above(0)
                            .needs("84.18 mm^2/s", heat)},
                       "u_t = D u_xx.")
                  .only_if(heat, "another equation is given"),
              key::map(
                  "kuramoto_sivashinsky",
                  {key::one_of(
                      "form", [&s] { return s.equation == EquationKind::kuramoto_sivashinsky_flux ? 1 : 0; },
                      [&s](std::size_t i) {
                        s.equation = i == 1 ? EquationKind::kuramoto_sivashinsky_flux
                                            : EquationKind::kuramoto_sivashinsky;
                      },
                      {"two-step", "flux"},
                      "Division of a step into tiers; flux is the slower one, for comparison.")},
                  "u_t = -u u_x - u_xx - u_xxxx, without dimensions.")
                  .only_if(ks, "another equation is given"),
              key::map("euler", {key::number("gamma", s.gamma, "Ratio of the specific heats.").above(1)},
                       "The motion of a gas: density, momentum and energy, without dimensions.")
                  .only_if(euler, "another equation is given"),
              pulse_key(s, folder)},
             "The equation, one of these.")
      .beforehand([&s](const Tree* tree, const std::string& path) {
        if (tree) choose_equation(*tree, path, s);
      })
      .needs("{heat: {diffusivity: 84.18 mm^2/s}}");
}

Key ends_key(LineScenario& s) {
  return key::choice("ends", s.ends, {"periodic", "insulated", "fixed", "wall", "open"},
                     "Conditions at the two ends. fixed: the values of the start. wall: a gas at rest there. "
                     "open: the last value continues.")
      .by_default("periodic; open for a gas",
                  [&s] { s.ends = s.equation == EquationKind::euler ? LineEnds::open : LineEnds::periodic; })
      .check([&s] {
        if (s.ends == LineEnds::wall && s.equation != EquationKind::euler)
          return "a wall is for a gas (euler); give insulated here";
        if (s.ends == LineEnds::insulated && s.equation == EquationKind::euler)
          return "a gas has ends that are wall, open, fixed or periodic";
        return "";
      });
}

Key domain_key(LineScenario& s) {
  const auto line = [&s] { return s.equation != EquationKind::pulse; };
  const std::string of_vessels = "follows from the vessels";
  return key::map(
             "domain",
             {extent("cell", s.cell, s, dimension::length,
                     "Distance of neighbouring points; approximate for vessels, so that points fill them.")
                  .needs("1 mm"),
              key::integer("points", s.points, 4, most_points, "Number of points, even.")
                  .needs("4096", line)
                  .only_if(line, of_vessels)
                  .check([&s] { return s.points % 2 == 0 ? "" : "must be even"; }),
              ends_key(s).only_if(line, of_vessels)},
             "The line.")
      .needs("{points: 4096, cell: 1 mm}");
}

/// A value, or density, velocity and pressure of a gas.
Key state_key(const std::string& name, std::vector<real>& state, const LineScenario& s,
              const std::string& side) {
  return key::value(
             name, "a number; for a gas [density, velocity, pressure]",
             [&state, &s](const Tree& tree, const std::string& path) {
               if (s.equation != EquationKind::euler) {
                 state = {read_number(tree, path)};
                 return;
               }
               if (tree.kind != Tree::Kind::list || tree.items.size() != 3)
                 fail_at(tree, path + ": expected [density, velocity, pressure]");
               state.clear();
               for (const Tree& item : tree.items) state.push_back(read_number(item, path));
               if (!(state[0] > 0 && state[2] > 0))
                 fail_at(tree, path + ": density and pressure must be greater than zero");
             },
             [&state] {
               std::string out;
               for (const real x : state) out += (out.empty() ? "" : ", ") + shortest_decimals(x);
               return state.size() == 1 ? out : "[" + out + "]";
             },
             "Step: the state " + side + " of the centre.")
      .by_default(side == "left" ? "1; for a gas [1, 0, 1]" : "0; for a gas [0.125, 0, 0.1]");
}

/// What the start is where nothing is said.
void set_initial_defaults(LineScenario& s) {
  LineScenario::Initial& in = s.initial;
  if (s.equation == EquationKind::euler) in.shape = InitialShape::step;
  if (is_kuramoto_sivashinsky(s))
    in.amplitude = 2, in.waves = std::max<real>(1, std::round(19 * s.points * s.cell / 256));
  if (s.equation == EquationKind::pulse) in.shape = InitialShape::rest;
  if (s.equation != EquationKind::euler) in.left = {1}, in.right = {0};
}

Key initial_key(LineScenario& s) {
  LineScenario::Initial& in = s.initial;
  return key::map("initial",
                  {key::choice("shape", in.shape, {"cosine", "gaussian", "step"},
                               "cosine: mean + amplitude cos(2 pi waves x/L); gaussian: mean + amplitude "
                               "exp(-((x/L - centre)/width)^2/2); step: left and right of the centre.")
                       .by_default("cosine; step for a gas")
                       .check([&s, &in] {
                         return s.equation == EquationKind::euler && in.shape != InitialShape::step
                                    ? "a gas starts from a step"
                                    : "";
                       }),
                   key::number("mean", in.mean, "Mean of a cosine or gaussian."),
                   key::number("amplitude", in.amplitude, "Amplitude of a cosine or gaussian.")
                       .by_default("1; 2 for Kuramoto-Sivashinsky"),
                   key::number("waves", in.waves, "Number of waves of a cosine along the line.")
                       .by_default("1; for Kuramoto-Sivashinsky about one in 13 lengths"),
                   key::number("centre", in.centre, "Centre of a gaussian or step, as a part of the line."),
                   key::number("width", in.width, "Width of a gaussian, as a part of the line.").above(0),
                   state_key("left", in.left, s, "left"), state_key("right", in.right, s, "right")},
                  "The state at the start.")
      .beforehand([&s](const Tree*, const std::string&) { set_initial_defaults(s); })
      .only_if([&s] { return s.equation != EquationKind::pulse; },
               "vessels are at rest, at equation.pulse.initial_pressure");
}

Key count_key(const std::string& name, Index& field, const std::string& help) {
  return key::integer(name, field, 1, 1 << 20, help)
      .or_word(
          "auto", [&field] { return field == 0; },
          [&field](bool stands) {
            if (stands) field = 0;
          });
}

Key method_key(Method& method) {
  return key::map(
             "method",
             {key::choice("scheme", method.scheme, scheme_names(),
                          "Plain stepping (classic: one kernel a tier; graph; barrier), the swept rule, or "
                          "overlapping tiles (halo)."),
              count_key("node", method.node, "Number of points of a node of swept, or of a tile of halo."),
              count_key("depth", method.depth, "Number of steps between two exchanges of halo.")},
             "Scheme of the steps. All schemes give the same results, to the bit.")
      .changes(ChangeEffect::nothing);
}

Key time_key(LineScenario& s) {
  return key::map("time",
                  {extent("step", s.time.step, s, dimension::time, "Length of a time step.").needs("5 ms"),
                   extent("end", s.time.end, s, dimension::time, "End of the run.")
                       .needs("10 min")
                       .changes(ChangeEffect::nothing)
                       .check([&s] {
                         return s.time.end < s.time.step          ? "comes before the end of the first step"
                                : s.time.end / s.time.step > 1e15 ? "more than 10^15 steps"
                                                                  : "";
                       }),
                   key::boolean("beyond_stability_limit", s.time.beyond_stability_limit,
                                "Allows a step beyond the stability limit.")
                       .changes(ChangeEffect::nothing)},
                  "Length of the run and of its steps.")
      .needs("{step: 5 ms, end: 10 min}");
}

Key output_key(LineScenario& s, const std::string& name) {
  LineScenario::Output& out = s.output;
  const auto or_never = [](Key key, bool& wanted, real& every) {
    key.or_word(
        "never", [&wanted] { return !wanted; },
        [&wanted, &every](bool never) {
          wanted = !never;
          if (never) every = 0;
        });
    return key;
  };
  return key::map("output",
                  {folder_key(out.folder, name),
                   or_never(interval("frames_every", out.frames_every, s, 100, "a 100th of the end",
                                     "Time between frames of all points; 0: only at the start and the end."),
                            out.frames, out.frames_every),
                   interval("series_every", out.series_every, s, 500, "a 500th of the end",
                            "Time between rows of run.csv, and for vessels of vessels.csv and "
                            "wall_shear_NAME.csv; 0: only at the start and the end."),
                   or_never(interval("checkpoint_every", out.checkpoint_every, s, 10, "a tenth of the end",
                                     "Time between checkpoints."),
                            out.checkpoints, out.checkpoint_every)
                       .afterwards([&out] {
                         if (!out.checkpoints) out.checkpoint_every_wall_clock = 0;
                       }),
                   wall_clock_key(out.checkpoint_every_wall_clock)},
                  "Content, folder and times of the output. Intervals become whole steps.")
      .changes(ChangeEffect::nothing);
}

} // namespace

Keys line_keys(LineScenario& s, const std::string& name) {
  return {
      kind_key("line"), title_key(s.title, name), equation_key(s, std::filesystem::path(name).parent_path()),
      domain_key(s),    initial_key(s),           method_key(s.method),
      time_key(s),      output_key(s, name),      device_key(s.device)};
}

} // namespace ibsim
