// Time schemes take fluid and sites from one time to the next.
//
//   imex_rk  Peskin's Runge-Kutta scheme of second order: two stages a step (staged_flow.hpp)
//   bdf2     the backward difference formula of second order, with all that is explicit extrapolated (Ascher,
//            Ruuth and Wetton 1995, SIAM J. Numer. Anal. 32, doi:10.1137/0732037): one stage a step
//
// Crank-Nicolson, in the first, leaves a stiff mode its size; the second damps it. So it takes the longer
// steps, where a membrane is stiff in a viscous fluid (limits/bdf2_steps.hpp).
//
// In bdf2 the implicit terms have a third more viscosity than the fluid, which is taken away by the
// extrapolated velocity: an error of second order, (k^2/3) nu lap u_tt. It answers a membrane's stiff ripples
// less within a step, and where viscosity acts within a step those are stable for k lambda < 3 (lambda their
// rate) in place of 4/3; with more of it, fewer.
//
// What is explicit, M, has only the velocity u^0 of the start in the first step. Where the flow sets in at
// once, u^1 - u^0 is not small, however short the step, for viscosity acts within it; so the fluid would be
// short of the momentum k M(u^1 - u^0)/2 for good, an error of first order. The second step gives it back by
// extrapolating farther than w. Let a flow that remains get lambda_n k_n F_n of what the formula of step n
// has as F: with equal steps after the first lambda_1 = 1 + (3/2) w^2/(1 + 2w), lambda_2 = (3/2) (1 + w)/
// (1 + 2w) and 1 from then on. What M lacks, M(u^0 - u^1) in the first step, is gone in the sum with
//   ahead lambda_2 k_2 = lambda_1 k_1:   ahead = (2 + 4w + 3w^2)/(3w (1 + w)),   3/2 for w = 1
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

/// Backward difference over a step of k after one of k_-, with w = k/k_- and a0 = (1 + 2w)/(1 + w). For
/// q_t = F
///   q^{n+1} = now q^n - before q^{n-1} + beta F,
///   beta = k/a0,   now = (1 + w)^2/(1 + 2w),   before = w^2/(1 + 2w),   now - before = 1.
/// An explicit F is taken of (1 + ahead) q^n - ahead q^{n-1}, with ahead = w, but for the flow's own terms
/// in the second step. With w = 0 it is backward Euler: the first step.
struct BackwardDifference {
  real step;        ///< k, us
  real beta;        ///< us
  real now, before; ///< weights
  real ahead;
  real ahead_of_flow; ///< that of the fluid's explicit terms
};

/// Where a step stands in time, us.
struct StepInTime {
  real start = 0, length = 0; ///< of length 0: no step, but a look at the present
  TimeScheme scheme = TimeScheme::imex_rk;
  real before = 0;     ///< with bdf2: the length of the step before; 0: there was none
  bool second = false; ///< the step before was the first of all

  real end() const { return start + length; }
  /// When a force acts that is constant over the step.
  real of_forces() const { return scheme == TimeScheme::bdf2 ? end() : start + length / 2; }
  BackwardDifference difference() const {
    const real w = before > 0 ? length / before : 0;
    return {.step = length,
            .beta = length * (1 + w) / (1 + 2 * w),
            .now = (1 + w) * (1 + w) / (1 + 2 * w),
            .before = w * w / (1 + 2 * w),
            .ahead = w,
            .ahead_of_flow = second ? (2 + 4 * w + 3 * w * w) / (3 * w * (1 + w)) : w};
  }
};

} // namespace ibsim
