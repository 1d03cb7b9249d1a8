// How fluid and sites get from one time to the next.
//
//   imex_rk  Peskin's Runge-Kutta scheme of second order: two stages a step (staged_flow.hpp)
//   bdf2     the backward difference formula of second order, with all that is explicit extrapolated (Ascher,
//            Ruuth and Wetton 1995, SIAM J. Numer. Anal. 32, doi:10.1137/0732037): one stage a step
//
// Crank-Nicolson, in the first, leaves a stiff mode its size; the second damps it. So it takes the longer
// steps, where a membrane is stiff in a viscous fluid (simulation/stability.hpp).
//
// In bdf2 the implicit terms have a third more viscosity than the fluid, which is taken away by the
// extrapolated velocity: an error of second order, (k^2/3) nu lap u_tt. It answers a membrane's stiff ripples
// less within a step, and where viscosity acts within a step those are stable for k lambda < 3 (lambda their
// rate) in place of 4/3; with more of it, fewer.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

enum class TimeScheme { imex_rk, bdf2 };

/// Times of a step at which fields live. bdf2 has no use for the middle, and in its place the beginning of
/// the step before.
enum class Instant : int { start, middle, end, before = middle };

/// What a stage solves for: the half and the full step of imex_rk, or the whole one of bdf2.
enum class PartOfStep : int { half, full, whole };

/// The viscosity of the implicit terms of bdf2, in parts of that of the fluid.
constexpr real implicit_part_of_viscosity = real{4} / 3;

/// The backward difference over a step of k after one of k_-, with w = k/k_- and a0 = (1 + 2w)/(1 + w): what
/// follows q_t = F is
///   q^{n+1} = now q^n - before q^{n-1} + beta F
///   beta = k/a0,   now = (1 + w)^2/(1 + 2w),   before = w^2/(1 + 2w),   now - before = 1
/// where F is explicit, of (1 + ahead) q^n - ahead q^{n-1}, ahead = w. With w = 0 it is backward Euler: the
/// first step.
struct BackwardDifference {
  real step;        ///< k, us
  real beta;        ///< us
  real now, before; ///< weights
  real ahead;
};

/// Where a step stands in time, us.
struct StepInTime {
  real start = 0, length = 0; ///< of length 0: no step, but a look at the present
  TimeScheme scheme = TimeScheme::imex_rk;
  real before = 0; ///< with bdf2: the length of the step before; 0: there was none

  real end() const { return start + length; }
  /// When a force acts that is constant over the step.
  real of_forces() const { return scheme == TimeScheme::bdf2 ? end() : start + length / 2; }
  BackwardDifference difference() const {
    const real w = before > 0 ? length / before : 0;
    return {length, length * (1 + w) / (1 + 2 * w), (1 + w) * (1 + w) / (1 + 2 * w), w * w / (1 + 2 * w), w};
  }
};

} // namespace ibsim
