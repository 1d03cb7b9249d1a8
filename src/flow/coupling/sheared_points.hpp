// Points in unbounded shear (grid/sheared_box.hpp). They may be in any image of the box; the field that they
// meet is that of the box, less its mean shear, with the rows beyond. A point that lives at another time of a
// step than the field is carried to it by the mean flow first. So where the box begins, and how it moves, is
// nothing to them: coupling is the same at every height.
#pragma once

#include "grid/points.hpp"
#include "grid/sheared_box.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// boxed = X carried from one time to another, in the box. @param height of the box, um; times on the device
template <class B>
void bring_into_box(const Stream<B>&, real height, const ShearNow* from, const ShearNow* to,
                    VectorsView<const real> X, VectorsView<real> boxed);

/// U += the mean flow at X
template <class B>
void add_mean_flow(const Stream<B>&, real height, const ShearNow* now, VectorsView<const real> X,
                   VectorsView<real> U);

} // namespace ibsim
