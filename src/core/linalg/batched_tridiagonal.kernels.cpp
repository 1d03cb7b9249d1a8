// batched_tridiagonal.hpp: Thomas' algorithm for systems side by side.
//
//   w_0 = 1/(d_0 + s),  w_j = 1/(d_j + s - l_j u_{j-1} w_{j-1})             once for each matrix: the pivots
//   y_0 = r_0 w_0,      y_j = (r_j - l_j y_{j-1}) w_j                       downwards
//   x_{n-1} = y_{n-1},  x_j = y_j - u_j w_j x_{j+1}                         upwards
//
// Traffic of a complex row: r 16, w 8, y 16; then y 16, w 8, x 16: 80 bytes. A work item has one system on
// the GPU, on the CPU a few neighbouring ones, so that it uses whole cache lines and vectors.
#include "linalg/batched_tridiagonal.hpp"

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

#include <stdexcept>
#include <type_traits>

namespace ibsim {
namespace {

template <class B>
constexpr Index systems_together = std::is_same_v<B, Cuda> ? 1 : 16;

/// The number type of a value, real or complex.
template <class V>
struct Number {
  using Type = V;
};
template <class T>
struct Number<ComplexOf<T>> {
  using Type = T;
};

IBSIM_HD real scaled(real factor, real x) { return factor * x; }
template <class T>
IBSIM_HD ComplexOf<T> scaled(T factor, ComplexOf<T> x) {
  return {factor * x.re, factor * x.im};
}
IBSIM_HD real minus(real a, real b) { return a - b; }
template <class T>
IBSIM_HD ComplexOf<T> minus(ComplexOf<T> a, ComplexOf<T> b) {
  return {a.re - b.re, a.im - b.im};
}

/// The rows of the matrix, on the device.
template <class T>
struct Rows {
  const T *lower, *diagonal, *upper;
};

template <class B, class P>
void find_pivots(const Stream<B>& stream, Index n, Index systems, Rows<real> T, const real* shifts,
                 P* pivots) {
  for_each(stream, systems, [=] IBSIM_KERNEL(Index m) {
    const real s = shifts[m];
    real w = 1 / (T.diagonal[0] + s);
    pivots[m] = static_cast<P>(w);
    for (Index j = 1; j < n; ++j) {
      w = 1 / (T.diagonal[j] + s - T.lower[j] * T.upper[j - 1] * w);
      pivots[m + Size{systems} * j] = static_cast<P>(w);
    }
  });
}

template <class B, class V, class P>
void thomas(const Stream<B>& stream, Index n, Index systems, Rows<P> T, const P* pivots, V* x) {
  constexpr Index together = systems_together<B>;
  for_each_piece(stream, (systems - 1) / together + 1, [=] IBSIM_KERNEL(Index item) {
    const Index first = item * together, left = systems - first, number = left < together ? left : together;
    V* const mine = x + first;
    const P* const w = pivots + first;
    for (Index m = 0; m < number; ++m) mine[m] = scaled(w[m], mine[m]);
    for (Index j = 1; j < n; ++j) {
      const P l = T.lower[j];
      V* const row = mine + Size{systems} * j;
      const P* const w_row = w + Size{systems} * j;
      for (Index m = 0; m < number; ++m)
        row[m] = scaled(w_row[m], minus(row[m], scaled(l, row[m - Size{systems}])));
    }
    for (Index j = n - 2; j >= 0; --j) {
      const P u = T.upper[j];
      V* const row = mine + Size{systems} * j;
      const P* const w_row = w + Size{systems} * j;
      for (Index m = 0; m < number; ++m) row[m] = minus(row[m], scaled(u * w_row[m], row[m + Size{systems}]));
    }
  });
}

} // namespace

template <class B, class V>
struct BatchedTridiagonal<B, V>::Impl {
  Index rows, systems;
  using P = typename Number<V>::Type;
  Array<real, B> lower, diagonal, upper;    ///< of T
  Array<P, B> pivots;                       ///< [rows][systems]
  Array<P, B> rounded_lower, rounded_upper; ///< where P is not real

  Rows<real> matrix() const { return {lower.data(), diagonal.data(), upper.data()}; }
  Rows<P> rounded() const {
    if constexpr (std::is_same_v<P, real>)
      return matrix();
    else
      return {rounded_lower.data(), nullptr, rounded_upper.data()};
  }
};

template <class B, class V>
BatchedTridiagonal<B, V>::BatchedTridiagonal(const Stream<B>& stream, Index rows, Index systems)
    : impl_(new Impl{.rows = rows,
                     .systems = systems,
                     .lower = Array<real, B>(rows),
                     .diagonal = Array<real, B>(rows),
                     .upper = Array<real, B>(rows),
                     .pivots = Array<typename Number<V>::Type, B>(static_cast<std::size_t>(rows) * systems),
                     .rounded_lower = Array<typename Number<V>::Type, B>(rows),
                     .rounded_upper = Array<typename Number<V>::Type, B>(rows)}) {
  if (rows < 1 || systems < 1) throw std::invalid_argument("there must be a row, and a system");
  static_cast<void>(stream);
}
template <class B, class V>
BatchedTridiagonal<B, V>::~BatchedTridiagonal() = default;
template <class B, class V>
BatchedTridiagonal<B, V>::BatchedTridiagonal(BatchedTridiagonal&&) noexcept = default;

template <class B, class V>
void BatchedTridiagonal<B, V>::set(const Stream<B>& stream, const std::vector<real>& lower,
                                   const std::vector<real>& diagonal, const std::vector<real>& upper,
                                   const real* shifts) {
  Impl& p = *impl_;
  const auto n = static_cast<std::size_t>(p.rows);
  if (lower.size() != n || diagonal.size() != n || upper.size() != n)
    throw std::invalid_argument("a tridiagonal matrix needs as many numbers as it has rows, three times");
  p.lower.set(stream, lower), p.diagonal.set(stream, diagonal), p.upper.set(stream, upper);
  using P = typename Number<V>::Type;
  if constexpr (!std::is_same_v<P, real>) {
    p.rounded_lower.set(stream, std::vector<P>(lower.begin(), lower.end()));
    p.rounded_upper.set(stream, std::vector<P>(upper.begin(), upper.end()));
  }
  find_pivots<B>(stream, p.rows, p.systems, p.matrix(), shifts, p.pivots.data());
  stream.synchronize();
}

template <class B, class V>
void BatchedTridiagonal<B, V>::solve(const Stream<B>& stream, V* x) {
  Impl& p = *impl_;
  thomas<B>(stream, p.rows, p.systems, p.rounded(), p.pivots.data(), x);
}

template class BatchedTridiagonal<ThisBackend, real>;
template class BatchedTridiagonal<ThisBackend, Complex>;
template class BatchedTridiagonal<ThisBackend, ComplexOf<float>>;

} // namespace ibsim
