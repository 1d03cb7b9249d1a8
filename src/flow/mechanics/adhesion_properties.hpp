// Adhesion of objects to walls, tubes, vessels and other objects by bonds, as plain data in internal units
// (um, us, pg).
#pragma once

#include "base/vec3.hpp"

#include <string>

namespace ibsim {

/// How bonds break and form (bond_rates.hpp).
struct BondKinetics {
  enum class Model {
    bell,       ///< a slip bond: its rate grows with the force
    catch_slip, ///< two pathways: the first rate falls with the force, the second grows
    dembo       ///< a spring of another stiffness in the transition state
  };
  Model model = Model::bell;
  real off_rate = 0;     ///< k0 without force, of the slip pathway, 1/us
  real length = 0;       ///< x, by which the force lowers the barrier, um
  real catch_rate = 0;   ///< kc without force, of the catch pathway, 1/us
  real catch_length = 0; ///< xc, um
  real transition = 0;   ///< sigma_t, of Dembo, pg/us^2
  real on_rate = 0;      ///< of a receptor and ligands of one per area, um^2/us
};

/// The springs of bonds.
struct BondSpring {
  real stiffness = 5e-2; ///< sigma, pg/us^2 (0.05 pN/nm); the drag decides the force of a bond, not this
  real length = 0.02;    ///< lambda, um
  real reach = 0.15;     ///< no bond forms at a longer distance, um
};

/// Places of ligands: walls of the box, the inside of the tubes, the vessel, or the objects of a kind.
enum class LigandWalls { lower, upper, both, tube, vessel, objects };

/// Part of the box whose walls have ligands, um; of no extent: all of it.
struct LigandRegion {
  Real3 low, high;
};

/// Receptors of the objects of a kind and their ligands.
struct AdhesionProperties {
  std::string bond = "bond"; ///< its name in tables
  LigandWalls walls = LigandWalls::lower;
  std::string ligand_kind; ///< name of the kind whose objects have ligands; else empty
  int receptors = 0;       ///< of each object
  real ligands = 0;        ///< on the wall or the other objects, 1/um^2
  LigandRegion within;     ///< of a wall, tube or vessel
  bool used_up = false;    ///< a bond takes its ligand from the other receptors of its object
  BondKinetics kinetics;
  BondSpring spring;
  int seed = 1;
  bool events = false;   ///< bond_events.csv has a row for each that forms or breaks
  real temperature = 37; ///< degC
};

/// k_B T, pg um^2/us^2 (fJ). @param temperature degC
constexpr real thermal_energy(real temperature) { return 1.380649e-8 * (temperature + 273.15); }

} // namespace ibsim
