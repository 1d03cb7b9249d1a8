// The stress of a tension that is known at the sample sites of a surface with a weak form
// (surface/weak_form.hpp):
//
//   S^a = -w T^ab X_b,   T^ab force per length of the parameter domain
//
// For kernel files only.
#pragma once

#include "mechanics/force_term.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

/// stresses += those of a tension. @param tension copied into the kernel: a struct called with the number of
/// a site among all, its object, its number there and its metric (of either number type), for T^ab
/// @param first they hold nothing yet
template <class T, class B, class Tension>
void add_tension_stresses(const Stream<B>& stream, BlockOf<T> block, const real* weights,
                          StressesOf<T> stresses, Tension tension, bool first) {
  const Index n = block.n_sample;
  for_each(stream, n * block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, s = i % n;
    const Vec3<T> d1 = block.at(SurfaceOperator::d1, object, s),
                  d2 = block.at(SurfaceOperator::d2, object, s);
    const TensorOf<T> t = -T(weights[s]) * tension(i, object, s, metric_tensor(d1, d2));
    stresses.add(SurfaceOperator::d1, object, s, t.a11 * d1 + t.a12 * d2, first);
    stresses.add(SurfaceOperator::d2, object, s, t.a12 * d1 + t.a22 * d2, first);
  });
}
template <class B, class Tension>
void add_tension_stresses(const Stream<B>& stream, const Motion<B>& now, SiteStresses stresses,
                          Tension tension, bool first) {
  with_block(now.block, [&]<class T>(BlockOf<T> block) {
    add_tension_stresses(stream, block, now.surface.weights(), stresses.as<T>(), tension, first);
  });
}

} // namespace ibsim
