#include "fluid/varying_viscosity.hpp"

#include "base/error.hpp"
#include "fluid/extra_stress.hpp"
#include "grid/for_each_stencil.hpp"

#include <string>

namespace ibsim {
namespace {

const ViscosityOfPotential& sensible(const ViscosityOfPotential& of) {
  const ViscosityBounds& bounds = of.bounds;
  if (!(bounds.least > 0) || !(bounds.most > bounds.least) || bounds.most - bounds.most != 0)
    throw InputError("where the viscosity varies, it must be positive and finite everywhere, not from " +
                     std::to_string(bounds.least) + " to " + std::to_string(bounds.most) + " cP");
  return of;
}

template <class B>
void minus_divergence(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const real> s, real* q) {
  const real minus_per_h = -1 / local.grid.h;
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    q[at.here] = divergence_at_cell(s, at, minus_per_h);
  });
}

/// Written in the place of q.
template <class B>
void set_excess(const Stream<B>& stream, Size cells, const ViscosityOfPotential& potential, const real* mean,
                real* x) {
  const ViscosityOfPotential of = potential;
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { x[c] = of.excess(x[c] + *mean); });
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
VaryingViscosity<B>::VaryingViscosity(const ViscosityOfPotential& of, CellField<B> excess, Size ghosts,
                                      FaceField<B> source)
    : of_(sensible(of)), excess_(std::move(excess)), ghosts_(ghosts), source_(std::move(source)) {}

template <class B>
StagedViscosity<B>::StagedViscosity(const Stream<B>& stream, const LocalGrid<B>& local,
                                    const ViscosityOfPotential& of, StokesStage<B>& stage)
    : VaryingViscosity<B>(of, CellField<B>(stream, static_cast<std::size_t>(local.slab.stored_cells())),
                          local.slab.ghost_cells(), FaceField<B>(stream, local.slab)),
      local_(local) {
  stage.expect_extra_stress(stream);
}

template <class B>
void StagedViscosity<B>::set(const Stream<B>& stream, StokesStage<B>& stage, const real* mean) {
  real* const q = excess_.data() + ghosts_;
  fill_ghosts(stream, local_, source_.view().z, 1);
  minus_divergence<B>(stream, local_, source_.view(), q);
  stage.solve_laplacian(stream, q);
  set_excess<B>(stream, local_.slab.own_cells(), of_, mean, q);
  fill_ghosts(stream, local_, q, 1);
}

template <class B>
void StagedViscosity<B>::add_extra_stress(const Stream<B>& stream, StokesStage<B>& stage, real factor,
                                          FaceView<const real> u, PartOfStep part, FaceView<real> r,
                                          real* memory) const {
  add_around<B>(stream, local_, factor, this->excess(), u, r);
  stage.add_ends_to_extra_stress(stream, factor, this->excess(), u, part, r, memory);
}

template class VaryingViscosity<ThisBackend>;
template class StagedViscosity<ThisBackend>;

} // namespace ibsim
