// row_fft.hpp on the GPU, with cuFFT: all rows are one batch.
//
// One rank transforms whole planes, and for some lengths (with CUDA 13, of 2 to 512 those of 6, 10, 18, 20,
// 24, 32 and 128) cuFFT's rows of planes have other last digits than rows that follow each other in memory:
// it has kernels of its own for these. So it is asked to begin with, by some small planes, which kind of rows
// has the bits of planes, the cheapest first.
#include "linalg/cufft_plan.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"
#include "parallel/copy_rows_cuda.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace ibsim {
namespace {

/// Both ways.
template <class T>
struct Plans {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plans(const std::vector<long long>& n, const CufftLayout& real_data, const CufftLayout& modes,
        long long batch) {
    const std::size_t bytes = std::max(forward.make(n, real_data, modes, Cufft<T>::forward, batch),
                                       inverse.make(n, modes, real_data, Cufft<T>::inverse, batch));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
  void to_modes(const Stream<Cuda>& stream, T* in, ComplexOf<T>* out) const {
    forward.follow(stream);
    check_cufft(Cufft<T>::run_forward(forward.get(), in, cufft_raw(out)), "a forward transform of rows");
  }
  void from_modes(const Stream<Cuda>& stream, ComplexOf<T>* in, T* out) const {
    inverse.follow(stream);
    check_cufft(Cufft<T>::run_inverse(inverse.get(), cufft_raw(in), out), "an inverse transform of rows");
  }
};

enum class Kind {
  together, ///< as they are
  apart,    ///< the real rows copied to where they do not follow each other
  of_planes ///< first rows of planes, whose second rows are zero: their sum is exact
};

template <class T>
class Rows {
 public:
  Rows(Kind kind, long long n, long long rows)
      : kind_(kind), n_(static_cast<std::size_t>(n)), rows_(static_cast<std::size_t>(rows)),
        modes_(n_ / 2 + 1), plans_(make(kind, n, rows)) {
    // cuFFT takes real data from multiples of 16 bytes on, and rows may start after any number of others
    if (kind != Kind::together || n * sizeof(T) % 16 != 0)
      real_rows_ = Array<T, Cuda>((kind == Kind::together ? 1 : 2) * n_ * rows_);
    if (kind == Kind::of_planes) mode_rows_ = Array<ComplexOf<T>, Cuda>(2 * modes_ * rows_);
  }

  void to_modes(const Stream<Cuda>& stream, const T* in, ComplexOf<T>* out) {
    if (kind_ == Kind::together && is_aligned(in)) return plans_.to_modes(stream, const_cast<T*>(in), out);
    copy(stream, real_rows_.data(), step(), in, n_);
    if (kind_ == Kind::of_planes) fill_zero(stream, real_rows_.data() + n_ * rows_, n_ * rows_ * sizeof(T));
    plans_.to_modes(stream, real_rows_.data(), kind_ == Kind::of_planes ? mode_rows_.data() : out);
    if (kind_ == Kind::of_planes)
      copy_within_device(stream, out, mode_rows_.data(), modes_ * rows_ * sizeof(ComplexOf<T>));
  }
  void from_modes(const Stream<Cuda>& stream, ComplexOf<T>* in, T* out) {
    if (kind_ == Kind::together && is_aligned(out)) return plans_.from_modes(stream, in, out);
    if (kind_ == Kind::of_planes) {
      copy_within_device(stream, mode_rows_.data(), in, modes_ * rows_ * sizeof(ComplexOf<T>));
      fill_zero(stream, mode_rows_.data() + modes_ * rows_, modes_ * rows_ * sizeof(ComplexOf<T>));
    }
    plans_.from_modes(stream, kind_ == Kind::of_planes ? mode_rows_.data() : in, real_rows_.data());
    copy(stream, out, n_, real_rows_.data(), step());
  }

 private:
  static Plans<T> make(Kind kind, long long n, long long rows) {
    const long long modes = n / 2 + 1;
    if (kind == Kind::of_planes) return {{2, n}, {{2, n * rows}, 1, n}, {{2, modes * rows}, 1, modes}, rows};
    return {{n}, {{n}, 1, kind == Kind::apart ? 2 * n : n}, {{modes}, 1, modes}, rows};
  }
  std::size_t step() const { return kind_ == Kind::apart ? 2 * n_ : n_; }
  void copy(const Stream<Cuda>& stream, T* to, std::size_t to_step, const T* from,
            std::size_t from_step) const {
    copy_rows(stream, to, to_step * sizeof(T), from, from_step * sizeof(T), n_ * sizeof(T), rows_);
  }

  Kind kind_;
  std::size_t n_, rows_, modes_;
  Plans<T> plans_;
  Array<T, Cuda> real_rows_;
  Array<ComplexOf<T>, Cuda> mode_rows_;
};

/// Some planes of random values, as plane_fft.hpp has them (Planes::zx), and their transforms there and back
/// by the library: `number` of them with `across` rows each.
template <class T>
struct KnownPlanes {
  static constexpr long long number = 8, across = 32; // of 8 rows cuFFT makes planes in yet another way
  long long n, modes;
  std::vector<T> values, back;        ///< back: of `spectrum`
  std::vector<ComplexOf<T>> spectrum; ///< [plane][q][m]

  KnownPlanes(const Stream<Cuda>& stream, long long length)
      : n(length), modes(n / 2 + 1), values(static_cast<std::size_t>(n * number * across)) {
    std::uint64_t word = 1;
    for (T& value : values) { // all digits are used
      word = word * 6364136223846793005u + 1442695040888963407u;
      value = static_cast<T>(static_cast<real>(word >> 11) / 9007199254740992.0 - 0.5);
    }
    const Plans<T> planes({across, n}, {{across, n * number}, 1, n}, {{across, modes}, 1, modes * across},
                          number);
    Array<T, Cuda> in(stream, values), out(values.size());
    Array<ComplexOf<T>, Cuda> of_modes(static_cast<std::size_t>(modes * number * across));
    planes.to_modes(stream, in.data(), of_modes.data());
    spectrum = of_modes.to_host(stream);
    planes.from_modes(stream, of_modes.data(), out.data());
    back = out.to_host(stream);
  }

  bool have_the_bits_of(const Stream<Cuda>& stream, Kind kind) const {
    Rows<T> rows(kind, n, number * across);
    LineFft<Cuda, T> lines(stream, static_cast<int>(across), static_cast<Index>(modes * number), 1);
    Array<T, Cuda> in(stream, values), out(values.size());
    Array<ComplexOf<T>, Cuda> of_modes(spectrum.size());
    rows.to_modes(stream, in.data(), of_modes.data());
    lines.forward(stream, of_modes.data());
    if (!same(in_planes(of_modes.to_host(stream), true), spectrum)) return false;
    of_modes.set(stream, in_planes(spectrum, false));
    lines.inverse(stream, of_modes.data());
    rows.from_modes(stream, of_modes.data(), out.data());
    return out.to_host(stream) == back;
  }

 private:
  /// Copies from lines, [q][plane][m], to planes, or the other way round.
  std::vector<ComplexOf<T>> in_planes(const std::vector<ComplexOf<T>>& from, bool to_planes) const {
    std::vector<ComplexOf<T>> to(from.size());
    for (long long q = 0; q < across; ++q)
      for (long long plane = 0; plane < number; ++plane)
        for (long long m = 0; m < modes; ++m) {
          const auto of_lines = static_cast<std::size_t>(m + modes * (plane + number * q)),
                     of_planes = static_cast<std::size_t>(m + modes * (q + across * plane));
          to[to_planes ? of_planes : of_lines] = from[to_planes ? of_lines : of_planes];
        }
    return to;
  }
  static bool same(const std::vector<ComplexOf<T>>& a, const std::vector<ComplexOf<T>>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const ComplexOf<T>& x, const ComplexOf<T>& y) { return x.re == y.re && x.im == y.im; });
  }
};

/// A device is asked once for each length: a run makes its transforms anew when objects have moved far.
template <class T>
Kind kind_of(const Stream<Cuda>& stream, long long n) {
  static std::mutex one_by_one;
  static std::map<std::pair<int, long long>, Kind> known;
  const std::lock_guard hold(one_by_one);
  const auto asked = std::pair{stream.device(), n};
  if (const auto found = known.find(asked); found != known.end()) return found->second;
  const KnownPlanes<T> planes(stream, n);
  for (const Kind kind : {Kind::together, Kind::apart, Kind::of_planes})
    if (planes.have_the_bits_of(stream, kind)) return known[asked] = kind;
  throw ResourceError("this cuFFT has no transform of rows of " + std::to_string(n) +
                      " values with the bits of its planes, which several ranks need: choose another number "
                      "of grid points along x, or one rank");
}

} // namespace

template <class B, class T>
struct RowFft<B, T>::Plan {
  Rows<T> rows;
};

template <class B, class T>
RowFft<B, T>::RowFft(const Stream<B>& stream, int n, Index rows, Index planes)
    : plan_(new Plan{Rows<T>(kind_of<T>(stream, n), n, static_cast<long long>(rows) * planes)}) {}
template <class B, class T>
RowFft<B, T>::~RowFft() = default;
template <class B, class T>
RowFft<B, T>::RowFft(RowFft&&) noexcept = default;

template <class B, class T>
void RowFft<B, T>::forward(const Stream<B>& stream, const T* in, ComplexOf<T>* out) {
  plan_->rows.to_modes(stream, in, out);
}
template <class B, class T>
void RowFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* in, T* out) {
  plan_->rows.from_modes(stream, in, out);
}

template class RowFft<Cuda, double>;
template class RowFft<Cuda, float>;

} // namespace ibsim
