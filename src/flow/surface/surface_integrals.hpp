// Integrals over the surfaces of all objects, from their derivative block.
#pragma once

#include "parallel/stream.hpp"
#include "surface/derivative_block.hpp"
#include "surface/surface_kind.hpp"

namespace ibsim {

/// Integrals over one object's present surface. Volume, centre and gyration are those of a closed surface,
/// and zero of others.
struct SurfaceIntegrals {
  real area = 0;   ///< um^2
  real volume = 0; ///< um^3, enclosed
  Real3 centre;    ///< of the enclosed volume, um
  /// second moments of the enclosed volume about its centre divided by the volume, um^2 (symmetric)
  Real3 gyration[3];
  real max_stretch = 0;    ///< largest principal stretch
  real min_area_ratio = 0; ///< least sqrt(det g / det G); NaN if anything is
};

/// Waits for the stream.
template <class B>
std::vector<SurfaceIntegrals> surface_integrals(const Stream<B>&, DerivativeBlock, ReferenceMetrics,
                                                const real* weights, SurfaceTopology);

} // namespace ibsim
