// Bits of the items of a loop, which do not depend on the number of threads, for lengths of less than a
// vector to some blocks. Compilers may join other products and sums to an fma in each copy of a body.
#include "parallel/reduce.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <omp.h>
#include <vector>

namespace ibsim {
namespace {

/// f() with so many threads.
template <class F>
auto with_threads(int threads, F f) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const auto result = f();
  omp_set_num_threads(before);
  return result;
}

struct Forces {
  real both[2], lower[2], upper[2];
  bool operator==(const Forces&) const = default;
};

/// Adds two components of the stresses on two walls, as fluid/wall_extra_stress does.
[[gnu::noinline]] void add(const Stream<Cpu>& stream, const Real3* stresses, real p, bool half, Forces* to) {
  for_each(stream, 2, [=](Index d) {
    const real lower = -p * stresses[0][static_cast<int>(d)], upper = p * stresses[1][static_cast<int>(d)];
    if (half) {
      to->both[d] -= 2 * (lower + upper);
      return;
    }
    to->lower[d] += lower;
    to->upper[d] += upper;
  });
}

TEST(loops_on_the_cpu, have_the_same_bits_for_any_number_of_threads) {
  const Stream<Cpu> stream;
  std::vector<Real3> numbers(200);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (int d = 0; d < 3; ++d) numbers[i][d] = std::sin(1.0 + static_cast<real>(i * i) + 17 * d);
  const Real3* const a = numbers.data();
  const real p = std::sin(0.3);
  const auto same = [](const auto& f, const char* what, Index n) {
    for (const int threads : {2, 3})
      EXPECT_TRUE(with_threads(threads, f) == with_threads(1, f))
          << what << n << ", " << threads << " threads";
  };
  for (const bool half : {true, false}) {
    const auto components = [&] {
      Forces forces{};
      for (int step = 0; step < 100; ++step) add(stream, a + step, p, half, &forces);
      return forces;
    };
    same(components, "components ", 2);
  }
  for (const Index n : {1, 2, 3, 4, 7, 31, 33, 63, 64, 65, 71, 100, 131, 200}) {
    const auto items = [&] {
      std::vector<real> values(200, 0.3);
      real* const to = values.data();
      for_each(stream, n, [=](Index i) { to[i] -= 2 * (p * a[i].y - p * a[i].x) + a[i].x * a[i].z; });
      return values;
    };
    const auto cells = [&] {
      std::vector<real> values(200 * 12, 0.3);
      real* const to = values.data();
      for_each_cell(stream, {n, 3, 4}, [=](int i, int j, int k) {
        const real lower = j > 0 ? -p * a[i][j] : p * a[i].x, upper = k > 0 ? p * a[i][k - 1] : a[k].y;
        to[i + n * (j + 3 * k)] -= 2 * (lower + upper);
      });
      return values;
    };
    const auto total = [&] {
      return sum<real>(stream, 50 * n, [=](Index i) { return a[i % n].x * a[i % n].y - p * a[i % n].x; });
    };
    same(items, "items ", n), same(cells, "cells ", n), same(total, "a sum over ", n);
  }
}

TEST(loops_on_the_cpu, visit_each_item_once) {
  const Stream<Cpu> stream;
  for (const Index n : {0, 1, 31, 32, 33, 63, 64, 65, 97, 1000})
    for (const int threads : {1, 2, 5}) {
      std::vector<int> visits(static_cast<std::size_t>(n), 0), pieces = visits;
      int *const of_items = visits.data(), *const of_pieces = pieces.data();
      with_threads(threads, [&] {
        for_each(stream, n, [=](Index i) { ++of_items[i]; });
        for_each_piece(stream, Size{n}, [=](Size i) { ++of_pieces[i]; });
        return 0;
      });
      EXPECT_EQ(visits, std::vector<int>(visits.size(), 1)) << n << ", " << threads << " threads";
      EXPECT_EQ(pieces, visits) << n << ", " << threads << " threads";
    }
}

} // namespace
} // namespace ibsim
