// A structure: the surfaces of all objects of one kind, the terms that make forces on them, and its slice of
// the state. It never sees the grid, and the fluid never sees its sites: only the IB step
// (immersed_boundary_step.hpp) knows both.
//
// Its forces at the sample sites, in this order: the internal terms (their sum of each object taken away if
// wished, for it is an error of quadrature), then the others. With an in-plane law alone that is one product
// and one kernel. Terms that differentiate more than twice work at the data sites, and come in with that
// kernel.
//
// Of a surface with a weak form (surface/resolved_space.hpp) that law and all StressTerms leave stresses, of
// which resolve_forces() makes forces of the space, with what is of the space of all point forces
// (surface/weak_form.hpp).
#pragma once

#include "mechanics/force_term.hpp"
#include "state/data_site_forces.hpp"
#include "surface/resolved_motion.hpp"

#include <memory>
#include <optional>

namespace ibsim {

/// What of the state belongs to a structure.
template <class B>
struct StructureState {
  VectorsView<const real> sites;       ///< X of the data sites
  std::span<StateArray<B>> remembered; ///< by the terms, in their order

  StructureState(VectorsView<const real> X, std::span<StateArray<B>> arrays = {})
      : sites(X), remembered(arrays) {}
  StructureState(VectorsView<real> X, std::span<StateArray<B>> arrays = {}) : sites(X), remembered(arrays) {}
};

/// Integrals over one object.
struct StructureIntegrals : SurfaceIntegrals {
  real energy = 0;            ///< of all terms, pg um^2/us^2
  std::vector<real> of_terms; ///< of each of them, in the order of Structure::term_names
};

/// The stiffness of terms that act together, each at its stiffest site.
Stiffness of_all(const std::vector<Stiffness>& terms);

template <class B>
class Structure {
 public:
  using Terms = std::vector<AnyTerm<B>>;

  /// @param remove_net_force take from the internal forces of each object their sum
  Structure(const Stream<B>&, const SurfaceKind&, int objects, Terms terms, bool remove_net_force);

  Surface<B>& surface() { return surface_; }
  const Surface<B>& surface() const { return surface_; }

  std::vector<std::string> term_names() const;
  std::span<ForceTerm<B>* const> terms() const { return all_terms_; }

  /// ForceTerm::take_law of all terms.
  void take_law(const AnyLaw&);

  /// Derivatives at the data sites, of the last call of forces(); of no sites where no term needs them.
  DerivativeBlock at_data() const;

  /// What the terms remember, at the start. @param prefix of the arrays' names, to make them unique
  /// @param kind of the objects, in the model
  std::vector<StateArray<B>> state_at_start(const Stream<B>&, const std::string& prefix,
                                            std::size_t kind = 0) const;

  /// Positions (um) and point forces on the fluid (pg um/us^2, already times the quadrature weight) at all
  /// sample sites, object by object. Allocates nothing and does not wait for the stream.
  /// @param U velocities of the data sites @param time_step us; more than 0: a step, in which terms go on
  /// with their state
  /// @param notes where a SiteFailure (mechanics/site_pass.hpp) is noted, with the number of the sample site
  /// Of a surface with a weak form the forces of its stresses are still missing: resolve_forces(), once, adds
  /// them.
  /// @return the derivatives, valid until the next call
  DerivativeBlock forces(const Stream<B>&, const StructureState<B>&, VectorsView<const real> U,
                         real time_step, VectorsView<real> sample_positions, VectorsView<real> sample_forces,
                         FailureNotes notes = {});

  /// Whether force and motion share a space (surface/resolved_motion.hpp).
  bool is_resolved() const { return resolved_.has_value(); }
  /// What is of that space: of values at the data sites (a velocity, or positions), and of all point forces
  /// at the sample sites, those of others included, to which this adds those of the stresses. Without such a
  /// space all of it. Allocate nothing and do not wait for the stream. @param of_others false: there are
  /// none, and where this has none either none are brought into the space
  void resolve_motion(const Stream<B>&, VectorsView<real> at_data);
  void resolve_forces(const Stream<B>&, VectorsView<real> sample_forces, bool of_others = true);
  /// Resolves positions at the data sites by their change from positions that are of the space: what
  /// single precision rounds is then small. @param from work area if `whole`, else the latter
  /// @param whole also what they were before: their distance from an origin of each object is projected
  void resolve_positions(const Stream<B>&, VectorsView<real> from, VectorsView<real> at_data, bool whole);
  /// Number type of products, stresses and what is computed site by site.
  bool in_floats() const { return in_floats_; }
  /// Resolves forces, and gives for each object how much of their density, in the root mean square, was not
  /// of the space and was taken away: point forces' alone can be. 0 without a space. Waits for the stream.
  std::vector<real> unresolved_part_of_forces(const Stream<B>&, VectorsView<real> sample_forces);

  /// The derivatives alone, at the sample sites and at_data(), for what follows: `present` below is what this
  /// or forces() returned last, for the same state.
  DerivativeBlock derivatives(const Stream<B>&, const StructureState<B>&);

  /// Principal tensions t1 >= t2 (Cauchy, force per present length, pg/us^2) of all terms at all sample
  /// sites. Allocates.
  void principal_tensions(const Stream<B>&, const StructureState<B>&, DerivativeBlock present, real* t1,
                          real* t2);

  /// The stiffness of each term at its stiffest site; NaN if anything is. Waits for the stream.
  std::vector<Stiffness> stiffness_of_terms(const Stream<B>&, const StructureState<B>&,
                                            DerivativeBlock present);
  /// Stiffness of all terms together.
  Stiffness stiffness(const Stream<B>& stream, const StructureState<B>& state, DerivativeBlock present) {
    return of_all(stiffness_of_terms(stream, state, present));
  }

  /// The integrals of each object. Waits for the stream.
  std::vector<StructureIntegrals> integrals(const Stream<B>&, const StructureState<B>&,
                                            DerivativeBlock present);

  /// ForceTerm::measure of all terms, in their order: [object][number]. Waits for the stream.
  std::vector<real> measures_of_terms(const Stream<B>&, const StructureState<B>&, DerivativeBlock present);

  /// Principal tensions, with derivatives of their own.
  void principal_tensions(const Stream<B>& stream, const StructureState<B>& state, real* t1, real* t2) {
    principal_tensions(stream, state, derivatives(stream, state), t1, t2);
  }
  std::vector<StructureIntegrals> integrals(const Stream<B>& stream, const StructureState<B>& state) {
    return integrals(stream, state, derivatives(stream, state));
  }

 private:
  struct Term {
    std::unique_ptr<ForceTerm<B>> force;
    std::size_t first_array, arrays; ///< of what is remembered
  };
  /// A term that makes forces at the sample sites, and its number among all.
  template <class T>
  struct AtSamples {
    T* term;
    std::size_t number;
  };
  /// The motion of sites at rest.
  Motion<B> motion(const StructureState<B>&, DerivativeBlock present);
  /// The motion as a term sees it. @throws std::invalid_argument if the state lacks what it remembers
  Motion<B> of_term(std::size_t number, Motion<B>, const StructureState<B>&) const;
  /// f(term, motion), with the motion's state that of the term.
  template <class F>
  void for_each_term(const Motion<B>&, const StructureState<B>&, F f);

  Surface<B> surface_;
  std::optional<ResolvedMotion<B>> resolved_;
  std::vector<Term> terms_;
  std::vector<ForceTerm<B>*> all_terms_;                           ///< the same
  std::optional<DataSiteForces<B>> data_;                          ///< where there are such terms
  std::vector<AtSamples<StressTerm<B>>> stress_terms_;             ///< those that bend first
  std::optional<WeakForm<B>> weak_form_;                           ///< of a surface with a weak form
  std::vector<AtSamples<SampleTerm<B>>> before_pass_, after_pass_; ///< internal; not internal
  std::optional<AtSamples<PassingTerm<B>>> passing_;
  bool remove_net_force_, in_floats_;
  Index objects_in_all_;    ///< SurfaceKind has it
  GroupSums<B> net_forces_; ///< of the internal terms, of each object
};

} // namespace ibsim
