// Force terms make forces on a surface: a list of terms a structure. A term is one of four kinds, by where
// its forces are made:
//
//   SampleTerm   at the sample sites, as point forces (tethers.*, area_constraint.*)
//   PassingTerm  there too, in the one pass over these sites that each step makes (in_plane.hpp)
//   DataTerm     at the data sites, as a density: what differentiates positions more than twice (bending.*)
//   StressTerm   nowhere: it says how its energy depends on the derivatives of positions at the sample sites,
//                and the weak form makes forces of it, of a surface that has one
//
// Terms are listed in state/make_structures.cpp. They know surfaces, but neither the grid nor other
// structures (pair_force.hpp).
//
// A force is a point force on the fluid at each sample site, pg um/us^2: force per area of the parameter
// domain times the site's weight. Kernels are enqueued; only what says so waits for the stream.
#pragma once

#include "mechanics/any_law.hpp"
#include "mechanics/bending_sites.hpp"
#include "mechanics/maxwell_sites.hpp"
#include "mechanics/stiffness.hpp"
#include "parallel/first_failure.hpp"
#include "parallel/state_array.hpp"
#include "parallel/sum_by_group.hpp"
#include "surface/site_operators.hpp"
#include "surface/surface.hpp"
#include "surface/weak_form.hpp"

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ibsim {

/// Array that a term requests.
struct StateField {
  std::string name; ///< unique in the term
  DealtOut dealt;
  std::vector<real> at_start; ///< of all objects, or of one if all begin alike: all x, all y, all z
};

/// The surfaces of a structure in motion, as its terms see them.
template <class B>
struct Motion {
  Surface<B>& surface;            ///< for further products, which end the use of `block`
  VectorsView<const real> X, U;   ///< data sites, um, and their velocities, um/us (no data: at rest)
  DerivativeBlock block;          ///< positions and derivatives at the sample sites, of X
  DerivativeBlock at_data;        ///< the same at the data sites; of no sites unless a DataTerm is there
  real time_step = 0;             ///< us; 0 if this is no step but a look at the present state
  std::span<StateArray<B>> state; ///< of the term that is called, in the order of fields()
};

/// A pass over all sample sites, which each step makes once a structure (site_pass.hpp).
template <class B>
struct SitePass {
  VectorsView<real> positions, forces; ///< written; um and pg um/us^2
  bool add = false;                    ///< to what `forces` holds
  FailureNotes notes;
  GroupSums<B>* sums = nullptr; ///< of the forces of each object
  /// of forces, added with the weights; column d objects + object. None: no values
  ColumnBlock density;
  /// Stresses of a surface with a weak form, written in place of the force of the pass, or added to;
  /// `forces` then are those of others. None: no values
  SiteStresses stresses;
  bool add_stresses = false; ///< to those of first derivatives
  bool add_bending = false;  ///< to those of second derivatives
  /// What terms give to these that join the pass (StressTerm::joins). Of modulus 0: nothing
  BendingSites bending;
  MaxwellTension springs;
};

/// What is known of a term of any kind but its forces.
template <class B>
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  virtual std::string name() const = 0; ///< for its arrays of state: unique in a structure

  /// Its energy of each object, pg um^2/us^2. Waits for the stream.
  virtual std::vector<real> energy(const Stream<B>&, const Motion<B>&) = 0;

  /// The stiffness at the stiffest site; NaN if anything is. Waits for the stream.
  virtual Stiffness stiffness(const Stream<B>&, const Motion<B>&) = 0;

  /// T^ab += its Cauchy tension (force per present length, pg/us^2) in the frame of the derivatives: T.x,
  /// T.y, T.z are T^11, T^12, T^22 at all sample sites.
  virtual void add_tension(const Stream<B>&, const Motion<B>&, VectorsView<real> /*T*/) {}

  /// What tables show of each object beside its energy, [object][number]; empty: nothing. Waits for the
  /// stream.
  virtual std::vector<real> measure(const Stream<B>&, const Motion<B>&) { return {}; }

  /// What it remembers from step to step, for so many objects; Motion::state has it then.
  virtual std::vector<StateField> fields(int /*objects*/) const { return {}; }

  /// Take `state` a step further, once a step, before those of point forces are made and
  /// after those at data sites. Allocates nothing and does not wait for the stream.
  virtual void advance(const Stream<B>&, const Motion<B>&) {}

  /// Use from now on this law of the membrane, which has other moduli than the one before.
  virtual void take_law(const AnyLaw&) {}
};

/// A term whose forces are made at the sample sites.
template <class B>
class SampleTerm : public ForceTerm<B> {
 public:
  /// True if its forces on an object add up to nothing by their nature, so that what is left is an error of
  /// quadrature.
  virtual bool is_internal() const { return true; }

  /// F += its forces, at the sample sites of all objects. Allocates nothing and does not wait for the stream.
  virtual void add(const Stream<B>&, const Motion<B>&, VectorsView<real> F) = 0;
};

/// One whose kernel can make the whole pass over the sites, which saves reading and writing the forces once
/// more. A structure asks the first such of its internal terms to, after the others have added theirs.
template <class B>
class PassingTerm : public SampleTerm<B> {
 public:
  virtual void pass(const Stream<B>&, const Motion<B>&, const SitePass<B>&) = 0;
};

/// A term whose forces are made at the data sites, as a density that is interpolated. It is internal.
/// All such terms of a structure share (state/data_site_forces.hpp) the product for Motion::at_data and the
/// product that takes the sum of their densities to the sample sites. Both have streams of their own, next to
/// the derivatives at the sample sites, so Motion::block is empty here. A term differentiates its own field
/// again (a curvature, a tension) by SiteOperators of SurfaceKind::at_data. The kind must have these
/// (add_data_operators).
template <class B>
class DataTerm : public ForceTerm<B> {
 public:
  /// density += its own, per area of the parameter domain, at the data sites of all objects. A step
  /// (Motion::time_step) takes `state` further too. Allocates nothing and does not wait for the stream.
  /// @param first it holds nothing yet: it is to be set
  virtual void add(const Stream<B>&, const Motion<B>&, VectorsView<real> density, bool first) = 0;
};

/// A term of a surface with a weak form, whose energy is a sum over the sample sites (and what follows
/// a stress there, as viscosity does). It is internal.
template <class B>
class StressTerm : public ForceTerm<B> {
 public:
  /// Whether it depends on second derivatives. Such a term is asked before others.
  virtual bool bends() const { return false; }

  /// Whether the pass over the sites makes its stresses, which saves reading derivatives and stresses once
  /// more: then it has said how in `pass`, and add() is not called but, after the pass, passed().
  virtual bool joins(const Motion<B>&, SitePass<B>& /*pass*/) { return false; }
  virtual void passed(const Stream<B>&, const Motion<B>&) {}

  /// stresses += its own: S^b = -w dE/dX_b at the sample sites of all objects (surface/weak_form.hpp), b from
  /// d1 up to d2, or d22 if it bends. A step (Motion::time_step) takes `state` further too. Allocates nothing
  /// and does not wait for the stream. @param first they hold nothing yet: they are to be set
  virtual void add(const Stream<B>&, const Motion<B>&, SiteStresses /*stresses*/, bool /*first*/) {}
};

/// A term as a structure is made of it.
template <class B>
using AnyTerm = std::variant<std::unique_ptr<SampleTerm<B>>, std::unique_ptr<PassingTerm<B>>,
                             std::unique_ptr<DataTerm<B>>, std::unique_ptr<StressTerm<B>>>;

/// The pass of a structure without such a term.
template <class B>
void plain_pass(const Stream<B>&, const Motion<B>&, const SitePass<B>&);

/// Takes from each object's point forces their sum times w / parameter area: a constant density on the
/// parameter domain.
template <class B>
void remove_sum(const Stream<B>&, const Surface<B>&, const Real3* totals, VectorsView<real> F);

/// Principal tensions t1 >= t2 of a Cauchy tension as add_tension gives it.
template <class B>
void principal_tensions(const Stream<B>&, DerivativeBlock, VectorsView<const real> T, real* t1, real* t2);

} // namespace ibsim
