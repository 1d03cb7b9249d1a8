// A quantity of a suspension at h = 0, from one choice of its random places on several grids and from others
// on the coarsest of these alone.
//
// Where cells begin is still felt at a strain of 20, so another choice moves the viscosity of blood by more
// than the error of a mean in time; but it moves all grids alike (docs/notes/validation.md has figures). So
//
//   Q_0 = r m,  r = (the line in h^2 at h = 0)/(the value of the coarsest grid),  m = mean over places
//
// and the error has that of r, of means in time, and that of m, s/sqrt(n) of n places that scatter by s. What
// the first place has on the coarsest grid is in r from below and in m from above: an error of it that both
// share partly cancels, which is left out, on the safe side.
#pragma once

#include "validation/line_to_zero.hpp"

#include <vector>

namespace ibsim {

/// By how many of its standard errors a mean of n values of a normal distribution is off at most, 95 times in
/// 100, if the error is found from their scatter: Student's factor of n - 1 degrees of freedom.
/// @param n 2 to 11
double student_factor(int n);

/// The mean of 2 to 11 values of a normal distribution, and by how much it is off at most, 95 times in 100.
Estimate mean_by_scatter(const std::vector<double>& values);

struct SeveralPlaces {
  Estimate coarsest;     ///< mean over places on the coarsest grid, with s/sqrt(n)
  double scatter = 0;    ///< s over the mean
  double value = 0;      ///< at h = 0
  double error = 0;      ///< 95 times in 100 the value is off by less: two errors of r, Student's factor of m
  double from_order = 0; ///< by how much the coarsest grid moves the line (AtZero)
};

/// @param grids of the first place, coarsest first @param others of the other places on the coarsest grid
SeveralPlaces several_places(const std::vector<OnGrid>& grids, const std::vector<double>& others);

} // namespace ibsim
