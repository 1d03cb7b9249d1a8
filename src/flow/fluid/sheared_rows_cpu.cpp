#include "fluid/sheared_rows.hpp"
#include "fluid/sheared_symbols.hpp"
#include "linalg/channel_fft.hpp"
#include "parallel/for_each.hpp"

#include <cmath>
#include <type_traits>

namespace ibsim {
namespace {

using namespace sheared;

/// Row `slot` of four: 0, 1, N-2 or N-1 of the box; beyond it stands as row N + slot of a wide field.
int row_in_box(int slot, int n) { return slot < 2 ? slot : slot + n - rows_beyond; }

/// a b. In floats its bits do not depend on the loop that it is in: gcc contracts the body of a vectorised
/// loop and its rest differently, and ranks cut rows of modes.
template <class T>
ComplexOf<T> product(ComplexOf<T> a, ComplexOf<T> b) {
  if constexpr (std::is_same_v<T, real>)
    return a * b;
  else
    return {std::fma(a.re, b.re, -(a.im * b.im)), std::fma(a.re, b.im, a.im * b.re)};
}

} // namespace

template <class B, class T>
struct ShearedRows<B, T>::Impl {
  Grid grid, wide; ///< of the own planes
  int components;
  Int3 rows;    ///< of a component, in the own planes
  Index planes; ///< of the box
  ChannelFft<Cpu, T> fft;
  Array<T, Cpu> values;
  Array<ComplexOf<T>, Cpu> spectrum;

  Impl(const Stream<Cpu>& stream, const LocalGrid<Cpu>& local, int of)
      : grid(local.own()), wide(with_rows_beyond(grid)),
        components(of), rows{grid.n.x, rows_beyond, grid.n.z}, planes(local.grid.n.z),
        fft(stream, {rows.x, rows.y, planes}, of, local.ranks, local.first_planes()),
        values(static_cast<std::size_t>(of * size())),
        spectrum(static_cast<std::size_t>(of) * fft.columns() * rows.y * planes) {}

  Size size() const { return Size{rows.x} * rows.y * rows.z; }
  Size place(int d, int i, int slot, int k) const {
    return d * size() + i + Size{rows.x} * (slot + rows_beyond * k);
  }
  /// f(component, i, slot, k)
  template <class F>
  void for_each_value(const Stream<Cpu>& stream, F f) const {
    for_each_cell(stream, {rows.x, components * rows_beyond, rows.z},
                  [=](int i, int row, int k) { f(row / rows_beyond, i, row % rows_beyond, k); });
  }
  void move(const Stream<Cpu>& stream, const ComplexOf<T>* seams, bool back) {
    fft.forward(stream, values.data(), size(), spectrum.data());
    const Int3 modes{fft.columns(), planes, components * rows_beyond};
    ComplexOf<T>* const u = spectrum.data();
    for_each_cell(stream, modes, [=](int i, int q, int row) {
      ComplexOf<T>& mode = u[i + modes.x * (q + Size{modes.y} * row)];
      const bool above = row % rows_beyond < rows_beyond / 2;
      mode = product(above != back ? conj(seams[q]) : seams[q], mode);
    });
    fft.inverse(stream, spectrum.data(), values.data(), size());
  }
  T normalized() const { return static_cast<T>(1 / (static_cast<real>(rows.x) * planes)); }
};

template <class B, class T>
ShearedRows<B, T>::ShearedRows(const Stream<B>& stream, const LocalGrid<B>& local, int components)
    : impl_(std::make_unique<Impl>(stream, local, components)) {}
template <class B, class T>
ShearedRows<B, T>::~ShearedRows() = default;

template <class B, class T>
void ShearedRows<B, T>::fill(const Stream<B>& stream, const ComplexOf<T>* seams, FaceView<T> wide) {
  Impl& p = *impl_;
  T* const values = p.values.data();
  const int n = p.grid.n.y;
  p.for_each_value(stream, [&, values](int d, int i, int slot, int k) {
    values[p.place(d, i, slot, k)] = wide[d][p.wide.index(i, row_in_box(slot, n), k)];
  });
  p.move(stream, seams, false);
  const T factor = p.normalized();
  p.for_each_value(stream, [&, values](int d, int i, int slot, int k) {
    wide[d][p.wide.index(i, n + slot, k)] = factor * values[p.place(d, i, slot, k)];
  });
}

template <class B, class T>
void ShearedRows<B, T>::fold(const Stream<B>& stream, const ComplexOf<T>* seams, FaceView<const T> wide,
                             FaceView<T> f) {
  Impl& p = *impl_;
  T* const values = p.values.data();
  const int n = p.grid.n.y;
  p.for_each_value(stream, [&, values](int d, int i, int slot, int k) {
    values[p.place(d, i, slot, k)] = wide[d][p.wide.index(i, n + slot, k)];
  });
  p.move(stream, seams, true);
  const T factor = p.normalized();
  for_each_cell(stream, p.grid.n, [&, values](int i, int j, int k) {
    const int slot = j < 2 ? j : j - (n - rows_beyond);
    const bool near = j < 2 || slot >= 2;
    for (int d = 0; d < 3; ++d)
      f[d][p.grid.index(i, j, k)] =
          wide[d][p.wide.index(i, j, k)] + (near ? factor * values[p.place(d, i, slot, k)] : T{0});
  });
}

template class ShearedRows<Cpu, double>;
template class ShearedRows<Cpu, float>;

} // namespace ibsim
