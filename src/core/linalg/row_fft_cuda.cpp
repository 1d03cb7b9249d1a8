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
struct Plans {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plans(const std::vector<long long>& n, const CufftLayout& real_data, const CufftLayout& modes,
        long long batch) {
    const std::size_t bytes = std::max(forward.make(n, real_data, modes, CUFFT_D2Z, batch),
                                       inverse.make(n, modes, real_data, CUFFT_Z2D, batch));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
  void to_modes(const Stream<Cuda>& stream, real* in, Complex* out) const {
    forward.follow(stream);
    check_cufft(cufftExecD2Z(forward.get(), in, reinterpret_cast<cufftDoubleComplex*>(out)),
                "a forward transform of rows");
  }
  void from_modes(const Stream<Cuda>& stream, Complex* in, real* out) const {
    inverse.follow(stream);
    check_cufft(cufftExecZ2D(inverse.get(), reinterpret_cast<cufftDoubleComplex*>(in), out),
                "an inverse transform of rows");
  }
};

enum class Kind {
  together, ///< as they are
  apart,    ///< the real rows copied to where they do not follow each other
  of_planes ///< first rows of planes, whose second rows are zero: their sum is exact
};

class Rows {
 public:
  Rows(Kind kind, long long n, long long rows)
      : kind_(kind), n_(static_cast<std::size_t>(n)), rows_(static_cast<std::size_t>(rows)),
        modes_(n_ / 2 + 1), plans_(make(kind, n, rows)) {
    // cuFFT takes real data from multiples of 16 bytes on, and rows may start after any number of others
    if (kind != Kind::together || n % 2 == 1)
      real_rows_ = Array<real, Cuda>((kind == Kind::together ? 1 : 2) * n_ * rows_);
    if (kind == Kind::of_planes) mode_rows_ = Array<Complex, Cuda>(2 * modes_ * rows_);
  }

  void to_modes(const Stream<Cuda>& stream, const real* in, Complex* out) {
    if (kind_ == Kind::together && is_aligned(in)) return plans_.to_modes(stream, const_cast<real*>(in), out);
    copy(stream, real_rows_.data(), step(), in, n_);
    if (kind_ == Kind::of_planes)
      fill_zero(stream, real_rows_.data() + n_ * rows_, n_ * rows_ * sizeof(real));
    plans_.to_modes(stream, real_rows_.data(), kind_ == Kind::of_planes ? mode_rows_.data() : out);
    if (kind_ == Kind::of_planes)
      copy_within_device(stream, out, mode_rows_.data(), modes_ * rows_ * sizeof(Complex));
  }
  void from_modes(const Stream<Cuda>& stream, Complex* in, real* out) {
    if (kind_ == Kind::together && is_aligned(out)) return plans_.from_modes(stream, in, out);
    if (kind_ == Kind::of_planes) {
      copy_within_device(stream, mode_rows_.data(), in, modes_ * rows_ * sizeof(Complex));
      fill_zero(stream, mode_rows_.data() + modes_ * rows_, modes_ * rows_ * sizeof(Complex));
    }
    plans_.from_modes(stream, kind_ == Kind::of_planes ? mode_rows_.data() : in, real_rows_.data());
    copy(stream, out, n_, real_rows_.data(), step());
  }

 private:
  static Plans make(Kind kind, long long n, long long rows) {
    const long long modes = n / 2 + 1;
    if (kind == Kind::of_planes) return {{2, n}, {{2, n * rows}, 1, n}, {{2, modes * rows}, 1, modes}, rows};
    return {{n}, {{n}, 1, kind == Kind::apart ? 2 * n : n}, {{modes}, 1, modes}, rows};
  }
  std::size_t step() const { return kind_ == Kind::apart ? 2 * n_ : n_; }
  void copy(const Stream<Cuda>& stream, real* to, std::size_t to_step, const real* from,
            std::size_t from_step) const {
    copy_rows(stream, to, to_step * sizeof(real), from, from_step * sizeof(real), n_ * sizeof(real), rows_);
  }

  Kind kind_;
  std::size_t n_, rows_, modes_;
  Plans plans_;
  Array<real, Cuda> real_rows_;
  Array<Complex, Cuda> mode_rows_;
};

/// Some planes of random values, as plane_fft.hpp has them (Planes::zx), and their transforms there and back
/// by the library: `number` of them with `across` rows each.
struct KnownPlanes {
  static constexpr long long number = 8, across = 32; // of 8 rows cuFFT makes planes in yet another way
  long long n, modes;
  std::vector<real> values, back; ///< back: of `spectrum`
  std::vector<Complex> spectrum;  ///< [plane][q][m]

  KnownPlanes(const Stream<Cuda>& stream, long long length)
      : n(length), modes(n / 2 + 1), values(static_cast<std::size_t>(n * number * across)) {
    std::uint64_t word = 1;
    for (real& value : values) { // all digits are used
      word = word * 6364136223846793005u + 1442695040888963407u;
      value = static_cast<real>(word >> 11) / 9007199254740992.0 - 0.5;
    }
    const Plans planes({across, n}, {{across, n * number}, 1, n}, {{across, modes}, 1, modes * across},
                       number);
    Array<real, Cuda> in(stream, values), out(values.size());
    Array<Complex, Cuda> of_modes(static_cast<std::size_t>(modes * number * across));
    planes.to_modes(stream, in.data(), of_modes.data());
    spectrum = of_modes.to_host(stream);
    planes.from_modes(stream, of_modes.data(), out.data());
    back = out.to_host(stream);
  }

  bool have_the_bits_of(const Stream<Cuda>& stream, Kind kind) const {
    Rows rows(kind, n, number * across);
    LineFft<Cuda> lines(stream, static_cast<int>(across), static_cast<Index>(modes * number), 1);
    Array<real, Cuda> in(stream, values), out(values.size());
    Array<Complex, Cuda> of_modes(spectrum.size());
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
  std::vector<Complex> in_planes(const std::vector<Complex>& from, bool to_planes) const {
    std::vector<Complex> to(from.size());
    for (long long q = 0; q < across; ++q)
      for (long long plane = 0; plane < number; ++plane)
        for (long long m = 0; m < modes; ++m) {
          const auto of_lines = static_cast<std::size_t>(m + modes * (plane + number * q)),
                     of_planes = static_cast<std::size_t>(m + modes * (q + across * plane));
          to[to_planes ? of_planes : of_lines] = from[to_planes ? of_lines : of_planes];
        }
    return to;
  }
  static bool same(const std::vector<Complex>& a, const std::vector<Complex>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Complex& x, const Complex& y) { return x.re == y.re && x.im == y.im; });
  }
};

/// A device is asked once for each length: a run makes its transforms anew when objects have moved far.
Kind kind_of(const Stream<Cuda>& stream, long long n) {
  static std::mutex one_by_one;
  static std::map<std::pair<int, long long>, Kind> known;
  const std::lock_guard hold(one_by_one);
  const auto asked = std::pair{stream.device(), n};
  if (const auto found = known.find(asked); found != known.end()) return found->second;
  const KnownPlanes planes(stream, n);
  for (const Kind kind : {Kind::together, Kind::apart, Kind::of_planes})
    if (planes.have_the_bits_of(stream, kind)) return known[asked] = kind;
  throw ResourceError("this cuFFT has no transform of rows of " + std::to_string(n) +
                      " values with the bits of its planes, which several ranks need: choose another number "
                      "of cells along x, or one rank");
}

} // namespace

template <>
struct RowFft<Cuda>::Plan {
  Rows rows;
};

template <>
RowFft<Cuda>::RowFft(const Stream<Cuda>& stream, int n, Index rows, Index planes)
    : plan_(new Plan{Rows(kind_of(stream, n), n, static_cast<long long>(rows) * planes)}) {}
template <>
RowFft<Cuda>::~RowFft() = default;
template <>
RowFft<Cuda>::RowFft(RowFft&&) noexcept = default;

template <>
void RowFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  plan_->rows.to_modes(stream, in, out);
}
template <>
void RowFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  plan_->rows.from_modes(stream, in, out);
}

} // namespace ibsim
