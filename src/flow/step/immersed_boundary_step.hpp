// One step of the immersed boundary method (paper, section 2, steps (a)-(g)):
//
//   (a) U = interpolate(u^n, X^n)              (e) u^{n+1} from the fluid solver with f
//   (b) X* = X^n + k U                         (f) U = interpolate(u^{n+1}, X^n)
//   (c) F at the sample sites of X*            (g) X^{n+1} = X^n + k U
//   (d) f = spread(F); the fluid adds the body forces
//
// and in (c), after the structures' own forces, those between structures (mechanics/pair_force.hpp). The only
// place that knows fluid, structures and coupling.
//
// Where objects have an inner fluid of their own (inner_fluid.hpp), (d) spreads their normals too, and (e)
// has the viscosity that goes with the positions of (c).
//
// That is SiteMotion::forward_euler. With midpoint, the default, forces act and sites move at the middle of a
// step, where Peskin's (2002, section
// 5) second-order scheme has them:
//   (b) X* = X^n + (k/2) U       (f, g) X^{n+1} = X^n + k [interpolate(u^n, X*) + interpolate(u^{n+1}, X*)]/2
// for one more interpolation a step. Along curved paths forward Euler moves sites outwards: the volume of an
// object that turns or tank-treads in a shear g grows by about g k/6 of itself per unit of g t.
//
// All of that is time.scheme imex-rk. With bdf2 (fluid/time_scheme.hpp) a step k after one of k_-, w = k/k_-,
// has one solve of the fluid and one interpolation:
//   X* = (1 + w) X^n - w X^{n-1}, in the first step X^n + k U(u^n, X^n)
//   (c), (d), and with the inner viscosity, at X*, for the end of the step
//   (e) u^{n+1} by a backward difference
//   U = interpolate(u^{n+1}, X**),   X** = X* + w^2 (X^n - X* of the step before), in the first step X*
//   X^{n+1} = now X^n - before X^{n-1} + beta U
// Along a path that turns by an angle theta a step, X* lies theta^2 too far out, where the flow is faster;
// X** lies on it to third order, which makes the error of angles a third. Forces at X** would halve the
// largest stable step.
// Forces are explicit, at extrapolated sites, and the fluid, which answers by its end, damps what they do to
// stiff modes: so steps are limited by viscosity over stiffness instead of inertia (bdf2_steps.hpp).
//
// Where force and motion of a membrane share a space (surface/resolved_motion.hpp), all forces at its sites
// are brought into it before (d), U after (a), and X after (g).
//
// Rigid walls of points (held_walls.hpp) have forces of their own, which are added in (d) and corrected, with
// the fluid, after (e). Their sites stay where they are, and no force acts on the fluid there but that. So
// have the pumps of a vessel (held_flow_rates.hpp).
//
// After (g), if that was asked for, volumes are put right, which the fluid feels nothing of
// (keep_volume.hpp).
#pragma once

#include "grid/local_grid.hpp"
#include "mechanics/pair_force.hpp"
#include "parallel/phase_timer.hpp"
#include "state/state.hpp"
#include "step/failed_site.hpp"
#include "step/pair_sums.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
template <class B>
class VaryingViscosity;

/// The phases of a step, for a PhaseTimer: their names, and their numbers in that order.
enum class Phase { interpolate, membrane, spread, fluid, move };
inline const std::vector<std::string> phase_names{"interpolate", "membrane", "spread", "fluid", "move"};

/// What evaluate() found of a state.
struct Evaluation {
  std::vector<DerivativeBlock> derivatives; ///< at the sample sites of each kind
  std::vector<std::uint64_t> products;      ///< Surface::products of each kind, then
  /// of each object of each kind: the part of the density of all its forces, in the root mean square, that is
  /// not of the space of its motion, and has been taken away; 0 where they share none
  std::vector<std::vector<real>> unresolved;
};

template <class B>
class ImmersedBoundaryStep {
 public:
  using PairForces = std::vector<std::unique_ptr<PairForce<B>>>;

  /// @param structures one a kind of objects
  ImmersedBoundaryStep(const Stream<B>&, const FlowModel&, std::vector<Structure<B>> structures,
                       PairForces pair_forces = {});
  /// Makes the step of a rank, whose states have a slab of the fluid and the listed objects. All ranks call
  /// advance(), and what looks at a state, at once.
  /// @param structures, pair_forces of the listed objects (with_listed_alone) @param of_ranks the lists of
  /// all
  ImmersedBoundaryStep(const Stream<B>&, const FlowModel&, const LocalGrid<B>&,
                       std::vector<Structure<B>> structures, PairForces pair_forces,
                       const std::vector<ListedObjects>& of_ranks);
  /// Take from now on these lists, in which this rank has as many objects of each kind.
  void list(const Stream<B>&, const std::vector<ListedObjects>& of_ranks);
  const ListedObjects& listed() const;
  /// Goes on with other listed objects; what belongs to fluid and walls stays. Between the two no step is
  /// taken and nothing is asked.
  void drop_objects();
  void take_objects(const Stream<B>&, const FlowModel&, const LocalGrid<B>&,
                    std::vector<Structure<B>> structures, PairForces pair_forces,
                    const std::vector<ListedObjects>& of_ranks);
  /// ListedKind::told of a kind, on the device.
  const Array<Index, B>& told_of(std::size_t kind) const;
  ~ImmersedBoundaryStep();
  ImmersedBoundaryStep(ImmersedBoundaryStep&&) noexcept;

  /// Advance by state.time_step. Allocates nothing (but for Algorithm 6) and does not wait for the stream.
  void advance(const Stream<B>&, State<B>&, PhaseTimer<B>&);

  /// Adds what the fluid, with this velocity, and walls remember at the start of a run. Waits for the stream.
  void add_memory(const Stream<B>&, AnyConstFaces u, std::vector<StateArray<B>>& to);

  /// Sums of u over the faces of the pumps of a vessel (held_flow_rates.hpp): [own plane][pump], um/us; none
  /// without pumps. Waits for the stream.
  std::vector<real> plane_sums_of_pumps(const Stream<B>&, const State<B>&) const;

  /// The velocity less its mean shear, in unbounded shear, with the rows beyond the box
  /// (fluid/lees_edwards.hpp); valid until the next step. Else null.
  AnyConstFaces fluctuation(const Stream<B>&, const State<B>&);

  /// What went wrong first at the sites, if anything, in the order of steps and within a step of (c) and (g).
  /// Waits for the stream.
  std::optional<Failure> failure(const Stream<B>& stream) const {
    const std::optional<NotedFailure> noted = noted_failure(stream);
    return noted ? std::optional(noted->failure) : std::nullopt;
  }
  std::optional<NotedFailure> noted_failure(const Stream<B>&) const;
  /// Forget it: the state has been replaced by another.
  void forget_failure(const Stream<B>&);

  /// Keep from now on these volumes of all objects of each kind, um^3 (keep_volume.hpp).
  void keep_volumes(const Stream<B>&, const std::vector<SurfaceKind>&,
                    const std::vector<std::vector<real>>& of_all);

  std::size_t structures() const;
  Structure<B>& structure(std::size_t kind);
  const Structure<B>& structure(std::size_t kind) const;

  /// What the last step or evaluation left: the velocity of a kind's data sites (um/us), and the sites and
  /// elastic forces of its sample sites.
  VectorsView<const real> site_velocities(std::size_t kind) const;
  VectorsView<const real> sample_positions(std::size_t kind) const;
  VectorsView<const real> sample_forces(std::size_t kind) const;
  /// Fill the last two for the present positions, and the velocities by interpolation: one product and one
  /// interpolation a kind. What follows takes its numbers from there, for the same state.
  Evaluation evaluate(const Stream<B>&, State<B>&);
  /// Whether the derivatives are still there: no other product has taken their place.
  bool holds(const Evaluation&) const;

  /// The pressure at the cell centres (pg/(um us^2), mean zero) that goes with the present velocity and
  /// positions. Needs the derivatives only where an inner fluid has a viscosity of its own.
  void pressure(const Stream<B>&, State<B>&, const Evaluation&, real* pressure);

  /// Viscosity of the last step, pressure() or present_viscosity(); null if no inner fluid has one of its
  /// own.
  const VaryingViscosity<B>* viscosity() const;
  /// Viscosity for the present positions. Needs the derivatives. What fluctuation() gave stays valid.
  const VaryingViscosity<B>* present_viscosity(const Stream<B>&, State<B>&, const Evaluation&);

  /// What there is to know of the forces between structures, of the objects that are here, at the sites of
  /// the last evaluation: of each kind but points, in order. Waits for the stream.
  PairMeasuresOfObjects measure_pairs(const Stream<B>&, const Evaluation&);
  /// What holds objects together, by all forces (PairForce::held_areas). Waits for the stream.
  std::vector<HeldArea> held_areas(const Stream<B>&, const Evaluation&);
  /// Measures of each force, with all objects together.
  std::vector<PairMeasures> measures_together(const PairMeasuresOfObjects&) const;

 private:
  /// Give all operations of a step to the stream. It changes nothing on the host: it is not called when a
  /// recorded step is launched (parallel/graph.hpp).
  void submit(const Stream<B>&, State<B>&, PhaseTimer<B>&) const;
  void imex_rk(const Stream<B>&, State<B>&, PhaseTimer<B>&) const;
  void bdf2(const Stream<B>&, State<B>&, PhaseTimer<B>&) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
