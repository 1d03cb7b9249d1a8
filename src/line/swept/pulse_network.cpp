#include "swept/pulse_network.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim::line {
namespace {

constexpr real pi = std::numbers::pi;

/// beta = (4/3) sqrt(pi) E h/A_0, kPa/um.
real beta(const VesselSpec& v, real part) {
  return real{4} / 3 * std::sqrt(pi) * v.wall_elasticity / rest_area(v, part);
}

bool tapers(const VesselSpec& v) { return v.radius_at_end > 0 && v.radius_at_end != v.radius; }

/// Where vessels end, and others may begin; by increasing numbers.
struct Place {
  std::vector<Index> ending, beginning;
};

/// The place where a vessel ends.
Index place_behind(const std::vector<Place>& places, Index vessel) {
  for (std::size_t k = 0; k < places.size(); ++k)
    if (std::find(places[k].ending.begin(), places[k].ending.end(), vessel) != places[k].ending.end())
      return static_cast<Index>(k);
  return -1;
}

/// The places of a network. All parents of a vessel end at one place. @throws InputError if a vessel begins
/// where it ends
std::vector<Place> places_of(const PulseNetwork& network) {
  const std::size_t count = network.vessels.size();
  std::vector<Index> place(count); // behind each vessel, named by the first vessel that ends there
  for (std::size_t i = 0; i < count; ++i) place[i] = static_cast<Index>(i);
  for (const VesselSpec& v : network.vessels)
    for (const int other : v.other_parents) {
      const Index a = place[static_cast<std::size_t>(v.parent)], b = place[static_cast<std::size_t>(other)];
      std::replace(place.begin(), place.end(), std::max(a, b), std::min(a, b));
    }
  std::vector<Place> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    const VesselSpec& v = network.vessels[i];
    places[static_cast<std::size_t>(place[i])].ending.push_back(static_cast<Index>(i));
    if (v.parent < 0) continue;
    const Index begin = place[static_cast<std::size_t>(v.parent)];
    if (begin == place[i]) throw InputError("vessel " + v.name + ": begins and ends at the same place");
    places[static_cast<std::size_t>(begin)].beginning.push_back(static_cast<Index>(i));
  }
  return places;
}

} // namespace

real rest_area(const VesselSpec& v, real part) {
  const real radius = tapers(v) ? v.radius + part * (v.radius_at_end - v.radius) : v.radius;
  return pi * radius * radius;
}
real root_area_at(const VesselSpec& v, real pressure, real part) {
  const real root = std::sqrt(rest_area(v, part)) + (pressure - v.reference_pressure) / beta(v, part);
  if (!(root > 0))
    throw InputError("vessel " + v.name +
                     text(": closes at a pressure of %.3g kPa; its wall is too soft", pressure));
  return root;
}
real pressure_at(const VesselSpec& v, real area, real part) {
  return v.reference_pressure + beta(v, part) * (std::sqrt(area) - std::sqrt(rest_area(v, part)));
}
real wave_speed(const VesselSpec& v, real density, real part) {
  return std::sqrt(beta(v, part) * std::sqrt(rest_area(v, part)) / (2 * density));
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
    const real b = beta(v, 0) / network.density,
               slope = tapers(v) ? (std::sqrt(rest_area(v, 1)) - std::sqrt(rest_area(v))) / v.length : 0;
    model.vessels.push_back({v.length / points, b, std::sqrt(b / 2), std::sqrt(rest_area(v)),
                             v.reference_pressure / network.density, v.loss, slope, points});
  }
  const std::size_t count = network.vessels.size();
  const auto join = [&](Meeting m) {
    const auto number = static_cast<Index>(model.lines.meetings.size());
    for (int i = 0; i < m.ends; ++i)
      model.lines.segments[static_cast<std::size_t>(m.segment[i])].meeting[m.side[i]] = number;
    model.lines.meetings.push_back(m);
  };
  const std::vector<Place> places = places_of(network);
  int roots = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const VesselSpec& v = network.vessels[i];
    const auto me = static_cast<Index>(i);
    if (v.parent < 0) {
      ++roots;
      join({network.inflow_is_pressure ? EndKind::inlet_pressure : EndKind::inflow,
            1,
            {me},
            {left_side},
            {},
            0});
    }
    const Place& place = places[static_cast<std::size_t>(place_behind(places, me))];
    if (place.ending.front() != me) continue; // the first of those that end there has made it
    Meeting end{EndKind::junction, 0, {}, {}, {}, 0};
    const auto add = [&](Index vessel, int side) {
      if (end.ends == most_ends)
        throw InputError("vessel " + v.name + ": more than four vessels meet at its end");
      end.segment[end.ends] = vessel, end.side[end.ends] = side;
      ++end.ends;
    };
    for (const Index vessel : place.ending) add(vessel, right_side);
    for (const Index vessel : place.beginning) add(vessel, left_side);
    const bool divides = end.ends > 1;
    for (const Index vessel : place.ending) {
      const VesselSpec& ending = network.vessels[static_cast<std::size_t>(vessel)];
      if (divides != (ending.outflow == VesselSpec::Outflow::none))
        throw InputError("vessel " + ending.name +
                         (divides ? ": has an outflow and vessels that branch from it"
                                  : ": needs an outflow, or vessels that branch from it"));
    }
    if (v.outflow == VesselSpec::Outflow::reflection) {
      end.kind = EndKind::reflection;
      const real root = root_area_at(v, network.initial_pressure, 1);
      end.value[0] = v.reflection,
      end.value[1] = 4 * vessel_at_end(model.vessels[i], right_side).wave * std::sqrt(root);
    } else if (v.outflow == VesselSpec::Outflow::windkessel) {
      end.kind = EndKind::windkessel;
      end.value[0] = v.proximal, end.value[1] = v.distal, end.value[2] = v.compliance,
      end.outlet = v.outlet_pressure;
    } else if (v.outflow == VesselSpec::Outflow::resistance) {
      end.kind = EndKind::resistance;
      end.value[0] = v.distal, end.outlet = v.outlet_pressure;
    } else if (v.outflow == VesselSpec::Outflow::pressure) {
      root_area_at(v, v.outlet_pressure, 1); // it stays open there
      end.kind = EndKind::pressure;
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
    for (Index x = s.first; x < s.first + s.points; ++x) {
      const real root = root_area_at(v, network.initial_pressure, part_of(s, x));
      model.initial[static_cast<std::size_t>(x)] = root * root;
    }
    if (v.outflow == VesselSpec::Outflow::windkessel)
      model.initial[2 * static_cast<std::size_t>(first) + static_cast<std::size_t>(s.first + s.points - 1)] =
          network.initial_pressure;
  }
  return model;
}

} // namespace ibsim::line
