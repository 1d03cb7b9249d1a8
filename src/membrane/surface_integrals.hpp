// Integrals over the surfaces of all objects, from their derivative block.
#pragma once

#include "membrane/derivative_block.hpp"
#include "membrane/membrane.hpp"

namespace ibsim {

constexpr Index surface_integral_parts = 256;  ///< partial results an object: a fixed number, so the order of summation is fixed
constexpr int surface_integral_numbers = 23;   ///< numbers in each of them

/// @param scratch of surface_integral_numbers * surface_integral_parts * n_objects numbers. Waits for the queue.
template <class B>
std::vector<MembraneIntegrals> surface_integrals(const Queue<B>&, DerivativeBlock, ReferenceMetrics, const real* weights, Skalak,
                                                 Array<real, B>& scratch);

} // namespace ibsim
