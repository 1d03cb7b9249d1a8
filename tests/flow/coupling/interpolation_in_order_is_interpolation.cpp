// Interpolator, which puts points in order first, gives what its equation says, however the points lie.
#include "coupling/interpolation_in_floats.hpp"
#include "coupling/interpolator.hpp"
#include "coupling/points_and_fields.hpp"

namespace ibsim {
using namespace coupling_test;

template <class B>
class InOrder : public BackendTest<B> {};
TYPED_TEST_SUITE(InOrder, Backends, BackendNames);

template <class B>
void expect_interpolation(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Vectors& X) {
  const auto n = static_cast<Index>(X.size());
  std::vector<real> values(3 * static_cast<std::size_t>(grid.cells()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.37 * static_cast<real>(i));
  FaceField<B> u(stream, grid);
  u.values().set(stream, values);
  Array<real, B> x(stream, by_component(X)), U(3 * X.size()), plain(3 * X.size());
  const auto points = vectors_view<const real>(x.data(), n);

  Interpolator<B> interpolator(stream, kernel, grid, n);
  interpolator.place(stream, points);
  interpolator.interpolate(stream, u.view(), points, vectors_view(U.data(), n));
  ibsim::interpolate<B>(stream, kernel, grid, u.view(), points, vectors_view(plain.data(), n));
  const std::vector<real> a = U.to_host(stream), b = plain.to_host(stream);
  // At most s^3 = 64 terms of size one with weights whose sum is one, which are themselves known to the
  // round-off of a position, eps times the cells of the box times the slope of the kernel.
  const real tolerance =
      100 * std::numeric_limits<real>::epsilon() * std::max({grid.n.x, grid.n.y, grid.n.z});
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << i;
}

TYPED_TEST(InOrder, random_points_for_every_kernel) {
  const Grid grid{{24, 16, 32}, 0.25};
  for (const DeltaKernel kernel : all_kernels)
    expect_interpolation(this->stream(), kernel, grid, random_points(grid, 33000));
}

TYPED_TEST(InOrder, points_beyond_the_box_and_crowds_of_points) {
  const Grid grid{{16, 24, 12}, 0.25};
  Vectors X = random_vectors(40000, {-20, -20, -20}, {20, 20, 20});
  for (std::size_t p = 0; p < 20000; ++p) X[p] = {0.01 * (p % 17), 5.99, 2.99};
  expect_interpolation(this->stream(), DeltaKernel::cosine, grid, X);
}

TYPED_TEST(InOrder, points_in_one_layer_of_cells) {
  const Grid grid{{32, 32, 1}, 0.25};
  expect_interpolation(this->stream(), DeltaKernel::cosine, grid, random_points(grid, 33000));
}

TYPED_TEST(InOrder, floats_as_doubles_to_their_rounding) {
  const Grid grid{{24, 16, 32}, 0.25};
  expect_floats_as_doubles(this->stream(), grid, random_points(grid, 33000));
}

TYPED_TEST(InOrder, no_more_points_than_there_is_room_for) {
  const Grid grid{{8, 8, 8}, 0.25};
  Interpolator<TypeParam> interpolator(this->stream(), DeltaKernel::cosine, grid, 10);
  Array<real, TypeParam> x(this->stream(), by_component(random_points(grid, 11)));
  EXPECT_THROW(interpolator.place(this->stream(), vectors_view<const real>(x.data(), 11)),
               std::invalid_argument);
}

} // namespace ibsim
