#include "simulation/object_ligands.hpp"

#include "model/flow_model.hpp"
#include "objects/bond_walls.hpp"
#include "objects/listed_objects.hpp"

#include <cmath>

namespace ibsim {

ObjectLigands::ObjectLigands(Simulation& simulation, const std::vector<SurfaceKind>& kinds, std::size_t kind)
    : surface_(kinds[kind]), sites_(simulation.surface_field_on_host(kind, SurfaceField::positions)),
      gap_(bond_walls(simulation.model()).gap),
      cells_(contact_cells(simulation.model().grid, simulation.model().grid.h)) {
  if (const std::optional<real> sliding = sliding_of_images(simulation.model(), simulation.time())) {
    const real length = simulation.model().grid.lengths().z;
    shear_.seam = *sliding - length * std::floor(*sliding / length);
    cells_.shear = &shear_;
  }
}

Real3 ObjectLigands::corner(std::size_t partner, std::size_t triangle, int k) const {
  const std::size_t site =
      partner * surface_.sample_nodes.size() + static_cast<std::size_t>(surface_.triangles[triangle][k]);
  return {sites_[3 * site], sites_[3 * site + 1], sites_[3 * site + 2]};
}

Real3 ObjectLigands::apart(const BondMemory& memory, std::size_t i, const Real3& receptor) const {
  const Real3 bond = memory.vector(memory.receptors, i), partner = memory.vector(memory.partners, i);
  const auto object = static_cast<std::size_t>(partner.x), triangle = static_cast<std::size_t>(partner.y);
  const Real3 first = corner(object, triangle, 0);
  const LigandTriangle of{cells_.apart(cells_.wrapped(receptor), cells_.wrapped(first)),
                          corner(object, triangle, 1) - first, corner(object, triangle, 2) - first,
                          partner.z};
  return of.bond(bond.x, bond.z, gap_).d;
}

} // namespace ibsim
