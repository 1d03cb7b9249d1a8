// Fields of a state for frames, in parts: of the fluid plane by plane, of surfaces object by object. T is
// float or double, as the file has it. Several ranks find each what they have, and send it to the first, a
// piece at a time; one rank is the part that has all.
#pragma once

#include "grid/at_cell_centres.hpp"
#include "ranks/measured.hpp"

namespace ibsim {

/// Fields of the sample sites of a kind.
enum class SurfaceField {
  positions, ///< um, 3 components
  traction,  ///< force on the fluid per present area, kPa, 3
  tension_1, ///< larger principal tension, per present length, dyn/cm
  tension_2, ///< smaller
  velocity   ///< um/us, 3; after all others, since its product takes the place of the derivatives
};
constexpr Index components_of(SurfaceField field) {
  return field == SurfaceField::tension_1 || field == SurfaceField::tension_2 ? 1 : 3;
}
constexpr Needs needs_of(SurfaceField field) {
  return field == SurfaceField::positions || field == SurfaceField::velocity ? Needs::evaluation
                                                                             : Needs::derivatives;
}

/// to[site][component], object by object of the part, in memory of the backend.
template <class B, class T>
void surface_field(const PartOfState<B>&, std::size_t kind, SurfaceField, T* to);

/// The velocity at the centres of cells of some own planes, [cell][3], and the pressure there, [cell], in
/// memory of the backend. @param row as at_cell_centres() has it @param pressure of all own planes
template <class B, class T>
void fluid_field(const PartOfState<B>&, Index first, Index planes, const FirstRow& row, const real* pressure,
                 T* velocity, T* of_pressure);

} // namespace ibsim
