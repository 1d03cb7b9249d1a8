#include "mechanics/site_pass.hpp"

#include "surface/strain.hpp"

namespace ibsim {
namespace {

struct NoForce {
  IBSIM_HD Real3 operator()(Index, const SurfaceJet&) const { return {}; }
};
struct NoTension {
  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index, const TensorOf<T>&) const {
    return {};
  }
};

} // namespace

template <class B>
void plain_pass(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass) {
  if (!pass.stresses.empty())
    pass_with_stresses(stream, now, pass, NoTension{});
  else
    pass_over_sites(stream, now, pass, NoForce{});
}

template <class B>
void remove_sum(const Stream<B>& stream, const Surface<B>& surface, const Real3* totals,
                VectorsView<real> F) {
  const Index n_sample = surface.samples_per_object();
  const real* const weights = surface.weights();
  const real parameter_area = surface.parameter_area();
  for_each(stream, surface.sample_sites(), [=] IBSIM_KERNEL(Index i) {
    F.set(i, F.at(i) - weights[i % n_sample] / parameter_area * totals[i / n_sample]);
  });
}

template <class B>
void principal_tensions(const Stream<B>& stream, DerivativeBlock block, VectorsView<const real> T, real* t1,
                        real* t2) {
  const Index n_sample = block.n_sample;
  for_each(stream, n_sample * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    const Tensor g =
        metric_tensor(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s));
    const Real3 t = T.at(i);
    const Principal tensions = eigenvalues_of_product(g, Tensor{t.x, t.y, t.z}); // of T^ac g_cb
    t1[i] = tensions.first;
    t2[i] = tensions.second;
  });
}

template void plain_pass(const Stream<ThisBackend>&, const Motion<ThisBackend>&,
                         const SitePass<ThisBackend>&);
template void remove_sum(const Stream<ThisBackend>&, const Surface<ThisBackend>&, const Real3*,
                         VectorsView<real>);
template void principal_tensions(const Stream<ThisBackend>&, DerivativeBlock, VectorsView<const real>, real*,
                                 real*);

} // namespace ibsim
