// plane_fft.hpp and line_fft.hpp against the definition of the discrete Fourier transform.
#include "backends.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <random>

namespace ibsim {
namespace {

template <class B>
class AxisFft : public BackendTest<B> {};
TYPED_TEST_SUITE(AxisFft, Backends, BackendNames);

constexpr real eps = std::numeric_limits<real>::epsilon();
constexpr int fields = 3;
const Int3 sizes[] = {{1, 1, 1}, {2, 1, 3}, {1, 8, 1}, {3, 5, 4}, {7, 6, 5}, {8, 8, 8}, {6, 3, 10}};

std::vector<real> random_values(std::size_t n) {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<real> uniform(-1, 1);
  std::vector<real> a(n);
  for (real& v : a) v = uniform(generator);
  return a;
}

std::complex<long double> turn(long double turns) {
  return std::polar<long double>(1, -6.283185307179586476925286766559L * turns);
}

/// Mode (m, q) of one plane, of which element (i, l) stands at i + l step.
std::complex<long double> mode(const real* plane, int fast, int slow, std::size_t step, int m, int q) {
  std::complex<long double> sum = 0;
  for (int l = 0; l < slow; ++l)
    for (int i = 0; i < fast; ++i)
      sum += turn(static_cast<long double>(m * i % fast) / fast +
                  static_cast<long double>(q * l % slow) / slow) *
             static_cast<long double>(plane[i + l * step]);
  return sum;
}

TYPED_TEST(AxisFft, planes_are_their_definition_and_come_back) {
  auto& stream = this->stream();
  for (const Int3 n : sizes)
    for (const Planes planes : {Planes::zx, Planes::xy}) {
      const std::size_t layer = static_cast<std::size_t>(n.x) * n.y, values = layer * n.z,
                        modes = PlaneFft<TypeParam>::complex_size(n);
      const std::vector<real> a = random_values(fields * values);
      const bool zx = planes == Planes::zx;
      const int slow = zx ? n.z : n.y, number = zx ? n.y : n.z, half = n.x / 2 + 1;
      const std::size_t slow_step = zx ? layer : n.x, plane_step = zx ? n.x : layer;
      Array<real, TypeParam> data(stream, a);
      Array<Complex, TypeParam> spectrum(fields * modes);
      PlaneFft<TypeParam> fft(stream, n, planes, fields);
      fft.forward(stream, data.data(), spectrum.data());
      const std::vector<Complex> got = spectrum.to_host(stream);
      const real terms = static_cast<real>(n.x) * slow;
      for (int f = 0; f < fields; ++f)
        for (int j = 0; j < number; ++j)
          for (int q = 0; q < slow; ++q)
            for (int m = 0; m < half; ++m) {
              const Complex here = got[f * modes + m + half * (q + static_cast<std::size_t>(slow) * j)];
              const std::complex<long double> want =
                  mode(a.data() + f * values + j * plane_step, n.x, slow, slow_step, m, q);
              // terms of size 1 at most, each with an error of a few eps at worst
              ASSERT_NEAR(here.re, static_cast<real>(want.real()), 4 * eps * terms);
              ASSERT_NEAR(here.im, static_cast<real>(want.imag()), 4 * eps * terms);
            }
      fft.inverse(stream, spectrum.data(), data.data());
      const std::vector<real> back = data.to_host(stream);
      for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(back[i] / terms, a[i], 8 * eps * (5 + std::log2(terms)));
    }
}

TYPED_TEST(AxisFft, lines_are_their_definition_and_come_back) {
  auto& stream = this->stream();
  struct Shape {
    int length;
    Index inner, outer;
  };
  // pieces of 32 lines on the CPU: whole ones, with a rest, and fewer
  for (const Shape s :
       {Shape{5, 70, 1}, Shape{8, 64, 1}, Shape{7, 1, 33}, Shape{4, 3, 5}, Shape{1, 2, 2}, Shape{12, 1, 1}}) {
    const std::size_t n = static_cast<std::size_t>(s.length) * s.inner * s.outer;
    const std::vector<real> parts = random_values(2 * n);
    std::vector<Complex> a(n);
    for (std::size_t i = 0; i < n; ++i) a[i] = {parts[2 * i], parts[2 * i + 1]};
    Array<Complex, TypeParam> data(stream, a);
    LineFft<TypeParam> fft(stream, s.length, s.inner, s.outer);
    fft.forward(stream, data.data());
    const std::vector<Complex> got = data.to_host(stream);
    const auto at = [&](Index o, int l, Index i) {
      return i + static_cast<std::size_t>(s.inner) * (l + static_cast<std::size_t>(s.length) * o);
    };
    for (Index o = 0; o < s.outer; ++o)
      for (Index i = 0; i < s.inner; ++i)
        for (int m = 0; m < s.length; ++m) {
          std::complex<long double> want = 0;
          for (int l = 0; l < s.length; ++l)
            want += turn(static_cast<long double>(m * l % s.length) / s.length) *
                    std::complex<long double>(a[at(o, l, i)].re, a[at(o, l, i)].im);
          ASSERT_NEAR(got[at(o, m, i)].re, static_cast<real>(want.real()), 6 * eps * s.length);
          ASSERT_NEAR(got[at(o, m, i)].im, static_cast<real>(want.imag()), 6 * eps * s.length);
        }
    fft.inverse(stream, data.data());
    const std::vector<Complex> back = data.to_host(stream);
    const real tolerance = 8 * eps * (5 + std::log2(s.length));
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_NEAR(back[i].re / s.length, a[i].re, tolerance);
      ASSERT_NEAR(back[i].im / s.length, a[i].im, tolerance);
    }
  }
}

TEST(AxisFftOnTheCpu, has_the_same_bits_for_any_number_of_threads) {
  const Int3 n{20, 18, 22};
  std::vector<real> first;
  for (int threads : {1, 2, 3, 0}) {
    set_cpu_threads(threads);
    const Stream<Cpu> stream;
    Array<real, Cpu> in(stream, random_values(static_cast<std::size_t>(n.x) * n.y * n.z));
    Array<Complex, Cpu> spectrum(PlaneFft<Cpu>::complex_size(n));
    PlaneFft<Cpu>(stream, n, Planes::xy, 1).forward(stream, in.data(), spectrum.data());
    LineFft<Cpu>(stream, n.z, (n.x / 2 + 1) * n.y, 1).forward(stream, spectrum.data());
    std::vector<real> bits;
    for (const Complex& c : spectrum.to_host(stream)) bits.push_back(c.re), bits.push_back(c.im);
    if (first.empty()) first = bits;
    EXPECT_EQ(bits, first) << threads << " threads";
  }
}

} // namespace
} // namespace ibsim
