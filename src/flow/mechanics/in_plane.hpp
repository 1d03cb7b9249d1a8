// The force term of an in-plane law (law.hpp): one kernel a law, with the law inlined. For kernel files only;
// laws.kernels.cpp makes those of the laws that users choose from.
//
//   force per area of the parameter domain F = d_a[T^ab X_b]   (in_plane_force.hpp),   energy = sum w S W
//   of a surface with a weak form the stress S^a = -w T^ab X_b          (surface/weak_form.hpp)
#pragma once

#include "mechanics/in_plane_force.hpp"
#include "mechanics/site_pass.hpp"
#include "mechanics/surface_stiffness.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {

/// F of a site, for pass_over_sites.
template <Law L>
struct InPlaneDensity {
  ReferenceMetrics reference;
  L law;
  IBSIM_HD Real3 operator()(Index s, const SurfaceJet& jet) const {
    return force_density(reference.at(s), jet, law);
  }
};

/// T^ab of a site, for pass_with_stresses.
template <Law L>
struct InPlaneTension {
  ReferenceMetrics reference;
  L law;
  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index s, const TensorOf<T>& g) const {
    return tension(reference.at<T>(s), g, law);
  }
};

template <class B, Law L>
void add_in_plane_forces(const Stream<B>& stream, DerivativeBlock block, const real* weights,
                         InPlaneDensity<L> density, VectorsView<real> F) {
  const Index n_sample = block.n_sample;
  for_each(stream, n_sample * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample;
    F.set(i, F.at(i) + weights[s] * density(s, block.jet(i / n_sample, s)));
  });
}

template <class B, Law L>
std::vector<real> in_plane_energies(const Stream<B>& stream, DerivativeBlock block, const real* weights,
                                    ReferenceMetrics reference, L law) {
  return reduce(
      stream, block.n_objects, block.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const ReferenceMetric ref = reference.at(s);
        const Invariants i = invariants(ref, metric_tensor(block.at(SurfaceOperator::d1, object, s),
                                                           block.at(SurfaceOperator::d2, object, s)));
        return weights[s] * ref.area * law(i.i1, i.i2).w;
      },
      Plus{}, block.objects_in_all);
}

template <class B, Law L>
real largest_stiffness(const Stream<B>& stream, DerivativeBlock block, ReferenceMetrics reference, L law) {
  const Index n_sample = block.n_sample;
  return max_of(stream, n_sample * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    const Tensor g =
        metric_tensor(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s));
    return surface_stiffness(law, invariants(reference.at(s), g));
  });
}

/// The largest modulus against shear: a ripple across a principal direction, a, is moved back with
/// A q^2 X, A = (l_a/l_b) 2 W_1.
template <class B, Law L>
real largest_shear_modulus(const Stream<B>& stream, DerivativeBlock block, ReferenceMetrics reference,
                           L law) {
  const Index n_sample = block.n_sample;
  return max_of(stream, n_sample * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    const Invariants now =
        invariants(reference.at(s), metric_tensor(block.at(SurfaceOperator::d1, object, s),
                                                  block.at(SurfaceOperator::d2, object, s)));
    const Principal l = principal_stretches(now);
    return 2 * law(now.i1, now.i2).w1 * l.first / l.second;
  });
}

template <class B, Law L>
void add_in_plane_tension(const Stream<B>& stream, DerivativeBlock block, ReferenceMetrics reference, L law,
                          VectorsView<real> T) {
  const Index n_sample = block.n_sample;
  for_each(stream, n_sample * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    const Tensor t = cauchy_tension(
        reference.at(s),
        metric_tensor(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s)),
        law);
    T.set(i, T.at(i) + Real3{t.a11, t.a12, t.a22});
  });
}

template <class B, Law L>
class InPlane final : public PassingTerm<B> {
 public:
  explicit InPlane(const L& law) : law_(law) {}
  std::string name() const override { return "in-plane"; }
  void take_law(const AnyLaw& law) override {
    if constexpr (std::is_constructible_v<AnyLaw, L>) law_ = std::get<L>(law);
  }

  void pass(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass) override {
    if (!pass.stresses.empty())
      pass_with_stresses(stream, now, pass, InPlaneTension<L>{now.surface.reference(), law_});
    else
      pass_over_sites(stream, now, pass, InPlaneDensity<L>{now.surface.reference(), law_});
  }
  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    add_in_plane_forces(stream, now.block, now.surface.weights(),
                        InPlaneDensity<L>{now.surface.reference(), law_}, F);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return in_plane_energies(stream, now.block, now.surface.weights(), now.surface.reference(), law_);
  }
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    return {.modulus = largest_stiffness(stream, now.block, now.surface.reference(), law_),
            .shear = largest_shear_modulus(stream, now.block, now.surface.reference(), law_)};
  }
  void add_tension(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> T) override {
    add_in_plane_tension(stream, now.block, now.surface.reference(), law_, T);
  }

 private:
  L law_;
};

} // namespace ibsim
