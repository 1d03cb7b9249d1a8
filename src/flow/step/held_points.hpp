// Points of walls in the fluid (held_walls.hpp): its velocity there, forces from them, and their mobility M.
// For kernel files.
#pragma once

#include "model/flow_model.hpp"
#include "step/site_coupling.hpp"
#include "step/vectors_at_points.hpp"
#include "step/wall_corrections.hpp"
#include "walls/wall_points.hpp"

#include <utility>

namespace ibsim::wall_corrections {

/// The model as points of walls see it: with their kernel, spread by the algorithm that all backends have.
inline FlowModel of_walls(FlowModel model) {
  model.kernel = wall_kernel, model.spread = SpreadAlgorithm::tiles;
  return model;
}

template <class B>
struct HeldPoints {
  WallPoints points;
  LocalGrid<B> local;
  NavierStokes<B>& fluid;
  real density;
  Index n;
  bool adds; ///< forces are added where they are; else spread by themselves, and folded at walls in y
  SiteCoupling<B> coupling;
  Array<real, B> X, normals, velocity; ///< of the points; no velocity where all are at rest
  Array<real, B> slip, change;
  FaceField<B> field;  ///< the answer to dF, in floats where the fluid has such answers
  bool placed = false; ///< the points are in the order of interpolation

  HeldPoints(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& of_rank,
             NavierStokes<B>& of, WallPoints walls)
      : points(std::move(walls)), local(of_rank), fluid(of), density(model.fluid.density),
        n(static_cast<Index>(points.size())), adds(!model.has_walls()),
        coupling(stream, of_walls(model), of_rank, of, {n}, {n}, n, n, PointMotion::fixed),
        X(stream, components(points.at)), normals(stream, components(points.outward)),
        velocity(is_moving(points.velocity) ? Array<real, B>(stream, components(points.velocity))
                                            : Array<real, B>()),
        slip(stream, 3 * points.size()), change(stream, 3 * points.size()),
        field(stream, of_rank.slab, of.quick_answers(stream)) {
    stream.synchronize();
    // their order, once: points do not move. Interpolation, which is collective, waits for the first step
    coupling.spread(stream, places(), vectors_view<const real>(slip.data(), n), Instant::end, Instant::end,
                    field.any());
  }

  Size numbers() const { return Size{3} * n; }
  VectorsView<const real> places() const { return vectors_view<const real>(X.data(), n); }
  /// slip = u at the points. @param with_images as SiteCoupling gives it
  void interpolate(const Stream<B>& stream, AnyConstFaces with_images) {
    coupling.interpolate(stream, 0, with_images, places(), vectors_view(slip.data(), n), Instant::end,
                         Instant::end, !std::exchange(placed, true));
  }
  /// slip = a change of the velocity at the points
  void interpolate_change(const Stream<B>& stream) {
    interpolate(stream, coupling.change_with_images(stream, field.any()));
  }
  void spread(const Stream<B>& stream, const real* F, AnyFaces f) {
    coupling.spread(stream, places(), vectors_view<const real>(F, n), Instant::end, Instant::end, f, false);
  }
  /// f += S F
  void add_forces(const Stream<B>& stream, const real* F, AnyFaces f) {
    if (adds) return coupling.add(stream, places(), vectors_view<const real>(F, n), f);
    spread(stream, F, field.any());
    with_faces(f, [&]<class T>(FaceView<T> to) {
      const FaceView<T> of_walls = field.any().template as<T>();
      for (int d = 0; d < 3; ++d) add(stream, local.slab.own_cells(), of_walls[d], to[d]);
    });
  }
  /// slip = that of u
  void find_slip(const Stream<B>& stream, AnyConstFaces u) {
    interpolate(stream, coupling.velocity_with_images(stream, u, true));
    if (!velocity.empty()) subtract(stream, numbers(), velocity.data(), slip.data());
  }
  /// field = the answer to the forces in `change`, times beta/rho
  /// @param memory FlowSolver::answer
  void answer(const Stream<B>& stream, const StepInTime& when, real* memory = nullptr) {
    spread(stream, change.data(), fluid.room_for_answers(field.storage()));
    fluid.answer(stream, when, field.any(), memory);
  }
  /// u += the answer. Of both fields the ghosts are filled.
  void add_answer(const Stream<B>& stream, AnyFaces u) {
    const Size ghosts = local.slab.ghost_cells(), values = 3 * local.slab.stored_cells();
    if (field.storage() != u.storage())
      return add_floats(stream, values, field.any().template as<float>().x - ghosts,
                        u.template as<double>().x - ghosts);
    with_faces(u, [&]<class T>(FaceView<T> to) {
      add(stream, values, field.any().template as<T>().x - ghosts, to.x - ghosts);
    });
  }
  /// slip = the velocities of the points from forces on them, by a step of backward Euler in which beta is
  /// its length.
  void apply_mobility(const Stream<B>& stream, const StepInTime& when, const real* forces) {
    scale(stream, numbers(), when.difference().beta / density, forces, change.data());
    answer(stream, when);
    interpolate_change(stream);
  }
};

} // namespace ibsim::wall_corrections
