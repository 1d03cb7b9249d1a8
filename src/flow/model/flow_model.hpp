// The model that is simulated, as plain data in internal units (um, us, pg): all that the equations need, and
// nothing of how a run is divided or written down (scenario.hpp).
#pragma once

#include "coupling/delta_kernel.hpp"
#include "coupling/spread_algorithm.hpp"
#include "fluid/fluid_properties.hpp"
#include "fluid/time_scheme.hpp"
#include "grid/any_faces.hpp"
#include "grid/mac_grid.hpp"
#include "mechanics/aggregation_properties.hpp"
#include "mechanics/contact_properties.hpp"
#include "model/drive.hpp"
#include "model/flow_plane.hpp"
#include "model/object_kind.hpp"
#include "model/pair_force_spec.hpp"
#include "model/site_motion.hpp"
#include "model/term_spec.hpp"
#include "model/traffic_plan.hpp"

#include <memory>
#include <string>

namespace ibsim {

class Vessel;

/// The form in which membranes act on the fluid.
enum class MembraneForm {
  paper,   ///< forces at the sample sites as they come, the strong form
  resolved ///< force and motion in the same space (surface/resolved_motion.hpp)
};

/// How the tension of membranes goes with their strain in a step.
enum class Tension {
  explicit_, ///< that of the extrapolated sites
  relaxed    ///< it follows that, for longer steps (mechanics/tension_relaxation.hpp)
};

/// The number types of a run.
enum class Precision {
  double_, ///< doubles
  mixed,   ///< the fluid and its forces in floats; all else in doubles
  single   ///< membranes in floats too; what adds up in time in doubles
};

enum class InitialFlow { rest, shear, taylor_green, developed };

struct FlowModel {
  Grid grid;
  std::shared_ptr<const Vessel> vessel; ///< around the fluid (vessel.hpp); null: none
  FluidProperties fluid;
  Real3 gravity; ///< um/us^2, on what objects hold (gravity.hpp)
  Drive drive;
  InitialFlow initial_flow = InitialFlow::rest;
  real taylor_green_speed = 0; ///< amplitude, um/us
  Precision precision = Precision::double_;

  bool has_walls() const { return grid.topology.y.ends == Ends::walls; }
  bool is_sheared() const { return grid.topology.y.ends == Ends::lees_edwards; }
  /// Number type of the fluid's fields.
  Storage fluid_storage() const {
    return precision == Precision::double_ ? Storage::doubles : Storage::floats;
  }
  bool is_bdf2() const { return scheme == TimeScheme::bdf2; }
  /// The shear of a periodic box, which jumps where it closes in y.
  bool has_background_shear() const {
    return grid.topology.y.ends == Ends::periodic && !drive.shear_rate.zero();
  }

  std::vector<ObjectKind> objects;
  ContactProperties contact; ///< between objects, and with walls
  std::vector<AggregationProperties> aggregation;
  std::vector<PairForceSpec> pair_forces; ///< those that no key gives (docs/extending.md)
  std::vector<TermSpec> terms;            ///< as these

  std::vector<FlowPlane> planes; ///< at which is measured
  std::vector<Outlet> outlets;   ///< through which objects leave
  std::vector<Inlet> inlets;     ///< through which copies come

  bool has_vessel() const { return vessel != nullptr; }
  /// Whether the vessel alone bounds the fluid and its drive. Between walls these have their part.
  bool drives_vessel() const { return has_vessel() && !has_walls(); }
  bool has_tubes() const { return !kinds_of<Tube>(objects).empty(); }
  bool has_contact() const { return contact.pressure > 0 && !objects.empty(); }

  DeltaKernel kernel = DeltaKernel::cosine;
  SpreadAlgorithm spread = SpreadAlgorithm::tiles;
  bool remove_net_force = true;         ///< of each object: it is quadrature error of the forces
  TimeScheme scheme = TimeScheme::bdf2; ///< of fluid and sites
  SiteMotion motion = SiteMotion::midpoint;
  MembraneForm membrane = MembraneForm::resolved;
  Tension tension = Tension::explicit_; ///< of membranes, within a step of bdf2
  bool keep_volume = false;             ///< of each object (keep_volume.hpp)

  /// us, of all steps, or the first of automatic ones; 0: not known. Inverses of walls of points are made for
  /// these (wall_inverses.hpp).
  real equal_step = 0;

  std::string cache_folder; ///< for inverses of walls; empty: none. No result depends on it
};

/// The method of Kassen, Shankar and Fogelson, for their scenarios, tables and figures.
inline void take_papers_method(FlowModel& model) {
  model.scheme = TimeScheme::imex_rk;
  model.motion = SiteMotion::forward_euler;
  model.membrane = MembraneForm::paper;
}

} // namespace ibsim
