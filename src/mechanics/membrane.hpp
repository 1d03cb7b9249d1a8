// The membranes of all objects of one kind: same reference surface, same sites, same material.
//
// State: the data sites of n objects, as vectors_view(base, n_data * n_objects): all x (object by object),
// all y, all z. That is also the n_data x (3 n_objects) column-major matrix that one dense product takes to
// all sample sites.
#pragma once

#include "grid/points.hpp"
#include "mechanics/skalak.hpp"
#include "parallel/first_failure.hpp"
#include "surface/rbf_operators.hpp"
#include "surface/sites.hpp"

#include <memory>

namespace ibsim {

/// What one kind of object is made of (host data, made once in set-up).
struct MembraneKind {
  ReferenceSurface surface;
  Skalak law;
  std::vector<Real3> data_nodes, sample_nodes; ///< on the unit sphere
  RbfOperators operators;
};
MembraneKind make_membrane_kind(const ReferenceSurface&, const Skalak&, int n_data, int n_sample,
                                const std::filesystem::path& cache_folder);

/// Integrals over one object's present surface.
struct MembraneIntegrals {
  real area = 0;    ///< um^2
  real volume = 0;  ///< um^3, enclosed
  Real3 centre;     ///< of the enclosed volume, um
  real energy = 0;  ///< elastic, pg um^2/us^2
  Real3 net_force;  ///< pg um/us^2
  Real3 net_torque; ///< about the centre, pg um^2/us^2
  /// second moments of the enclosed volume about its centre divided by the volume, um^2 (symmetric)
  Real3 gyration[3];
  real max_stretch = 0;    ///< largest principal stretch
  real min_area_ratio = 0; ///< least sqrt(det g / det G); NaN if anything is
};

/// What can be wrong at a sample site: the codes that forces() notes.
enum class SiteFailure : unsigned { force_not_finite, surface_folded };

template <class B>
class Membrane {
 public:
  Membrane(const Stream<B>&, const MembraneKind&, int n_objects);
  ~Membrane();
  Membrane(Membrane&&) noexcept;

  Index data_sites() const;   ///< of all objects
  Index sample_sites() const; ///< of all objects
  int objects() const;

  /// Positions (um) and elastic point forces on the fluid (pg um/us^2, already times the quadrature weight)
  /// at all sample sites, object by object, for data sites at X. With remove_net_force each object's total is
  /// made zero by taking a constant density on the unit sphere away (in a closed membrane it is pure
  /// quadrature error). Allocates nothing and does not wait for the stream. @throws std::invalid_argument if
  /// X is not one block of data_sites() vectors; so do the others below.
  /// @param notes where a SiteFailure is noted, with the number of the sample site (of all objects)
  void forces(const Stream<B>&, VectorsView<const real> X, VectorsView<real> sample_positions,
              VectorsView<real> sample_forces, bool remove_net_force, FailureNotes notes = {});

  /// Principal tensions t1 >= t2 (Cauchy, force per present length, pg/us^2) at all sample sites, from the
  /// last call of forces.
  void principal_tensions(const Stream<B>&, real* t1, real* t2);

  /// A field given at the data sites (say, velocity), evaluated at the sample sites.
  void to_sample_sites(const Stream<B>&, VectorsView<const real> at_data, VectorsView<real> at_sample);

  /// The largest modulus against a ripple (surface_stiffness.hpp) of any sample site, pg/us^2, for data sites
  /// at X; NaN if anything is. Waits for the stream.
  real largest_stiffness(const Stream<B>&, VectorsView<const real> X);

  /// Of each object, for data sites at X. Waits for the stream.
  std::vector<MembraneIntegrals> integrals(const Stream<B>&, VectorsView<const real> X);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace ibsim
