// Sums of a state for diagnostics, in parts, of each plane of the fluid and of each object: several ranks
// find each those of their own planes and objects, and what is made of all in one order has the same bits for
// any number of them. One rank is the part that has all.
#pragma once

#include "grid/layers.hpp"
#include "step/immersed_boundary_step.hpp"

namespace ibsim {

/// Numbers of each plane of constant z.
enum class PlaneSums {
  rows_at_walls, ///< u in the rows of cells 0, 1, N-2 and N-1 of y (fluid/plane_sums.hpp)
  inside_tubes,  ///< u_z in tubes
  inside_vessel, ///< u in the direction of the drive in the vessel
  openings,      ///< u into the device in the pump of each opening
  shear,         ///< ShearSums
  layers         ///< u in each of profile_layers() (fluid/velocity_layers.hpp)
};

/// Numbers of each object.
enum class ObjectSums {
  shear_moments, ///< sum over its sample sites of F_z (y - Ly/2), pg um^2/us^2
  layer_volumes, ///< in profile_layers(), LayerVolumes (surface/layer_volumes.hpp)
  of_terms       ///< ForceTerm::measure of all terms
};

/// What a rank has of a state, evaluated.
template <class B>
struct PartOfState {
  const Stream<B>& stream;
  const FlowModel& model; ///< of all
  const Slab& slab;
  ImmersedBoundaryStep<B>& step;
  State<B>& state;
  const Evaluation& found; ///< with its derivatives; of the shear and of objects
};

/// [own plane][number]. All ranks call it at once. Waits for the stream.
template <class B>
std::vector<real> plane_sums(const PartOfState<B>&, PlaneSums);
/// [object of the part][number], none without objects. Waits for the stream.
template <class B>
std::vector<real> object_sums(const PartOfState<B>&, ObjectSums, std::size_t kind);

/// The sum of each number over all planes of the box, in their order.
std::vector<real> sum_of_planes(const std::vector<real>& planes, Index n);

/// The layers of profiles: rows of cells, or in tubes shells about as thick.
Layers profile_layers(const FlowModel&);

} // namespace ibsim
