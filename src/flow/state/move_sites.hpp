// Motion of sites in a step, with notes of failures (parallel/first_failure.hpp).
#pragma once

#include "fluid/time_scheme.hpp"
#include "grid/points.hpp"
#include "grid/sheared_box.hpp"
#include "parallel/first_failure.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// X* = X + k U. @param notes with words for the first kind only: a new step begins
template <class B>
void predict(const Stream<B>&, real k, VectorsView<const real> X, VectorsView<const real> U,
             VectorsView<real> predicted, FailureNotes notes);

/// X* = (1 + ahead) X - ahead X_before, and where that is bent as the path was, X* + ahead^2 (X - expected),
/// `expected` being the X* that was expected for X: with equal steps 3 X^n - 3 X^{n-1} + X^{n-2}.
/// @param expected becomes X* @param notes as of predict
template <class B>
void extrapolate(const Stream<B>&, const BackwardDifference&, VectorsView<const real> X,
                 VectorsView<const real> X_before, VectorsView<real> expected, VectorsView<real> bent,
                 FailureNotes notes);

/// U = (U + V)/2
template <class B>
void average(const Stream<B>&, VectorsView<real> U, VectorsView<const real> V);

/// The mean flow of unbounded shear; none: null.
struct MeanFlow {
  const ShearNow* now = nullptr;
  real height = 0;
};

/// X += k U, noting the first site that leaves the numbers, moves further than `farthest` (a grid cell), less
/// the mean flow, or goes through a wall. @param height of upper walls in y; not finite without walls
template <class B>
void move(const Stream<B>&, real k, real farthest, real height, VectorsView<real> X,
          VectorsView<const real> U, MeanFlow, FailureNotes notes);

/// Moves sites by a backward difference: X = now X - before X_before + beta U, X_before = X as it was.
template <class B>
void move(const Stream<B>&, const BackwardDifference&, real farthest, real height, VectorsView<real> X,
          VectorsView<real> X_before, VectorsView<const real> U, MeanFlow, FailureNotes notes);

/// Sets `first` at each of an object's n sites to the position of its first site.
template <class B>
void take_first_sites(const Stream<B>&, Index n, VectorsView<const real> X, VectorsView<real> first);

/// Notes the sample sites that are not between walls at y = 0 and `height`.
template <class B>
void look_for_walls(const Stream<B>&, real height, VectorsView<const real> X, FailureNotes notes);

} // namespace ibsim
