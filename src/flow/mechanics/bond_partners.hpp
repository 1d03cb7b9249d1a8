// Places where a receptor may bind on other objects, and the bonds that it has there, as kernels see them
// (object_bonds.hpp). For kernel files only.
#pragma once

#include "mechanics/bond_rates.hpp"
#include "mechanics/contact_cells.hpp"
#include "mechanics/ligand_triangle.hpp"
#include "mechanics/pairs_of_others.hpp"
#include "mechanics/receptors.hpp"

#include <cmath>

namespace ibsim {

/// Triangles of an object's sample sites. Copied into lambdas.
struct LigandMesh {
  Index n_sample;                    ///< sites of an object
  bool is_closed;                    ///< ligands are outside alone
  const Index* corners;              ///< three of each triangle
  const Index* first;                ///< of each site and one more: where its triangles begin
  const Index* of_site;              ///< triangles, site by site
  VectorsView<const real> positions; ///< of all objects, um
};

/// Slots and ids of objects with ligands, where these come and go. Copied into lambdas.
struct PartnerNames {
  const Index* slots = nullptr;  ///< of each object in a rank's list; null: nothing comes or goes
  const Index* places = nullptr; ///< of each slot: place of its object in the list
  const Index* ids = nullptr;    ///< of each slot

  IBSIM_HD Index slot(Index place) const { return slots ? slots[place] : place; }
  IBSIM_HD Index place(real slot) const {
    return places ? places[static_cast<Index>(slot)] : static_cast<Index>(slot);
  }
  IBSIM_HD real id(real slot) const { return ids ? static_cast<real>(ids[static_cast<Index>(slot)]) : slot; }
};

/// A ligand that a receptor may bind.
struct LigandPlace {
  Index partner = -1; ///< object within its kind, by its place in the list; -1: there is none
  Index triangle = 0;
  real side = 1, b = 0, c = 0;
  real distance = 0; ///< L, um
};

/// Memory for bond_events.csv. Copied into lambdas; of no receptors where events are not recorded.
struct ObjectBondLives {
  VectorsView<real> last{}; ///< when the present bond was formed, when the last one broke, and its force
  /// Where the ligand was when the present bond was formed; those of the last one, and where it broke
  VectorsView<real> formed_at{}, broken_from{}, broken_at{};
  VectorsView<real> broken{}; ///< when the last one was formed; partner in it, by PartnerNames::id
  const real* clock = nullptr;
  real step = 0;

  IBSIM_HD void form(Index i, const Real3& ligand) const {
    if (last.n == 0) return;
    last.x[i] = *clock + step, formed_at.set(i, ligand);
  }
  IBSIM_HD void end(Index i, const Real3& ligand, real partner, real force) const {
    if (last.n == 0) return;
    broken.set(i, {std::fabs(last.x[i]), partner, 0});
    broken_from.set(i, formed_at.at(i)), broken_at.set(i, ligand);
    last.y[i] = *clock + step, last.z[i] = std::copysign(force, last.x[i]);
  }
  /// The bond is that of an original, whose earlier ones are not those of the copy (bond_lives.hpp).
  IBSIM_HD void take_over(Index i) const {
    if (last.n == 0) return;
    last.set(i, {-std::fabs(last.x[i]), 0, 0});
    broken.set(i, {});
  }
};

/// Receptors of all objects, and the objects with ligands. Copied into lambdas.
struct ObjectReceptors {
  ReceptorSites sites;
  VectorsView<const real> positions; ///< of the receptors' sites, um
  LigandMesh ligands;
  ContactCells cells;
  real gap;
  BondRates rates;
  VectorsView<real> bonds, partners; ///< see object_bonds.hpp
  ObjectBondLives lives;
  PartnerNames names{};
  const Index* follows = nullptr; ///< of each object: 1 for a copy, whose bonds its original decides

  IBSIM_HD bool is_bound(Index i) const { return bonds.y[i] != 0; }
  /// The sample site of receptor i of all objects, among those of all.
  IBSIM_HD Index site_of(Index i) const { return i / sites.n * sites.n_sample + sites.site(i % sites.n); }
  /// Corner k of a triangle among the sites of all objects with ligands. @param partner place in the list
  IBSIM_HD Index corner(Index partner, Index triangle, int k) const {
    return partner * ligands.n_sample + ligands.corners[3 * triangle + k];
  }
  IBSIM_HD LigandTriangle triangle(Index partner, Index t, real side, const Real3& x) const {
    const Real3 X1 = ligands.positions.at(corner(partner, t, 0));
    return {cells.apart(cells.wrapped(x), cells.wrapped(X1)),
            ligands.positions.at(corner(partner, t, 1)) - X1,
            ligands.positions.at(corner(partner, t, 2)) - X1, side};
  }

  /// The bond of receptor i, which is bound.
  struct Held {
    Index partner, triangle;
    LigandTriangle of;
    LigandTriangle::Bond bond;
    real stretch;
    Real3 u; ///< minus the force on the receptor, pg um/us^2
  };
  IBSIM_HD Held held(Index i) const {
    Held h{};
    h.partner = names.place(partners.x[i]), h.triangle = static_cast<Index>(partners.y[i]);
    h.of = triangle(h.partner, h.triangle, partners.z[i], positions.at(site_of(i)));
    h.bond = h.of.bond(bonds.x[i], bonds.z[i], gap);
    const real L = norm(h.bond.d);
    h.stretch = rates.stretch(L);
    if (h.stretch > 0) h.u = (rates.stiffness * h.stretch / L) * h.bond.d;
    return h;
  }

  /// The ligand below x, on the triangles at a site: on the one that x is most above. @param site among those
  /// of all objects with ligands
  IBSIM_IN_KERNEL LigandPlace place_at(Index site, const Real3& x) const {
    constexpr real farthest = 1; // beside a triangle, in its own size: where a sheet's triangles end
    const Index partner = site / ligands.n_sample, s = site % ligands.n_sample;
    LigandPlace found;
    real most = -farthest;
    for (Index k = ligands.first[s]; k < ligands.first[s + 1]; ++k) {
      const Index t = ligands.of_site[k];
      const LigandTriangle::Foot foot = triangle(partner, t, 1, x).foot();
      if (!(foot.least() > most)) continue;
      most = foot.least();
      const real side = !ligands.is_closed && foot.height < 0 ? -1 : 1, over = side * foot.height - gap;
      found = {partner, t, side, foot.b, foot.c, over > 0 ? over : 0};
    }
    return found;
  }
  IBSIM_HD void form(Index i, const LigandPlace& at, real step) const {
    bonds.set(i, {at.b, step, at.c});
    partners.set(i, {static_cast<real>(names.slot(at.partner)), static_cast<real>(at.triangle), at.side});
    const Real3 x = positions.at(site_of(i));
    lives.form(i, x - held(i).bond.d);
  }
  IBSIM_HD void end(Index i, const Held& h) const {
    lives.end(i, positions.at(site_of(i)) - h.bond.d, names.id(partners.x[i]), rates.stiffness * h.stretch);
    bonds.y[i] = 0;
  }
};

/// Notes for each site of a structure the nearest site of other objects of one kind (pairs_of_others.hpp).
struct NearestLigandSites {
  Index first, last;              ///< objects with ligands, among those of the search
  const Index *objects, *numbers; ///< CloseSites'
  Index* nearest;                 ///< among the sites of all objects with ligands; -1: none

  struct Pair {
    Index other;
    real r2;
  };
  struct Sum {
    Index site = -1;
    real r2 = 0;
  };
  IBSIM_IN_KERNEL Pair of_pair(const OtherPair& pair) const { return {pair.other, pair.r2}; }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& pair) const {
    const Index object = objects[pair.other], site = numbers[pair.other];
    if (object < first || object > last) return;
    if (sum.site >= 0 && (pair.r2 > sum.r2 || (pair.r2 == sum.r2 && site > sum.site))) return;
    sum.site = site, sum.r2 = pair.r2;
  }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const { nearest[numbers[i]] = sum.site; }
};

} // namespace ibsim
