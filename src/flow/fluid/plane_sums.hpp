// Sums of a velocity over each plane of constant z that diagnostics are made of, besides flow_totals.hpp: a
// rank has those of its planes, and what is made of them in the order of the box has the same bits for any
// number of ranks. All wait for the stream.
#pragma once

#include "grid/grid.hpp"

#include <array>
#include <vector>

namespace ibsim {

/// Sums of u over four rows of constant y and z: [own plane][row], um/us.
template <class B>
std::vector<Real3> sums_of_rows(const Stream<B>&, const Slab&, AnyConstFaces u,
                                const std::array<int, 4>& rows);

/// Sums of component d of u, each face weighted by its part: [own plane], um/us. @param parts of the faces of
/// the own planes, or of one that stands for all
template <class B>
std::vector<real> sums_of_parts(const Stream<B>&, const Slab&, const std::vector<real>& parts, int d,
                                AnyConstFaces u);

/// Over the edges along x, in unbounded shear.
struct ShearSums {
  real products = 0; ///< of (A_z v_y)(A_y v_z), um^2/us^2
  real extra = 0;    ///< of 4 h x (g + d_y v_z + d_z v_y), x the excess of a viscosity that varies, pg/us^2
};
/// [own plane]. @param v less its mean shear, with the rows beyond the box and filled ghosts @param x null: 0
/// @param h_rate h g, um/us
template <class B, class T>
std::vector<ShearSums> shear_sums(const Stream<B>&, const Slab&, FaceView<const T> v, const T* x,
                                  real h_rate);

} // namespace ibsim
