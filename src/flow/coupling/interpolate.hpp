// Interpolation: U_j = sum_i delta_h(x_i - X_j) u_i h^3, for each component on its own staggered grid
// (paper, equation 6 and Algorithm 3). One work item a point.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "grid/grid.hpp"
#include "grid/points.hpp"
#include "grid/slab.hpp"

namespace ibsim {

/// U[j] = u at X[j], j = 0 .. X.n-1, any number (also none). X in um, anywhere (wrapped into the periodic box
/// here).
/// @param in_all points of which these are some: they decide how it is done, and with it the last bits
template <class B>
void interpolate(const Stream<B>&, DeltaKernel, const Grid&, AnyConstFaces u, VectorsView<const real> X,
                 VectorsView<real> U, Index in_all);
template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, AnyConstFaces u,
                 VectorsView<const real> X, VectorsView<real> U) {
  interpolate<B>(stream, kernel, grid, u, X, U, X.n);
}

/// Interpolates on the rank of a slab, at the points whose cell is in its own planes. U of others is zero,
/// all of its bits (Communicator::add_words). It is what the whole field gives, to the bit.
/// @param grid of the whole box @param u its pointers are those of the first own plane; two ghost planes hold
/// what is beyond
template <class B>
void interpolate(const Stream<B>&, DeltaKernel, const Grid& grid, const Slab&, AnyConstFaces u,
                 VectorsView<const real> X, VectorsView<real> U, Index in_all);
template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Slab& slab,
                 AnyConstFaces u, VectorsView<const real> X, VectorsView<real> U) {
  interpolate<B>(stream, kernel, grid, slab, u, X, U, X.n);
}

} // namespace ibsim
