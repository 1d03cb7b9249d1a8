// Ghost values, filled from what lies beyond each end of a rank's part of the grid: the other side of a
// periodic box, or the planes of the next rank. Between walls there are none: the fluid's
// passes go around the box and its stage adds what is other at walls (fluid/wall_stage.hpp). Afterwards a
// stencil is right at every cell of the part without asking where it stands.
//
// Directions are filled in the order x, y, z, each over the ghosts of those before it, so edges and corners
// are right.
#pragma once

#include "grid/grid.hpp"
#include "parallel/communicator.hpp"

namespace ibsim {

/// One component or cell field of part.size() values; where it stands matters at walls alone. Allocates
/// nothing and does not wait for the stream. @throws InputError for ends that cannot be filled,
/// std::invalid_argument if the part has fewer cells than ghost layers in some direction.
template <class B>
void fill_boundary(const Stream<B>&, const Communicator<B>&, const Grid&, const Subdomain& part, Location,
                   real* values);

/// All three components.
template <class B>
void fill_boundary(const Stream<B>& stream, const Communicator<B>& communicator, const Grid& grid,
                   FaceField<B>& u) {
  const FaceView<real> view = u.view();
  for (int d = 0; d < 3; ++d)
    fill_boundary(stream, communicator, grid, u.part(), static_cast<Location>(d), view[d]);
}

} // namespace ibsim
