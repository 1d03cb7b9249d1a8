// Objects with bonds alone, whose sites a test moves and whose bonds it sets.
//
// With a gap wider than the box a bond has no height, so its stretch is how far its site is from the anchor
// along the wall, and all bonds of an object can have the same force.
#pragma once

#include "flow/mechanics/membranes.hpp"
#include "mechanics/bond_rates.hpp"
#include "mechanics/wall_bonds.hpp"

#include <cmath>
#include <numeric>

namespace ibsim {

constexpr real nN = 1, pN = 1e-3 * nN, per_second = 1e-6, nm = 1e-3;

inline AdhesionProperties slip_bond(int receptors) {
  AdhesionProperties of;
  of.receptors = receptors, of.ligands = 100;
  of.kinetics.off_rate = 3.45 * per_second, of.kinetics.length = 0.014 * nm;
  return of;
}

/// Objects of a kind with bonds alone, whose sites the test moves and whose bonds it sets.
template <class B>
class BoundObjects {
 public:
  BoundObjects(const Stream<B>& stream, const AdhesionProperties& of, int objects, BondWalls walls,
               int data_sites = 60, int sample_sites = 100)
      : stream_(stream), of_(of), objects_(objects), walls_(walls),
        kind_(make_closed_surface(the_sphere, data_sites, sample_sites, {})),
        structure_(make(numbers_from(0))), state_(structure_.state_at_start(stream, "s")),
        shifts_(static_cast<std::size_t>(objects)) {}

  static BondWalls walls(real gap) { return {20, gap, {}, {}, 1, 1, 0.5}; }
  std::vector<Index> numbers_from(Index first) const {
    std::vector<Index> numbers(static_cast<std::size_t>(objects_));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }
  /// Binds all receptors, with anchors by `pull` upstream of their sites as these are now.
  void bind_all(real pull) {
    step(0);
    const std::vector<real> x = positions_.to_host(stream_);
    const std::size_t sites = x.size() / 3, n = static_cast<std::size_t>(of_.receptors) * objects_;
    std::vector<real> anchors(3 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t s = site_of(i);
      anchors[i] = x[s] - pull, anchors[n + i] = 1, anchors[2 * n + i] = x[2 * sites + s];
    }
    state_[0].values.set(stream_, anchors);
  }
  /// Sets what all receptors remember: their anchors a, births, anchors b.
  void set_receptors(const std::vector<real>& anchors) { state_[0].values.set(stream_, anchors); }
  void shift(int object, real by) { shift(object, Real3{by, 0, 0}); }
  void shift(int object, const Real3& by) { shifts_[static_cast<std::size_t>(object)] = by; }
  /// A step of k, or a look at 0.
  void step(real k) {
    std::vector<Map> maps;
    for (const Real3& by : shifts_)
      maps.push_back([by](const Real3& xi) { return position(the_sphere, xi) + Real3{10, 6, 10} + by; });
    X_.set(stream_, data_sites(kind_, maps));
    const Index n = structure_.surface().sample_sites();
    structure_.forces(stream_, {view(), state_}, {}, k, vectors_view(positions_.data(), n),
                      vectors_view(forces_.data(), n));
  }
  /// [object][number] of wall_bonds.hpp.
  std::vector<real> measured() {
    return structure_.measures_of_terms(stream_, {view(), state_},
                                        structure_.derivatives(stream_, {view(), state_}));
  }
  real bonds() {
    const std::vector<real> all = measured();
    real sum = 0;
    for (std::size_t o = 0; o < all.size(); o += numbers_of_bonds) sum += all[o];
    return sum;
  }
  std::vector<StructureIntegrals> integrals() { return structure_.integrals(stream_, {view(), state_}); }
  std::vector<Real3> forces() { return vectors(forces_.to_host(stream_)); }
  std::vector<Real3> positions() { return vectors(positions_.to_host(stream_)); }
  std::vector<real> receptors() { return state_[0].values.to_host(stream_); }
  /// What the term remembers by this name.
  std::vector<real> remembered(const std::string& name) {
    for (const StateArray<B>& array : state_)
      if (array.name.ends_with("." + name)) return array.values.to_host(stream_);
    return {};
  }
  /// The sample site of receptor i of all objects.
  std::size_t site_of(std::size_t i) const {
    const auto n = static_cast<std::size_t>(of_.receptors), sample = kind_.sample_nodes.size();
    return i / n * sample + i % n * sample / n;
  }

 private:
  Structure<B> make(const std::vector<Index>& numbers) {
    typename Structure<B>::Terms terms;
    terms.push_back(make_wall_bonds<B>(stream_, of_, 1, walls_, numbers));
    const Index n = static_cast<Index>(kind_.sample_nodes.size()) * objects_;
    positions_ = Array<real, B>(3 * static_cast<std::size_t>(n));
    forces_ = Array<real, B>(3 * static_cast<std::size_t>(n));
    X_ = Array<real, B>(3 * kind_.data_nodes.size() * static_cast<std::size_t>(objects_));
    return Structure<B>(stream_, kind_, objects_, std::move(terms), true);
  }
  VectorsView<const real> view() {
    return vectors_view<const real>(X_.data(), static_cast<Index>(X_.size() / 3));
  }

  const Stream<B>& stream_;
  AdhesionProperties of_;
  int objects_;
  BondWalls walls_;
  SurfaceKind kind_;
  Array<real, B> X_, positions_, forces_;
  Structure<B> structure_;
  std::vector<StateArray<B>> state_;
  std::vector<Real3> shifts_;
};

} // namespace ibsim
