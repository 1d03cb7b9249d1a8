// Kernels of bonds between objects (object_bonds.hpp): a step of their receptors, forces, sums, and bonds of
// copies. For object_bonds.kernels.cpp only.
#pragma once

#include "mechanics/bond_partners.hpp"
#include "mechanics/bonds_of_copies.hpp"
#include "parallel/atomic_add.hpp"
#include "parallel/atomic_lower.hpp"

#include <cmath>
#include <vector>

namespace ibsim::object_bond_kernels {

template <class B>
void nothing_near(const Stream<B>& stream, Index sites, Index* nearest) {
  for_each(stream, sites, [=] IBSIM_KERNEL(Index s) { nearest[s] = -1; });
}

/// The ligand that receptors of each site may bind.
template <class B>
void find_places(const Stream<B>& stream, ObjectReceptors of, const Index* nearest, LigandPlace* places) {
  for_each(stream, of.positions.n, [=] IBSIM_KERNEL(Index s) {
    places[s] = nearest[s] < 0 ? LigandPlace{} : of.place_at(nearest[s], of.positions.at(s));
  });
}

/// One step of all receptors: bonds break and form.
template <class B>
void break_and_form_between(const Stream<B>& stream, ObjectReceptors of, PhiloxKey key, real k,
                            const LigandPlace* places, VectorsView<real> account_of,
                            const real* steps_taken) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / of.sites.n;
    if (of.follows && of.follows[object]) return;
    const bool bound = of.is_bound(i);
    ObjectReceptors::Held held{};
    LigandPlace place;
    real rate;
    if (bound) {
      held = of.held(i);
      rate = of.rates.off(held.stretch);
    } else {
      place = places[of.site_of(i)];
      if (place.partner < 0) return;
      rate = of.rates.on(place.distance);
      if (rate == 0) return;
    }
    const auto number = static_cast<Index>(account_of.x[object]);
    if (!(draw_of(key, number, i % of.sites.n, *steps_taken) < -std::expm1(-k * rate))) return;
    if (bound) {
      of.end(i, held);
      atomic_add(&account_of.z[object], real{1}); // whole numbers: exact in any order
    } else {
      of.form(i, place, *steps_taken + 1);
      atomic_add(&account_of.y[object], real{1});
    }
  });
}

IBSIM_IN_KERNEL void add_at(VectorsView<real> to, Index site, const Real3& force) {
  for (int d = 0; d < 3; ++d) atomic_add(&to[d][site], force[d]);
}

/// The forces of bonds on sites of both structures, as exact sums.
template <class B>
void sum_forces(const Stream<B>& stream, ObjectReceptors of, VectorsView<real> own,
                VectorsView<real> others) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    if (!of.is_bound(i)) return;
    const ObjectReceptors::Held h = of.held(i);
    if (!(h.stretch > 0)) return;
    const LigandTriangle::OnCorners pull = h.of.on_corners(of.bonds.x[i], of.bonds.z[i], h.bond, h.u);
    const Real3 on_receptor = exact_part(-h.u), second = exact_part(pull.second),
                third = exact_part(pull.third);
    add_at(own, of.site_of(i), on_receptor);
    add_at(others, of.corner(h.partner, h.triangle, 0), -(on_receptor + second + third));
    add_at(others, of.corner(h.partner, h.triangle, 1), second);
    add_at(others, of.corner(h.partner, h.triangle, 2), third);
  });
}

template <class B>
void add_sums(const Stream<B>& stream, VectorsView<const real> sums, VectorsView<real> F) {
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index s) {
    const Real3 sum = sums.at(s);
    if (sum.x != 0 || sum.y != 0 || sum.z != 0) F.set(s, F.at(s) + sum);
  });
}

template <class B>
std::vector<SumOfBonds> sums_of_bonds(const Stream<B>& stream, Index objects, ObjectReceptors of) {
  return reduce(
      stream, objects, of.sites.n, SumOfBonds{0, 0, {}, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index r) {
        const Index i = object * of.sites.n + r;
        if (!of.is_bound(i)) return SumOfBonds{0, 0, {}, 0, 0};
        const ObjectReceptors::Held h = of.held(i);
        const real amount = of.rates.stiffness * h.stretch;
        return SumOfBonds{1, amount * h.stretch / 2, -h.u, amount, amount};
      },
      TogetherBonds{});
}

/// The number of bonds at each site: that of the receptor, and the corner with the largest weight.
template <class B>
void count_at_sites(const Stream<B>& stream, ObjectReceptors of, Index* own, Index* others) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    if (!of.is_bound(i)) return;
    const real b = of.bonds.x[i], c = of.bonds.z[i], a = 1 - b - c;
    const int k = a >= b && a >= c ? 0 : b >= c ? 1 : 2;
    atomic_next(&own[of.site_of(i)]);
    atomic_next(
        &others[of.corner(of.names.place(of.partners.x[i]), static_cast<Index>(of.partners.y[i]), k)]);
  });
}

template <class B>
std::vector<BoundSites> sites_with_bonds(const Stream<B>& stream, Index objects, Index n_sample,
                                         const Index* bonds) {
  return reduce(
      stream, objects, n_sample, BoundSites{0, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const auto n = static_cast<real>(bonds[object * n_sample + s]);
        return BoundSites{n > 0 ? real{1} : real{0}, n, n};
      },
      TogetherSites{});
}

/// Bonds of copies are to the copies of their partners; a copy counts those that it has as formed.
/// @param copies_of see ListedPartners @param n_slots of objects with ligands
template <class B>
void follow_partners(const Stream<B>& stream, ObjectReceptors of, CopiedObjects copies,
                     const Index* copies_of, Index n_slots, VectorsView<real> account_of) {
  const Index n = of.sites.n;
  for_each(stream, copies.n, [=] IBSIM_KERNEL(Index c) {
    account_of.y[copies.slots[c]] = 0, account_of.z[copies.slots[c]] = 0;
  });
  for_each(stream, copies.n * n, [=] IBSIM_KERNEL(Index k) {
    const Index object = copies.slots[k / n], i = object * n + k % n;
    of.lives.take_over(i);
    if (!of.is_bound(i)) return;
    const Index partner = copies_of[copies.inlets[k / n] * n_slots + static_cast<Index>(of.partners.x[i])];
    if (partner < 0) {
      of.bonds.y[i] = 0;
    } else {
      of.partners.x[i] = partner;
      atomic_add(&account_of.y[object], real{1}); // whole numbers: exact in any order
    }
  });
}

/// Frees bonds to objects that leave, and counts them as broken.
template <class B>
void free_partners(const Stream<B>& stream, ObjectReceptors of, const Index* gone,
                   VectorsView<real> account_of) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    if (!of.is_bound(i) || !gone[static_cast<Index>(of.partners.x[i])]) return;
    of.bonds.y[i] = 0;
    atomic_add(&account_of.z[i / of.sites.n], real{1});
  });
}

} // namespace ibsim::object_bond_kernels
