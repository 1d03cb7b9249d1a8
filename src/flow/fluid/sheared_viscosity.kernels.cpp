#include "fluid/sheared_viscosity.hpp"

#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

template <class B>
void into_wide(const Stream<B>& stream, const Grid& grid, FaceView<const real> s, FaceView<real> wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), to = w.index(i, j, k);
    wide.x[to] = s.x[c], wide.y[to] = s.y[c], wide.z[to] = s.z[c];
  });
}

template <class B>
void minus_divergence_of_wide(const Stream<B>& stream, const Grid& grid, FaceView<const real> s, real* q) {
  const Grid g = grid, w = with_rows_beyond(grid);
  const real minus_per_h = -1 / grid.h;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    q[g.index(i, j, k)] = divergence_at_cell(s, neighbours(w, i, j, k), minus_per_h);
  });
}

template <class B>
void set_wide_excess(const Stream<B>& stream, const Grid& grid, const ViscosityOfPotential& potential,
                     const real* mean, const real* q, real* x) {
  const Grid g = grid, w = with_rows_beyond(grid);
  const ViscosityOfPotential of = potential;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    x[w.index(i, j, k)] = of.excess(q[g.index(i, j, k)] + *mean);
  });
}

/// Takes the mode along z that alternates from cell to cell, which cannot be moved, from the rows of the box.
template <class B>
void leave_out_alternating(const Stream<B>& stream, const Grid& grid, real* x) {
  if (grid.n.z % 2 != 0) return;
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, {g.n.x, g.n.y, 1}, [=] IBSIM_KERNEL(int i, int j, int) {
    real mode = 0;
    for (int k = 0; k < g.n.z; k += 2) mode += x[w.index(i, j, k)] - x[w.index(i, j, k + 1)];
    mode /= g.n.z;
    for (int k = 0; k < g.n.z; k += 2) x[w.index(i, j, k)] -= mode, x[w.index(i, j, k + 1)] += mode;
  });
}

} // namespace

template <class B>
ShearedViscosity<B>::ShearedViscosity(const Stream<B>& stream, const Grid& grid,
                                      const ViscosityOfPotential& of, Instant of_source)
    : VaryingViscosity<B>(of, CellField<B>(stream, static_cast<std::size_t>(with_rows_beyond(grid).cells())),
                          0, FaceField<B>(stream, grid)),
      grid_(grid), of_source_(of_source),
      excess_of_middle_(stream, static_cast<std::size_t>(with_rows_beyond(grid).cells())),
      fft_(stream, grid.n, Planes::zx, 1), scalar_rows_(stream, grid, 1) {}

template <class B>
const real* ShearedViscosity<B>::excess_at(Instant instant) const {
  return instant == Instant::start ? excess_.data() : excess_of_middle_.data();
}

template <class B>
void ShearedViscosity<B>::set(const Stream<B>& stream, const ShearedModes& modes, ShearedStage<B>& stage,
                              ShearedRows<B>& rows, const Scratch& scratch, const real* mean) {
  into_wide<B>(stream, grid_, source_.view(), scratch.wide);
  rows.fill(stream, seams_of(modes, of_source_), scratch.wide);
  minus_divergence_of_wide<B>(stream, grid_, scratch.wide, scratch.cells);
  fft_.forward(stream, scratch.cells, scratch.rows);
  stage.solve_laplacian(stream, modes, of_source_, scratch.rows);
  for (const Instant instant : {Instant::start, Instant::middle}) {
    real* const excess = instant == Instant::start ? excess_.data() : excess_of_middle_.data();
    scalar_out_of_frame(stream, modes, instant, scratch.rows, scratch.planes);
    fft_.inverse(stream, scratch.planes, scratch.cells);
    set_wide_excess<B>(stream, grid_, of_, mean, scratch.cells, excess);
    leave_out_alternating<B>(stream, grid_, excess);
    scalar_rows_.fill(stream, seams_of(modes, instant), {excess, nullptr, nullptr});
  }
}

template class ShearedViscosity<ThisBackend>;

} // namespace ibsim
