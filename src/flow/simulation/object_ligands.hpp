// The ligands on objects, where they are now: for frames and events of bonds between objects.
#pragma once

#include "grid/sheared_box.hpp"
#include "mechanics/contact_cells.hpp"
#include "mechanics/ligand_triangle.hpp"
#include "simulation/present_bonds.hpp"

namespace ibsim {

/// Places of the sample sites of the objects to which an adhesion binds.
class ObjectLigands {
 public:
  /// @param kinds of the model @param kind with ligands
  ObjectLigands(Simulation&, const std::vector<SurfaceKind>& kinds, std::size_t kind);
  ObjectLigands(const ObjectLigands&) = delete; // cells_ refers to shear_

  /// The vector d from the ligand to a receptor, um. @param i of the receptor, which is bound
  Real3 apart(const BondMemory&, std::size_t i, const Real3& receptor) const;

 private:
  Real3 corner(std::size_t partner, std::size_t triangle, int k) const;

  const SurfaceKind& surface_;
  std::vector<real> sites_; ///< x, y, z of each
  real gap_;
  ShearNow shear_{};
  ContactCells cells_;
};

} // namespace ibsim
