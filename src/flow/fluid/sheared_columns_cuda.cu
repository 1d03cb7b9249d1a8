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

template <PartOfStep part, class T>
struct Stage {
  using Number = T;
  static constexpr int lanes = side_by_side, components = 3;

  int rows;
  Index modes;
  Radices radices;
  const ComplexOf<T>* roots;
  ShearedModes<T> w;
  T a;
  const ComplexOf<T>* e_at;
  RightHandSides<T> r;
  ComplexOf<T>*phi, *wide;

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
  __device__ ComplexOf<T> load(const Place& p, int d, int j) const {
    return sheared::in_frame<part>(w, r, p.q, d, j, p.mode + Size{w.plane()} * j + d * w.component());
  }
  /// solve_step of sheared_modes.hpp
  __device__ void solve(const Place& p, int place, ComplexOf<T>* u) const {
    const Size m = p.mode + Size{w.plane()} * place;
    ComplexOf<T> of_mode{};
    if constexpr (part == PartOfStep::full) of_mode = phi[m];
    solve_mode<part>(w, p.i, p.q, e_at[place], a, of_mode, u[0], u[1], u[2]);
    if constexpr (part == PartOfStep::half)
      if (p.mine) phi[m] = of_mode;
  }
  /// Row j of a component out of the frame, and its image beyond the box.
  __device__ void store(const Place& p, int d, int j, ComplexOf<T> value) const {
    if (!p.mine) return;
    const int n = w.shape.z, kind = d == 1 ? 1 : 0, instant = part == PartOfStep::half ? 1 : 2;
    ComplexOf<T>* const to = wide + p.mode + d * (Size{w.plane()} * (n + rows_beyond));
    const auto put = [&](int row, int space) {
      to[Size{w.plane()} * row] = conj(phases_of(w, instant, kind, space)[p.q]) * value;
    };
    put(j, j);
    if (j < rows_beyond / 2) put(j + n, j + n);
    if (j >= n - rows_beyond / 2) put(j + rows_beyond, j - n);
  }
};

template <PartOfStep part, class T>
void launch(const Stream<Cuda>& stream, const ShearedModes<T>& w, const Radices& radices, real a,
            const ComplexOf<T>* e_at, const RightHandSides<T>& r, ComplexOf<T>* phi, ComplexOf<T>* wide) {
  columns::launch(
      stream, Stage<part, T>{w.shape.z, w.plane(), radices, w.e_y, w, static_cast<T>(a), e_at, r, phi, wide});
}

} // namespace

template <class T>
std::optional<Radices> ShearedColumns<T>::radices(const Stream<Cuda>& stream, int rows) {
  return radices_of(stream, rows, side_by_side, 3, sizeof(T));
}

template <class T>
ShearedColumns<T>::ShearedColumns(const Stream<Cuda>& stream, int rows, const Radices& radices)
    : radices_(radices) {
  const std::vector<ComplexOf<T>> roots = rounded<T>(roots_of_one(rows));
  std::vector<ComplexOf<T>> at;
  for (const int l : frequencies_at(rows, radices)) at.push_back(roots[static_cast<std::size_t>(l)]);
  e_at_ = Array<ComplexOf<T>, Cuda>(stream, at);
  columns::allow_shared_memory<Stage<PartOfStep::half, T>>(stream);
  columns::allow_shared_memory<Stage<PartOfStep::full, T>>(stream);
  columns::allow_shared_memory<Stage<PartOfStep::whole, T>>(stream);
}

template <class T>
void ShearedColumns<T>::half_step(const Stream<Cuda>& stream, const ShearedModes<T>& modes, real a,
                                  const ComplexOf<T>* planes, ComplexOf<T>* phi, ComplexOf<T>* wide) const {
  launch<PartOfStep::half, T>(stream, modes, radices_, a, e_at_.data(), {planes, nullptr, nullptr}, phi,
                              wide);
}

template <class T>
void ShearedColumns<T>::full_step(const Stream<Cuda>& stream, const ShearedModes<T>& modes, real a,
                                  const ComplexOf<T>* start, const ComplexOf<T>* middle,
                                  const ComplexOf<T>* phi, ComplexOf<T>* wide) const {
  launch<PartOfStep::full, T>(stream, modes, radices_, a, e_at_.data(), {start, middle, nullptr},
                              const_cast<ComplexOf<T>*>(phi), wide); // which it only reads
}

template <class T>
void ShearedColumns<T>::whole_step(const Stream<Cuda>& stream, const ShearedModes<T>& modes, real a,
                                   const ComplexOf<T>* end, const ComplexOf<T>* start,
                                   const ComplexOf<T>* before, ComplexOf<T>* wide) const {
  launch<PartOfStep::whole, T>(stream, modes, radices_, a, e_at_.data(), {start, before, end}, nullptr, wide);
}

template class ShearedColumns<double>;
template class ShearedColumns<float>;

} // namespace ibsim
