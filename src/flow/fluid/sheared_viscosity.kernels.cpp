#include "fluid/sheared_viscosity.hpp"

#include "fluid/set_number.hpp"
#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

template <class B, class T>
void into_wide(const Stream<B>& stream, const Grid& grid, FaceView<const T> s, FaceView<T> wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), to = w.index(i, j, k);
    wide.x[to] = s.x[c], wide.y[to] = s.y[c], wide.z[to] = s.z[c];
  });
}

template <class B, class T>
void minus_divergence_of_wide(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const T> s, T* q) {
  const Grid g = local.own();
  const Slab w = with_rows_beyond(local.slab);
  const T minus_per_h = static_cast<T>(-1 / g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    q[g.index(i, j, k)] = divergence_at_cell(s, neighbours(w, i, j, k), minus_per_h);
  });
}

/// wide = q and its mean, in the rows of the box
template <class B, class T>
void set_wide_potential(const Stream<B>& stream, const Grid& grid, const T* mean, const T* q, T* wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    wide[w.index(i, j, k)] = q[g.index(i, j, k)] + *mean;
  });
}

/// Written in the place of q.
template <class B, class T>
void set_excess(const Stream<B>& stream, Size cells, const ViscosityOfPotential& potential, T* x) {
  const ViscosityOfPotentialIn<T> of = potential.in<T>();
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { x[c] = of.excess(x[c]); });
}

} // namespace

template <class B, class T>
ShearedViscosity<B, T>::ShearedViscosity(const Stream<B>& stream, const LocalGrid<B>& local,
                                         const ViscosityOfPotential& of, Instant of_source,
                                         typename ChannelFft<B, T>::Room room)
    : VaryingViscosity<B>(
          of,
          CellField<B>(stream, static_cast<std::size_t>(with_rows_beyond(local.slab).stored_cells()) *
                                   sizeof(T) / sizeof(real)),
          with_rows_beyond(local.slab).ghost_cells(), FaceField<B>(stream, local.slab, storage_of<T>)),
      local_(local), of_source_(of_source), excess_of_middle_(stream, excess_.size()),
      fft_(stream, local.grid.n, 1, local.ranks, local.first_planes(), std::move(room)),
      scalar_rows_(stream, local, 1), seam_(stream, local) {}

template <class B, class T>
const T* ShearedViscosity<B, T>::excess_at(Instant instant) const {
  return reinterpret_cast<const T*>((instant == Instant::start ? excess_ : excess_of_middle_).data()) +
         ghosts_;
}

template <class B, class T>
void ShearedViscosity<B, T>::set(const Stream<B>& stream, const ShearedModes<T>& modes,
                                 ShearedStage<B, T>& stage, ShearedRows<B, T>& rows, const Scratch& scratch,
                                 const real* mean) {
  const Grid own = local_.own();
  const LocalGrid<B> wide = with_rows_beyond(local_);
  into_wide<B, T>(stream, own, source_.any().template as<T>(), scratch.wide);
  rows.fill(stream, seams_of(modes, of_source_), scratch.wide);
  fill_ghosts(stream, wide, scratch.wide);
  minus_divergence_of_wide<B, T>(stream, local_, scratch.wide, scratch.cells);
  fft_.forward(stream, scratch.cells, own.cells(), scratch.rows);
  stage.solve_laplacian(stream, modes, of_source_, scratch.rows);
  for (const Instant instant : {Instant::start, Instant::middle}) {
    T* const excess =
        reinterpret_cast<T*>((instant == Instant::start ? excess_ : excess_of_middle_).data()) + ghosts_;
    scalar_out_of_frame(stream, modes, instant, scratch.rows, scratch.planes);
    fft_.inverse(stream, scratch.planes, scratch.cells, own.cells());
    set_wide_potential<B, T>(stream, own, in_type<T>(stream, mean, rounded_mean_), scratch.cells, excess);
    scalar_rows_.fill(stream, seams_of(modes, instant), {excess, nullptr, nullptr});
    set_excess<B, T>(stream, wide.slab.own_cells(), of_, excess);
    fill_ghosts(stream, wide, excess, 1);
  }
}

template <class B, class T>
void ShearedViscosity<B, T>::share_at_seam(const Stream<B>& stream, const ShearedModes<T>& modes,
                                           Instant instant, real factor, FaceView<const T> v, FaceView<T> r) {
  seam_.share(stream, seams_of(modes, instant), factor, modes.rates + static_cast<int>(instant),
              excess_at(instant), v, r);
}

template class ShearedViscosity<ThisBackend, double>;
template class ShearedViscosity<ThisBackend, float>;

} // namespace ibsim
