// line_fft.hpp on the CPU, with FFTW. Neighbouring lines are a piece of the work, which FFTW runs serially.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/array.hpp"
#include "parallel/device.hpp"

#include <algorithm>
#include <vector>

namespace ibsim {
namespace {

/// FFTW plans otherwise for another number of lines, or other steps between them, and then has other bits. So
/// lines go by a buffer, this many at a time, and a single plan transforms them there.
constexpr Index lines_in_buffer = 8;

} // namespace

template <class B, class T>
struct LineFft<B, T>::Plan {
  int length;
  Index lines, blocks; ///< lines of a block stand next to each other; so many blocks follow each other
  std::size_t between_lines, between_values, between_blocks;
  bool worth_sharing; ///< large enough that waking the threads pays
  FftwPlanOf<T> forward, inverse;
  std::vector<Array<ComplexOf<T>, Cpu>> buffers; ///< one for each share of the work, a thread's

  Plan(int n, Index inner, Index outer)
      : length(n), lines(inner == 1 ? outer : inner), blocks(inner == 1 ? 1 : outer),
        between_lines(inner == 1 ? n : 1), between_values(static_cast<std::size_t>(inner)),
        between_blocks(static_cast<std::size_t>(inner) * n), worth_sharing(Size{inner} * outer * n > 4096) {
    for (int thread = 0; thread < (worth_sharing ? cpu_threads() : 1); ++thread)
      buffers.emplace_back(static_cast<std::size_t>(lines_in_buffer) * length);
    const fftw_iodim64 dim{length, lines_in_buffer, lines_in_buffer}, many{lines_in_buffer, 1, 1};
    const std::lock_guard lock(fftw_planner);
    auto* const p = raw(buffers[0].data());
    forward.reset(Fftw<T>::plan(1, &dim, 1, &many, p, p, FFTW_FORWARD, FFTW_ESTIMATE));
    inverse.reset(Fftw<T>::plan(1, &dim, 1, &many, p, p, FFTW_BACKWARD, FFTW_ESTIMATE));
    if (!forward || !inverse)
      throw ResourceError("FFTW cannot plan transforms of lines of " + std::to_string(length) + " values");
  }

  /// @param some lines, no more than a buffer takes; what is in it beyond them does not matter
  void run_some(const FftwPlanOf<T>& plan, ComplexOf<T>* first, Index some, ComplexOf<T>* buffer) const {
    for (int l = 0; l < length; ++l)
      for (Index i = 0; i < some; ++i)
        buffer[i + lines_in_buffer * l] = first[i * between_lines + l * between_values];
    Fftw<T>::execute(plan.get(), raw(buffer), raw(buffer));
    for (int l = 0; l < length; ++l)
      for (Index i = 0; i < some; ++i)
        first[i * between_lines + l * between_values] = buffer[i + lines_in_buffer * l];
  }

  void run(ComplexOf<T>* data, const FftwPlanOf<T>& plan) {
    const Index pieces = (lines - 1) / lines_in_buffer + 1;
    const Size items = Size{blocks} * pieces;
    const int shares = static_cast<int>(buffers.size());
#pragma omp parallel for schedule(static) num_threads(shares) if (worth_sharing)
    for (int share = 0; share < shares; ++share)
      for (Size item = items * share / shares; item < items * (share + 1) / shares; ++item) {
        const Size block = item / pieces, first = item % pieces * lines_in_buffer;
        run_some(plan, data + block * between_blocks + first * between_lines,
                 static_cast<Index>(std::min(Size{lines_in_buffer}, lines - first)),
                 buffers[static_cast<std::size_t>(share)].data());
      }
  }
};

template <class B, class T>
LineFft<B, T>::LineFft(const Stream<B>&, int length, Index inner, Index outer)
    : plan_(std::make_unique<Plan>(length, inner, outer)) {}
template <class B, class T>
LineFft<B, T>::~LineFft() = default;
template <class B, class T>
LineFft<B, T>::LineFft(LineFft&&) noexcept = default;

template <class B, class T>
void LineFft<B, T>::forward(const Stream<B>&, ComplexOf<T>* data) {
  plan_->run(data, plan_->forward);
}
template <class B, class T>
void LineFft<B, T>::inverse(const Stream<B>&, ComplexOf<T>* data) {
  plan_->run(data, plan_->inverse);
}

template class LineFft<Cpu, double>;
template class LineFft<Cpu, float>;

} // namespace ibsim
