// Flow in a periodic box along walls of points, without any objects: the method by itself.
#pragma once

#include "fluid/navier_stokes.hpp"
#include "grid/stored_numbers.hpp"
#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "step/held_walls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim::testing_walls {

/// A point of a wall, its outward normal and velocity; areas follow from their number.
inline void add_point(WallPoints& points, const Real3& at, const Real3& outward, const Real3& velocity = {}) {
  points.at.push_back(at), points.outward.push_back(outward), points.velocity.push_back(velocity);
  points.area.push_back(0);
}

/// A tube along a unit vector, around a fluid inside. @param length of a period @param apart cells
inline WallPoints tube(real radius, real length, real h, const Real3& through, const Real3& along,
                       real sign = 1, real spin = 0, real apart = wall_point_spacing) {
  const Real3 other = std::abs(along.x) < 0.9 ? Real3{1, 0, 0} : Real3{0, 1, 0};
  const Real3 e1 = cross(along, other) / norm(cross(along, other)), e2 = cross(along, e1);
  const real spacing = apart * h;
  const int around = static_cast<int>(std::lround(2 * std::numbers::pi * radius / spacing)),
            rings = 2 * static_cast<int>(std::lround(length / (spacing * std::sqrt(3.0))));
  WallPoints points;
  for (int k = 0; k < rings; ++k)
    for (int j = 0; j < around; ++j) {
      const real angle = 2 * std::numbers::pi * (j + 0.5 * (k % 2)) / around;
      const Real3 out = std::cos(angle) * e1 + std::sin(angle) * e2;
      const real at = radius + sign * wall_point_offset(out) * h;
      add_point(points, through + (k + 0.37) * length / rings * along + at * out, sign * out,
                spin * at * cross(along, out));
    }
  return points;
}

/// A sphere in the fluid: a spiral of points of equal areas.
inline WallPoints points_of_sphere(real radius, real h, const Real3& centre) {
  const real spacing = wall_point_spacing * h;
  const int n = static_cast<int>(
      std::lround(4 * std::numbers::pi * radius * radius / (spacing * spacing * std::sqrt(0.75))));
  WallPoints points;
  for (int i = 0; i < n; ++i) {
    const real z = 1 - (2 * i + 1.0) / n, s = std::sqrt(1 - z * z),
               angle = (i + 0.5) * std::numbers::pi * (3 - std::sqrt(5.0));
    const Real3 out{s * std::cos(angle), s * std::sin(angle), z};
    add_point(points, centre + (radius - wall_point_offset(out) * h) * out, -out);
  }
  return points;
}

inline WallPoints both(WallPoints a, const WallPoints& b) {
  for (std::size_t i = 0; i < b.size(); ++i) add_point(a, b.at[i], b.outward[i], b.velocity[i]);
  return a;
}

/// Fluid of 1 cP and 1 pg/um^3 from rest, by steps of backward differences.
template <class B>
class Flow {
 public:
  /// @param ratio of viscosities, for the implicit terms: the steps are those of a scenario with such objects
  /// @param equal_step FlowModel::equal_step
  Flow(const Stream<B>& stream, const Grid& grid, const WallPoints& points, real ratio = 1,
       Precision precision = Precision::double_, real equal_step = 0)
      : Flow(stream, model(grid, ratio, precision, equal_step), points) {}
  Flow(const Stream<B>& stream, const FlowModel& model, const WallPoints& points)
      : stream_(stream), grid_(model.grid),
        fluid_(stream, grid_, model.fluid, {}, {}, viscosity_bounds(model), TimeScheme::bdf2,
               model.fluid_storage()),
        walls_(stream, model, grid_, fluid_, points), u_(stream, grid_, model.fluid_storage()),
        before_(stream, grid_, model.fluid_storage()),
        force_(stream, std::vector<real>(3 * static_cast<std::size_t>(grid_.cells())), model.fluid_storage()),
        F_(stream, 3 * points.size()) {
    if (!fluid_.varying_viscosity()) return;
    const Array<real, B> none(stream_, std::size_t{1}); // a mean of zero: that of the fluid everywhere
    fluid_.set_viscosity(stream, none.data());
    stream.synchronize();
  }

  /// A density of force, of all faces: all x, all y, all z.
  void set_force(const std::vector<real>& f) { force_ = {stream_, f, u_.storage()}; }
  void advance(real k, int steps = 1) {
    for (int i = 0; i < steps; ++i) {
      const StepInTime when{time_, k, TimeScheme::bdf2, step_before_, taken_ == 1};
      walls_.prepare(stream_, when);
      fluid_.prepare(stream_, when);
      const AnyFaces force = fluid_.room_for_forces();
      const std::size_t cells = static_cast<std::size_t>(grid_.cells());
      with_faces(force, [&]<class T>(FaceView<T> f) {
        for (std::size_t d = 0; d < 3; ++d)
          copy_within_device(stream_, f[static_cast<int>(d)], force_.template as<T>() + d * cells,
                             sizeof(T) * cells);
      });
      walls_.add_forces(stream_, F_, force);
      fluid_.step(stream_, when, {u_.any(), nullptr, before_.any()}, force);
      walls_.hold(stream_, when, u_.any(), F_);
      time_ += k, step_before_ = k, ++taken_;
    }
  }
  real time() const { return time_; }
  std::uint64_t number_of_inverse() const { return walls_.number_of_inverse(); }
  real slip() { return walls_.slip(stream_, u_.any()); }
  std::vector<real> velocity() const {
    const std::vector<real> words = u_.values().to_host(stream_);
    if (u_.storage() == Storage::doubles) return words;
    const auto* const floats = reinterpret_cast<const float*>(words.data());
    return {floats, floats + 2 * words.size()};
  }
  /// Forces on the points of walls by the fluid: less F.
  std::vector<Real3> forces_on_walls() const {
    const std::vector<real> F = F_.to_host(stream_);
    std::vector<Real3> forces(F.size() / 3);
    for (std::size_t i = 0; i < forces.size(); ++i)
      forces[i] = {-F[i], -F[forces.size() + i], -F[2 * forces.size() + i]};
    return forces;
  }
  Real3 force_on_walls() const {
    Real3 sum;
    for (const Real3& f : forces_on_walls()) sum += f;
    return sum;
  }
  /// The mean over the box.
  Real3 mean_velocity() const {
    const std::vector<real> u = velocity();
    Real3 mean;
    const auto cells = static_cast<std::size_t>(grid_.cells());
    for (std::size_t i = 0; i < u.size(); ++i)
      mean[static_cast<int>(i / cells)] += u[i] / static_cast<real>(cells);
    return mean;
  }
  static FlowModel model(const Grid& grid, real ratio = 1, Precision precision = Precision::double_,
                         real equal_step = 0) {
    FlowModel model;
    model.grid = grid, model.fluid = {1, 1}, model.precision = precision, model.equal_step = equal_step;
    model.objects.resize(1);
    model.objects[0].closed().viscosity_ratio = ratio;
    return model;
  }

 private:
  const Stream<B>& stream_;
  Grid grid_;
  NavierStokes<B> fluid_;
  HeldWalls<B> walls_;
  FaceField<B> u_, before_;
  StoredNumbers<B> force_;
  Array<real, B> F_;
  real time_ = 0, step_before_ = 0;
  int taken_ = 0;
};

/// f of a face at its place, for all faces of a grid: f(component, place).
template <class Function>
std::vector<real> on_faces(const Grid& grid, Function f) {
  std::vector<real> values;
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i) {
          Real3 at{i + 0.5, j + 0.5, k + 0.5};
          at[d] -= 0.5;
          values.push_back(f(d, grid.h * at));
        }
  return values;
}

} // namespace ibsim::testing_walls
