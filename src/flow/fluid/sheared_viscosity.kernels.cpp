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
void minus_divergence_of_wide(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const real> s,
                              real* q) {
  const Grid g = local.own();
  const Slab w = with_rows_beyond(local.slab);
  const real minus_per_h = -1 / g.h;
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
/// @param all x of all ranks
template <class B>
void leave_out_alternating(const Stream<B>& stream, const LocalGrid<B>& local, const real* all, real* x) {
  if (local.grid.n.z % 2 != 0) return;
  const Slab slab = local.slab;
  const Grid g = local.grid, w = with_rows_beyond(local.grid);
  for_each_cell(stream, {g.n.x, g.n.y, 1}, [=] IBSIM_KERNEL(int i, int j, int) {
    real mode = 0;
    for (int k = 0; k < g.n.z; k += 2) mode += all[w.index(i, j, k)] - all[w.index(i, j, k + 1)];
    mode /= g.n.z;
    for (int k = 0; k < slab.planes; ++k) {
      const Index c = w.index(i, j, k);
      x[c] = (slab.first + k) % 2 == 0 ? x[c] - mode : x[c] + mode;
    }
  });
}

} // namespace

template <class B>
ShearedViscosity<B>::ShearedViscosity(const Stream<B>& stream, const LocalGrid<B>& local,
                                      const ViscosityOfPotential& of, Instant of_source)
    : VaryingViscosity<B>(
          of, CellField<B>(stream, static_cast<std::size_t>(with_rows_beyond(local.slab).stored_cells())),
          with_rows_beyond(local.slab).ghost_cells(), FaceField<B>(stream, local.slab)),
      local_(local), of_source_(of_source), excess_of_middle_(stream, excess_.size()),
      fft_(stream, local.grid.n, 1, local.ranks, local.first_planes()), scalar_rows_(stream, local, 1),
      excess_of_all_(stream,
                     local.alone() ? 0 : static_cast<std::size_t>(with_rows_beyond(local.grid).cells())) {}

template <class B>
const real* ShearedViscosity<B>::excess_at(Instant instant) const {
  return (instant == Instant::start ? excess_ : excess_of_middle_).data() + ghosts_;
}

template <class B>
void ShearedViscosity<B>::set(const Stream<B>& stream, const ShearedModes& modes, ShearedStage<B>& stage,
                              ShearedRows<B>& rows, const Scratch& scratch, const real* mean) {
  const Grid own = local_.own();
  const LocalGrid<B> wide = with_rows_beyond(local_);
  into_wide<B>(stream, own, source_.view(), scratch.wide);
  rows.fill(stream, seams_of(modes, of_source_), scratch.wide);
  fill_ghosts(stream, wide, scratch.wide);
  minus_divergence_of_wide<B>(stream, local_, scratch.wide, scratch.cells);
  fft_.forward(stream, scratch.cells, own.cells(), scratch.rows);
  stage.solve_laplacian(stream, modes, of_source_, scratch.rows);
  for (const Instant instant : {Instant::start, Instant::middle}) {
    real* const excess = (instant == Instant::start ? excess_ : excess_of_middle_).data() + ghosts_;
    scalar_out_of_frame(stream, modes, instant, scratch.rows, scratch.planes);
    fft_.inverse(stream, scratch.planes, scratch.cells, own.cells());
    set_wide_excess<B>(stream, own, of_, mean, scratch.cells, excess);
    if (!local_.alone()) gather_planes(stream, wide, excess, excess_of_all_.data());
    leave_out_alternating<B>(stream, local_, local_.alone() ? excess : excess_of_all_.data(), excess);
    scalar_rows_.fill(stream, seams_of(modes, instant), {excess, nullptr, nullptr});
    fill_ghosts(stream, wide, excess, 1);
  }
}

template class ShearedViscosity<ThisBackend>;

} // namespace ibsim
