// Objects of two kinds with bonds between them alone, whose sites a test moves; or of one kind.
#pragma once

#include "flow/mechanics/bound_objects.hpp"
#include "mechanics/object_bonds.hpp"

#include <memory>
#include <optional>

namespace ibsim {

/// The receptors are on objects of the first kind, the ligands on those of the last.
template <class B>
class BoundPairs {
 public:
  struct Objects {
    SurfaceKind kind;
    std::vector<Map> maps; ///< of parameters to places, one an object
  };

  BoundPairs(const Stream<B>& stream, const AdhesionProperties& of, real gap, std::vector<Objects> kinds)
      : stream_(stream), of_(of), kinds_(std::move(kinds)) {
    const std::size_t ligands = kinds_.size() - 1;
    std::vector<ContactStructure> searched;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const int objects = static_cast<int>(kinds_[k].maps.size());
      typename Structure<B>::Terms terms;
      if (k == 0) {
        const BondWalls fluid{
            .height = 24, .gap = gap, .lower = {}, .upper = {}, .density = 1, .viscosity = 1, .cell = 0.5};
        std::vector<Index> numbers(kinds_[0].maps.size());
        std::iota(numbers.begin(), numbers.end(), Index{0});
        terms.push_back(std::unique_ptr<SampleTerm<B>>(make_object_bonds<B>(
            stream, of, 1, kinds_[0].kind,
            {ligands, kinds_[ligands].kind, static_cast<int>(kinds_[ligands].maps.size()), fluid}, numbers)));
      }
      structures_.emplace_back(stream, kinds_[k].kind, objects, std::move(terms), false);
      const auto sites = static_cast<std::size_t>(structures_[k].surface().sample_sites());
      X_.emplace_back(3 * static_cast<std::size_t>(structures_[k].surface().data_sites()));
      positions_.emplace_back(stream, 3 * sites), forces_.emplace_back(stream, 3 * sites);
      searched.push_back({kinds_[k].kind, objects, {}, k});
    }
    state_ = structures_[0].state_at_start(stream, "s");
    const SurfaceKind& last = kinds_[ligands].kind;
    const real area = last.topology == SurfaceTopology::closed ? 4 * pi * 3.91 * 3.91 : 24 * 24;
    const real range =
        std::hypot(gap + of.spring.reach, search_beside(area / static_cast<real>(last.sample_nodes.size())));
    search_ = std::make_shared<NeighbourSearch<B>>(stream, Grid{{48, 48, 48}, 0.5},
                                                   PairRanges(range, range, 0), searched);
    force_ = make_object_bond_force<B>(search_);
  }

  void move(std::size_t kind, std::size_t object, Map map) { kinds_[kind].maps[object] = std::move(map); }
  /// A step of k, or a look at 0.
  void step(real k) {
    std::vector<StructureSites<B>> all;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      Structure<B>& structure = structures_[kind];
      X_[kind].set(stream_, data_sites(kinds_[kind].kind, kinds_[kind].maps));
      const Index n = structure.surface().sample_sites();
      const VectorsView<real> x = vectors_view(positions_[kind].data(), n),
                              F = vectors_view(forces_[kind].data(), n);
      const DerivativeBlock block = structure.forces(stream_, state_of(kind), {}, k, x, F);
      all.push_back({structure.surface(), block, x, F, nullptr, kind, structure.terms()});
    }
    search_->find(stream_, all);
    force_->add(stream_, all);
  }
  /// [object][number] of wall_bonds.hpp.
  std::vector<real> measured() {
    return structures_[0].measures_of_terms(stream_, state_of(0),
                                            structures_[0].derivatives(stream_, state_of(0)));
  }
  real bonds() {
    const std::vector<real> all = measured();
    real sum = 0;
    for (std::size_t o = 0; o < all.size(); o += numbers_of_bonds) sum += all[o];
    return sum;
  }
  real energy() {
    real sum = 0;
    for (const StructureIntegrals& of : structures_[0].integrals(stream_, state_of(0))) sum += of.energy;
    return sum;
  }
  std::vector<Real3> forces(std::size_t kind) { return vectors(forces_[kind].to_host(stream_)); }
  std::vector<Real3> positions(std::size_t kind) { return vectors(positions_[kind].to_host(stream_)); }
  /// What the term remembers by this name, and sets.
  std::vector<Real3> remembered(const std::string& name) {
    for (const StateArray<B>& array : state_)
      if (array.name.ends_with("." + name)) return vectors(array.values.to_host(stream_));
    return {};
  }
  /// Takes the bonds of others, of as many receptors.
  void take_bonds(const BoundPairs& other) {
    for (std::size_t k = 0; k < 2; ++k) state_[k].values.copy_from(stream_, other.state_[k].values);
  }
  const SurfaceKind& ligands() const { return kinds_.back().kind; }
  /// The sample site of receptor i of all objects.
  std::size_t site_of(std::size_t i) const {
    const auto n = static_cast<std::size_t>(of_.receptors), sample = kinds_[0].kind.sample_nodes.size();
    return i / n * sample + i % n * sample / n;
  }

 private:
  StructureState<B> state_of(std::size_t kind) {
    const VectorsView<const real> X =
        vectors_view<const real>(X_[kind].data(), static_cast<Index>(X_[kind].size() / 3));
    return kind == 0 ? StructureState<B>{X, state_} : StructureState<B>{X};
  }

  const Stream<B>& stream_;
  AdhesionProperties of_;
  std::vector<Objects> kinds_;
  std::vector<Structure<B>> structures_;
  std::vector<Array<real, B>> X_, positions_, forces_;
  std::vector<StateArray<B>> state_;
  std::shared_ptr<NeighbourSearch<B>> search_;
  std::unique_ptr<PairForce<B>> force_;
};

/// The sphere of 3.91 um at a place, turned about y by an angle there, and stretched along x.
inline Map sphere_at(const Real3& centre, real angle = 0, real stretch = 1) {
  return [=](const Real3& xi) {
    const Real3 x = position(the_sphere, xi);
    const real c = std::cos(angle), s = std::sin(angle);
    return centre + Real3{stretch * (c * x.x + s * x.z), x.y, c * x.z - s * x.x};
  };
}

/// Two spheres side by side along x, a distance apart; `samples` sites on each.
constexpr real sphere_radius = 3.91;
inline Real3 left_of(real apart) { return {12 - sphere_radius - apart / 2, 12, 12}; }
inline Real3 right_of(real apart) { return {12 + sphere_radius + apart / 2, 12, 12}; }

template <class B>
BoundPairs<B> two_spheres(const Stream<B>& stream, const AdhesionProperties& of, real gap, real apart,
                          int samples) {
  const SurfaceKind kind = make_closed_surface(the_sphere, 60, samples, {});
  return BoundPairs<B>(stream, of, gap,
                       {{kind, {sphere_at(left_of(apart))}}, {kind, {sphere_at(right_of(apart))}}});
}

/// Bonds that form within a step, wherever the reach allows it.
inline AdhesionProperties eager_bonds(int receptors) {
  AdhesionProperties of = slip_bond(receptors);
  of.walls = LigandWalls::objects, of.ligand_kind = "ligands";
  of.kinetics.on_rate = 1e6 * per_second;
  return of;
}

/// Two spheres with bonds between all receptors and ligands that are within reach of each other. No more
/// form.
template <class B>
BoundPairs<B> bound_spheres(const Stream<B>& stream, AdhesionProperties of, real gap, real apart,
                            int samples) {
  AdhesionProperties forming = of;
  forming.spring.stiffness = 1e-9; // a stretch of 10 um is 0.01 kT
  BoundPairs<B> before = two_spheres(stream, forming, gap, apart, samples);
  before.step(1 / per_second);
  of.kinetics.on_rate = 0;
  BoundPairs<B> pair = two_spheres(stream, of, gap, apart, samples);
  pair.take_bonds(before);
  pair.step(0);
  return pair;
}

} // namespace ibsim
