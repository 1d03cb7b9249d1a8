// Sparse rows of blocks, and rows of small inverses.
#include "backends.hpp"
#include "linalg/block_rows.hpp"
#include "linalg/local_inverse.hpp"

#include <cmath>
#include <random>
#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
class SparseBlocks : public BackendTest<B> {};
TYPED_TEST_SUITE(SparseBlocks, Backends, BackendNames);

// Rows of 0 to 9 blocks, more of them than a slice has. Sums of at most 27 products of numbers below 1.
TYPED_TEST(SparseBlocks, times_a_vector_is_the_sum_over_their_blocks) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<real> number(-1, 1);
  const Index n = 77;
  BlockMatrix A;
  for (Index row = 0; row < n; ++row) {
    for (Index b = 0; b < row % 10; ++b) {
      A.columns.push_back((7 * row + 8 * b) % n);
      A.blocks.emplace_back();
      for (real& value : A.blocks.back()) value = number(engine);
    }
    A.first.push_back(static_cast<Index>(A.columns.size()));
  }
  std::vector<real> x(3 * n), expected(3 * n, 0);
  for (real& value : x) value = number(engine);
  for (Index row = 0; row < n; ++row)
    for (Index b = A.first[row]; b < A.first[row + 1]; ++b)
      for (Index c = 0; c < 3; ++c)
        for (Index e = 0; e < 3; ++e)
          expected[c * n + row] += A.blocks[b][3 * c + e] * x[e * n + A.columns[b]];
  const Stream<TypeParam>& stream = this->stream();
  const Array<real, TypeParam> X(stream, x);
  Array<real, TypeParam> Y(stream, x.size());
  const auto expect = [&](const auto& rows, real factor, real tolerance) {
    rows.multiply(stream, X.data(), Y.data());
    const std::vector<real> found = Y.to_host(stream);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], factor * expected[i], tolerance) << i;
  };
  expect(BlockRows<TypeParam>(stream, A), 1, 1e-14);
  // in floats each block is rounded by 3e-8; a mean by a third of A and -2 A is rounded twice
  const BlockRows<TypeParam, float> in_floats(stream, A);
  expect(in_floats, 1, 27 * 3e-8);
  BlockMatrix C = A;
  for (auto& block : C.blocks)
    for (real& value : block) value *= -2;
  const BlockRows<TypeParam, float> other(stream, C);
  BlockRows<TypeParam, float> mean(stream, in_floats, other, 1);
  expect(mean, -2, 2 * 27 * 3e-8);
  mean.interpolate(stream, in_floats, other, 1.0 / 3);
  expect(mean, 0, 27 * 2 * 3e-8 + 1e-14);
  BlockMatrix shorter = A;
  shorter.first.resize(40);
  shorter.columns.resize(static_cast<std::size_t>(shorter.first.back()));
  shorter.blocks.resize(shorter.columns.size());
  EXPECT_THROW(mean.interpolate(stream, in_floats, BlockRows<TypeParam, float>(stream, shorter), 0.5),
               std::invalid_argument);
}

// A = B + D E/m, row by row: x A is the unit vector. The condition of B is some 10.
TEST(LocalInverse, has_the_rows_of_the_inverse_of_a_completed_matrix) {
  std::mt19937_64 engine(2);
  std::uniform_real_distribution<real> number(-1, 1);
  const std::size_t m = 5, n = 3 * m;
  std::vector<real> B(n * n), D(3 * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) B[i + n * j] = B[j + n * i] = number(engine) + (i == j ? 8 : 0);
  for (real& value : D) value = number(engine);
  const std::vector<real> rows = inverse_rows(B, D, 3);
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t j = 0; j < n; ++j) {
      real product = 0;
      for (std::size_t i = 0; i < n; ++i)
        product += rows[c * n + i] * (B[i + n * j] + D[i + n * (j % 3)] / m);
      EXPECT_NEAR(product, j == 9 + c ? 1 : 0, 1e-13);
    }
}

// diag(4, 1, 0) turned about an axis.
TEST(LocalInverse, of_a_singular_matrix_leaves_its_null_vectors_out) {
  const real c = std::cos(0.3), s = std::sin(0.3);
  const real first[3] = {c, s, 0}, second[3] = {-s, c, 0};
  std::vector<real> A(9), expected(9);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      A[i + 3 * j] = 4 * first[i] * first[j] + second[i] * second[j];
      expected[i + 3 * j] = first[i] * first[j] / 4 + second[i] * second[j];
    }
  const std::vector<real> found = pseudo_inverse(A, 1e-3);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

} // namespace
} // namespace ibsim
