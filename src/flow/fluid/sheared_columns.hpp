// A whole stage in unbounded shear for the modes of planes in one kernel, on the GPU: into the frame, the
// transform in y, the solve, back and out of the frame read and write each component once. What
// ShearedStage (sheared_stage.hpp) does by passes; sheared_columns_cuda.cu says how.
#pragma once

#include "fluid/columns.hpp"
#include "fluid/sheared_modes.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// T is the number type of the modes, double or float.
template <class T>
class ShearedColumns {
 public:
  /// The levels for so many rows; nothing for others (columns.hpp).
  static std::optional<Radices> radices(const Stream<Cuda>&, int rows);
  ShearedColumns(const Stream<Cuda>&, int rows, const Radices&);

  /// wide = planes, in space, of the velocity in the middle of the step; phi for full_step (in an order of
  /// its own). @param planes of the right-hand side at the start
  void half_step(const Stream<Cuda>&, const ShearedModes<T>&, real a, const ComplexOf<T>* planes,
                 ComplexOf<T>* phi, ComplexOf<T>* wide) const;
  /// wide = the same of the velocity at the end. @param start, middle planes of the two right-hand sides
  void full_step(const Stream<Cuda>&, const ShearedModes<T>&, real a, const ComplexOf<T>* start,
                 const ComplexOf<T>* middle, const ComplexOf<T>* phi, ComplexOf<T>* wide) const;
  /// The whole step of bdf2, for planes of the three right-hand sides.
  void whole_step(const Stream<Cuda>&, const ShearedModes<T>&, real a, const ComplexOf<T>* end,
                  const ComplexOf<T>* start, const ComplexOf<T>* before, ComplexOf<T>* wide) const;

 private:
  Radices radices_;
  Array<ComplexOf<T>, Cuda> e_at_; ///< exp(2 pi i l/N) of the l that each place of a transform has
};

} // namespace ibsim
