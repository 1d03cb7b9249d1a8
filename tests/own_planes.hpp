// A rank's part of a field that all ranks have.
#pragma once

#include "grid/local_grid.hpp"

namespace ibsim {

/// own = this rank's planes of a component or cell field of the box.
template <class B>
void take_planes(const Stream<B>& stream, const LocalGrid<B>& local, const real* whole, real* own) {
  copy_within_device(stream, own, whole + Size{local.slab.plane_cells()} * local.slab.first,
                     sizeof(real) * static_cast<std::size_t>(local.slab.own_cells()));
}

} // namespace ibsim
