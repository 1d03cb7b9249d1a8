// The stages of a step in unbounded shear in Fourier space (sheared_modes.hpp), from planes of right-hand
// sides to planes of velocities. On a GPU a stage is one kernel where the number of rows allows it
// (sheared_columns.hpp), else passes over the modes with a transform in y between them.
#pragma once

#include "fluid/sheared_modes.hpp"

#include <memory>

namespace ibsim {

/// T is the number type of the modes, double or float.
template <class B, class T = real>
class ShearedStage {
 public:
  /// How a GPU does it: as it is fastest, or always by passes, to test the other.
  enum class Way { automatic, passes };
  ShearedStage(const Stream<B>&, Int3 shape, Way = Way::automatic);
  ~ShearedStage();

  /// wide = planes of the velocity in the middle of the step, with the rows beyond the box, for those of the
  /// right-hand side at the start, which are destroyed. phi is for full_step.
  void half_step(const Stream<B>&, const ShearedModes<T>&, real a, ComplexOf<T>* planes, ComplexOf<T>* phi,
                 ComplexOf<T>* wide);
  /// wide = the same at the end. @param start, middle of right-hand sides at these times; start is destroyed
  void full_step(const Stream<B>&, const ShearedModes<T>&, real a, ComplexOf<T>* start,
                 const ComplexOf<T>* middle, const ComplexOf<T>* phi, ComplexOf<T>* wide);
  /// wide = the same at the end, by the whole step of bdf2. @param end, start, before of right-hand sides at
  /// these times; end is destroyed
  void whole_step(const Stream<B>&, const ShearedModes<T>&, real a, ComplexOf<T>* end,
                  const ComplexOf<T>* start, const ComplexOf<T>* before, ComplexOf<T>* wide);
  /// p = planes of the pressure at the start, for planes of forces and of v, which are destroyed.
  void pressure(const Stream<B>&, const ShearedModes<T>&, real density, real length_z, const ShearNow*,
                ComplexOf<T>* forces, ComplexOf<T>* v, ComplexOf<T>* p);
  /// q = rows, in the frame, of L^-1 q at an instant, for planes of q at the cell centres. By passes.
  void solve_laplacian(const Stream<B>&, const ShearedModes<T>&, Instant, ComplexOf<T>* q);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
