// Fields of floats for tests, from values in double precision and back.
#pragma once

#include "grid/grid.hpp"
#include "grid/packed_points.hpp"

#include <vector>

namespace ibsim {

constexpr real eps_of_floats = 1.1920928955078125e-7; // 2^-23

/// The same field, rounded, with its ghosts.
template <class B>
FaceField<B> in_floats(const Stream<B>& stream, const FaceField<B>& exact) {
  FaceField<B> field(stream, exact.slab(), Storage::floats);
  pack_numbers(stream, exact.values().data(), static_cast<Size>(exact.values().size()),
               reinterpret_cast<float*>(field.values().data()));
  stream.synchronize();
  return field;
}

/// All values of a field of either type, with ghosts.
template <class B>
std::vector<real> values_of(const Stream<B>& stream, const FaceField<B>& field) {
  const std::vector<real> words = field.values().to_host(stream);
  if (field.storage() == Storage::doubles) return words;
  const auto* const floats = reinterpret_cast<const float*>(words.data());
  return {floats, floats + 2 * words.size()};
}

/// The same field in doubles.
template <class B>
FaceField<B> in_doubles(const Stream<B>& stream, const FaceField<B>& field) {
  FaceField<B> exact(stream, field.slab());
  exact.values().set(stream, values_of(stream, field));
  stream.synchronize();
  return exact;
}

} // namespace ibsim
