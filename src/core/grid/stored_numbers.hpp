// Numbers that kernels over the fluid read, in the number type of its fields: so a kernel in floats has no
// conversions.
#pragma once

#include "grid/any_faces.hpp"
#include "parallel/array.hpp"

#include <vector>

namespace ibsim {

/// Numbers on the device, of one type.
template <class B>
class StoredNumbers {
 public:
  StoredNumbers() = default;
  StoredNumbers(const Stream<B>& stream, const std::vector<real>& values, Storage storage) {
    if (storage == Storage::floats)
      floats_ = Array<float, B>(stream, std::vector<float>(values.begin(), values.end()));
    else
      doubles_ = Array<real, B>(stream, values);
    stream.synchronize(); // before what was copied goes
  }
  template <class T>
  const T* as() const {
    if constexpr (storage_of<T> == Storage::floats)
      return floats_.data();
    else
      return doubles_.data();
  }
  bool empty() const { return doubles_.empty() && floats_.empty(); }

 private:
  Array<real, B> doubles_;
  Array<float, B> floats_;
};

/// A few numbers of a step on the device, in both types. Who sets them sets both.
template <class B>
class StepNumbers {
 public:
  explicit StepNumbers(std::size_t n) : doubles_(n), floats_(n) {}
  template <class T>
  T* as() {
    if constexpr (storage_of<T> == Storage::floats)
      return floats_.data();
    else
      return doubles_.data();
  }
  template <class T>
  const T* as() const {
    return const_cast<StepNumbers*>(this)->template as<T>();
  }

 private:
  Array<real, B> doubles_;
  Array<float, B> floats_;
};

} // namespace ibsim
