// Equal inputs give equal bits, in two runs and for any number of threads, for every algorithm that promises
// it.
#include "coupling/points_and_fields.hpp"
#include "coupling/spread_again.hpp"
#include "in_floats.hpp"

#include <algorithm>
#include <numeric>

namespace ibsim {
using namespace coupling_test;

template <class B>
class Repeats : public BackendTest<B> {
 protected:
  ~Repeats() override { set_cpu_threads(0); }
};
TYPED_TEST_SUITE(Repeats, Backends, BackendNames);

/// A sphere that crosses the boundary, and a cluster: several points a cell.
Vectors surface_points(const Grid& grid, std::size_t n) {
  Vectors X;
  for (const Real3& v : random_vectors(n, {-1, -1, -1}, {1, 1, 1}))
    X.push_back(0.4 * grid.lengths().x * normalized(v));
  for (std::size_t p = 0; p < n / 4; ++p) X[p] = {0.001 * (p % 7), 0.1, 0.1};
  return X;
}

TYPED_TEST(Repeats, spread_in_two_runs_and_for_any_number_of_threads) {
  const Grid grid{{16, 24, 32}, 0.25};
  const Vectors X = surface_points(grid, 3000), F = random_forces(X.size());
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::roma3})
    for (const SpreadAlgorithm algorithm : algorithms_for<TypeParam>(kernel)) {
      if (!is_deterministic(algorithm)) continue;
      set_cpu_threads(1);
      const Field once = spread(this->stream(), algorithm, kernel, grid, X, F);
      for (const int threads : {1, 2, 5}) {
        set_cpu_threads(threads);
        EXPECT_EQ(once, spread(this->stream(), algorithm, kernel, grid, X, F))
            << to_string(algorithm) << ", " << threads << " threads";
      }
    }
}

TYPED_TEST(Repeats, tiles_with_so_many_points_that_threads_would_meet) {
  const Grid grid{{8, 32, 32}, 0.25};
  const Vectors X = random_points(grid, 40000), F = random_forces(X.size());
  set_cpu_threads(1);
  const Field once = spread(this->stream(), SpreadAlgorithm::tiles, DeltaKernel::cosine, grid, X, F);
  set_cpu_threads(4);
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(once, spread(this->stream(), SpreadAlgorithm::tiles, DeltaKernel::cosine, grid, X, F))
        << "run " << run;
}

TYPED_TEST(Repeats, tiles_when_equal_points_come_shuffled_but_in_the_same_stable_order) {
  // Tiles, and pencils on the CPU, end at the middle of this box: points of the upper half may come before or
  // after those of the lower half, as long as neither half is shuffled in itself.
  const Grid grid{{32, 32, 32}, 0.25};
  const Vectors X = random_points(grid, 5000), F = random_forces(X.size());
  std::vector<std::size_t> order(X.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](std::size_t p) { return X[p].z > 4; });
  Vectors shuffled_X, shuffled_F;
  for (const std::size_t p : order) shuffled_X.push_back(X[p]), shuffled_F.push_back(F[p]);
  ASSERT_NE(X, shuffled_X);
  EXPECT_EQ(
      spread(this->stream(), SpreadAlgorithm::tiles, DeltaKernel::cosine, grid, X, F),
      spread(this->stream(), SpreadAlgorithm::tiles, DeltaKernel::cosine, grid, shuffled_X, shuffled_F));
}

TYPED_TEST(Repeats, a_spreader_used_again_forgets_what_was_before) {
  const Grid grid{{16, 8, 12}, 0.25};
  const Vectors X = random_points(grid, 500), F = random_forces(500);
  const Stream<TypeParam>& stream = this->stream();
  for (const SpreadAlgorithm algorithm : all_algorithms) {
    if (!is_deterministic(algorithm)) continue;
    auto spreader = make_spreader(stream, algorithm, DeltaKernel::cosine, grid, 500);
    Array<real, TypeParam> x(stream, by_component(X)), strength(stream, by_component(F));
    const auto points = vectors_view<const real>(x.data(), 500),
               forces = vectors_view<const real>(strength.data(), 500);
    FaceField<TypeParam> f(stream, grid), again(stream, grid), none(stream, grid);
    spreader->spread(stream, points, forces, f.view());
    spreader->spread(stream, {points.x, points.y, points.z, 100}, {forces.x, forces.y, forces.z, 100},
                     again.view());
    spreader->spread(stream, {points.x, points.y, points.z, 0}, {forces.x, forces.y, forces.z, 0},
                     none.view());
    spreader->spread(stream, points, forces, again.view());
    EXPECT_EQ(f.values().to_host(stream), again.values().to_host(stream)) << to_string(algorithm);
    EXPECT_EQ(none.values().to_host(stream), std::vector<real>(3 * grid.cells())) << to_string(algorithm);
  }
}

TYPED_TEST(Repeats, nothing_is_allocated_in_a_call_but_by_algorithm_6) {
  const Grid grid{{16, 8, 12}, 0.25};
  const Stream<TypeParam>& stream = this->stream();
  Array<real, TypeParam> x(stream, by_component(random_points(grid, 500)));
  const auto points = vectors_view<const real>(x.data(), 500);
  FaceField<TypeParam> f(stream, grid);
  for (const SpreadAlgorithm algorithm : all_algorithms) {
    if (algorithm == SpreadAlgorithm::on_the_fly_buffer) continue;
    auto spreader = make_spreader(stream, algorithm, DeltaKernel::cosine, grid, 500);
    const std::size_t before = allocated_bytes<TypeParam>();
    spreader->spread(stream, points, points, f.view());
    EXPECT_EQ(allocated_bytes<TypeParam>(), before) << to_string(algorithm);
  }
}

TYPED_TEST(Repeats, other_forces_at_the_same_points_as_in_a_call_of_their_own) {
  const Grid grid{{16, 24, 32}, 0.25};
  const Stream<TypeParam>& stream = this->stream();
  for (const std::size_t n : {500u, 5000u, 40000u}) // few points, and many: in an order that is kept
    for (const SpreadAlgorithm algorithm : {SpreadAlgorithm::tiles, SpreadAlgorithm::cells}) {
      const Vectors X = random_points(grid, n), F = random_forces(n),
                    G = random_vectors(n, {0, 0, 0}, {1, 2, 3});
      const auto count = static_cast<Index>(n);
      auto spreader = make_spreader(stream, algorithm, DeltaKernel::cosine, grid, count);
      const Array<real, TypeParam> x(stream, by_component(X)), first(stream, by_component(F)),
          second(stream, by_component(G));
      const auto at = vectors_view<const real>(x.data(), count);
      FaceField<TypeParam> f(stream, grid);
      spreader->spread(stream, at, vectors_view<const real>(first.data(), count), f.view());
      spread_again<TypeParam>(stream, *spreader, at, vectors_view<const real>(second.data(), count),
                              f.view());
      const std::vector<real> again = f.values().to_host(stream);
      spreader->spread(stream, at, vectors_view<const real>(second.data(), count), f.view());
      EXPECT_EQ(again, f.values().to_host(stream)) << to_string(algorithm) << ", " << n << " points";
    }
}

// Sums in floats: the same bits in every call, and the double's to the rounding of its terms. At a grid point
// the most terms are those of the points in 4^3 cells, with weights up to 1/8 a volume of a cell.
TYPED_TEST(Repeats, spreading_into_floats) {
  const Grid grid{{16, 24, 32}, 0.25};
  const Stream<TypeParam>& stream = this->stream();
  for (const std::size_t n : {500u, 5000u, 40000u})
    for (const DeltaKernel kernel : all_kernels) {
      const auto count = static_cast<Index>(n);
      const Array<real, TypeParam> x(stream, by_component(random_points(grid, n))),
          strength(stream, by_component(random_forces(n)));
      const auto at = vectors_view<const real>(x.data(), count),
                 F = vectors_view<const real>(strength.data(), count);
      const Slab all = slab_of_all(grid.n);
      const auto spreader = make_slab_spreader<TypeParam>(stream, kernel, grid, all, count, count,
                                                          tiles_at_a_time, Storage::floats);
      const auto in_double = make_spreader(stream, SpreadAlgorithm::tiles, kernel, grid, count);
      FaceField<TypeParam> f(stream, grid, Storage::floats), again(stream, grid, Storage::floats),
          exact(stream, grid);
      spread_into<TypeParam>(stream, *spreader, at, F, f.any(), false);
      spread_into<TypeParam>(stream, *spreader, at, F, again.any(), true);
      in_double->spread(stream, at, F, exact.view());
      const std::vector<real> found = values_of(stream, f), wanted = values_of(stream, exact);
      EXPECT_EQ(found, values_of(stream, again)) << to_string(kernel) << ", " << n << " points";
      // n/12288 points a cell, 64 cells, each term of size F/h^3 = 64 at most and rounded some times
      const real terms = std::max(1.0, 64.0 * static_cast<real>(n) / static_cast<real>(grid.cells()));
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(found[i], wanted[i], 64 * 4 * terms * eps_of_floats) << to_string(kernel) << i;
    }
}

} // namespace ibsim
