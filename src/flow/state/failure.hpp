// Faults in the numbers of a run, the place of the first one, and the error that names it.
//
// Failures at sites are found by the kernels of the step itself, at every step; those of the fluid and of
// volumes at fixed numbers of steps (simulation.hpp). Simulation::trace goes back to a good state and finds
// the exact step of any of them.
#pragma once

#include "base/error.hpp"
#include "state/state.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct TimeSettings;

struct Failure {
  enum class What {         // the first two: SiteFailure of membrane.hpp
    force_not_finite,       ///< at a sample site
    surface_folded,         ///< at a sample site (surface/folding.hpp)
    position_not_finite,    ///< of a data site
    moved_more_than_a_cell, ///< a data site, in one step
    site_beyond_a_wall,     ///< a data site
    sample_beyond_a_wall,   ///< a sample site
    volume_changed,         ///< of an object, by more than most_volume_change; `value`: now, um^3
    flow_too_fast,          ///< more than a cell in one step; `value`: the largest speed, um/us
    no_step_is_safe         ///< for `time.step: auto`; `value`: the limit, us
  };
  std::uint64_t step = 0; ///< the step that did it (1: the first)
  What what{};
  std::size_t kind = 0, object = 0; ///< which object; not of the last two
  Index site = 0;                   ///< of the object: a sample site or a data site
  real value = 0;
  std::int64_t id = -1; ///< of the object, where objects come and go (population.hpp); -1: its number
};

/// Largest relative change of volume that is no failure. The fluid is incompressible, and a resolved cell
/// drifts by less than a tenth of a per cent. Ten per cent mean that the surface leaks or has come apart.
constexpr real most_volume_change = 0.1;

/// "\"red cell\" (object 2), sample site 57: the surface has folded: ...". Objects and sites are counted from
/// 0, as in cells.csv and in the frames (object_name.hpp).
std::string describe(const Failure&, const FlowModel&);

/// Remedy that keeps a kind's membrane from being pressed together until it folds. @param time us; 0: it is
/// put there pressed
std::string remedy_of_compression(const FlowModel&, const ObjectKind&, real time);
/// What helps an object that fails as it is put there.
std::string remedy_at_the_start(const FlowModel&, const ObjectKind&);

/// What helped in such cases (docs/notes/remedies.md), in words: "try a smaller time.step" where the step was
/// larger than the state allowed well before.
/// @param step of the failure, us @param limit the largest safe one then, us
std::string remedy(const Failure&, const FlowModel&, const TimeSettings&, real step, real limit);
bool steps_are_too_large(real step, real limit);
/// An object fails as it is put there: no step would help.
bool is_at_the_start(const Failure&);

/// The numbers blew up. what() is a whole message; whoever can say more (flow_run/failure_report) makes
/// another from `failure`.
struct Diverged : NumericalError {
  Diverged(const Failure&, const FlowModel&, const TimeSettings&, real time);
  Failure failure;
};

} // namespace ibsim
