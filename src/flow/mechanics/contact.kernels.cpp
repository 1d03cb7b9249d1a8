// See contact.hpp and contact_law.hpp. The sums over the sites near a site, which here are points
// (contact_points.hpp), whose forces go to the sample sites of each: point_forces.hpp, contact_look.hpp.
#include "mechanics/contact.hpp"

#include "base/error.hpp"
#include "mechanics/contact_look.hpp"
#include "mechanics/distance_field.hpp"
#include "mechanics/neighbour_search.hpp"
#include "mechanics/pair_laws.hpp"
#include "mechanics/point_forces.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace ibsim {
namespace {

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
void add_vessel_pressure(const Stream<B>& stream, const StructureSites<B>& of, ContactLaw law,
                         DistanceField wall) {
  const AreasAtRest areas = areas_at_rest(of);
  const VectorsView<const real> X = of.positions;
  const VectorsView<real> F = of.forces;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    if (!wall.may_be_near(X.at(i), law.range)) return;
    const DistanceField::At at = wall(X.at(i));
    if (!(at.distance < law.range)) return;
    const real force = law.p0 * ContactLaw::planar(at.distance / law.range) * areas[i];
    F.x[i] += force * at.away.x, F.y[i] += force * at.away.y, F.z[i] += force * at.away.z;
  });
}

/// Energy of one object at walls, and its distance from them.
struct AtWalls {
  real energy, minus_distance;
};
struct AtWallsOfObject {
  IBSIM_HD AtWalls operator()(const AtWalls& a, const AtWalls& b) const {
    return {a.energy + b.energy, Larger()(a.minus_distance, b.minus_distance)};
  }
};

/// Energy of each object at walls, and minus the least distance of a site from them.
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

/// Energy of each object at the wall of a vessel, and minus its least distance, up to the range.
template <class B>
std::vector<AtWalls> at_vessel(const Stream<B>& stream, const StructureSites<B>& of, ContactLaw law,
                               DistanceField wall) {
  const AreasAtRest areas = areas_at_rest(of);
  const VectorsView<const real> X = of.positions;
  const Index n = of.surface.samples_per_object();
  return reduce(
      stream, of.surface.objects(), n, AtWalls{0, -law.range},
      [=] IBSIM_KERNEL(Index object, Index site) {
        const Index i = object * n + site;
        if (!wall.may_be_near(X.at(i), law.range)) return AtWalls{0, -law.range};
        const real distance = wall(X.at(i)).distance, s = distance / law.range;
        return AtWalls{s < 1 ? law.p0 * law.range * ContactLaw::planar_energy(s) * areas[i] : real{0},
                       -distance};
      },
      AtWallsOfObject{}, of.block.objects_in_all);
}

template <class B>
void nothing_seen(const Stream<B>& stream, Index points, real range, AtPoint* at) {
  for_each(stream, points, [=] IBSIM_KERNEL(Index i) { at[i] = {0, 0, -range, -range}; });
}

template <class B>
class Contact final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;

  Contact(const Stream<B>& stream, ContactLaw law, const Grid& grid, const std::vector<real>& vessel,
          std::shared_ptr<NeighbourSearch<B>> search, Storage storage)
      : law_(law), storage_(storage), height_(grid.topology.y.ends == Ends::walls ? grid.lengths().y : 0),
        h_(grid.h), n_(grid.n), search_(std::move(search)), points_(search_->points()),
        normals_(static_cast<std::size_t>(points_)), at_points_(static_cast<std::size_t>(points_)),
        nearest_(search_->structures() > 1 ? static_cast<std::size_t>(points_) : 0) {
    if (vessel.empty()) return;
    const std::vector<float> distances(vessel.begin(), vessel.end());
    distances_ = Array<float, B>(stream, distances);
    stream.synchronize(); // before they go
  }

  NeighbourSearch<B>* search() override { return search_.get(); }

  void add(const Stream<B>& stream, Sites all) override {
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own, AtPoint*) {
      if (storage_ == Storage::floats)
        for_each_close_pair(stream, search_->list(), own, points_, forces<float>(of, own));
      else
        for_each_close_pair(stream, search_->list(), own, points_, forces<real>(of, own));
      press_from_walls(stream, of);
    });
  }

  void add_and_look(const Stream<B>& stream, Sites all) override {
    begin_to_look(stream, all);
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own, AtPoint* at) {
      const BothOfPairs<ForcesOfPoints<ContactOfPairs>, LookAtContact> both{forces<real>(of, own),
                                                                            look(of, own, at)};
      for_each_close_pair(stream, search_->list(), own, points_, both);
      press_from_walls(stream, of);
    });
  }

  std::vector<PairMeasures> measure_objects(const Stream<B>& stream, Sites all) override {
    if (looked_at_ != search_->searches()) {
      begin_to_look(stream, all);
      for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own, AtPoint* at) {
        for_each_close_pair(stream, search_->list(), own, points_, look(of, own, at));
      });
    }
    MeasuresOfObjects<B> found(all);
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own, AtPoint* at) {
      const real range = law_.range;
      for_each_structure(all, [&](const StructureSites<B>& from, OwnSites other, AtPoint*) {
        if (other.first_object == own.first_object) return;
        look_at_other(stream, search_->list(), points_, side_of(of, own), side_of(from, other),
                      nearest_.data(), at);
      });
      const Index n = own.points.n;
      const std::span<PairMeasures> of_kind = found.of(of);
      // in the order of points, since that of the list is not the same in every run
      const std::vector<AtPoint> objects = reduce(
          stream, of.surface.objects(), n, AtPoint{0, 0, -range, -range},
          [=] IBSIM_KERNEL(Index object, Index p) { return at[object * n + p]; }, OfObject{},
          of.block.objects_in_all);
      for (std::size_t o = 0; o < objects.size(); ++o)
        of_kind[o] = {.energy = objects[o].energy,
                      .stiffness = {.film = {objects[o].stiffness, range}},
                      .least = {.objects = -objects[o].minus_objects, .within = -objects[o].minus_within}};
      const auto take = [&](const std::vector<AtWalls>& walls) {
        for (std::size_t o = 0; o < walls.size(); ++o) {
          of_kind[o].energy += walls[o].energy;
          of_kind[o].least.walls = std::fmin(of_kind[o].least.walls, -walls[o].minus_distance);
        }
      };
      if (height_ > 0) take(at_walls(stream, of, law_, height_));
      if (!distances_.empty()) take(at_vessel(stream, of, law_, field()));
    });
    return found.all;
  }

  void complete(PairMeasures& all) const override {
    all.least.objects = std::fmin(all.least.objects, law_.range);
    all.least.within = std::fmin(all.least.within, law_.range);
    all.stiffness.film.range = law_.range;
    if (all.least.walls < law_.range)
      all.stiffness.film.stiffness += law_.p0 / law_.range *
                                      ContactLaw::planar_slope(all.least.walls / law_.range) *
                                      moving_part(2 * all.least.walls, h_);
  }

 private:
  DistanceField field() const { return {distances_.data(), n_, h_}; }
  void press_from_walls(const Stream<B>& stream, const StructureSites<B>& of) const {
    if (height_ > 0) add_wall_pressure(stream, of, law_, height_);
    if (!distances_.empty()) add_vessel_pressure(stream, of, law_, field());
  }
  Side side_of(const StructureSites<B>& of, OwnSites own) const {
    return {own, normals_.data(), of.surface.topology() == SurfaceTopology::closed};
  }
  template <class T>
  ForcesOfPoints<ContactOfPairs, T> forces(const StructureSites<B>& of, const OwnSites& own) const {
    return {{law_}, search_->list().numbers, own.points, of.forces};
  }
  LookAtContact look(const StructureSites<B>& of, OwnSites own, AtPoint* at) {
    return {search_->list(), law_, side_of(of, own), h_, at, nearest_.data()};
  }
  void begin_to_look(const Stream<B>& stream, Sites all) {
    nothing_seen(stream, points_, law_.range, at_points_.data());
    for_each_structure(all, [&](const StructureSites<B>& of, OwnSites own, AtPoint*) {
      set_normals(stream, search_->list(), points_, own, of.block, normals_.data());
    });
    looked_at_ = search_->searches();
  }
  /// f(sites, which of the listed ones they are, where is what is measured at their points)
  template <class F>
  void for_each_structure(Sites all, F f) {
    search_->for_each_structure(all, [&](const StructureSites<B>& of, const OwnSites& own, Index first_point,
                                         std::size_t) { f(of, own, at_points_.data() + first_point); });
  }

  ContactLaw law_;
  Storage storage_; ///< number type of pairs in a step
  real height_;     ///< of the upper wall; 0 without walls
  real h_;
  Int3 n_;
  Array<float, B> distances_; ///< from the wall of a vessel; empty: there is none
  std::shared_ptr<NeighbourSearch<B>> search_;
  /// Number of the search at which all was measured but the distances from other structures; 0: none
  std::uint64_t looked_at_ = 0;
  Index points_;
  Array<Real3, B> normals_;           ///< of listed sites, as they are measured
  Array<AtPoint, B> at_points_;       ///< as they are measured
  Array<NearestOfOthers, B> nearest_; ///< of listed sites, where there are several structures
};

} // namespace

template <class B>
std::unique_ptr<PairForce<B>> make_contact(const Stream<B>& stream, const ContactProperties& contact,
                                           const Grid& grid, const std::vector<real>& vessel,
                                           std::shared_ptr<NeighbourSearch<B>> search, Storage storage) {
  if (!(contact.pressure > 0) || !std::isfinite(contact.pressure) || !(contact.range > 0) ||
      !std::isfinite(contact.range))
    throw InputError("pressure and range of contact must be positive");
  return std::make_unique<Contact<B>>(stream, contact_law(contact), grid, vessel, std::move(search), storage);
}

template std::unique_ptr<PairForce<ThisBackend>>
make_contact(const Stream<ThisBackend>&, const ContactProperties&, const Grid&, const std::vector<real>&,
             std::shared_ptr<NeighbourSearch<ThisBackend>>, Storage);

} // namespace ibsim
