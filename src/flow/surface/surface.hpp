// The surfaces of all objects of one kind, on a backend: same reference surface, same sites. Geometry without
// mechanics.
//
// State: the data sites of n objects, as vectors_view(base, n_data * n_objects): all x (object by object),
// all y, all z. That is also the n_data x (3 n_objects) column-major matrix that one dense product takes to
// all sample sites.
#pragma once

#include "grid/points.hpp"
#include "surface/derivative_block.hpp"
#include "surface/surface_integrals.hpp"
#include "surface/surface_kind.hpp"

#include <cstdint>
#include <memory>

namespace ibsim {

template <class B>
class Surface {
 public:
  Surface(const Stream<B>&, const SurfaceKind&, int n_objects);
  ~Surface();
  Surface(Surface&&) noexcept;

  Index data_sites() const;   ///< of all objects
  Index sample_sites() const; ///< of all objects
  int objects() const;
  Index data_per_object() const;
  Index samples_per_object() const;
  SurfaceTopology topology() const;
  real parameter_area() const;
  /// Sample sites a data site, at least one: with a sample site's weight, the parameter area of a data site
  /// there.
  real samples_per_data_site() const;

  /// w, one a sample site of an object; and the metric of the surface at rest there. On the device.
  const real* weights() const;
  ReferenceMetrics reference() const;

  /// Positions and derivatives at all sample sites, for data sites at X (um): valid until the next call of
  /// this or of what follows. Allocates nothing and does not wait for the stream. @throws
  /// std::invalid_argument if X is not one block of data_sites() vectors; so do the others below.
  DerivativeBlock derivatives(const Stream<B>&, VectorsView<const real> X);
  /// Derivatives of a field at the data sites, such as a velocity. On a doubly periodic surface the field
  /// must be periodic.
  DerivativeBlock derivatives_of_field(const Stream<B>&, VectorsView<const real> at_data);

  /// Adds to what is of the space of motion what positions at the data sites have beside it
  /// (ResolvedSpace::beside_at_data). @param objects whose sites they are, which may be more than these
  void add_beside_motion(const Stream<B>&, Index objects, VectorsView<real> positions);

  /// How many products were made so far: a block is still there if that is what it was then.
  std::uint64_t products() const;

  /// A field given at the data sites, evaluated at the sample sites.
  void to_sample_sites(const Stream<B>&, VectorsView<const real> at_data, VectorsView<real> at_sample);

  /// Present area that belongs to each sample site, w |X_1 x X_2|, um^2, from the derivatives of positions.
  void area_elements(const Stream<B>&, DerivativeBlock, real* areas);

  /// The integrals of each object, for data sites at X. Waits for the stream.
  std::vector<SurfaceIntegrals> integrals(const Stream<B>&, VectorsView<const real> X);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
