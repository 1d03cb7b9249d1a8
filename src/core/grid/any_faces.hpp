// Views of a vector field on the faces, in either of the two number types in which the fluid is stored.
//
// Fluid, coupling and state pass an AnyFaces; code that makes a kernel asks for its type by with_faces(). So
// their classes do not depend on the precision of a run, and kernels do (`device.precision`).
#pragma once

#include "base/vec3.hpp"

#include <stdexcept>
#include <type_traits>

namespace ibsim {

/// The three components of a vector on the faces: raw device pointers to the first (own) cell of each.
template <class T>
struct FaceView {
  T* x = nullptr;
  T* y = nullptr;
  T* z = nullptr;
  IBSIM_HD T* operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD operator FaceView<const T>() const { return {x, y, z}; }
};

/// The number type of the fluid's fields.
enum class Storage : int { doubles, floats };
template <class T>
constexpr Storage storage_of =
    std::is_same_v<std::remove_const_t<T>, float> ? Storage::floats : Storage::doubles;

/// A FaceView of doubles or of floats: the other one is empty.
template <class Double, class Float>
class EitherFaces {
 public:
  EitherFaces() = default;
  template <class T>
  EitherFaces(FaceView<T> faces) {
    if constexpr (storage_of<T> == Storage::floats)
      floats_ = faces;
    else
      doubles_ = faces;
  }
  EitherFaces(Double* x, Double* y, Double* z) : doubles_{x, y, z} {}
  operator EitherFaces<const Double, const Float>() const {
    if (floats_.x) return FaceView<const Float>(floats_);
    return FaceView<const Double>(doubles_);
  }

  bool has_data() const { return doubles_.x || floats_.x; }
  Storage storage() const { return floats_.x ? Storage::floats : Storage::doubles; }
  /// @throws std::logic_error for the other type
  template <class T>
  auto as() const {
    if (has_data() && storage() != storage_of<T>)
      throw std::logic_error("a field of the fluid is stored in another precision");
    if constexpr (storage_of<T> == Storage::floats)
      return floats_;
    else
      return doubles_;
  }

 private:
  FaceView<Double> doubles_;
  FaceView<Float> floats_;
};
using AnyFaces = EitherFaces<double, float>;
using AnyConstFaces = EitherFaces<const double, const float>;

/// f(FaceView of the type that the field is stored in)
template <class Double, class Float, class F>
decltype(auto) with_faces(const EitherFaces<Double, Float>& faces, const F& f) {
  return faces.storage() == Storage::floats ? f(faces.template as<float>()) : f(faces.template as<double>());
}

} // namespace ibsim
