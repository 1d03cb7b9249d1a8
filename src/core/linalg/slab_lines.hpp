// Transforms along z of data of which each rank has whole planes of constant z: they travel so that each rank
// has whole lines along z (slab_transposes.hpp), which are transformed in place by a LineFft. On GPUs a field
// travels while others are transformed: the first one of planes and the last one of lines in two halves of
// the planes, so that the way is not idle before the one or after the other.
#pragma once

#include "linalg/line_fft.hpp"
#include "linalg/slab_transposes.hpp"

#include <functional>
#include <optional>

namespace ibsim {

/// T is double or float.
template <class B, class T = real>
class SlabLines {
 public:
  /// As SlabTransposes.
  SlabLines(const Stream<B>&, Int3 shape, int fields, const Communicator<B>& ranks,
            std::vector<Index> first_planes, LinesOf);

  Index first() const { return transposes_.first(); }
  Index number() const { return transposes_.number(); }
  std::size_t size_of_planes() const { return fields_ * transposes_.values_of_planes(); }
  std::size_t size_of_lines() const { return fields_ * transposes_.values_of_lines(); }

  /// What makes the planes of a field, or takes them: those of a half.
  using OfField = std::function<void(int field, int half)>;
  void forward(const Stream<B>&, ComplexOf<T>* planes, ComplexOf<T>* lines, const OfField& make);
  /// Destroys `lines`.
  void inverse(const Stream<B>&, ComplexOf<T>* lines, ComplexOf<T>* planes, const OfField& take);

 private:
  int fields_;
  SlabTransposes<B, T> transposes_;
  std::optional<LineFft<B, T>> fft_; ///< if there are lines
};

} // namespace ibsim
