// The pass over all sample sites of a structure: position, force, its checks and its sum, all of a site in
// registers. For kernel files only.
//
//   force on the fluid at a site = w F,   F = density(s, X_a, X_ab)   pg um/us^2 per area of the parameter
// domain
#pragma once

#include "mechanics/force_term.hpp"
#include "parallel/note_failure.hpp"
#include "surface/folding.hpp"

namespace ibsim {

/// What can be wrong at a sample site: the codes that a pass notes.
enum class SiteFailure : unsigned { force_not_finite, surface_folded };

/// What is wrong at site i of all, if anything.
template <class T>
IBSIM_IN_KERNEL void note_site(FailureNotes notes, Index i, const JetOf<T>& jet, T force_squared,
                               T parameter_area) {
  if (!(force_squared - force_squared == 0))
    note_failure(notes, i, static_cast<unsigned>(SiteFailure::force_not_finite));
  else if (has_folded(jet, parameter_area))
    note_failure(notes, i, static_cast<unsigned>(SiteFailure::surface_folded));
}

/// @param density copied into the kernel: a struct called with a sample site of an object and its derivatives
/// there
template <class B, class Density>
void pass_over_sites(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass,
                     Density density) {
  const DerivativeBlock block = now.block;
  const Index n_sample = block.n_sample;
  const real* const weights = now.surface.weights();
  const real samples_per_data_site = now.surface.samples_per_data_site();
  const VectorsView<real> positions = pass.positions, forces = pass.forces;
  const bool add = pass.add;
  const ColumnBlock at_sites = pass.density;
  const Index objects = block.n_objects;
  const FailureNotes notes = pass.notes;
  sum_by_group(
      stream, n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Index i = object * n_sample + s;
        const SurfaceJet jet = block.jet(object, s);
        Real3 force = weights[s] * density(s, jet);
        if (at_sites.values)
          force += weights[s] * Real3{at_sites.at(0, object, s), at_sites.at(0, objects + object, s),
                                      at_sites.at(0, 2 * objects + object, s)};
        if (add) force += forces.at(i);
        if (notes.words) note_site(notes, i, jet, dot(force, force), weights[s] * samples_per_data_site);
        forces.set(i, force);
        positions.set(i, block.at(SurfaceOperator::value, object, s));
        return force;
      },
      *pass.sums);
}

/// What goes into that pass beside a tension: nothing, or what terms have given that join it.
struct NoOtherStresses {
  template <class T>
  IBSIM_HD TensorOf<T> tension(Index, Index, Index, const TensorOf<T>&) const {
    return {};
  }
  template <class T>
  IBSIM_HD void bend(const StressesOf<T>&, Index, Index, T, const JetOf<T>&, Vec3<T>&, Vec3<T>&) const {}
};
struct OtherStresses {
  BendingSites bending;
  MaxwellTension springs;
  bool add_bending;

  /// @param i number of the site among all
  template <class T>
  IBSIM_HD TensorOf<T> tension(Index i, Index object, Index s, const TensorOf<T>& g) const {
    return springs.sites.element.modulus > 0 ? springs(i, object, s, g) : TensorOf<T>{};
  }
  /// Sets the stresses of second derivatives, or adds to them, and adds to those of the first.
  template <class T>
  IBSIM_HD void bend(const StressesOf<T>& stresses, Index object, Index s, T weight, const JetOf<T>& x,
                     Vec3<T>& along1, Vec3<T>& along2) const {
    if (!(bending.modulus > 0)) return;
    const JetOf<T> S = bending.stress(s, weight, x);
    along1 += S.d1, along2 += S.d2;
    stresses.add(SurfaceOperator::d11, object, s, S.d11, !add_bending);
    stresses.add(SurfaceOperator::d12, object, s, S.d12, !add_bending);
    stresses.add(SurfaceOperator::d22, object, s, S.d22, !add_bending);
  }
};

/// Position and derivatives at a site.
template <class T>
struct PlaceOfSite {
  Vec3<T> position; ///< as the block has it
  JetOf<T> jet;
};
/// On a GPU all numbers of a site are asked for before the first is needed: whether sites are symmetric is
/// asked once for all.
template <class T>
IBSIM_HD PlaceOfSite<T> place_of(BlockOf<T> block, Index object, Index s) {
#if defined(__CUDA_ARCH__)
  if (block.symmetry != 1) {
    block.symmetry = half_turns; // which the compiler now knows
    return {block.at(SurfaceOperator::value, object, s), block.jet(object, s)};
  }
#endif
  return {block.at(SurfaceOperator::value, object, s), block.jet(object, s)};
}

/// @tparam T number type of block and stresses, in which all that is local is computed
template <class T, class B, class Tension, class Others>
void pass_with_stresses(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass,
                        Tension tension, Others others) {
  const auto block = now.block.template as<T>();
  const Index n_sample = block.n_sample, objects = block.n_objects;
  const real* const weights = now.surface.weights();
  const T samples_per_data_site = T(now.surface.samples_per_data_site());
  const VectorsView<real> positions = pass.positions, forces = pass.forces;
  const auto stresses = pass.stresses.template as<T>();
  const bool add = pass.add, first = !pass.add_stresses;
  const ColumnBlock at_sites = pass.density;
  const FailureNotes notes = pass.notes;
  for_each(stream, n_sample * objects, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n_sample, s = i % n_sample;
    const auto [position, jet] = place_of(block, object, s);
    const T weight = T(weights[s]);
    const TensorOf<T> g = metric_tensor(jet.d1, jet.d2),
                      t = -weight * (tension(s, g) + others.tension(i, object, s, g));
    Vec3<T> along1 = t.a11 * jet.d1 + t.a12 * jet.d2, along2 = t.a12 * jet.d1 + t.a22 * jet.d2;
    others.bend(stresses, object, s, weight, jet, along1, along2);
    stresses.add(SurfaceOperator::d1, object, s, along1, first);
    stresses.add(SurfaceOperator::d2, object, s, along2, first);
    Real3 force = add ? forces.at(i) : Real3{};
    if (at_sites.values)
      force += weights[s] * Real3{at_sites.at(0, object, s), at_sites.at(0, objects + object, s),
                                  at_sites.at(0, 2 * objects + object, s)};
    if (notes.words)
      note_site(notes, i, jet, dot(along1, along1) + dot(along2, along2) + T(dot(force, force)),
                weight * samples_per_data_site);
    forces.set(i, force);
    positions.set(i, block.placed(object, position));
  });
}

template <class B, class Tension, class Others>
void pass_in_type_of_block(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass,
                           Tension tension, Others others) {
  if (now.block.floats)
    pass_with_stresses<float>(stream, now, pass, tension, others);
  else
    pass_with_stresses<real>(stream, now, pass, tension, others);
}

/// The pass of a surface with a weak form: positions and stresses, checks, and the forces of others.
/// @param tension copied into the kernel: a struct called with a sample site of an object and its metric
/// there, for T^ab, force per length of the parameter domain
template <class B, class Tension>
void pass_with_stresses(const Stream<B>& stream, const Motion<B>& now, const SitePass<B>& pass,
                        Tension tension) {
  if (pass.bending.modulus > 0 || pass.springs.sites.element.modulus > 0)
    pass_in_type_of_block(stream, now, pass, tension,
                          OtherStresses{pass.bending, pass.springs, pass.add_bending});
  else // the law alone takes fewer registers
    pass_in_type_of_block(stream, now, pass, tension, NoOtherStresses{});
}

} // namespace ibsim
