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
#include "mechanics/contact_forces.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <numeric>
#include <optional>

namespace ibsim {
namespace {

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

/// The surface of a structure, as the distances from it are measured.
struct Side {
  OwnSites own;
  DerivativeBlock block;
  bool closed; ///< encloses something
};
IBSIM_IN_KERNEL Real3 normal_at(const Side& of, Index i) { return normal_at(of.own.points, of.block, i); }

/// Of a listed site i of one side and that of another nearest to it, at x_i - x_j = apart: the distance that
/// is told (file comment).
IBSIM_IN_KERNEL real told_distance(const CloseSites& list, const Side& of, Index i, const Side& other,
                                   Index j, const Real3& apart, real r) {
  const real up = -dot(apart, normal_at(of, list.numbers[i])),
             from_other = dot(apart, normal_at(other, list.numbers[j]));
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

/// Looks at the listed sites of a structure whose nearest site is of another: -range stays where it is not.
template <class B>
void look_at_others(const Stream<B>& stream, const CloseSites& list, real range, Index most, Side of,
                    Side other, AtPoint* at) {
  for_each(stream, most, [=] IBSIM_KERNEL(Index i) {
    if (i >= *list.count || !of.own.has(list.objects[i])) return;
    real r = range;
    Index nearest = -1;
    Real3 towards{};
    list.for_each_near(i, {}, [&](Index j, const Real3& apart, real distance, real) {
      if (distance < r) r = distance, nearest = j, towards = apart;
    });
    if (nearest < 0 || !other.own.has(list.objects[nearest])) return;
    at[list.numbers[i]].minus_objects = -told_distance(list, of, i, other, nearest, towards, r);
  });
}

/// All that is measured of a structure's listed sites, in one look at what is near them; not the distances
/// from other structures. @param at of each of its points, 0 and -range before
template <class B>
void look_at_sites(const Stream<B>& stream, const CloseSites& list, ContactLaw law, Index most, Side of,
                   real h, AtPoint* at) {
  const real range = law.range;
  for_each(stream, most, [=] IBSIM_KERNEL(Index i) {
    if (i >= *list.count || !of.own.has(list.objects[i])) return;
    const real area = list.sites[i].area;
    const Index object = list.objects[i];
    real energy = 0, nearest_r = range, within = range;
    Index nearest = -1;
    Real3 diagonal{}, mixed{}, towards{}, normal{};
    list.for_each_near(i, of.own.sites, [&](Index j, const Real3& apart, real r, real reach) {
      const ContactLaw of_pair = law.within(reach);
      const real area_j = list.sites[j].area;
      energy += 0.5 * area * area_j * of_pair.energy(r);
      const Real3 n = apart / r;
      const real across = of_pair.force(r) / r, along = of_pair.slope(r) + across,
                 moving = area_j * moving_part(r, h);
      diagonal +=
          moving * Real3{along * n.x * n.x - across, along * n.y * n.y - across, along * n.z * n.z - across};
      mixed += moving * along * Real3{n.x * n.y, n.y * n.z, n.z * n.x};
      if (list.objects[j] == object) {
        if (normal == Real3{}) normal = normal_at(of, list.numbers[i]);
        const real beside = std::sqrt(std::fmax(r * r - 0.5 * area, real{0}));
        within = std::fmin(within, std::fmax(std::fabs(dot(apart, normal)), beside));
      } else if (r < nearest_r) {
        nearest_r = r, nearest = j, towards = apart;
      }
    });
    const bool of_this = nearest >= 0 && of.own.has(list.objects[nearest]);
    at[list.numbers[i]] = {energy, 2 * std::sqrt(dot(diagonal, diagonal) + 2 * dot(mixed, mixed)),
                           of_this ? -told_distance(list, of, i, of, nearest, towards, nearest_r) : -range,
                           -within};
  });
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

/// Of an object.
struct AtWalls {
  real energy, minus_distance;
};
struct AtWallsOfObject {
  IBSIM_HD AtWalls operator()(const AtWalls& a, const AtWalls& b) const {
    return {a.energy + b.energy, Larger()(a.minus_distance, b.minus_distance)};
  }
};

/// Of each object its energy at walls, and minus the least distance of a site from them.
template <class B>
std::vector<AtWalls> at_walls(const Stream<B>& stream, const StructureSites<B>& of, ContactLaw law,
                              real height) {
  const AreasAtRest areas = areas_at_rest(of);
  const real* const y = of.positions.y;
  const Index n = of.surface.samples_per_object();
  return reduce(
      stream, of.surface.objects(), n, AtWalls{0, -height},
      [=] IBSIM_KERNEL(Index object, Index site) {
        const Index i = object * n + site;
        const real distance = from_wall(y[i], height).distance, s = distance / law.range;
        return AtWalls{s < 1 ? law.p0 * law.range * ContactLaw::planar_energy(s) * areas[i] : real{0},
                       -distance};
      },
      AtWallsOfObject{}, of.block.objects_in_all);
}

template <class B>
class Contact final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;

  Contact(const Stream<B>& stream, ContactLaw law, const Grid& grid,
          const std::vector<ContactStructure>& structures)
      : law_(law), height_(grid.topology.y.ends == Ends::walls ? grid.lengths().y : 0), h_(grid.h),
        finder_(stream, grid, law.range, structures), points_(finder_.points()),
        at_points_(static_cast<std::size_t>(points_)) {}

  void find(const Stream<B>& stream, Sites all) override { list_ = finder_.find(stream, all); }

  void add(const Stream<B>& stream, Sites all) override {
    find(stream, all);
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own) {
      add_contact_forces(stream, *list_, law_, own, points_, of.forces);
      if (height_ > 0) add_wall_pressure(stream, of, law_, height_);
    });
  }

  std::vector<PairMeasures> measure_objects(const Stream<B>& stream, Sites all) override {
    const CloseSites list = *list_;
    std::vector<PairMeasures> found;
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own) {
      AtPoint* const at = at_points_.data();
      const real range = law_.range;
      for_each(stream, own.points.positions.n, [=] IBSIM_KERNEL(Index i) { at[i] = {0, 0, -range, -range}; });
      const Side side = side_of(of, own);
      look_at_sites(stream, list, law_, points_, side, h_, at);
      for_each_structure(all, [&](const StructureSites<B>& from, OwnSites other) {
        if (other.first_object == own.first_object) return;
        look_at_others(stream, list, range, points_, side, side_of(from, other), at);
      });
      const std::size_t first = found.size();
      const Index n = own.points.n;
      // in the order of points, since that of the list is not the same in every run
      for (const AtPoint& of_object : reduce(
               stream, of.surface.objects(), n, AtPoint{0, 0, -range, -range},
               [=] IBSIM_KERNEL(Index object, Index p) { return at[object * n + p]; }, OfObject{},
               of.block.objects_in_all)) {
        found.push_back(
            {.energy = of_object.energy, .stiffness = {.anchor = of_object.stiffness}, .least = {}});
        found.back().least.objects = -of_object.minus_objects;
        found.back().least.within = -of_object.minus_within;
      }
      if (height_ > 0) {
        const std::vector<AtWalls> walls = at_walls(stream, of, law_, height_);
        for (std::size_t o = 0; o < walls.size(); ++o) {
          found[first + o].energy += walls[o].energy;
          found[first + o].least.walls = -walls[o].minus_distance;
        }
      }
    });
    return found;
  }

  void complete(PairMeasures& all) const override {
    all.least.objects = std::fmin(all.least.objects, law_.range);
    all.least.within = std::fmin(all.least.within, law_.range);
    if (all.least.walls < law_.range)
      all.stiffness.anchor += law_.p0 / law_.range * ContactLaw::planar_slope(all.least.walls / law_.range) *
                              moving_part(2 * all.least.walls, h_);
  }

 private:
  static Side side_of(const StructureSites<B>& of, OwnSites own) {
    return {own, of.block, of.surface.topology() == SurfaceTopology::closed};
  }
  template <class F>
  void for_each_structure(Sites all, F f) const {
    Index first = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Index objects = all[k].surface.objects();
      f(all[k], OwnSites{first, first + objects, finder_.points(k), finder_.own(k)});
      first += objects;
    }
  }

  ContactLaw law_;
  real height_; ///< of the upper wall; 0 without walls
  real h_;
  CloseSitesFinder<B> finder_;
  std::optional<CloseSites> list_; ///< found last
  Index points_;
  Array<AtPoint, B> at_points_; ///< as they are measured
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
