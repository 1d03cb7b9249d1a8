// A fluid whose viscosity varies from place to place, as where closed surfaces have another fluid inside:
//
//   L q = -D s,   mean of q given,   mu = outer exp(q), kept within bounds, at the cell centres
//
// where s is spread from the surfaces: log(lambda) n dA, n outwards. As grad I = -n delta for the indicator I
// of an inside, q is log(lambda) inside and 0 outside, and what is between is as wide as the delta kernel
// (Fai, Griffith, Mori and Peskin 2013, SIAM J. Sci. Comput. 35, doi:10.1137/120903038). One solve for any
// number of surfaces with lambdas of their own.
//
// Between the fluids it is log mu that goes with I, where the paper has mu: where shear goes across the
// boundary it is 1/mu that should, where the boundary is stretched, mu. Of a sphere with lambda = 5 in shear
// mu makes the additional stress too large by 19 % at a/h = 8, log mu by 6 %, 1/mu too small by 6 %; with
// lambda = 1/5 by -6, 6 and 18 % (all of the order h).
//
// In a step (staged_flow.hpp) one viscosity takes the place of mu in the implicit terms, and the rest, E u of
// extra_stress.hpp, is explicit. With imex_rk it is the mean of both bounds, E u^n in the half step, E u' in
// the full one; found: stable for any step as long as the implicit viscosity is at least half of the largest,
// as the mean always is. With bdf2, where E u is extrapolated, it is at least three quarters of the largest:
// of a mode with the viscosity m in units of the implicit one, as k -> inf,
//   z^2 + (m - 1)(2 z - 1) = 0   has both roots within the circle for 0 < m < 4/3.
#pragma once

#include "fluid/stokes_stage.hpp"

#include <cmath>

namespace ibsim {

/// Bounds of the viscosity, pg/(um us), and the largest mean of both sides of a membrane; 0: there is none.
struct ViscosityBounds {
  real least = 0, most = 0;
  real of_membranes = 0;
  bool apart() const { return most > least; }
};

/// mu of q, for kernels in T.
template <class T>
struct ViscosityOfPotentialIn {
  T outer, least, most, implicit;

  /// mu less that of the implicit terms.
  IBSIM_HD T excess(T q) const {
    const T mu = outer * std::exp(q);
    return (mu < least ? least : (mu > most ? most : mu)) - implicit;
  }
};
struct ViscosityOfPotential {
  real outer; ///< where q is zero
  ViscosityBounds bounds;
  real implicit; ///< what the implicit terms have

  template <class T>
  ViscosityOfPotentialIn<T> in() const {
    return {static_cast<T>(outer), static_cast<T>(bounds.least), static_cast<T>(bounds.most),
            static_cast<T>(implicit)};
  }
};

/// What it is whatever lies at the ends of the box.
template <class B>
class VaryingViscosity {
 public:
  real implicit() const { return of_.implicit; }
  /// mu less that, at the cell centres, with ghosts; zero before it is set. In unbounded shear that of the
  /// start of a step, with the rows beyond the box. Of fields of doubles.
  const real* excess() const { return excess_in<real>(); }
  /// Excess in T, the number type of the fields.
  template <class T>
  const T* excess_in() const {
    return reinterpret_cast<const T*>(excess_.data()) + ghosts_;
  }
  /// s, 1/um, which the caller writes before it is set; its y component zero on walls.
  AnyFaces source() { return source_.any(); }

 protected:
  /// @param ghosts of the excess before its first cell. @throws InputError for bounds that make no sense
  VaryingViscosity(const ViscosityOfPotential&, CellField<B> excess, Size ghosts, FaceField<B> source);
  ~VaryingViscosity() = default;

  ViscosityOfPotential of_;
  CellField<B> excess_; ///< of floats, two in the place of a double
  Size ghosts_;
  FaceField<B> source_;
};

/// Viscosity for staged_flow.hpp. T is the number type of the fields.
template <class B, class T = real>
class StagedViscosity final : public VaryingViscosity<B> {
 public:
  StagedViscosity(const Stream<B>&, const LocalGrid<B>&, const ViscosityOfPotential&, StokesStage<B, T>&);

  /// @param mean of q, on the device
  void set(const Stream<B>&, StokesStage<B, T>&, const real* mean);
  /// excess() in T.
  const T* excess_of_stage() const { return reinterpret_cast<const T*>(excess_.data()) + ghosts_; }
  /// r += factor E u. For `half`, u and walls are those at the beginning of the step, for `full` those of its
  /// middle. @param memory what the stage remembers, null: none
  void add_extra_stress(const Stream<B>&, StokesStage<B, T>&, real factor, FaceView<const T> u, PartOfStep,
                        FaceView<T> r, real* memory) const;

 private:
  using VaryingViscosity<B>::of_, VaryingViscosity<B>::excess_, VaryingViscosity<B>::source_,
      VaryingViscosity<B>::ghosts_;
  LocalGrid<B> local_;
  Array<float, B> rounded_mean_{1};
};

} // namespace ibsim
