#include "fluid/varying_viscosity.hpp"

#include "base/error.hpp"
#include "fluid/extra_stress.hpp"
#include "fluid/set_number.hpp"
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

template <class B, class T>
void minus_divergence(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const T> s, T* q) {
  const T minus_per_h = static_cast<T>(-1 / local.grid.h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    q[at.here] = divergence_at_cell(s, at, minus_per_h);
  });
}

/// Written in the place of q.
template <class B, class T>
void set_excess(const Stream<B>& stream, Size cells, const ViscosityOfPotential& potential, const T* mean,
                T* x) {
  const auto of = potential.in<T>();
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { x[c] = of.excess(x[c] + *mean); });
}

/// Around the box.
template <class B, class T>
void add_around(const Stream<B>& stream, const LocalGrid<B>& local, real factor, const T* x,
                FaceView<const T> u, FaceView<T> r) {
  const real h = local.grid.h;
  const T factor_per_h2 = static_cast<T>(factor / (h * h));
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

template <class B, class T>
StagedViscosity<B, T>::StagedViscosity(const Stream<B>& stream, const LocalGrid<B>& local,
                                       const ViscosityOfPotential& of, StokesStage<B, T>& stage)
    : VaryingViscosity<B>(of,
                          CellField<B>(stream, static_cast<std::size_t>(local.slab.stored_cells()) *
                                                   sizeof(T) / sizeof(real)),
                          local.slab.ghost_cells(), FaceField<B>(stream, local.slab, storage_of<T>)),
      local_(local) {
  stage.expect_extra_stress(stream);
}

template <class B, class T>
void StagedViscosity<B, T>::set(const Stream<B>& stream, StokesStage<B, T>& stage, const real* mean) {
  T* const q = reinterpret_cast<T*>(excess_.data()) + ghosts_;
  const FaceView<T> source = source_.any().template as<T>();
  fill_ghosts(stream, local_, source.z, 1);
  minus_divergence<B, T>(stream, local_, source, q);
  stage.solve_laplacian(stream, q);
  set_excess<B, T>(stream, local_.slab.own_cells(), of_, in_type<T>(stream, mean, rounded_mean_), q);
  fill_ghosts(stream, local_, q, 1);
}

template <class B, class T>
void StagedViscosity<B, T>::add_extra_stress(const Stream<B>& stream, StokesStage<B, T>& stage, real factor,
                                             FaceView<const T> u, PartOfStep part, FaceView<T> r,
                                             real* memory) const {
  add_around<B, T>(stream, local_, factor, excess_of_stage(), u, r);
  stage.add_ends_to_extra_stress(stream, factor, excess_of_stage(), u, part, r, memory);
}

template class VaryingViscosity<ThisBackend>;
template class StagedViscosity<ThisBackend, double>;
template class StagedViscosity<ThisBackend, float>;

} // namespace ibsim
