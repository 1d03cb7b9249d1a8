// Interpolation of a field in floats, beside that of the same field in doubles.
#pragma once

#include "coupling/interpolator.hpp"
#include "coupling/points_and_fields.hpp"
#include "in_floats.hpp"

namespace ibsim::coupling_test {

/// Values that floats have exactly, at points X, by every kernel: 64 products and sums are rounded to floats
/// at most, and the weights, once.
template <class B>
void expect_floats_as_doubles(const Stream<B>& stream, const Grid& grid, const Vectors& X) {
  const auto n = static_cast<Index>(X.size());
  std::vector<real> values(3 * static_cast<std::size_t>(grid.cells()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(std::sin(0.37 * static_cast<real>(i)));
  FaceField<B> u(stream, grid);
  u.values().set(stream, values);
  const FaceField<B> in_single = in_floats(stream, u);
  Array<real, B> x(stream, by_component(X)), exact(3 * X.size()), found(3 * X.size());
  const auto points = vectors_view<const real>(x.data(), n);
  for (const DeltaKernel kernel : all_kernels) {
    Interpolator<B> interpolator(stream, kernel, grid, n);
    interpolator.place(stream, points);
    interpolator.interpolate(stream, u.any(), points, vectors_view(exact.data(), n));
    interpolator.interpolate(stream, in_single.any(), points, vectors_view(found.data(), n));
    const std::vector<real> a = exact.to_host(stream), b = found.to_host(stream);
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], b[i], 20 * eps_of_floats) << to_string(kernel) << ", " << n << " points, " << i;
  }
}

} // namespace ibsim::coupling_test
