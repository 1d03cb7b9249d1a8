// line_fft.hpp on the CPU, with FFTW. Lines are cut into pieces of neighbouring lines, which do not depend on
// the number of threads; FFTW runs every piece serially.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {

template <>
struct LineFft<Cpu>::Plan {
  int length;
  Index lines, blocks; ///< lines of a block stand next to each other; so many blocks follow each other
  std::size_t between_lines, between_blocks;
  unsigned flags;
  bool worth_sharing; ///< large enough that waking the threads pays
  struct Piece {
    Index lines = 0; ///< 0: there is none
    FftwPlan forward, inverse;
  } whole, rest; ///< of `together` lines, and of those left over at the end of a block

  Plan(int n, Index inner, Index outer, LinePieces pieces)
      : length(n), lines(inner == 1 ? outer : inner), blocks(inner == 1 ? 1 : outer),
        between_lines(inner == 1 ? n : 1), between_blocks(static_cast<std::size_t>(inner) * n),
        flags(FFTW_ESTIMATE | (pieces.any_alignment ? FFTW_UNALIGNED : 0u)),
        worth_sharing(Size{inner} * outer * n > 4096) {
    plan(whole, std::min(lines, pieces.together), inner);
    // FFTW has other codelets for a line by itself, and other bits: one that is left over joins others
    const Index left = lines % whole.lines;
    plan(rest, left == 1 ? whole.lines + 1 : left, inner);
  }

  void plan(Piece& piece, Index number, Index inner) {
    if (number == 0) return;
    piece.lines = number;
    Array<Complex, Cpu> data(between_lines * (number - 1) + static_cast<std::size_t>(inner) * (length - 1) +
                             1);
    const fftw_iodim64 dim{length, inner, inner};
    const auto step = static_cast<std::ptrdiff_t>(between_lines);
    const fftw_iodim64 many{number, step, step};
    const std::lock_guard lock(fftw_planner);
    fftw_complex* const p = raw(data.data());
    piece.forward.reset(fftw_plan_guru64_dft(1, &dim, 1, &many, p, p, FFTW_FORWARD, flags));
    piece.inverse.reset(fftw_plan_guru64_dft(1, &dim, 1, &many, p, p, FFTW_BACKWARD, flags));
    if (!piece.forward || !piece.inverse)
      throw ResourceError("FFTW cannot plan transforms of lines of " + std::to_string(length) + " values");
  }

  void run(Complex* data, FftwPlan Piece::*way) const {
    const Index alike = (lines - rest.lines) / whole.lines, pieces = alike + (rest.lines > 0 ? 1 : 0);
#pragma omp parallel for schedule(static) if (worth_sharing)
    for (Size item = 0; item < Size{blocks} * pieces; ++item) {
      const Size block = item / pieces, number = item % pieces, first = number * whole.lines;
      const Piece& piece = number < alike ? whole : rest;
      fftw_complex* const p = raw(data + block * between_blocks + first * between_lines);
      fftw_execute_dft((piece.*way).get(), p, p);
    }
  }
};

template <>
LineFft<Cpu>::LineFft(const Stream<Cpu>&, int length, Index inner, Index outer, LinePieces pieces)
    : plan_(std::make_unique<Plan>(length, inner, outer, pieces)) {}
template <>
LineFft<Cpu>::~LineFft() = default;
template <>
LineFft<Cpu>::LineFft(LineFft&&) noexcept = default;

template <>
void LineFft<Cpu>::forward(const Stream<Cpu>&, Complex* data) {
  plan_->run(data, &Plan::Piece::forward);
}
template <>
void LineFft<Cpu>::inverse(const Stream<Cpu>&, Complex* data) {
  plan_->run(data, &Plan::Piece::inverse);
}

} // namespace ibsim
