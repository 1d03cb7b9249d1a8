// row_fft.hpp on the GPU, with cuFFT: all rows are one batch. Those that begin where cuFFT takes no real data
// (plane_fft_cuda.cpp) are copied to a place of their own.
//
// One rank transforms whole planes, and for some lengths (of 2 to 512 those of 6, 10, 18, 20, 24, 32, 128
// with CUDA 13) the rows of cuFFT's planes have other last digits than a batch of rows. Ranks then take
// planes of two rows, of which the second is zero: across them a sum with zero, which is exact. Which lengths
// these are is asked of the library, by some rows of either.
#include "linalg/cufft_plan.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>
#include <optional>

namespace ibsim {
namespace {

/// Both ways.
struct Rows {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Rows(std::vector<long long> n, const CufftLayout& real_data, const CufftLayout& modes, long long rows) {
    const std::size_t bytes = std::max(forward.make(n, real_data, modes, CUFFT_D2Z, rows),
                                       inverse.make(n, modes, real_data, CUFFT_Z2D, rows));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
  /// After each other.
  Rows(int n, long long rows) : Rows({n}, {{n}, 1, n}, {{n / 2 + 1}, 1, n / 2 + 1}, rows) {}

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

/// Rows as the first ones of planes, whose second ones, all zero, lie behind all the first.
class RowsOfPlanes {
 public:
  RowsOfPlanes(int n, long long rows)
      : values_(static_cast<std::size_t>(n * rows)), modes_(static_cast<std::size_t>((n / 2 + 1) * rows)),
        planes_({2, n}, {{2, n * rows}, 1, n}, {{2, (n / 2 + 1) * rows}, 1, n / 2 + 1}, rows),
        of_values_(2 * values_), of_modes_(2 * modes_) {}

  void to_modes(const Stream<Cuda>& stream, const real* in, Complex* out) {
    copy_within_device(stream, of_values_.data(), in, values_ * sizeof(real));
    fill_zero(stream, of_values_.data() + values_, values_ * sizeof(real));
    planes_.to_modes(stream, of_values_.data(), of_modes_.data());
    copy_within_device(stream, out, of_modes_.data(), modes_ * sizeof(Complex));
  }
  void from_modes(const Stream<Cuda>& stream, const Complex* in, real* out) {
    copy_within_device(stream, of_modes_.data(), in, modes_ * sizeof(Complex));
    fill_zero(stream, of_modes_.data() + modes_, modes_ * sizeof(Complex));
    planes_.from_modes(stream, of_modes_.data(), of_values_.data());
    copy_within_device(stream, out, of_values_.data(), values_ * sizeof(real));
  }

 private:
  std::size_t values_, modes_;
  Rows planes_;
  Array<real, Cuda> of_values_;
  Array<Complex, Cuda> of_modes_;
};

/// Whether either kind of rows of this length has the same bits.
bool are_as_those_of_planes(const Stream<Cuda>& stream, int n) {
  constexpr int rows = 64;
  std::vector<real> values(static_cast<std::size_t>(n * rows));
  std::uint64_t word = 1;
  for (real& value : values) { // of no meaning, with all digits
    word = word * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<real>(word >> 11) / 9007199254740992.0 - 0.5;
  }
  Array<real, Cuda> in(stream, values), back(values.size()), back_of_planes(values.size());
  Array<Complex, Cuda> modes(static_cast<std::size_t>(n / 2 + 1) * rows), of_planes(modes.size());
  const Rows batch(n, rows);
  RowsOfPlanes planes(n, rows);
  planes.to_modes(stream, in.data(), of_planes.data());
  batch.to_modes(stream, in.data(), modes.data());
  const auto numbers = [&](const Array<Complex, Cuda>& array) {
    std::vector<real> all;
    for (const Complex& mode : array.to_host(stream)) all.push_back(mode.re), all.push_back(mode.im);
    return all;
  };
  if (numbers(modes) != numbers(of_planes)) return false;
  planes.from_modes(stream, of_planes.data(), back_of_planes.data());
  batch.from_modes(stream, modes.data(), back.data());
  return back.to_host(stream) == back_of_planes.to_host(stream);
}

} // namespace

template <>
struct RowFft<Cuda>::Plan {
  std::optional<Rows> batch; ///< or
  std::optional<RowsOfPlanes> planes;
  Array<real, Cuda> aligned; ///< where rows may begin elsewhere

  std::size_t bytes() const { return aligned.size() * sizeof(real); }
  Plan(const Stream<Cuda>& stream, int n, long long rows) {
    if (are_as_those_of_planes(stream, n))
      batch.emplace(n, rows);
    else
      planes.emplace(n, rows);
    if (n % 2 == 1 && rows % 2 == 1) aligned = Array<real, Cuda>(static_cast<std::size_t>(n * rows));
  }
};

template <>
RowFft<Cuda>::RowFft(const Stream<Cuda>& stream, int n, Index rows, Index planes)
    : plan_(std::make_unique<Plan>(stream, n, static_cast<long long>(rows) * planes)) {}
template <>
RowFft<Cuda>::~RowFft() = default;
template <>
RowFft<Cuda>::RowFft(RowFft&&) noexcept = default;

template <>
void RowFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  if (plan_->planes) return plan_->planes->to_modes(stream, in, out);
  real* rows = const_cast<real*>(in);
  if (!is_aligned(rows)) {
    copy_within_device(stream, plan_->aligned.data(), in, plan_->bytes());
    rows = plan_->aligned.data();
  }
  plan_->batch->to_modes(stream, rows, out);
}

template <>
void RowFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  if (plan_->planes) return plan_->planes->from_modes(stream, in, out);
  real* const rows = is_aligned(out) ? out : plan_->aligned.data();
  plan_->batch->from_modes(stream, in, rows);
  if (rows != out) copy_within_device(stream, out, rows, plan_->bytes());
}

} // namespace ibsim
