// bending.hpp of a surface with a weak form: minus the derivatives of w 2 kappa J eta^2, J = sqrt(det g), by
// those of the position, at each sample site. With b_ab = X_ab.n, t^d = g^dc (g^ab X_ab).X_c and eta = H -
// H_0,
//
//   dE/dX_d  = w [2 kappa eta^2 J g^cd X_c - 4 kappa eta J b^cd X_c - 2 kappa eta J t^d n]
//   dE/dX_ab = w 2 kappa eta J g^ab n                                                         (12 and 21
//   apart)
//
// since dJ = J g^cd X_c.dX_d, dg^ab = -g^ac g^bd dg_cd and dn = -g^cd (n.dX_d) X_c.
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
void add_bending_stresses(const Stream<B>& stream, const Motion<B>& now, real kappa, const real* H0,
                          SiteStresses stresses, bool first) {
  const DerivativeBlock block = now.block;
  const Index n = block.n_sample;
  const real* const weights = now.surface.weights();
  for_each(stream, n * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, s = i % n;
    const SurfaceJet x = block.jet(object, s);
    const Tensor g = inverse(metric_tensor(x.d1, x.d2)); // g^ab
    const Real3 area = cross(x.d1, x.d2);
    const real J = norm(area);
    const Real3 normal = area / J, trace = g.a11 * x.d11 + 2 * g.a12 * x.d12 + g.a22 * x.d22; // g^ab X_ab
    const Tensor b{dot(x.d11, normal), dot(x.d12, normal), dot(x.d22, normal)},
        raised = real{-1} * change_of_inverse(g, b); // b^ab
    const real eta = 0.5 * dot(trace, normal) - H0[s], strength = -2 * weights[s] * kappa * J * eta;
    const real trace1 = dot(trace, x.d1), trace2 = dot(trace, x.d2);
    const Tensor in_plane = eta * g + real{-2} * raised;
    const auto along = [&](real a1, real a2, real t) {
      return strength * (a1 * x.d1 + a2 * x.d2 - t * normal);
    };
    const auto add = [&](SurfaceOperator of, const Real3& stress) {
      stresses.add(of, object, s, stress, first);
    };
    add(SurfaceOperator::d1, along(in_plane.a11, in_plane.a12, g.a11 * trace1 + g.a12 * trace2));
    add(SurfaceOperator::d2, along(in_plane.a12, in_plane.a22, g.a12 * trace1 + g.a22 * trace2));
    add(SurfaceOperator::d11, strength * g.a11 * normal);
    add(SurfaceOperator::d12, 2 * strength * g.a12 * normal);
    add(SurfaceOperator::d22, strength * g.a22 * normal);
  });
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

  void add(const Stream<B>& stream, const Motion<B>& now, SiteStresses stresses, bool first) override {
    add_bending_stresses(stream, now, modulus_, rest_.data(), stresses, first);
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
