// One-dimensional complex FFTs along one axis, in place; cuFFT or FFTW.
//
// Data: element l = 0 .. length-1 of line (o, i) at i + inner (l + length o), for i = 0 .. inner-1 and
// o = 0 .. outer-1: `inner` is the product of the sizes of the faster axes, `outer` that of the slower ones.
//   forward    sum over l of a exp(-2 pi i l m/length);   inverse: the same with the other sign; both
//              unnormalised.
// Made for lines along the slowest axis (outer = 1) or the fastest (inner = 1); a middle axis costs a call of
// the library for each of the outer blocks. Plans do not depend on timing; nothing is allocated in a call. On
// the CPU the bits of a line depend on its values alone, not on how many others there are, nor where.
#pragma once

#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <memory>

namespace ibsim {

/// T is double or float.
template <class B, class T = real>
class LineFft {
 public:
  LineFft(const Stream<B>&, int length, Index inner, Index outer);
  ~LineFft();
  LineFft(LineFft&&) noexcept;

  void forward(const Stream<B>&, ComplexOf<T>* data);
  void inverse(const Stream<B>&, ComplexOf<T>* data);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace ibsim
