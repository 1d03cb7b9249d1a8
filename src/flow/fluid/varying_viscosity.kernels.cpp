#include "fluid/varying_viscosity.hpp"

#include "base/error.hpp"
#include "fluid/extra_stress.hpp"
#include "grid/for_each_stencil.hpp"

#include <cmath>

namespace ibsim {
namespace {

ViscosityBounds sensible(const ViscosityBounds& bounds) {
  if (!(bounds.least > 0) || !(bounds.most > bounds.least) || bounds.most - bounds.most != 0)
    throw InputError("where the viscosity varies, it must be positive and finite everywhere, not from " +
                     std::to_string(bounds.least) + " to " + std::to_string(bounds.most) + " cP");
  return bounds;
}

template <class B>
void minus_divergence(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const real> s, real* q) {
  const real minus_per_h = -1 / local.grid.h;
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    q[at.here] = divergence_at_cell(s, at, minus_per_h);
  });
}

/// x = mu - `middle`, in the place of q.
template <class B>
void set_excess(const Stream<B>& stream, Size cells, real outer, ViscosityBounds bounds, real middle,
                const real* mean, real* x) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) {
    const real mu = outer * std::exp(x[c] + *mean);
    x[c] = (mu < bounds.least ? bounds.least : (mu > bounds.most ? bounds.most : mu)) - middle;
  });
}

/// Around the box.
template <class B>
void add_around(const Stream<B>& stream, const LocalGrid<B>& local, real factor, const real* x,
                FaceView<const real> u, FaceView<real> r) {
  const real h = local.grid.h, factor_per_h2 = factor / (h * h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] += extra_stress_at_face<0>(u, x, at, factor_per_h2);
    r.y[c] += extra_stress_at_face<1>(u, x, at, factor_per_h2);
    r.z[c] += extra_stress_at_face<2>(u, x, at, factor_per_h2);
  });
}

} // namespace

template <class B>
VaryingViscosity<B>::VaryingViscosity(const Stream<B>& stream, const LocalGrid<B>& local, real outer,
                                      const ViscosityBounds& bounds, real implicit, StokesStage<B>& stage)
    : local_(local), outer_(outer), bounds_(sensible(bounds)), implicit_(implicit),
      excess_(stream, static_cast<std::size_t>(local.slab.stored_cells())), source_(stream, local.slab) {
  stage.expect_extra_stress(stream);
}

template <class B>
void VaryingViscosity<B>::set(const Stream<B>& stream, StokesStage<B>& stage, const real* mean) {
  real* const q = excess_.data() + local_.slab.ghost_cells();
  fill_ghosts(stream, local_, source_.view().z, 1);
  minus_divergence<B>(stream, local_, source_.view(), q);
  stage.solve_laplacian(stream, q);
  set_excess<B>(stream, local_.slab.own_cells(), outer_, bounds_, implicit_, mean, q);
  fill_ghosts(stream, local_, q, 1);
}

template <class B>
void VaryingViscosity<B>::add_extra_stress(const Stream<B>& stream, StokesStage<B>& stage, real factor,
                                           FaceView<const real> u, PartOfStep part, FaceView<real> r,
                                           real* memory) const {
  add_around<B>(stream, local_, factor, excess(), u, r);
  stage.add_ends_to_extra_stress(stream, factor, excess(), u, part, r, memory);
}

template class VaryingViscosity<ThisBackend>;

} // namespace ibsim
