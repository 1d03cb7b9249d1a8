// Points of the host on the backend and back: all x, all y, all z in one array (vectors_view).
#pragma once

#include "base/vec3.hpp"
#include "parallel/array.hpp"

#include <vector>

namespace ibsim {

template <class B>
Array<real, B> points_on_device(const Stream<B>& stream, const std::vector<Real3>& points) {
  const std::size_t n = points.size();
  std::vector<real> numbers(3 * n);
  for (std::size_t i = 0; i < n; ++i)
    numbers[i] = points[i].x, numbers[n + i] = points[i].y, numbers[2 * n + i] = points[i].z;
  return {stream, numbers};
}

/// Waits for the stream.
template <class B>
std::vector<Real3> points_on_host(const Stream<B>& stream, const Array<real, B>& points) {
  const std::vector<real> numbers = points.to_host(stream);
  const std::size_t n = numbers.size() / 3;
  std::vector<Real3> found;
  for (std::size_t i = 0; i < n; ++i) found.push_back({numbers[i], numbers[n + i], numbers[2 * n + i]});
  return found;
}

} // namespace ibsim
