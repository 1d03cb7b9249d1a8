// The parallel primitives against the loops that define them.
#include "backends.hpp"
#include "parallel/reduce_by_key.hpp"
#include "parallel/sort_by_key.hpp"
#include "parallel/temporary.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace ibsim {

template <class B>
class Primitives : public BackendTest<B> {
 protected:
  ~Primitives() override { set_cpu_threads(0); }
};
TYPED_TEST_SUITE(Primitives, Backends, BackendNames);

std::vector<std::uint32_t> random_keys(Index n, std::uint32_t largest) {
  std::mt19937 generator(3);
  std::uniform_int_distribution<std::uint32_t> key(0, largest);
  std::vector<std::uint32_t> keys(n);
  for (auto& k : keys) k = key(generator);
  return keys;
}

TYPED_TEST(Primitives, sort_by_key_is_the_stable_sort) {
  const Stream<TypeParam>& stream = this->stream();
  constexpr Index most = 20000;
  SortByKey<TypeParam> sorter(stream, most);
  for (const Index n : {0, 1, 2, 129, 5000, most})
    for (const std::uint32_t largest : {0u, 1u, 255u, 262143u, 0xffffffffu}) {
      const std::vector<std::uint32_t> keys = random_keys(n, largest);
      if (n > 0) copy_to_device(stream, sorter.keys(), keys.data(), n * sizeof(keys[0]));
      sorter.sort(stream, n, largest);
      std::vector<Index> expected(n), order(n);
      std::iota(expected.begin(), expected.end(), 0);
      std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) { return keys[a] < keys[b]; });
      std::vector<std::uint32_t> sorted(n);
      if (n > 0) copy_to_host(stream, order.data(), sorter.order(), n * sizeof(Index));
      if (n > 0) copy_to_host(stream, sorted.data(), sorter.sorted_keys(), n * sizeof(keys[0]));
      EXPECT_EQ(order, expected);
      for (Index i = 0; i < n; ++i) ASSERT_EQ(sorted[i], keys[expected[i]]);
    }
}

TYPED_TEST(Primitives, reduce_by_key_sums_each_run) {
  const Stream<TypeParam>& stream = this->stream();
  constexpr Index most = 10000;
  constexpr int columns = 3;
  ReduceByKey<TypeParam> reduce(stream, most, columns);
  for (const Index n : {1, 63, 64, 65, 1000, most})
    for (const std::uint32_t largest : {0u, 3u, 500u, 1000000u}) {
      std::vector<std::uint32_t> keys = random_keys(n, largest);
      std::sort(keys.begin(), keys.end());
      std::vector<real> values(columns * most);
      // whole numbers: sums are exact
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<real>(i * 7919 % 1009) - 500;
      std::vector<std::uint32_t> unique_keys;
      std::vector<real> expected[columns];
      for (Index i = 0; i < n; ++i) {
        if (i == 0 || keys[i] != keys[i - 1]) {
          unique_keys.push_back(keys[i]);
          for (auto& sums : expected) sums.push_back(0);
        }
        for (int c = 0; c < columns; ++c) expected[c].back() += values[c * most + i];
      }
      Array<std::uint32_t, TypeParam> device_keys(stream, keys);
      Array<real, TypeParam> device_values(stream, values), device_sums(stream, values.size());
      reduce.find_runs(stream, n, device_keys.data());
      reduce.sum(stream, columns, device_values.data(), device_sums.data());
      Index runs = 0;
      copy_to_host(stream, &runs, reduce.runs(), sizeof runs);
      ASSERT_EQ(static_cast<std::size_t>(runs), unique_keys.size());
      std::vector<std::uint32_t> found(runs);
      copy_to_host(stream, found.data(), reduce.unique_keys(), runs * sizeof found[0]);
      EXPECT_EQ(found, unique_keys);
      const std::vector<real> sums = device_sums.to_host(stream);
      for (int c = 0; c < columns; ++c) {
        const auto first = sums.begin() + c * most;
        EXPECT_EQ(std::vector<real>(first, first + runs), expected[c]);
      }
    }
}

TYPED_TEST(Primitives, reduce_by_key_repeats_to_the_bit) {
  const Stream<TypeParam>& stream = this->stream();
  constexpr Index n = 50000;
  std::vector<std::uint32_t> keys = random_keys(n, 40);
  std::sort(keys.begin(), keys.end());
  std::vector<real> values(n);
  // sums depend on the order
  for (Index i = 0; i < n; ++i) values[i] = std::sin(i) * std::exp(std::cos(3.0 * i));
  Array<std::uint32_t, TypeParam> device_keys(stream, keys);
  Array<real, TypeParam> device_values(stream, values);
  std::vector<std::vector<real>> results;
  for (const int threads : {1, 1, 2, 3}) {
    set_cpu_threads(threads);
    ReduceByKey<TypeParam> reduce(stream, n);
    Array<real, TypeParam> sums(stream, n);
    reduce.find_runs(stream, n, device_keys.data());
    reduce.sum(stream, 1, device_values.data(), sums.data());
    results.push_back(sums.to_host(stream));
    EXPECT_EQ(results.back(), results.front());
  }
}

TYPED_TEST(Primitives, temporary_memory_is_given_back) {
  const Stream<TypeParam>& stream = this->stream();
  const std::size_t before = allocated_bytes<TypeParam>();
  {
    Temporary<real, TypeParam> memory(stream, 1000);
    fill_zero(stream, memory.data(), 1000 * sizeof(real));
    std::vector<real> host(1000, 1);
    copy_to_host(stream, host.data(), memory.data(), 1000 * sizeof(real));
    EXPECT_EQ(host, std::vector<real>(1000));
  }
  EXPECT_EQ(allocated_bytes<TypeParam>(), before);
}

} // namespace ibsim
