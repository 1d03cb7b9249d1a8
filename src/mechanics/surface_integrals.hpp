// Integrals over the surfaces of all objects, from their derivative block.
#pragma once

#include "mechanics/membrane.hpp"
#include "surface/derivative_block.hpp"

namespace ibsim {

/// Waits for the stream.
template <class B>
std::vector<MembraneIntegrals> surface_integrals(const Stream<B>&, DerivativeBlock, ReferenceMetrics,
                                                 const real* weights, Skalak);

} // namespace ibsim
