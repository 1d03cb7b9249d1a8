// Rates at which a bond of stretch s = L - lambda breaks and forms, by the force F = sigma s of its spring:
//
//   Bell 1978 (doi:10.1126/science.347575)     off(s) = k0 exp(F x/kT)
//   catch and slip by two pathways             off(s) = kc exp(-F xc/kT) + k0 exp(F x/kT)
//   Dembo 1988 (doi:10.1098/rspb.1988.0038)    off(s) = k0 exp((sigma - sigma_t) s^2/(2 kT))
//   by detailed balance                        on(s)  = on(0) off(s)/off(0) exp(-sigma s^2/(2 kT))
//
// A bond that is shorter than lambda is slack: s = 0. The two pathways are those of Pereverzev et al. 2005
// (doi:10.1529/biophysj.105.062158). Dembo's bonds form by on(s) = on(0) exp(-sigma_t s^2/(2 kT)): they are
// slip bonds for sigma_t < sigma, else catch bonds.
#pragma once

#include "base/host_device.hpp"
#include "mechanics/adhesion_properties.hpp"

#include <cmath>

namespace ibsim {

/// Copied into lambdas.
struct BondRates {
  real off_rate, per_force;         ///< k0, 1/us; x/kT, us^2/(pg um)
  real catch_rate, catch_per_force; ///< kc; xc/kT
  real on_rate;                     ///< times the density of ligands, 1/us
  real stiffness, length, reach;    ///< sigma, lambda, um
  real per_energy;                  ///< 1/kT
  real per_stretch2;                ///< (sigma - sigma_t)/(2 kT) of Dembo, else 0

  IBSIM_HD real off(real stretch) const {
    const real force = stiffness * stretch;
    return off_rate * std::exp(force * per_force + per_stretch2 * stretch * stretch) +
           catch_rate * std::exp(-force * catch_per_force);
  }
  /// Rate at which a free receptor binds. @param distance L from its ligand, um
  IBSIM_HD real on(real distance) const {
    if (distance > reach) return 0;
    const real s = stretch(distance), energy = stiffness * s * s / 2;
    return on_rate * off(s) / off(0) * std::exp(-energy * per_energy);
  }
  IBSIM_HD real stretch(real distance) const { return distance > length ? distance - length : 0; }
  /// The force that changes the slip rate e times, pg um/us^2; infinite if none does.
  real force_of_e() const {
    if (per_force > 0) return 1 / per_force;
    return stiffness / std::sqrt(std::fabs(per_stretch2));
  }
};

inline BondRates bond_rates(const AdhesionProperties& of) {
  const real per_energy = 1 / thermal_energy(of.temperature);
  const BondKinetics& k = of.kinetics;
  const bool is_dembo = k.model == BondKinetics::Model::dembo;
  const bool catches = k.model == BondKinetics::Model::catch_slip;
  return {.off_rate = k.off_rate,
          .per_force = is_dembo ? 0 : k.length * per_energy,
          .catch_rate = catches ? k.catch_rate : 0,
          .catch_per_force = k.catch_length * per_energy,
          .on_rate = k.on_rate * of.ligands,
          .stiffness = of.spring.stiffness,
          .length = of.spring.length,
          .reach = of.spring.reach,
          .per_energy = per_energy,
          .per_stretch2 = is_dembo ? (of.spring.stiffness - k.transition) * per_energy / 2 : 0};
}

} // namespace ibsim
