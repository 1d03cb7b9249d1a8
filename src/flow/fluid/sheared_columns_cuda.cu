// sheared_columns.hpp, as a Stage of columns.cuh: the first level takes its values from the planes with the
// phases of their frame, the last of the inverse gives the planes of space, rows beyond the box too.
//   half step   reads 48 bytes a mode and row, writes 48 and phi's 16
//   full step   reads 96 and phi's 16, writes 48
//   whole step  reads 144, writes 48
#include "fluid/columns.cuh"
#include "fluid/sheared_columns.hpp"
#include "fluid/sheared_symbols.hpp"
#include "fluid/spectral_operators.hpp"
#include "fluid/stokes_stage.hpp"

namespace ibsim {
namespace {

using namespace sheared;

constexpr int side_by_side = 8;

template <PartOfStep part>
struct Stage {
  static constexpr int lanes = side_by_side, components = 3;

  int rows;
  Index modes;
  Radices radices;
  const Complex* roots;
  ShearedModes w;
  real a;
  const Complex* e_at;
  RightHandSides r;
  Complex *phi, *wide;

  struct Place {
    int i, q;   ///< along x and z
    Index mode; ///< i + shape.x q
    bool mine;  ///< else there is no such mode: one that is there stands in
    __device__ Place(const Stage& s, Index wanted) {
      mine = wanted < s.w.plane();
      mode = mine ? wanted : s.w.plane() - 1;
      q = mode / s.w.shape.x, i = mode - q * s.w.shape.x;
    }
  };

  /// Row j of a component of the right-hand side, in the frame.
  __device__ Complex load(const Place& p, int d, int j) const {
    return sheared::in_frame<part>(w, r, p.q, d, j, p.mode + Size{w.plane()} * j + d * w.component());
  }
  /// solve_step of sheared_modes.hpp
  __device__ void solve(const Place& p, int place, Complex* u) const {
    const Size m = p.mode + Size{w.plane()} * place;
    Complex of_mode{};
    if constexpr (part == PartOfStep::full) of_mode = phi[m];
    solve_mode<part>(w, p.i, p.q, e_at[place], a, of_mode, u[0], u[1], u[2]);
    if constexpr (part == PartOfStep::half)
      if (p.mine) phi[m] = of_mode;
  }
  /// Row j of a component out of the frame, and its image beyond the box.
  __device__ void store(const Place& p, int d, int j, Complex value) const {
    if (!p.mine) return;
    const int n = w.shape.z, kind = d == 1 ? 1 : 0, instant = part == PartOfStep::half ? 1 : 2;
    Complex* const to = wide + p.mode + d * (Size{w.plane()} * (n + rows_beyond));
    const auto put = [&](int row, int space) {
      to[Size{w.plane()} * row] = conj(phases_of(w, instant, kind, space)[p.q]) * value;
    };
    put(j, j);
    if (j < rows_beyond / 2) put(j + n, j + n);
    if (j >= n - rows_beyond / 2) put(j + rows_beyond, j - n);
  }
};

template <PartOfStep part>
void launch(const Stream<Cuda>& stream, const ShearedModes& w, const Radices& radices, real a,
            const Complex* e_at, const RightHandSides& r, Complex* phi, Complex* wide) {
  columns::launch(stream, Stage<part>{w.shape.z, w.plane(), radices, w.e_y, w, a, e_at, r, phi, wide});
}

} // namespace

std::optional<Radices> ShearedColumns::radices(const Stream<Cuda>& stream, int rows) {
  return radices_of(stream, rows, side_by_side, 3);
}

ShearedColumns::ShearedColumns(const Stream<Cuda>& stream, int rows, const Radices& radices)
    : radices_(radices) {
  const std::vector<Complex> roots = roots_of_one(rows);
  std::vector<Complex> at;
  for (const int l : frequencies_at(rows, radices)) at.push_back(roots[static_cast<std::size_t>(l)]);
  e_at_ = Array<Complex, Cuda>(stream, at);
  columns::allow_shared_memory<Stage<PartOfStep::half>>(stream);
  columns::allow_shared_memory<Stage<PartOfStep::full>>(stream);
  columns::allow_shared_memory<Stage<PartOfStep::whole>>(stream);
}

void ShearedColumns::half_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                               const Complex* planes, Complex* phi, Complex* wide) const {
  launch<PartOfStep::half>(stream, modes, radices_, a, e_at_.data(), {planes, nullptr, nullptr}, phi, wide);
}

void ShearedColumns::full_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                               const Complex* start, const Complex* middle, const Complex* phi,
                               Complex* wide) const {
  launch<PartOfStep::full>(stream, modes, radices_, a, e_at_.data(), {start, middle, nullptr},
                           const_cast<Complex*>(phi), wide); // which it only reads
}

void ShearedColumns::whole_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                                const Complex* end, const Complex* start, const Complex* before,
                                Complex* wide) const {
  launch<PartOfStep::whole>(stream, modes, radices_, a, e_at_.data(), {start, before, end}, nullptr, wide);
}

} // namespace ibsim
