#include "simulation/driven_flow.hpp"

#include "simulation/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ibsim {
namespace {

/// The top of the parabola of the flow without the motion of walls, um/us.
real parabola_top(const Scenario& s, const WallFlow& walls) {
  const real height = s.grid.lengths().y;
  if (!walls.mean_velocity)
    return s.flow.pressure_gradient.bound() * height * height / (8 * s.fluid.viscosity);
  return 1.5 * (walls.mean_velocity->bound() + (walls.lower_z.bound() + walls.upper_z.bound()) / 2);
}

real wall_speed(const Signal& x, const Signal& z) { return std::max(x.bound(), z.bound()); }

} // namespace

WallFlow wall_flow(const Scenario& s) {
  const FlowSetUp& flow = s.flow;
  WallFlow walls{flow.lower_x, flow.lower_z, flow.upper_x, flow.upper_z, {}, {}, {}};
  const Real3 box = s.grid.lengths();
  if (s.is_sheared()) {
    walls.shear_rate = flow.shear_rate;
    return walls;
  }
  if (!flow.shear_rate.zero()) {
    walls.lower_z = flow.shear_rate.scaled(-box.y / 2);
    walls.upper_z = flow.shear_rate.scaled(box.y / 2);
  }
  if (flow.flow_rate_is_given) walls.mean_velocity = flow.flow_rate.scaled(1 / (box.x * box.y));
  return walls;
}

DevelopedFlow developed_flow(const Scenario& s) {
  if (s.is_sheared()) {
    const real speed = s.flow.shear_rate.at(0) * s.grid.lengths().y / 2;
    return {.lower_z = -speed, .upper_z = speed};
  }
  const WallFlow walls = wall_flow(s);
  DevelopedFlow flow{walls.lower_x.at(0), walls.lower_z.at(0), walls.upper_x.at(0), walls.upper_z.at(0), 0};
  flow.curvature = walls.mean_velocity
                       ? curvature_for_mean(s.grid, flow.lower_z, flow.upper_z, walls.mean_velocity->at(0))
                       : s.flow.pressure_gradient.at(0) / (2 * s.fluid.viscosity);
  return flow;
}

std::array<Real3, 2> wall_velocities(const Scenario& s, real t) {
  const WallFlow walls = wall_flow(s);
  return {Real3{walls.lower_x.at(t), 0, walls.lower_z.at(t)},
          Real3{walls.upper_x.at(t), 0, walls.upper_z.at(t)}};
}

real driven_speed(const Scenario& s) {
  if (s.is_sheared()) return s.flow.shear_rate.bound() * s.grid.lengths().y / 2;
  if (s.has_tubes()) {
    const real a = widest_tube(s);
    return s.flow.pressure_gradient.bound() * a * a / (4 * s.fluid.viscosity);
  }
  if (!s.has_walls()) return 0;
  const WallFlow walls = wall_flow(s);
  return std::max(wall_speed(walls.lower_x, walls.lower_z), wall_speed(walls.upper_x, walls.upper_z)) +
         parabola_top(s, walls);
}

real driven_shear_rate(const Scenario& s) {
  if (s.is_sheared()) return s.flow.shear_rate.bound();
  if (s.has_tubes()) return s.flow.pressure_gradient.bound() * widest_tube(s) / (2 * s.fluid.viscosity);
  if (!s.has_walls()) return 0;
  const WallFlow walls = wall_flow(s);
  const real height = s.grid.lengths().y;
  const real sliding =
      std::max(walls.lower_x.bound() + walls.upper_x.bound(), walls.lower_z.bound() + walls.upper_z.bound());
  return (sliding + 4 * parabola_top(s, walls)) / height;
}

real channel_reynolds(const Scenario& s) {
  return s.fluid.density * driven_speed(s) * s.grid.lengths().y / s.fluid.viscosity;
}

real womersley(const Scenario& s) {
  constexpr real pi = 3.14159265358979323846;
  real most = 0;
  const FlowSetUp& f = s.flow;
  for (const Signal* signal :
       {&f.shear_rate, &f.lower_x, &f.lower_z, &f.upper_x, &f.upper_z, &f.pressure_gradient, &f.flow_rate})
    if (signal->amplitude != 0)
      most = std::max(most, s.grid.lengths().y / 2 *
                                std::sqrt(2 * pi * s.fluid.density / (s.fluid.viscosity * signal->period)));
  return most;
}

} // namespace ibsim
