// The part that is added to a product of operators with positions that are no periodic functions
// (SurfaceKind::affine).
#pragma once

#include "parallel/stream.hpp"

namespace ibsim {

/// block += affine, for each object: column (d, object) of the block has what belongs to component d.
template <class B>
void add_affine(const Stream<B>&, Index rows, Index n_objects, const real* affine, real* block);

} // namespace ibsim
