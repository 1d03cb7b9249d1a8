#include "swept/pulse_network.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim::line {
namespace {

constexpr real pi = std::numbers::pi;

/// beta = (4/3) sqrt(pi) E h/A_0, kPa/um.
real beta(const VesselSpec& v) { return real{4} / 3 * std::sqrt(pi) * v.wall_elasticity / rest_area(v); }

} // namespace

real rest_area(const VesselSpec& v) { return pi * v.radius * v.radius; }
real root_area_at(const VesselSpec& v, real pressure) {
  const real root = std::sqrt(rest_area(v)) + (pressure - v.reference_pressure) / beta(v);
  if (!(root > 0))
    throw InputError("vessel " + v.name + ": closes at the initial pressure; its wall is too soft");
  return root;
}
real pressure_at(const VesselSpec& v, real area) {
  return v.reference_pressure + beta(v) * (std::sqrt(area) - std::sqrt(rest_area(v)));
}
real wave_speed(const VesselSpec& v, real density) {
  return std::sqrt(beta(v) * std::sqrt(rest_area(v)) / (2 * density));
}
real wall_shear_rate(real profile, real area, real speed) {
  return (profile + 2) * speed / std::sqrt(area / pi);
}

PulseModel make_pulse_model(const PulseNetwork& network, real cell, Index unit, Index small_unit) {
  PulseModel model;
  model.density = network.density;
  model.friction = 2 * (network.profile + 2) * pi * network.viscosity / network.density;
  Index first = 0;
  for (const VesselSpec& v : network.vessels) {
    const real wished = std::ceil(v.length / cell / unit - 1e-9);
    if (!(wished < 1e6))
      throw InputError("vessel " + v.name + ": has too many points; make domain.cell larger");
    const bool small = small_unit > 0 && wished < 2;
    const Index of = small ? small_unit : unit;
    const auto units = static_cast<Index>(small ? std::ceil(v.length / cell / of - 1e-9) : wished);
    const Index points = std::max<Index>(2, units) * of;
    model.lines.segments.push_back({first, points, {-1, -1}});
    first += points;
    const real b = beta(v) / network.density;
    model.vessels.push_back({v.length / points, b, std::sqrt(b / 2), std::sqrt(rest_area(v)),
                             v.reference_pressure / network.density});
  }
  const std::size_t count = network.vessels.size();
  const auto join = [&](Meeting m) {
    const auto number = static_cast<Index>(model.lines.meetings.size());
    for (int i = 0; i < m.ends; ++i)
      model.lines.segments[static_cast<std::size_t>(m.segment[i])].meeting[m.side[i]] = number;
    model.lines.meetings.push_back(m);
  };
  int roots = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const VesselSpec& v = network.vessels[i];
    const auto me = static_cast<Index>(i);
    if (v.parent < 0) {
      ++roots;
      join({EndKind::inflow, 1, {me}, {left_side}, {}, 0});
    }
    Meeting end{EndKind::junction, 1, {me}, {right_side}, {}, 0};
    for (std::size_t j = 0; j < count; ++j)
      if (network.vessels[j].parent == me) {
        if (end.ends == most_ends)
          throw InputError("vessel " + v.name + ": more than three vessels branch from it");
        end.segment[end.ends] = static_cast<Index>(j), end.side[end.ends] = left_side;
        ++end.ends;
      }
    const bool divides = end.ends > 1;
    if (divides != (v.outflow == VesselSpec::Outflow::none))
      throw InputError("vessel " + v.name +
                       (divides ? ": has an outflow and vessels that branch from it"
                                : ": needs an outflow, or vessels that branch from it"));
    if (v.outflow == VesselSpec::Outflow::reflection) {
      end.kind = EndKind::reflection;
      const real root = root_area_at(v, network.initial_pressure);
      end.value[0] = v.reflection, end.value[1] = 4 * model.vessels[i].wave * std::sqrt(root);
    } else if (v.outflow == VesselSpec::Outflow::windkessel) {
      end.kind = EndKind::windkessel;
      end.value[0] = v.proximal, end.value[1] = v.distal, end.value[2] = v.compliance,
      end.outlet = v.outlet_pressure;
    }
    join(end);
  }
  if (roots != 1)
    throw InputError("equation.pulse.vessels: exactly one vessel has no parent; there the blood flows in");
  model.initial.assign(3 * static_cast<std::size_t>(first), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const VesselSpec& v = network.vessels[i];
    const Segment& s = model.lines.segments[i];
    const real root = root_area_at(v, network.initial_pressure);
    for (Index x = s.first; x < s.first + s.points; ++x)
      model.initial[static_cast<std::size_t>(x)] = root * root;
    if (v.outflow == VesselSpec::Outflow::windkessel)
      model.initial[2 * static_cast<std::size_t>(first) + static_cast<std::size_t>(s.first + s.points - 1)] =
          network.initial_pressure;
  }
  return model;
}

} // namespace ibsim::line
