// Flow rates through a vessel that are kept in every step, and pressures at its openings, by pumps
// (pumps.hpp): forces of density g_i along one direction each, on part of the fluid inside.
//
// g_i are carried from step to step, as the forces F on the points of the walls are (held_walls.hpp). A step
// is linear in both. So its answers b_j, F_j to g_j = 1, with the walls held, are found once for each length
// of steps. With R_ij = Q_i(b_j), each step ends by
//
//   R dg = Q - Q(u*),   u = u* + sum dg_j b_j,   F += sum dg_j F_j,   g += dg
//
// A pump with a given pressure has g_i = p_i/l_i from the beginning of the step. With a resistance r_i, whose
// pressure is p_i - r_i Q_i, its row is  l_i dg_i + r_i sum R_ij dg_j = p_i - r_i Q_i(u*) - l_i g_i.
//
// Only differences of pressures count, so all pumps of a vessel may have a level s more: p_i + s. Before each
// step s falls by a quarter of the middle of the largest and the smallest g_i l_i. This brings the pressure
// in the vessel to that around it, and least leaks through its walls.
//
// Q(u) = sum of u h^2 over the faces of the pump, each by its part in the fluid, over the number of layers:
// the mean over its cross-sections. Sums go plane by plane, in the order of the box, so that the bits do not
// depend on the number of ranks.
#pragma once

#include "fluid/navier_stokes.hpp"
#include "step/held_walls.hpp"
#include "walls/pumps.hpp"

#include <memory>
#include <vector>

namespace ibsim {

template <class B>
class HeldFlowRates {
 public:
  /// @param density of the fluid @param pumps on the own planes, the same ones on all ranks
  /// @param fluid, walls must outlive this
  HeldFlowRates(const Stream<B>&, real density, std::vector<Pump> pumps, const LocalGrid<B>&,
                NavierStokes<B>& fluid, HeldWalls<B>& walls);
  ~HeldFlowRates();

  /// Numbers of wall_forces (state/state.hpp): F, behind it g of each pump, and s of each vessel.
  std::size_t numbers() const;

  /// Before NavierStokes::prepare and after HeldWalls::prepare. Finds the answers to steps of another length:
  /// collective. Not for a Graph to record.
  void prepare(const Stream<B>&, const StepInTime&);
  /// Levels, and g of pumps with a pressure, of this step.
  void set_pressures(const Stream<B>&, Array<real, B>& forces);
  /// f += g on the fluid inside.
  void add_force(const Stream<B>&, const Array<real, B>& forces, AnyFaces f);
  /// After HeldWalls::hold. Allocates nothing and does not wait for the stream.
  void hold(const Stream<B>&, AnyFaces u, Array<real, B>& forces);

  /// Sums of u over the faces of each pump, each face by its part: [own plane][pump], um/us. Waits for the
  /// stream.
  std::vector<real> plane_sums(const Stream<B>&, AnyConstFaces u) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
