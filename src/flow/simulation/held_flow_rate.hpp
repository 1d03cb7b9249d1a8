// A flow rate through a vessel that is kept in every step, by a force of density g along one direction on the
// fluid inside (fluid/part_force.hpp).
//
// g is carried from step to step, as the forces F on the points of the walls are (held_walls.hpp). A step is
// linear in both. So its answer b, F_1 to g = 1, with the walls held, is found once for each length of steps,
// and after each step
//
//   dg = (Q - Q(u*))/Q(b),   u = u* + dg b,   F += dg F_1,   g += dg
//
// Q(u) = sum of u h^3/L over the faces across the flow, each by its part in the fluid: the mean over all
// cross-sections of the box of length L. Sums go plane by plane, in the order of the box, so that the bits do
// not depend on the number of ranks.
#pragma once

#include "fluid/navier_stokes.hpp"
#include "simulation/held_walls.hpp"

#include <memory>

namespace ibsim {

struct FlowModel;

template <class B>
class HeldFlowRate {
 public:
  /// @param model with a vessel and a flow rate @param fluid, walls must outlive this
  HeldFlowRate(const Stream<B>&, const FlowModel& model, const LocalGrid<B>&, NavierStokes<B>& fluid,
               HeldWalls<B>& walls);
  ~HeldFlowRate();

  /// Numbers of State::wall_forces: F, and g behind it.
  std::size_t numbers() const;

  /// Before NavierStokes::prepare and after HeldWalls::prepare. Finds the answer to steps of another length:
  /// collective. Not for a Graph to record.
  void prepare(const Stream<B>&, const StepInTime&);
  /// f += g on the fluid inside.
  void add_force(const Stream<B>&, const Array<real, B>& forces, AnyFaces f);
  /// After HeldWalls::hold. Allocates nothing and does not wait for the stream.
  void hold(const Stream<B>&, AnyFaces u, Array<real, B>& forces);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
