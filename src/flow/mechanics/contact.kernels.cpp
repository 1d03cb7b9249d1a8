// See contact.hpp and contact_law.hpp. The sums over the sites near a site, which here are points
// (contact_points.hpp), whose forces go to the sample sites of each:
//
//   F_i = sum_j A_i A_j f(r_ij) r_ij/r_ij,   energy = (1/2) sum_ij A_i A_j V(r_ij),   A: areas at rest
//   K_i = sum_j A_j [-f' rr^T - (f/r)(1 - rr^T)], the stiffness per area of site i; its norm is taken, which
//   is no less than its largest eigenvalue. Where both surfaces move, away from each other, it counts twice;
//   of each pair the part counts that moves fluid on the grid.
//   A pair of one object has the range of the pair, rho, for r_c (self_contact.hpp).
//   distance of i = the larger of |n_i.r_ij| and sqrt(r_ij^2 - A_i/2) for the nearest site j: the first is
//   that of surfaces which lie face to face, the second holds else. It is negative, an overlap, where each of
//   the two sites is behind the surface of the other.
#include "mechanics/contact.hpp"

#include "base/error.hpp"
#include "mechanics/close_sites.hpp"
#include "mechanics/contact_law.hpp"
#include "mechanics/for_each_listed.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

/// Which of the listed sites are those of a structure, and what they feel of their own objects.
struct Own {
  Index first_object, end;
  ContactPoints points;
  OwnPoints sites;
  IBSIM_HD bool has(Index object) const { return object >= first_object && object < end; }
};

template <class B>
void add_contact_forces(const Stream<B>& stream, const CloseSites& list, ContactLaw law, Own own, Index most,
                        VectorsView<real> F) {
  for_each_listed(
      stream, most, list.count,
      [=] IBSIM_KERNEL(Index i) {
        if (!own.has(list.objects[i])) return;
        Real3 force{};
        list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real reach) {
          force += list.sites[i].area * list.sites[j].area * law.within(reach).force(r) / r * apart;
        });
        if (force == Real3{}) return;
        own.points.for_each_site(list.numbers[i],
                                 [&](Index s, real part) { F.set(s, F.at(s) + part * force); });
      },
      searching_at_once);
}

/// The energy of the pairs of a structure's sites, half of each. @param of_sites its points: a place for each
template <class B>
real contact_energy(const Stream<B>& stream, const CloseSites& list, ContactLaw law, Own own, Index most,
                    Array<real, B>& of_sites) {
  of_sites.zero(stream);
  real* const energies = of_sites.data();
  for_each_listed(stream, most, list.count, [=] IBSIM_KERNEL(Index i) {
    if (!own.has(list.objects[i])) return;
    real energy = 0;
    list.for_each_near(i, own.sites, [&](Index j, const Real3&, real r, real reach) {
      energy += 0.5 * list.sites[i].area * list.sites[j].area * law.within(reach).energy(r);
    });
    energies[list.numbers[i]] = energy;
  });
  // in the order of sites, since that of the list is not the same in every run
  return sum<real>(stream, static_cast<Index>(of_sites.size()),
                   [=] IBSIM_KERNEL(Index i) { return energies[i]; });
}

template <class B>
real largest_stiffness(const Stream<B>& stream, const CloseSites& list, ContactLaw law, Own own, real h,
                       Index most) {
  return max_of(stream, most, [=] IBSIM_KERNEL(Index i) {
    if (i >= *list.count || !own.has(list.objects[i])) return real{0};
    Real3 diagonal{}, mixed{};
    list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real reach) {
      const Real3 n = apart / r;
      const ContactLaw of_pair = law.within(reach);
      const real across = of_pair.force(r) / r, along = of_pair.slope(r) + across,
                 area = list.sites[j].area * moving_part(r, h);
      diagonal +=
          area * Real3{along * n.x * n.x - across, along * n.y * n.y - across, along * n.z * n.z - across};
      mixed += area * along * Real3{n.x * n.y, n.y * n.z, n.z * n.x};
    });
    return 2 * std::sqrt(dot(diagonal, diagonal) + 2 * dot(mixed, mixed));
  });
}

/// The mean over the sites of a point, by their areas at rest.
IBSIM_IN_KERNEL Real3 normal_at(const ContactPoints& points, DerivativeBlock block, Index i) {
  Real3 sum;
  points.for_each_site(i, [&](Index site, real part) {
    const Index s = site % block.n_sample, object = site / block.n_sample;
    sum += part * normalized(cross(block.at(SurfaceOperator::d1, object, s),
                                   block.at(SurfaceOperator::d2, object, s)));
  });
  return normalized(sum);
}

/// Minus the least distance of a site of one structure from its nearest site, where that is of another (or
/// the same) structure; -range if it is of a third, or farther.
/// @param closed both enclose something
template <class B>
real minus_least_distance(const Stream<B>& stream, const CloseSites& list, real range, Index most, Own own,
                          DerivativeBlock block, Own other, DerivativeBlock other_block, bool closed) {
  return reduce(
      stream, 1, most, -range,
      [=] IBSIM_KERNEL(Index, Index i) {
        if (i >= *list.count || !own.has(list.objects[i])) return -range;
        real r = range;
        Index nearest = -1;
        Real3 towards{};
        list.for_each_near(i, {}, [&](Index j, const Real3& apart, real distance, real) {
          if (distance < r) r = distance, nearest = j, towards = -apart;
        });
        if (nearest < 0 || !other.has(list.objects[nearest])) return -range;
        const real up = dot(towards, normal_at(own.points, block, list.numbers[i])),
                   from_other = -dot(towards, normal_at(other.points, other_block, list.numbers[nearest]));
        const real distance =
            std::fmax(std::fabs(up), std::sqrt(std::fmax(r * r - 0.5 * list.sites[i].area, real{0})));
        return closed && up < 0 && from_other < 0 ? distance : -distance;
      },
      Larger{})[0];
}

/// Minus the least distance of a site from those of its own object that it feels; -range if it feels none.
template <class B>
real minus_least_distance_within(const Stream<B>& stream, const CloseSites& list, real range, Index most,
                                 Own own, DerivativeBlock block) {
  return reduce(
      stream, 1, most, -range,
      [=] IBSIM_KERNEL(Index, Index i) {
        if (i >= *list.count || !own.has(list.objects[i])) return -range;
        real least = range;
        const Real3 normal = normal_at(own.points, block, list.numbers[i]);
        list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real) {
          if (list.objects[j] != list.objects[i]) return;
          const real beside = std::sqrt(std::fmax(r * r - 0.5 * list.sites[i].area, real{0}));
          least = std::fmin(least, std::fmax(std::fabs(dot(apart, normal)), beside));
        });
        return -least;
      },
      Larger{})[0];
}

/// Distance of y from the nearer wall, and the direction away from it.
struct FromWall {
  real distance, away;
};
IBSIM_HD FromWall from_wall(real y, real height) {
  if (y < height - y) return {y, 1};
  return {height - y, -1};
}

/// Areas at rest of the sample sites of a structure.
struct AreasAtRest {
  const real* weights;
  ReferenceMetrics metrics;
  IBSIM_HD real operator[](Index i) const {
    const Index s = i % metrics.n_sample;
    return weights[s] * metrics.at(s).area;
  }
};
template <class B>
AreasAtRest areas_at_rest(const StructureSites<B>& of) {
  return {of.surface.weights(), of.surface.reference()};
}

template <class B>
void add_wall_pressure(const Stream<B>& stream, const StructureSites<B>& of, ContactLaw law, real height) {
  const AreasAtRest areas = areas_at_rest(of);
  const real* const y = of.positions.y;
  real* const force = of.forces.y;
  for_each(stream, of.positions.n, [=] IBSIM_KERNEL(Index i) {
    const FromWall wall = from_wall(y[i], height);
    if (wall.distance < law.range)
      force[i] += wall.away * law.p0 * ContactLaw::planar(wall.distance / law.range) * areas[i];
  });
}

template <class B>
real wall_energy(const Stream<B>& stream, const StructureSites<B>& of, ContactLaw law, real height) {
  const AreasAtRest areas = areas_at_rest(of);
  const real* const y = of.positions.y;
  return sum<real>(stream, of.positions.n, [=] IBSIM_KERNEL(Index i) {
    const real s = from_wall(y[i], height).distance / law.range;
    return s < 1 ? law.p0 * law.range * ContactLaw::planar_energy(s) * areas[i] : real{0};
  });
}

/// Minus the least distance of a site from a wall.
template <class B>
real minus_distance_from_walls(const Stream<B>& stream, VectorsView<const real> X, real height) {
  const real* const y = X.y;
  return reduce(
      stream, 1, X.n, -height, [=] IBSIM_KERNEL(Index, Index i) { return -from_wall(y[i], height).distance; },
      Larger{})[0];
}

template <class B>
class Contact final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;

  Contact(const Stream<B>& stream, ContactLaw law, const Grid& grid,
          const std::vector<ContactStructure>& structures)
      : law_(law), height_(grid.topology.y.ends == Ends::walls ? grid.lengths().y : 0), h_(grid.h),
        finder_(stream, grid, law.range, structures), points_(finder_.points()) {}

  void add(const Stream<B>& stream, Sites all) override {
    const CloseSites list = finder_.find(stream, all);
    for_each_structure(all, [&](const StructureSites<B>& of, Own own) {
      add_contact_forces(stream, list, law_, own, points_, of.forces);
      if (height_ > 0) add_wall_pressure(stream, of, law_, height_);
    });
  }

  real energy(const Stream<B>& stream, Sites all) override {
    const CloseSites list = finder_.find(stream, all);
    real energy = 0;
    for_each_structure(all, [&](const StructureSites<B>&, Own own) {
      Array<real, B> of_sites(static_cast<std::size_t>(own.points.positions.n));
      energy += contact_energy(stream, list, law_, own, points_, of_sites);
    });
    if (height_ > 0)
      for (const StructureSites<B>& of : all) energy += wall_energy(stream, of, law_, height_);
    return energy;
  }

  Stiffness stiffness(const Stream<B>& stream, Sites all) override {
    const CloseSites list = finder_.find(stream, all);
    real most = 0;
    for_each_structure(all, [&](const StructureSites<B>&, Own own) {
      most = std::fmax(most, largest_stiffness(stream, list, law_, own, h_, points_));
    });
    const real from_walls = least_from_walls(stream, all);
    if (from_walls < law_.range)
      most += law_.p0 / law_.range * ContactLaw::planar_slope(from_walls / law_.range) *
              moving_part(2 * from_walls, h_);
    return {.anchor = most};
  }

  LeastDistances least_distances(const Stream<B>& stream, Sites all) override {
    const CloseSites list = finder_.find(stream, all);
    LeastDistances least{law_.range, law_.range, least_from_walls(stream, all)};
    for_each_structure(all, [&](const StructureSites<B>& of, Own own) {
      least.within = std::fmin(
          least.within, -minus_least_distance_within(stream, list, law_.range, points_, own, of.block));
      for_each_structure(all, [&](const StructureSites<B>& from, Own other) {
        const bool closed = of.surface.topology() == SurfaceTopology::closed &&
                            from.surface.topology() == SurfaceTopology::closed;
        least.objects = std::fmin(least.objects, -minus_least_distance(stream, list, law_.range, points_, own,
                                                                       of.block, other, from.block, closed));
      });
    });
    return least;
  }

 private:
  real least_from_walls(const Stream<B>& stream, Sites all) const {
    real least = std::numeric_limits<real>::infinity();
    if (height_ > 0)
      for (const StructureSites<B>& of : all)
        least = std::fmin(least, -minus_distance_from_walls(stream, of.positions, height_));
    return least;
  }
  template <class F>
  void for_each_structure(Sites all, F f) const {
    Index first = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Index objects = all[k].surface.objects();
      f(all[k], Own{first, first + objects, finder_.points(k), finder_.own(k)});
      first += objects;
    }
  }

  ContactLaw law_;
  real height_; ///< of the upper wall; 0 without walls
  real h_;
  CloseSitesFinder<B> finder_;
  Index points_;
};

} // namespace

template <class B>
std::unique_ptr<PairForce<B>> make_contact(const Stream<B>& stream, const ContactProperties& contact,
                                           const Grid& grid,
                                           const std::vector<ContactStructure>& structures) {
  if (!(contact.pressure > 0) || !std::isfinite(contact.pressure) || !(contact.range > 0) ||
      !std::isfinite(contact.range))
    throw InputError("pressure and range of contact must be positive");
  return std::make_unique<Contact<B>>(stream, contact_law(contact), grid, structures);
}

template std::unique_ptr<PairForce<ThisBackend>> make_contact(const Stream<ThisBackend>&,
                                                              const ContactProperties&, const Grid&,
                                                              const std::vector<ContactStructure>&);

} // namespace ibsim
