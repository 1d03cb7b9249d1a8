#include "fluid/stage_along_z.hpp"

#include "fluid/solenoidal_modes.hpp"
#include "fluid/spectral_operators.hpp"
#include "parallel/for_each.hpp"

#include <optional>
#if defined(__CUDACC__)
#include "fluid/periodic_columns.hpp"
#endif

namespace ibsim {

template <class B>
struct StageAlongZ<B>::Impl {
  LinesOfModes modes;
  Array<Complex, B> dx, dy;
  Array<real, B> dz2;
  std::optional<LineFft<B>> fft; ///< unless it is one kernel
#if defined(__CUDACC__)
  std::optional<PeriodicColumns> columns;
#endif

  Impl(const Stream<B>& stream, const Grid& grid, Index first_row, Index rows)
      : dx(stream, divergence_symbols(grid.n.x, grid.h)), dy(stream, divergence_symbols(grid.n.y, grid.h)),
        dz2(stream, squares_of_symbols(grid.n.z, grid.h)) {
    const Int3 n = grid.n;
    modes = {{n.x / 2 + 1, static_cast<int>(rows), n.z},
             grid.h,
             1 / (static_cast<real>(n.x) * n.y * n.z),
             dx.data(),
             dy.data() + first_row,
             dz2.data()};
  }
};

template <class B>
StageAlongZ<B>::StageAlongZ(const Stream<B>& stream, const Grid& grid, Index first_row, Index rows,
                            [[maybe_unused]] Way way)
    : impl_(std::make_unique<Impl>(stream, grid, first_row, rows)) {
  if (rows == 0) return;
#if defined(__CUDACC__)
  if (way == Way::automatic) impl_->columns = PeriodicColumns::of(stream, grid);
  if (impl_->columns) return;
#endif
  impl_->fft.emplace(stream, grid.n.z, (grid.n.x / 2 + 1) * rows, 1);
}
template <class B>
StageAlongZ<B>::~StageAlongZ() = default;

template <class B>
void StageAlongZ<B>::solve(const Stream<B>& stream, real a, Complex* x, Complex* y, Complex* z) {
  const LinesOfModes lines = impl_->modes;
  if (lines.shape.y == 0) return;
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->solve(stream, lines, a, x, y, z);
#endif
  const Index plane = lines.shape.x * lines.shape.y;
  const real per_h = 1 / lines.h;
  for_each_cell(stream, lines.shape, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index m = i + lines.shape.x * j + plane * k;
    const InPlane d(lines.dx[i], lines.dy[j]);
    const Complex u = x[m], v = y[m];
    x[m] = divergence(d, u, v), y[m] = across(d, u, v);
  });
  for_each_cell(stream, lines.shape, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index in = i + lines.shape.x * j, m = in + plane * k,
                below = in + plane * (k > 0 ? k - 1 : lines.shape.z - 1);
    z[m] = vertical_source(InPlane(lines.dx[i], lines.dy[j]), z[m], x[m], x[below], per_h);
  });
  LineFft<B>& fft = *impl_->fft;
  for (Complex* const scalar : {y, z}) fft.forward(stream, scalar);
  for_each_cell(stream, lines.shape, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index m = i + lines.shape.x * j + plane * k;
    const FactorsOfScalars f =
        factors_of_scalars(InPlane(lines.dx[i], lines.dy[j]).kappa2, lines.dz2[k], a, lines.per_cell);
    Complex &t = y[m], &w = z[m];
    t = {f.of_t * t.re, f.of_t * t.im}, w = {f.of_w * w.re, f.of_w * w.im};
  });
  for (Complex* const scalar : {y, z}) fft.inverse(stream, scalar);
}

template class StageAlongZ<ThisBackend>;

} // namespace ibsim
