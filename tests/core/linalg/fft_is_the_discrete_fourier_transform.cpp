#include "backends.hpp"
#include "linalg/slab_fft.hpp"
#include "parallel/array.hpp"

#include <complex>
#include <limits>
#include <random>

namespace ibsim {
namespace {

template <class B>
class Fft : public BackendTest<B> {};
TYPED_TEST_SUITE(Fft, Backends, BackendNames);

constexpr real eps = std::numeric_limits<real>::epsilon();
std::vector<real> random_field(Int3 n) {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<real> uniform(-1, 1);
  std::vector<real> a(static_cast<std::size_t>(n.x) * n.y * n.z);
  for (real& v : a) v = uniform(generator);
  return a;
}

/// sum_x a(x) exp(-2 pi i (m.x)/n), straight from the definition.
std::complex<long double> mode(const real* a, Int3 n, Int3 m) {
  constexpr long double two_pi = 6.283185307179586476925286766559L;
  std::complex<long double> sum = 0;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const long double turns = static_cast<long double>(m.x * i % n.x) / n.x +
                                  static_cast<long double>(m.y * j % n.y) / n.y +
                                  static_cast<long double>(m.z * k % n.z) / n.z;
        sum += std::polar<long double>(1, -two_pi * turns) * static_cast<long double>(*a++);
      }
  return sum;
}

TYPED_TEST(Fft, forward_is_its_definition) {
  auto& stream = this->stream();
  for (const Int3 n : {Int3{1, 1, 1}, Int3{2, 1, 3}, Int3{1, 8, 1}, Int3{3, 5, 4}, Int3{7, 6, 5},
                       Int3{8, 8, 8}, Int3{11, 3, 10}}) {
    const std::vector<real> a = random_field(n);
    Array<real, TypeParam> in(stream, a);
    Array<Complex, TypeParam> out(PlaneFft<TypeParam>::complex_size(n));
    SlabFft<TypeParam>(stream, n, nullptr, {0, n.z}).forward(stream, in.data(), out.data());
    const std::vector<Complex> spectrum = out.to_host(stream);
    // N terms of size 1 at most, each with an error of a few eps at worst (even for a plain sum)
    const real tolerance = 4 * eps * static_cast<real>(a.size());
    for (int k = 0; k < n.z; ++k)
      for (int j = 0; j < n.y; ++j)
        for (int i = 0; i <= n.x / 2; ++i) {
          const Complex got = spectrum[i + (n.x / 2 + 1) * (j + static_cast<std::size_t>(n.y) * k)];
          const std::complex<long double> want = mode(a.data(), n, {i, j, k});
          ASSERT_NEAR(got.re, static_cast<real>(want.real()), tolerance)
              << n.x << "x" << n.y << "x" << n.z << " mode " << i << "," << j << "," << k;
          ASSERT_NEAR(got.im, static_cast<real>(want.imag()), tolerance)
              << n.x << "x" << n.y << "x" << n.z << " mode " << i << "," << j << "," << k;
        }
  }
}

TYPED_TEST(Fft, inverse_after_forward_multiplies_by_the_number_of_values) {
  auto& stream = this->stream();
  for (const Int3 n :
       {Int3{1, 1, 1}, Int3{1, 1, 5}, Int3{2, 2, 2}, Int3{31, 17, 13}, Int3{32, 24, 20}, Int3{15, 16, 64}}) {
    const std::vector<real> a = random_field(n);
    const real values = static_cast<real>(a.size());
    Array<real, TypeParam> field(stream, a);
    Array<Complex, TypeParam> spectrum(PlaneFft<TypeParam>::complex_size(n));
    SlabFft<TypeParam> fft(stream, n, nullptr, {0, n.z});
    fft.forward(stream, field.data(), spectrum.data());
    fft.inverse(stream, spectrum.data(), field.data());
    const std::vector<real> back = field.to_host(stream);
    // each of the two transforms adds O(eps log2 N) relative to the root mean square, which is below 1
    const real tolerance = 2 * eps * (5 + std::log2(values)) * 4;
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(back[i] / values, a[i], tolerance);
  }
}

} // namespace
} // namespace ibsim
