// Points near walls at y = 0 and y = Ly: the fluid beyond a wall is the odd image of the fluid before it.
//
//   tangential components, rows at (j + 1/2) h:  u_{-1-j} = 2 g - u_j     above u_{N+j} = 2 g' - u_{N-1-j}
//   the normal one, rows at j h:                 v_{-j} = -v_j, v_0 = 0         v_{N+j} = -v_{N-j}, v_N = 0
//
// with g the velocity of the wall. So a kernel that is symmetric gives U = g on the wall, and one whose first
// moment vanishes gives any shear exactly up to it. Spreading is the transpose: what a point gives to an
// image is taken, with the other sign, from the row that it is the image of.
//
// Images are rows of memory (grid/rows_beyond.hpp), so interpolation and every spreading algorithm work as in
// a periodic box of N + rows_beyond rows. Where no image is within reach, sums have the same terms as in one
// of N rows; algorithms that go by tiles or sweeps may divide the rows otherwise, and agree with it to
// rounding.
#pragma once

#include "grid/rows_beyond.hpp"

namespace ibsim {

/// extended = u and its images. @param lower, upper the velocities of the walls along x and z (um/us), on the
/// device. Traffic: u is read once and the extended field written once.
template <class B>
void fill_image_rows(const Stream<B>&, const Grid&, const real* lower, const real* upper, AnyConstFaces u,
                     AnyFaces extended);

/// What a field is beyond a wall: a velocity is odd; normals of surfaces, spread, are a gradient of what is
/// even, so that along the wall they are even.
enum class Image { velocity, normals };

/// f = the transpose of that, for walls at rest; or, with Image::normals, of such an image. f_y is zero on
/// the wall.
template <class B>
void fold_image_rows(const Stream<B>&, const Grid&, AnyConstFaces extended, AnyFaces f,
                     Image = Image::velocity);

} // namespace ibsim
