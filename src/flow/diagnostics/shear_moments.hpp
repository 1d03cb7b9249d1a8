// The part of objects in the stress of a suspension in unbounded shear (diagnostics/shear_diagnostics.hpp).
#pragma once

#include "grid/points.hpp"
#include "parallel/stream.hpp"

#include <vector>

namespace ibsim {

/// Sums F_z (y - middle) over the points of each object. Waits for the stream.
/// @param X, F object by object: the same number each @param objects_in_all of which these are some
template <class B>
std::vector<real> shear_moments(const Stream<B>&, Index objects, Index objects_in_all, real middle,
                                VectorsView<const real> X, VectorsView<const real> F);

} // namespace ibsim
