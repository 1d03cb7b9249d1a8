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
        if (notes.words) {
          const real f2 = dot(force, force);
          if (!(f2 - f2 == 0))
            note_failure(notes, i, static_cast<unsigned>(SiteFailure::force_not_finite));
          else if (has_folded(jet, weights[s] * samples_per_data_site))
            note_failure(notes, i, static_cast<unsigned>(SiteFailure::surface_folded));
        }
        forces.set(i, force);
        positions.set(i, block.at(SurfaceOperator::value, object, s));
        return force;
      },
      *pass.sums);
}

} // namespace ibsim
