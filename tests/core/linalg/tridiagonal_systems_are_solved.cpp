// batched_tridiagonal.hpp: solutions put back into their equations.
#include "backends.hpp"
#include "linalg/batched_tridiagonal.hpp"
#include "parallel/array.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace ibsim {
namespace {

constexpr real eps = std::numeric_limits<real>::epsilon();

template <class B>
class Tridiagonal : public BackendTest<B> {};
TYPED_TEST_SUITE(Tridiagonal, Backends, BackendNames);

/// What a channel has (I - a L and L - k^2, with rows of their own at the walls): the sum of the rows is
/// `excess`.
struct Problem {
  Index rows, systems;
  std::vector<real> lower, diagonal, upper, shifts;

  Problem(Index n, Index m, real coupling) : rows(n), systems(m) {
    for (Index j = 0; j < n; ++j) {
      lower.push_back(j == 0 ? 99 : -coupling); // 99: without meaning
      upper.push_back(j == n - 1 ? 99 : -coupling * (j == 0 ? real{4} / 3 : 1));
      diagonal.push_back(1 + coupling * (j == 0 || j == n - 1 ? 4 : 2));
    }
    for (Index s = 0; s < m; ++s) shifts.push_back(real(s) * s / 7);
  }
  real largest_row() const { return 1 + 8 * std::abs(diagonal[0]) + std::abs(shifts.back()); }
};

std::vector<real> random_values(std::size_t n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<real> uniform(-1, 1);
  std::vector<real> a(n);
  for (real& v : a) v = uniform(generator);
  return a;
}

std::vector<Complex> random_complex(std::size_t n, unsigned seed) {
  const std::vector<real> parts = random_values(2 * n, seed);
  std::vector<Complex> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = {parts[2 * i], parts[2 * i + 1]};
  return a;
}

real part(real x, int) { return x; }
real part(Complex x, int p) { return p == 0 ? x.re : x.im; }

template <class B, class T>
std::vector<T> solved(const Stream<B>& stream, const Problem& p, const std::vector<T>& r) {
  BatchedTridiagonal<B, T> systems(stream, p.rows, p.systems);
  const Array<real, B> shifts(stream, p.shifts);
  systems.set(stream, p.lower, p.diagonal, p.upper, shifts.data());
  Array<T, B> x(stream, r);
  const std::size_t before = allocated_bytes<B>(), peak = peak_allocated_bytes<B>();
  systems.solve(stream, x.data());
  EXPECT_EQ(allocated_bytes<B>(), before);
  EXPECT_EQ(peak_allocated_bytes<B>(), peak);
  const std::vector<T> once = x.to_host(stream);
  x.set(stream, r);
  systems.solve(stream, x.data()); // nothing is used up
  const std::vector<T> again = x.to_host(stream);
  for (std::size_t i = 0; i < r.size(); ++i)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(part(once[i], c), part(again[i], c));
  return once;
}

/// Thomas' algorithm on a diagonally dominant matrix is backward stable: |A x - r| is some eps |A| |x|.
template <class T>
void expect_solution(const Problem& p, const std::vector<T>& x, const std::vector<T>& r) {
  const real tolerance = 16 * eps * p.largest_row(); // |x| < 1.5, since A^-1 is below 1
  for (Index m = 0; m < p.systems; ++m)
    for (Index j = 0; j < p.rows; ++j)
      for (int c = 0; c < 2; ++c) {
        const auto at = [&](Index row) { return part(x[m + static_cast<std::size_t>(p.systems) * row], c); };
        real left = (p.diagonal[j] + p.shifts[m]) * at(j);
        if (j > 0) left += p.lower[j] * at(j - 1);
        if (j < p.rows - 1) left += p.upper[j] * at(j + 1);
        ASSERT_NEAR(left, part(r[m + static_cast<std::size_t>(p.systems) * j], c), tolerance)
            << p.rows << " rows, " << p.systems << " systems: row " << j << " of system " << m;
      }
}

TYPED_TEST(Tridiagonal, solutions_fulfil_their_equations) {
  auto& stream = this->stream();
  for (const auto& [rows, systems] :
       {std::pair<Index, Index>{1, 1}, {2, 5}, {3, 16}, {64, 33}, {31, 130}, {200, 17}}) {
    const Problem p(rows, systems, 2.5);
    const std::size_t n = static_cast<std::size_t>(rows) * systems;
    const std::vector<real> r = random_values(n, 1);
    const std::vector<Complex> c = random_complex(n, 2);
    expect_solution(p, solved(stream, p, r), r);
    expect_solution(p, solved(stream, p, c), c);
  }
}

// The real and the imaginary part of a complex right-hand side are two real ones.
TYPED_TEST(Tridiagonal, a_complex_system_is_two_real_ones) {
  auto& stream = this->stream();
  const Problem p(40, 50, 0.7);
  const std::vector<Complex> c = random_complex(40 * 50, 3);
  std::vector<real> re, im;
  for (const Complex& z : c) re.push_back(z.re), im.push_back(z.im);
  const auto x = solved(stream, p, c);
  const auto x_re = solved(stream, p, re), x_im = solved(stream, p, im);
  for (std::size_t i = 0; i < c.size(); ++i) {
    EXPECT_NEAR(x[i].re, x_re[i], 32 * eps);
    EXPECT_NEAR(x[i].im, x_im[i], 32 * eps);
  }
}

// Away from the ends the solution is a sum over rows that decays by 1 - 1/sqrt(c) a row, c the coupling. In
// floats this rate is right to eps/2 three times (pivot, row, product), so the sum is right to some eps
// sqrt(c). With pivots found in floats it would be eps c, a hundred times as much.
TYPED_TEST(Tridiagonal, floats_decay_at_the_right_rate) {
  auto& stream = this->stream();
  constexpr real c = 1e4, eps_of_floats = std::numeric_limits<float>::epsilon();
  const Problem p(400, 1, c);
  const std::vector<real> exact = solved(stream, p, std::vector<real>(400, 1));
  BatchedTridiagonal<TypeParam, ComplexOf<float>> systems(stream, p.rows, 1);
  const Array<real, TypeParam> shifts(stream, p.shifts);
  systems.set(stream, p.lower, p.diagonal, p.upper, shifts.data());
  Array<ComplexOf<float>, TypeParam> x(stream, std::vector<ComplexOf<float>>(400, {1, -1}));
  systems.solve(stream, x.data());
  const std::vector<ComplexOf<float>> found = x.to_host(stream);
  for (std::size_t j = 0; j < exact.size(); ++j) {
    EXPECT_NEAR(found[j].re, exact[j], 4 * eps_of_floats * std::sqrt(c));
    EXPECT_EQ(found[j].im, -found[j].re);
  }
}

// -psi'' + k^2 psi = r with Neumann ends: A is -L_N + k^2, and for psi = cos(pi (j + 1/2)/n) the eigenvalue
// is known.
TYPED_TEST(Tridiagonal, neumann_modes_have_their_eigenvalues) {
  auto& stream = this->stream();
  const Index n = 24;
  constexpr real pi = 3.14159265358979323846;
  std::vector<real> lower(n, -1), diagonal(n, 2), upper(n, -1), mode(n);
  diagonal[0] = diagonal[n - 1] = 1;
  for (Index j = 0; j < n; ++j) mode[j] = std::cos(pi * (j + 0.5) / n);
  const real k2 = 0.3, eigenvalue = k2 + 2 - 2 * std::cos(pi / n);
  BatchedTridiagonal<TypeParam, real> system(stream, n, 1);
  const Array<real, TypeParam> shift(stream, std::vector<real>{k2});
  system.set(stream, lower, diagonal, upper, shift.data());
  Array<real, TypeParam> x(stream, mode);
  system.solve(stream, x.data());
  const std::vector<real> got = x.to_host(stream);
  // the condition number is 4.3/0.3
  for (Index j = 0; j < n; ++j) EXPECT_NEAR(got[j], mode[j] / eigenvalue, 16 * eps * 15 / eigenvalue);
}

} // namespace
} // namespace ibsim
