#include "swept/line_scenario.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim::line {
namespace {

constexpr real pi = std::numbers::pi;

EndKind end_kind(LineEnds ends) {
  switch (ends) {
  case LineEnds::fixed:
    return EndKind::fixed;
  case LineEnds::wall:
    return EndKind::wall;
  case LineEnds::open:
    return EndKind::open;
  default:
    return EndKind::mirror;
  }
}

/// The value(s) that the start has at a point.
std::vector<real> start_at(const LineScenario& s, Index i) {
  const auto& in = s.initial;
  const bool at_points =
      s.ends == LineEnds::periodic; // point 0 is x = 0; else cells, of which the first is centred at dx/2
  const real x = (static_cast<real>(i) + (at_points ? 0 : 0.5)) / s.points;
  if (in.shape == InitialShape::step) {
    const std::vector<real>& side = x < in.centre ? in.left : in.right;
    if (s.equation != EquationKind::euler) return {side.at(0)};
    const real rho = side.at(0), u = side.at(1), p = side.at(2);
    return {rho, rho * u, p / (s.gamma - 1) + rho * u * u / 2};
  }
  real u = in.mean;
  if (in.shape == InitialShape::cosine) u += in.amplitude * std::cos(2 * pi * in.waves * x);
  if (in.shape == InitialShape::gaussian)
    u += in.amplitude * std::exp(-std::pow((x - in.centre) / in.width, 2) / 2);
  return {u};
}

} // namespace

const std::vector<std::string>& equation_names() {
  static const std::vector<std::string> names{"heat", "kuramoto_sivashinsky", "kuramoto_sivashinsky_flux",
                                              "euler", "pulse"};
  return names;
}

std::vector<LineField> fields_of(EquationKind kind) {
  switch (kind) {
  case EquationKind::heat:
    return {{"temperature", ""}};
  case EquationKind::euler:
    return {{"density", ""}, {"velocity", ""}, {"pressure", ""}};
  case EquationKind::pulse:
    return {{"pressure", "kPa"}, {"flow", "um^3/us"}, {"area", "um^2"}, {"velocity", "um/us"}};
  default:
    return {{"u", ""}};
  }
}

LineSetUp set_up(const LineScenario& s) {
  LineSetUp set;
  if (s.equation == EquationKind::pulse) {
    // nodes of the swept rule: on a GPU of 64 points, on cores also of 4, as short vessels have
    PulseModel model = make_pulse_model(s.network, s.cell, 64, 4);
    for (const Vessel& v : model.vessels) set.cell.push_back(v.dx);
    set.lines = std::move(model.lines), set.start = std::move(model.initial);
    set.vessels = std::move(model.vessels), set.friction = model.friction;
    return set;
  }
  const auto n = static_cast<std::size_t>(s.points);
  const std::size_t components =
      s.equation == EquationKind::heat || s.equation == EquationKind::kuramoto_sivashinsky ? 1 : 3;
  set.start.assign(components * n, 0);
  for (Index i = 0; i < s.points; ++i) {
    const std::vector<real> q = start_at(s, i);
    for (std::size_t c = 0; c < q.size(); ++c) set.start[c * n + static_cast<std::size_t>(i)] = q[c];
    if (s.equation == EquationKind::kuramoto_sivashinsky_flux) // (u, v, w), v = u
      set.start[n + static_cast<std::size_t>(i)] = q[0];
  }
  set.cell = {s.cell};
  if (s.ends == LineEnds::periodic) {
    set.lines = periodic_line(s.points);
  } else {
    real left[3] = {}, right[3] = {};
    for (std::size_t c = 0; c < components; ++c)
      left[c] = set.start[c * n], right[c] = set.start[c * n + n - 1];
    set.lines = bounded_line(s.points, end_kind(s.ends), left, right);
  }
  return set;
}

std::vector<std::vector<real>> output_fields(const LineScenario& s, const LineSetUp& set,
                                             const std::vector<real>& values) {
  const auto n = static_cast<std::size_t>(set.lines.points());
  const auto component = [&](std::size_t c) {
    return std::vector<real>(values.begin() + static_cast<std::ptrdiff_t>(c * n),
                             values.begin() + static_cast<std::ptrdiff_t>((c + 1) * n));
  };
  if (s.equation == EquationKind::euler) {
    std::vector<real> rho = component(0), u = component(1), p = component(2);
    for (std::size_t i = 0; i < n; ++i) {
      u[i] /= rho[i];
      p[i] = (s.gamma - 1) * (p[i] - rho[i] * u[i] * u[i] / 2);
    }
    return {rho, u, p};
  }
  if (s.equation == EquationKind::pulse) {
    std::vector<real> area = component(0), u = component(1), p(n), q(n);
    for (std::size_t k = 0; k < s.network.vessels.size(); ++k) {
      const Segment& segment = set.lines.segments[k];
      for (auto i = static_cast<std::size_t>(segment.first);
           i < static_cast<std::size_t>(segment.first + segment.points); ++i) {
        p[i] = pressure_at(s.network.vessels[k], area[i], part_of(segment, static_cast<Index>(i)));
        q[i] = area[i] * u[i];
      }
    }
    return {p, q, area, u};
  }
  return {component(0)};
}

StepLimit step_limit(const LineScenario& s, const LineSetUp& set) {
  const real dx = s.cell;
  switch (s.equation) {
  case EquationKind::heat:
    return {dx * dx / (2 * s.diffusivity), "alpha dt/dx^2 <= 1/2"};
  case EquationKind::kuramoto_sivashinsky:
  case EquationKind::kuramoto_sivashinsky_flux: {
    // the fastest mode, of wavelength 2 dx, decays at 16/dx^4 - 4/dx^2; midpoint Runge-Kutta takes that up to
    // 2/dt
    const real rate = 16 / std::pow(dx, 4) - 4 / (dx * dx);
    return {rate > 0 ? 2 / rate : dx, "(16/dx^4 - 4/dx^2) dt <= 2"};
  }
  case EquationKind::euler: {
    const auto fields = output_fields(s, set, set.start);
    real fastest = 0, most_pressure = 0, least_density = 1e300;
    for (std::size_t i = 0; i < fields[0].size(); ++i) {
      fastest = std::max(fastest, std::abs(fields[1][i]) + std::sqrt(s.gamma * fields[2][i] / fields[0][i]));
      most_pressure = std::max(most_pressure, fields[2][i]),
      least_density = std::min(least_density, fields[0][i]);
    }
    // behind a shock into the thinnest gas flow adds to sound: about as fast again as the fastest sound
    return {dx / (1.85 * fastest), "(|u| + c) dt/dx <= 1, with 1.85 times the fastest wave of the start"};
  }
  case EquationKind::pulse: {
    real limit = 1e300;
    std::string why;
    for (std::size_t k = 0; k < set.vessels.size(); ++k) {
      for (const int side : {left_side, right_side}) { // between these c grows or falls
        const real root = root_area_at(s.network.vessels[k], s.network.initial_pressure, side);
        const real step = set.cell[k] / (vessel_at_end(set.vessels[k], side).wave * std::sqrt(root));
        if (step < limit)
          limit = step, why = "c dt/dx <= 1 in " + s.network.vessels[k].name + " at the start";
      }
    }
    return {limit, why};
  }
  }
  return {};
}

std::vector<std::string> series_columns(const LineScenario& s) {
  switch (s.equation) {
  case EquationKind::euler:
    return {"mass", "momentum", "energy", "max speed"};
  case EquationKind::pulse:
    return {"volume (um^3)", "inflow (um^3/us)", "outflow (um^3/us)", "max speed (um/us)"};
  default:
    return {"mean", "rms", "min", "max"};
  }
}

std::vector<real> series_row(const LineScenario& s, const LineSetUp& set, const std::vector<real>& values) {
  const auto n = static_cast<std::size_t>(set.lines.points());
  const auto fields = output_fields(s, set, values);
  if (s.equation == EquationKind::euler) {
    real sums[3] = {}, fastest = 0;
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < n; ++i) sums[c] += values[c * n + i] * s.cell;
    for (const real u : fields[1]) fastest = std::max(fastest, std::abs(u));
    return {sums[0], sums[1], sums[2], fastest};
  }
  if (s.equation == EquationKind::pulse) {
    real volume = 0, in = 0, out = 0, fastest = 0;
    for (std::size_t k = 0; k < set.lines.segments.size(); ++k) {
      const Segment& segment = set.lines.segments[k];
      const auto first = static_cast<std::size_t>(segment.first),
                 last = first + static_cast<std::size_t>(segment.points);
      for (std::size_t i = first; i < last; ++i)
        volume += values[i] * set.cell[k], fastest = std::max(fastest, std::abs(values[n + i]));
      if (s.network.vessels[k].parent < 0) in += fields[1][first];
      if (s.network.vessels[k].outflow != VesselSpec::Outflow::none) out += fields[1][last - 1];
    }
    return {volume, in, out, fastest};
  }
  real sum = 0, squares = 0, least = values[0], most = values[0];
  for (std::size_t i = 0; i < n; ++i) {
    sum += values[i], squares += values[i] * values[i];
    least = std::min(least, values[i]), most = std::max(most, values[i]);
  }
  return {sum / static_cast<real>(n), std::sqrt(squares / static_cast<real>(n)), least, most};
}

} // namespace ibsim::line
