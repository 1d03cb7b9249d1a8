#include "mechanics/stiffness.hpp"

namespace ibsim {
namespace {

real larger(real a, real b) { return a != a || a > b ? a : b; } // keeps a NaN

/// Films count by stiffness times range (limits/bdf2_steps.hpp), so the range is their mean.
Film sum_of(const Film& a, const Film& b) {
  if (b.stiffness == 0) return a;
  if (a.stiffness == 0) return b;
  const real both = a.stiffness + b.stiffness;
  return {both, (a.stiffness * a.range + b.stiffness * b.range) / both};
}

/// Relaxation time of two forces: the slower one is the stiffer.
real relaxation_time_of(const Stiffness& a, const Stiffness& b) {
  if (!(b.relaxing > 0)) return a.relaxation_time;
  return a.relaxing > 0 ? larger(a.relaxation_time, b.relaxation_time) : b.relaxation_time;
}

} // namespace

Stiffness sum_of(const Stiffness& a, const Stiffness& b) {
  return {.anchor = a.anchor + b.anchor,
          .modulus = a.modulus + b.modulus,
          .shear = a.shear + b.shear,
          .relaxing = a.relaxing + b.relaxing,
          .relaxation_time = relaxation_time_of(a, b),
          .bending = a.bending + b.bending,
          .viscosity = a.viscosity + b.viscosity,
          .tension_is_relaxed = a.tension_is_relaxed || b.tension_is_relaxed,
          .film = sum_of(a.film, b.film)};
}

Stiffness stiffest_of(const Stiffness& a, const Stiffness& b) {
  return {.anchor = larger(a.anchor, b.anchor),
          .modulus = larger(a.modulus, b.modulus),
          .shear = larger(a.shear, b.shear),
          .relaxing = larger(a.relaxing, b.relaxing),
          .relaxation_time = relaxation_time_of(a, b),
          .bending = larger(a.bending, b.bending),
          .viscosity = larger(a.viscosity, b.viscosity),
          .tension_is_relaxed = a.tension_is_relaxed || b.tension_is_relaxed,
          .film = {larger(a.film.stiffness, b.film.stiffness), larger(a.film.range, b.film.range)}};
}

Stiffness without_film(Stiffness of) {
  of.film = {};
  return of;
}

} // namespace ibsim
