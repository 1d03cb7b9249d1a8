#include "backends.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace ibsim {
namespace {

template <class B>
class DenseProductOf : public BackendTest<B> {};
TYPED_TEST_SUITE(DenseProductOf, Backends, BackendNames);

struct Sizes {
  Index m, n, k, batch = 1;
};

/// Numbers that a T holds.
template <class T = real>
std::vector<real> random_matrix(Index rows, Index columns, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<real> uniform(-1, 1);
  std::vector<real> a(static_cast<std::size_t>(rows) * columns);
  for (real& v : a) v = static_cast<T>(uniform(generator));
  return a;
}

/// Which of two ways: of A, or of its transpose as it lies in memory.
enum class Given { itself, transposed };

/// A^T of each of a batch of m x k matrices.
std::vector<real> transpose(Sizes s, const std::vector<real>& a) {
  std::vector<real> result(a.size());
  const std::size_t size = static_cast<std::size_t>(s.m) * s.k;
  for (Index matrix = 0; matrix < s.batch; ++matrix)
    for (Index i = 0; i < s.m; ++i)
      for (Index p = 0; p < s.k; ++p)
        result[matrix * size + p + static_cast<std::size_t>(i) * s.k] =
            a[matrix * size + i + static_cast<std::size_t>(p) * s.m];
  return result;
}

/// In the number type T, of numbers that it holds.
template <class T = real, class B>
std::vector<T> product(const Stream<B>& stream, Sizes s, const std::vector<real>& a,
                       const std::vector<real>& b, Columns columns = Columns::together,
                       Given given = Given::itself) {
  const std::vector<real> as_read =
      given == Given::itself ? a : DenseProduct<B>::for_transposed(s.batch, s.m, s.k, transpose(s, a));
  Array<T, B> A(stream, std::vector<T>(as_read.begin(), as_read.end())),
      B_(stream, std::vector<T>(b.begin(), b.end())),
      C(stream, std::vector<T>(static_cast<std::size_t>(s.batch) * s.m * s.n, 7));
  DenseProduct<B> made(stream, columns);
  if (given == Given::itself)
    made.multiply(stream, s.batch, s.m, s.n, s.k, A.data(), B_.data(), C.data());
  else
    made.multiply_transposed(stream, s.batch, s.m, s.n, s.k, A.data(), B_.data(), C.data());
  return C.to_host(stream);
}

template <class T, class B>
void expect_products_as_defined(const Stream<B>& stream) {
  for (const Sizes s :
       {Sizes{1, 1, 1}, Sizes{5, 3, 8}, Sizes{513, 4, 17}, Sizes{1030, 12, 36}, Sizes{2000, 7, 101},
        Sizes{3, 30, 5}, Sizes{130, 3, 216, 4}, Sizes{64, 6, 5, 2}, Sizes{66, 9, 30, 3}, Sizes{513, 3, 40, 4},
        Sizes{40, 24, 16, 4}, Sizes{30, 53, 70, 4}, Sizes{122, 3, 552, 8}, Sizes{51, 12, 301},
        Sizes{4162, 3, 60, 4}, Sizes{6, 3, 1500, 2}}) {
    const std::vector<real> a = random_matrix<T>(s.m, s.k * s.batch, 1),
                            b = random_matrix<T>(s.k, s.n * s.batch, 2);
    const std::vector<T> c = product<T>(stream, s, a, b),
                         of_transposed = product<T>(stream, s, a, b, Columns::together, Given::transposed);
    for (Index i = 0; i < s.m; ++i)
      for (Index j = 0; j < s.n * s.batch; ++j) { // columns of all products
        const real* const row = a.data() + static_cast<std::size_t>(j / s.n) * s.m * s.k + i;
        long double sum = 0, absolute = 0;
        for (Index p = 0; p < s.k; ++p) {
          const long double term = static_cast<long double>(row[static_cast<std::size_t>(p) * s.m]) *
                                   b[p + static_cast<std::size_t>(j) * s.k];
          sum += term;
          absolute += std::abs(term);
        }
        // the classical bound of an inner product: k eps sum |a||b|
        const real bound = s.k * std::numeric_limits<T>::epsilon() * static_cast<real>(absolute);
        for (const std::vector<T>* made : {&c, &of_transposed})
          ASSERT_NEAR((*made)[i + static_cast<std::size_t>(j) * s.m], static_cast<real>(sum), bound)
              << s.m << "x" << s.n << "x" << s.k << (made == &c ? "" : ", transposed");
      }
  }
}

TYPED_TEST(DenseProductOf, matrices_is_its_definition) {
  expect_products_as_defined<real>(this->stream());
  expect_products_as_defined<float>(this->stream());
}

/// Whoever computes some of the columns has the bits of who computes all: of red cells' operators, of the
/// spaces of resolved forces (odd numbers), and of a surface without symmetry.
TYPED_TEST(DenseProductOf, columns_that_are_apart_do_not_know_the_others) {
  constexpr Index all = 1503;
  for (const auto& [s, given] :
       {std::pair{Sizes{1296, all, 216, 4}, Given::itself}, std::pair{Sizes{216, all, 49, 4}, Given::itself},
        std::pair{Sizes{432, all, 225, 1}, Given::itself},
        std::pair{Sizes{50, all, 216, 4}, Given::transposed},
        std::pair{Sizes{25, all, 81, 1}, Given::transposed}}) {
    const std::vector<real> a = random_matrix(s.m, s.k * s.batch, 5),
                            b = random_matrix(s.k, s.n * s.batch, 6),
                            whole = product(this->stream(), s, a, b, Columns::apart, given);
    const std::vector<float> in_floats = product<float>(this->stream(), s, a, b, Columns::apart, given);
    for (const auto& [first, number] : {std::pair{0, 3}, std::pair{3, 51}, std::pair{750, 300},
                                        std::pair{96, 768}, std::pair{3, 1500}, std::pair{1491, 12}}) {
      const auto some = [&, batch = s.batch, first = first,
                         number = number]<class T>(const std::vector<T>& of_all, Index rows) {
        std::vector<T> values;
        for (Index matrix = 0; matrix < batch; ++matrix) {
          const auto at = of_all.begin() + static_cast<std::ptrdiff_t>(rows) * (matrix * all + first);
          values.insert(values.end(), at, at + static_cast<std::ptrdiff_t>(rows) * number);
        }
        return values;
      };
      EXPECT_TRUE(product(this->stream(), {s.m, number, s.k, s.batch}, a, some(b, s.k), Columns::apart,
                          given) == some(whole, s.m))
          << s.m << "x" << s.k << ", " << number << " columns from " << first;
      EXPECT_TRUE(product<float>(this->stream(), {s.m, number, s.k, s.batch}, a, some(b, s.k), Columns::apart,
                                 given) == some(in_floats, s.m))
          << s.m << "x" << s.k << ", " << number << " columns from " << first << ", floats";
    }
  }
}

TYPED_TEST(DenseProductOf, nothing_does_nothing) {
  auto& stream = this->stream();
  real untouched = 0;
  DenseProduct<TypeParam>(stream).multiply(stream, 1, 0, 3, 4, nullptr, nullptr, &untouched);
  DenseProduct<TypeParam>(stream).multiply(stream, 1, 3, 0, 4, nullptr, nullptr, &untouched);
  EXPECT_EQ(untouched, 0);
}

TEST(DenseProductOnTheCpu, has_the_same_bits_for_any_number_of_threads) {
  const Stream<Cpu> stream;
  const Sizes s{3001, 5, 77};
  const std::vector<real> a = random_matrix(s.m, s.k, 3), b = random_matrix(s.k, s.n, 4);
  for (const Given given : {Given::itself, Given::transposed}) {
    set_cpu_threads(1);
    const std::vector<real> one = product(stream, s, a, b, Columns::together, given);
    for (int threads : {2, 3, 0}) {
      set_cpu_threads(threads);
      EXPECT_EQ(product(stream, s, a, b, Columns::together, given), one);
    }
  }
}

} // namespace
} // namespace ibsim
