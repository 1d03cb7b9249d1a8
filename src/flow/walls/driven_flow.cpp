#include "walls/driven_flow.hpp"

#include "fluid/shear_strain.hpp"
#include "model/flow_model.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel_flow.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

/// The top of the parabola of the flow without the motion of walls, um/us.
real parabola_top(const FlowModel& s, const WallFlow& walls) {
  const real height = s.grid.lengths().y;
  if (!walls.mean_velocity)
    return s.drive.pressure_gradient.bound() * height * height / (8 * s.fluid.viscosity);
  return 1.5 * (walls.mean_velocity->bound() + (walls.lower_z.bound() + walls.upper_z.bound()) / 2);
}

/// Largest shear rate of Kolmogorov's flow, k U, 1/us.
real kolmogorov_rate(const FlowModel& s) {
  const KolmogorovFlow& flow = s.drive.kolmogorov;
  return 2 * std::numbers::pi_v<real> * flow.waves / s.grid.lengths().y * flow.speed;
}

real wall_speed(const Signal& x, const Signal& z) { return std::hypot(x.bound(), z.bound()); }

/// Speed of one wall past the other, at most.
real sliding_speed(const WallFlow& walls) {
  return std::hypot(walls.lower_x.bound() + walls.upper_x.bound(),
                    walls.lower_z.bound() + walls.upper_z.bound());
}

} // namespace

WallFlow wall_flow(const FlowModel& s) {
  const Drive& drive = s.drive;
  WallFlow walls{drive.lower_x, drive.lower_z, drive.upper_x, drive.upper_z, {}, {}, {}, 0};
  const Real3 box = s.grid.lengths();
  if (s.is_sheared()) {
    walls.shear_rate = drive.shear_rate, walls.strain_at_start = drive.strain_at_start;
    return walls;
  }
  if (s.has_walls() && !drive.shear_rate.zero()) {
    walls.lower_z = drive.shear_rate.scaled(-box.y / 2);
    walls.upper_z = drive.shear_rate.scaled(box.y / 2);
  }
  if (drive.flow_rate_is_given && s.has_walls())
    walls.mean_velocity = drive.flow_rate.scaled(1 / (box.x * box.y));
  return walls;
}

DevelopedFlow developed_flow(const FlowModel& s) {
  if (s.is_sheared()) {
    const real speed = s.drive.shear_rate.at(0) * s.grid.lengths().y / 2;
    return {.lower_z = -speed, .upper_z = speed};
  }
  const WallFlow walls = wall_flow(s);
  DevelopedFlow flow{walls.lower_x.at(0), walls.lower_z.at(0), walls.upper_x.at(0), walls.upper_z.at(0), 0};
  flow.curvature = walls.mean_velocity
                       ? curvature_for_mean(s.grid, flow.lower_z, flow.upper_z, walls.mean_velocity->at(0))
                       : s.drive.pressure_gradient.at(0) / (2 * s.fluid.viscosity);
  return flow;
}

std::array<Real3, 2> wall_velocities(const FlowModel& s, real t) {
  const WallFlow walls = wall_flow(s);
  return {Real3{walls.lower_x.at(t), 0, walls.lower_z.at(t)},
          Real3{walls.upper_x.at(t), 0, walls.upper_z.at(t)}};
}

real strain_at(const FlowModel& s, real time) {
  return s.is_sheared() ? s.drive.strain_at_start + integral(s.drive.shear_rate, time) : 0;
}

real shear_strain(const FlowModel& s, real time) {
  if (!s.has_walls()) return integral(s.drive.shear_rate, time);
  const WallFlow walls = wall_flow(s);
  return (integral(walls.upper_z, time) - integral(walls.lower_z, time)) / s.grid.lengths().y;
}

real time_of_strain(const FlowModel& s, real strain) {
  constexpr real longest = 1e15; // us, thirty years
  const auto reached = [&](real time) { return std::abs(shear_strain(s, time)) >= strain; };
  real low = 0, high = 1;
  while (high < longest && !reached(high)) low = high, high *= 2;
  if (!reached(high)) return std::numeric_limits<real>::infinity();
  for (int halved = 0; halved < 64; ++halved) {
    const real middle = (low + high) / 2;
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

real driven_speed(const FlowModel& s) {
  if (s.drives_vessel()) return vessel_flow(s).speed;
  if (s.has_tubes()) {
    const real a = widest_tube(s);
    return s.drive.pressure_gradient.bound() * a * a / (4 * s.fluid.viscosity);
  }
  if (!s.has_walls()) return s.drive.shear_rate.bound() * s.grid.lengths().y / 2 + s.drive.kolmogorov.speed;
  const WallFlow walls = wall_flow(s);
  return std::max(wall_speed(walls.lower_x, walls.lower_z), wall_speed(walls.upper_x, walls.upper_z)) +
         parabola_top(s, walls);
}

real driven_shear_rate(const FlowModel& s) {
  if (s.drives_vessel()) return vessel_flow(s).shear_rate;
  if (s.has_tubes()) return s.drive.pressure_gradient.bound() * widest_tube(s) / (2 * s.fluid.viscosity);
  if (!s.has_walls()) return s.drive.shear_rate.bound() + kolmogorov_rate(s);
  return (sliding_speed(wall_flow(s)) + 4 * parabola_top(s, wall_flow(s))) / s.grid.lengths().y;
}

real sliding_shear_rate(const FlowModel& s) {
  return s.has_walls() ? sliding_speed(wall_flow(s)) / s.grid.lengths().y : 0;
}

real channel_reynolds(const FlowModel& s) {
  return s.fluid.density * driven_speed(s) * s.grid.lengths().y / s.fluid.viscosity;
}

real womersley(const FlowModel& s) {
  constexpr real pi = 3.14159265358979323846;
  real most = 0;
  const Drive& f = s.drive;
  for (const Signal* signal :
       {&f.shear_rate, &f.lower_x, &f.lower_z, &f.upper_x, &f.upper_z, &f.pressure_gradient, &f.flow_rate})
    if (signal->amplitude != 0)
      most = std::max(most, s.grid.lengths().y / 2 *
                                std::sqrt(2 * pi * s.fluid.density / (s.fluid.viscosity * signal->period)));
  return most;
}

} // namespace ibsim
