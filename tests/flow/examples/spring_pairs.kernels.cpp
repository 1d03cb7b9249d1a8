// A force between structures in one small file: site s of one object hangs on a spring from site s of
// another.
//
//   F_s = -c w_s (X_s - Y_s) on the first, -F_s on the second,   energy (c/2) sum w_s |X_s - Y_s|^2
//
// w: weights of the first object's sites. Equal and opposite, so the momentum is kept to round-off.
#include "examples/examples.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// n sites from number `from` on.
VectorsView<const real> part(VectorsView<const real> all, Index from, Index n) {
  return {all.x + from, all.y + from, all.z + from, n};
}
VectorsView<real> part(VectorsView<real> all, Index from, Index n) {
  return {all.x + from, all.y + from, all.z + from, n};
}

template <class B>
void pull_together(const Stream<B>& stream, real c, const real* weights, VectorsView<const real> X,
                   VectorsView<const real> Y, VectorsView<real> F, VectorsView<real> G) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index s) {
    const Real3 force = c * weights[s] * (Y.at(s) - X.at(s));
    F.set(s, F.at(s) + force);
    G.set(s, G.at(s) - force);
  });
}

template <class B>
real spring_energy(const Stream<B>& stream, real c, const real* weights, VectorsView<const real> X,
                   VectorsView<const real> Y) {
  return sum<real>(stream, X.n, [=] IBSIM_KERNEL(Index s) {
    const Real3 d = Y.at(s) - X.at(s);
    return 0.5 * c * weights[s] * dot(d, d);
  });
}

/// Per present area: the largest w/(w |X_1 x X_2|).
template <class B>
real largest_per_area(const Stream<B>& stream, DerivativeBlock block, Index object) {
  return max_of(stream, block.n_sample, [=] IBSIM_KERNEL(Index s) {
    const SurfaceJet jet = block.jet(object, s);
    return 1 / norm(cross(jet.d1, jet.d2));
  });
}

template <class B>
class SpringPairs final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;
  SpringPairs(ObjectOfStructure first, ObjectOfStructure second, real stiffness)
      : first_(first), second_(second), stiffness_(stiffness) {}

  void add(const Stream<B>& stream, Sites all) override {
    const StructureSites<B>&a = all[first_.structure], &b = all[second_.structure];
    const Index n = a.surface.samples_per_object(), from = n * first_.object, to = n * second_.object;
    pull_together(stream, stiffness_, a.surface.weights(), part(a.positions, from, n),
                  part(b.positions, to, n), part(a.forces, from, n), part(b.forces, to, n));
  }
  std::vector<PairMeasures> measure_objects(const Stream<B>& stream, Sites all) override {
    const StructureSites<B>&a = all[first_.structure], &b = all[second_.structure];
    const Index n = a.surface.samples_per_object();
    const real energy =
        spring_energy(stream, stiffness_, a.surface.weights(), part(a.positions, n * first_.object, n),
                      part(b.positions, n * second_.object, n));
    const real most = std::max(largest_per_area(stream, a.block, first_.object),
                               largest_per_area(stream, b.block, second_.object));
    // both ends may move, away from each other
    std::vector<PairMeasures> found;
    for (const StructureSites<B>& structure : all) found.resize(found.size() + structure.surface.objects());
    std::size_t number = static_cast<std::size_t>(first_.object);
    for (std::size_t s = 0; s < static_cast<std::size_t>(first_.structure); ++s)
      number += static_cast<std::size_t>(all[s].surface.objects());
    // all of it is told by the first
    found[number] = {.energy = energy, .stiffness = {.anchor = 2 * stiffness_ * most}, .least = {}};
    return found;
  }

 private:
  ObjectOfStructure first_, second_;
  real stiffness_;
};

} // namespace

template <class B>
std::unique_ptr<PairForce<B>> make_spring_pairs(ObjectOfStructure first, ObjectOfStructure second,
                                                real stiffness) {
  return std::make_unique<SpringPairs<B>>(first, second, stiffness);
}

template std::unique_ptr<PairForce<ThisBackend>> make_spring_pairs(ObjectOfStructure, ObjectOfStructure,
                                                                   real);

} // namespace ibsim
