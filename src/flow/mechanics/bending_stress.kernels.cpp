// bending.hpp of a surface with a weak form, whose stresses (bending_sites.hpp) the pass over the sample
// sites takes along.
#include "mechanics/bending.hpp"
#include "mechanics/curvature.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// H_0 of each sample site of an object.
template <class B>
void set_mean_curvature(const Stream<B>& stream, DerivativeBlock at_rest, real* H) {
  for_each(stream, at_rest.n_sample, [=] IBSIM_KERNEL(Index s) { H[s] = curvature(at_rest.jet(0, s)).mean; });
}

template <class B>
std::vector<real> energies(const Stream<B>& stream, const Motion<B>& now, real kappa, const real* H0) {
  const DerivativeBlock block = now.block;
  const real* const weights = now.surface.weights();
  return reduce(
      stream, block.n_objects, block.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Curvature c = curvature(block.jet(object, s));
        const real eta = c.mean - H0[s];
        return 2 * kappa * weights[s] * c.area * eta * eta;
      },
      Plus{}, block.objects_in_all);
}

template <class B>
class BendingStress final : public StressTerm<B> {
 public:
  BendingStress(const Stream<B>& stream, const SurfaceKind& kind, const BendingProperties& properties)
      : modulus_(properties.modulus),
        rest_(stream, std::vector<real>(kind.operators.weights.size(), -properties.curvature)) {
    if (!properties.about_reference) return;
    if (!kind.jets_at_rest.empty()) {
      std::vector<real> H;
      for (const SurfaceJet& jet : kind.jets_at_rest) H.push_back(curvature(jet).mean);
      rest_.set(stream, H);
      return;
    }
    Surface<B> one(stream, kind, 1);
    std::vector<real> at_rest(3 * kind.data_at_rest.size());
    const auto n = static_cast<Index>(kind.data_at_rest.size());
    for (Index k = 0; k < n; ++k) vectors_view(at_rest.data(), n).set(k, kind.data_at_rest[k]);
    const Array<real, B> X(stream, at_rest);
    set_mean_curvature(stream, one.derivatives(stream, vectors_view(X.data(), n)), rest_.data());
    stream.synchronize(); // before these go
  }
  std::string name() const override { return bending_name; }
  bool bends() const override { return true; }

  bool joins(const Motion<B>&, SitePass<B>& pass) override {
    pass.bending = {modulus_, rest_.data()};
    return true;
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return energies(stream, now, modulus_, rest_.data());
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {.bending = modulus_}; }

 private:
  real modulus_;
  Array<real, B> rest_; ///< H_0
};

} // namespace

template <class B>
std::unique_ptr<StressTerm<B>> make_bending_stress(const Stream<B>& stream, const SurfaceKind& kind,
                                                   const BendingProperties& properties) {
  return std::make_unique<BendingStress<B>>(stream, kind, properties);
}

template std::unique_ptr<StressTerm<ThisBackend>>
make_bending_stress(const Stream<ThisBackend>&, const SurfaceKind&, const BendingProperties&);

} // namespace ibsim
