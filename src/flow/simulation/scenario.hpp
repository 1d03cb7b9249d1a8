// A scenario as plain data, in internal units (um, us, pg). io/ reads it from YAML; nothing here knows of
// files.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "coupling/spread.hpp"
#include "files/frame_precision.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/shear_history.hpp"
#include "mechanics/bending.hpp"
#include "mechanics/contact_properties.hpp"
#include "mechanics/laws.hpp"
#include "mechanics/membrane_viscosity.hpp"
#include "mechanics/pulls.hpp"
#include "parallel/device.hpp"
#include "surface/sites.hpp"
#include "surface/stress_free.hpp"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

/// One object: where it is and what was done to its reference surface before the start, in this order:
/// stretch along its own axes, turn, move.
struct Placement {
  Real3 centre;           ///< um
  Real3 stretch{1, 1, 1}; ///< factors along the object's own x, y, z; this strains the membrane
  Real3 rotation[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; ///< rows of the rotation matrix
};

/// The part of an object's surface at rest within half a diameter of the point that lies farthest in a
/// direction. Directions here and below are along the object's own axes, which turn with its placement.
struct SitePatch {
  Real3 towards{1, 0, 0};
  real diameter = std::numeric_limits<real>::infinity(); ///< um; infinite: all of the surface
};

/// Sites held to where they are at the start (mechanics/tethers.hpp).
struct TetherProperties {
  real stiffness = 0; ///< pg/(um^2 us^2)
  SitePatch patch;
};

/// A force on a patch (mechanics/pulls.hpp), pg um/us^2.
struct PullProperties {
  SitePatch patch;
  Real3 force;
  PullHistory history;
};

/// Optical tweezers: equal forces on two opposite patches, away from each other.
struct TweezersProperties {
  Real3 axis{1, 0, 0};
  real force = 0, patch_diameter = 0; ///< of each, pg um/us^2; um
  PullHistory history;
};

struct ObjectKind {
  std::string name; ///< unique in the scenario
  ReferenceSurface surface;
  /// No closed surface but a round tube along z through the whole box, a rigid wall held by `tethers`
  /// (surface/tube.hpp): its inner radius is surface.half_axes.x, and it has neither law nor inside.
  bool tube = false;
  AnyLaw law;
  StressFreeShape stress_free;
  BendingProperties bending;
  ViscosityProperties viscosity;
  real global_area_modulus = 0; ///< mechanics/area_constraint.hpp, pg/us^2; 0: none
  real viscosity_ratio = 1;     ///< lambda: of the fluid inside over that outside (inner_fluid.hpp)
  std::vector<TetherProperties> tethers;
  std::vector<PullProperties> pulls;
  std::vector<TweezersProperties> tweezers;
  int data_sites = 0, sample_sites = 0;
  std::vector<Placement> placements;
};

/// How sites follow the flow with imex_rk (immersed_boundary_step.hpp).
enum class SiteMotion {
  forward_euler, ///< the paper's: first order in the time step
  midpoint       ///< second order
};

/// In which form membranes act on the fluid.
enum class MembraneForm {
  paper,   ///< forces at the sample sites as they come, the strong form
  resolved ///< force and motion in the same space (surface/resolved_motion.hpp)
};

enum class InitialFlow { rest, shear, taylor_green, developed };

/// What lies at the ends of the box in y, how walls there move, and what drives the flow along z.
struct FlowSetUp {
  /// Walls at y = 0 and Ly move along z with -+ rate Ly/2, 1/us; not with velocities of their own along z. In
  /// unbounded shear (Ends::lees_edwards) the rate of the mean flow.
  Signal shear_rate;
  Signal lower_x, lower_z, upper_x, upper_z; ///< velocities of the walls, um/us
  Signal pressure_gradient;                  ///< by which the pressure falls along z, pg/(um^2 us^2)
  bool flow_rate_is_given = false;
  Signal flow_rate; ///< through the cross-section Lx Ly, along z, um^3/us
};

struct Scenario {
  std::string title;

  Grid grid;
  FluidProperties fluid;
  /// Background shear (paper, section 4): u0 = (0, 0, rate (y - Ly/2)), kept steady by the force -mu L u0.
  /// 1/us.
  real shear_rate = 0;
  ShearHistory shear_history; ///< where it is not empty the rate follows it, and shear_rate is its largest
  FlowSetUp flow;
  InitialFlow initial_flow = InitialFlow::rest;
  real taylor_green_speed = 0; ///< amplitude, um/us

  bool has_walls() const { return grid.topology.y.ends == Ends::walls; }
  bool is_sheared() const { return grid.topology.y.ends == Ends::lees_edwards; }
  bool is_bdf2() const { return time.scheme == TimeScheme::bdf2; }

  std::vector<ObjectKind> objects;
  ContactProperties contact; ///< between objects, and with walls

  bool has_tubes() const {
    for (const ObjectKind& kind : objects)
      if (kind.tube) return true;
    return false;
  }
  bool has_contact() const { return contact.pressure > 0 && !objects.empty(); }

  DeltaKernel kernel = DeltaKernel::cosine;
  SpreadAlgorithm spread = SpreadAlgorithm::tiles;
  bool remove_net_force = true; ///< of each object: it is quadrature error of the forces
  SiteMotion motion = SiteMotion::forward_euler;
  MembraneForm membrane = MembraneForm::paper;
  bool keep_volume = false; ///< of each object (keep_volume.hpp)
  real smoothing_time = 0;  ///< of surfaces, us; 0: never (smoothing.hpp)

  struct Time {
    real step = 0, end = 0; ///< us; with `automatic`, the step to begin with as estimated before the run
    bool beyond_stability_limit = false; ///< the user insists on a step beyond the estimated limit
    bool automatic = false;              ///< time.step: auto, see time_plan.hpp
    real largest_step = std::numeric_limits<real>::infinity(); ///< of automatic steps, us
    real safety = 0.8;                       ///< automatic steps as a part of the stability limits
    TimeScheme scheme = TimeScheme::imex_rk; ///< of fluid and sites
  } time;

  using Precision = FramePrecision;
  struct Output {
    std::filesystem::path folder;
    real cells_every = 0, fluid_every = 0, series_every = 0; ///< us; 0: only at the start and the end
    real checkpoint_every = 0;                               ///< us; 0: only at the end
    real checkpoint_every_wall_clock = 600e6;                ///< us of the clock on the wall; 0: never
    bool fluid = true, cells = true, checkpoints = true;     ///< false: never
    Precision precision = Precision::double_precision;
    /// gzip level 0..9; the last bits of numbers hardly compress, and it takes twenty times as long as
    /// writing
    int compression = 0;
    enum class Look { microscope, studio, data };
    struct Pictures {
      bool wanted = false;
      real every = 0; ///< us; 0: only at the start and the end
      Look look = Look::studio;
    } pictures; ///< drawn while the run goes on
  } output;

  using Device = DeviceKind;
  Device device = Device::automatic;
  int threads = 0; ///< of the CPU backend; 0: all cores
};

} // namespace ibsim
