// Measures of contact (contact.hpp), as work on the pairs of sites that feel each other
// (contact_pairs.hpp). For kernel files only.
//
//   energy = (1/2) sum_ij A_i A_j V(r_ij),   A: areas at rest
//   K_i = sum_j A_j [-f' rr^T - (f/r)(1 - rr^T)], the stiffness per area of site i; its norm is taken, which
//   is no less than its largest eigenvalue. Where both surfaces move, away from each other, it counts twice;
//   of each pair the part counts that moves fluid on the grid.
//   distance of i = the larger of |n_i.r_ij| and sqrt(r_ij^2 - A_i/2) for the nearest site j: the first is
//   that of surfaces which lie face to face, the second holds else. It is negative, an overlap, where each of
//   the two sites is behind the surface of the other.
#pragma once

#include "mechanics/contact_law.hpp"
#include "mechanics/contact_pairs.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <limits>

namespace ibsim {

/// The surface of a structure, as the distances from it are measured.
struct Side {
  OwnSites own;
  const Real3* normals; ///< of listed sites
  bool closed;          ///< encloses something
};

/// Sets the normals of a structure's listed sites: the mean over the sites of the surface that are those of a
/// point, by their areas at rest. @param most that may be listed
template <class B>
void set_normals(const Stream<B>& stream, const CloseSites& list, Index most, const OwnSites& own,
                 DerivativeBlock block, Real3* normals) {
  const Index n = block.n_sample;
  for_each_listed(stream, most, list.count, [=] IBSIM_KERNEL(Index i) {
    if (!own.has(list.objects[i])) return;
    Real3 sum;
    own.points.for_each_site(list.numbers[i], [&](Index site, real part) {
      sum += part * normalized(cross(block.at(SurfaceOperator::d1, site / n, site % n),
                                     block.at(SurfaceOperator::d2, site / n, site % n)));
    });
    normals[i] = normalized(sum);
  });
}

/// Distance reported for a listed site i of one side and the nearest site j of another, with x_i - x_j =
/// apart.
IBSIM_IN_KERNEL real told_distance(const CloseSites& list, const Side& of, Index i, const Side& other,
                                   Index j, const Real3& apart, real r) {
  const real up = -dot(apart, of.normals[i]), from_other = dot(apart, other.normals[j]);
  const real distance =
      std::fmax(std::fabs(up), std::sqrt(std::fmax(r * r - 0.5 * list.sites[i].area, real{0})));
  return of.closed && other.closed && up < 0 && from_other < 0 ? -distance : distance;
}

/// What is measured at a point, of all listed sites: largest numbers but for the energy.
struct AtPoint {
  real energy;                      ///< half that of its pairs
  real stiffness;                   ///< 2 |K_i|
  real minus_objects, minus_within; ///< minus the least distances from other objects, and within its own
};
struct OfObject {
  IBSIM_HD AtPoint operator()(const AtPoint& a, const AtPoint& b) const {
    const Larger larger;
    return {a.energy + b.energy, larger(a.stiffness, b.stiffness), larger(a.minus_objects, b.minus_objects),
            larger(a.minus_within, b.minus_within)};
  }
};

/// Where the site of another structure lies that is the nearest of those of other objects.
struct NearestOfOthers {
  Index site; ///< -1: there is none, or it is of the same structure
  real r;
  Real3 apart; ///< from it
};

/// All that is measured of a structure's listed sites, but their distances from other structures.
struct LookAtContact {
  using Number = real;
  CloseSites list;
  ContactLaw law;
  Side side;
  real h;                   ///< of the grid, um
  AtPoint* at;              ///< of each point of the structure
  NearestOfOthers* nearest; ///< of each listed site; null: there are no other structures

  struct Pair {
    real areas, energy;    ///< the product is half the energy of the pair
    real moving, along;    ///< the product is the stiffness along the pair
    Real3 diagonal, mixed; ///< K_i is `moving` times the first and that product times the second
    Real3 apart;
    real r, beside; ///< beside: the distance of surfaces that do not lie face to face
    Index other;
    bool of_one_object, felt;
  };
  struct Sum {
    real energy = 0;
    Real3 diagonal{}, mixed{};
    real nearest_r = std::numeric_limits<real>::infinity(), within = nearest_r;
    Index nearest = -1; ///< of other objects
    Real3 towards{};
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const {
    const real reach = p.reach < law.range ? p.reach : law.range;
    const ContactLaw of_pair = law.within(reach);
    const Real3 n = p.apart / p.r;
    const real across = of_pair.force(p.r) / p.r, along = of_pair.slope(p.r) + across;
    return {0.5 * p.area * p.its_area,
            of_pair.energy(p.r),
            p.its_area * moving_part(p.r, h),
            along,
            {along * n.x * n.x - across, along * n.y * n.y - across, along * n.z * n.z - across},
            {n.x * n.y, n.y * n.z, n.z * n.x},
            p.apart,
            p.r,
            std::sqrt(std::fmax(p.r * p.r - 0.5 * p.area, real{0})),
            p.other,
            p.of_one_object,
            p.r < reach}; // the list is of the largest range of all forces
  }
  IBSIM_IN_KERNEL void add(Sum& sum, Index i, const Pair& p) const {
    if (!p.felt) return;
    sum.energy += p.areas * p.energy;
    sum.diagonal += p.moving * p.diagonal;
    sum.mixed += p.moving * p.along * p.mixed;
    if (p.of_one_object) {
      sum.within = std::fmin(sum.within, std::fmax(std::fabs(dot(p.apart, side.normals[i])), p.beside));
    } else if (p.r < sum.nearest_r) {
      sum.nearest_r = p.r, sum.nearest = p.other, sum.towards = p.apart;
    }
  }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const {
    const bool of_this = sum.nearest >= 0 && side.own.has(list.objects[sum.nearest]);
    at[list.numbers[i]] = {
        sum.energy, 2 * std::sqrt(dot(sum.diagonal, sum.diagonal) + 2 * dot(sum.mixed, sum.mixed)),
        of_this ? -told_distance(list, side, i, side, sum.nearest, sum.towards, sum.nearest_r) : -law.range,
        -std::fmin(sum.within, law.range)};
    if (nearest) nearest[i] = {of_this ? Index{-1} : sum.nearest, sum.nearest_r, sum.towards};
  }
};

/// Sets the distances of a structure's listed sites from another structure, where that is the nearest.
/// @param most that may be listed @param nearest as LookAtContact left it
template <class B>
void look_at_other(const Stream<B>& stream, const CloseSites& list, Index most, const Side& of,
                   const Side& other, const NearestOfOthers* nearest, AtPoint* at) {
  for_each_listed(stream, most, list.count, [=] IBSIM_KERNEL(Index i) {
    if (!of.own.has(list.objects[i])) return;
    const NearestOfOthers& of_site = nearest[i];
    if (of_site.site < 0 || !other.own.has(list.objects[of_site.site])) return;
    at[list.numbers[i]].minus_objects =
        -told_distance(list, of, i, other, of_site.site, of_site.apart, of_site.r);
  });
}

} // namespace ibsim
