#include "fluid/kolmogorov_force.hpp"

#include "parallel/for_each.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace ibsim {

namespace {

/// U sin(k y) of each row of cells.
std::vector<real> sines(const Grid& grid, const KolmogorovFlow& flow, real speed) {
  std::vector<real> rows(static_cast<std::size_t>(grid.n.y));
  const real k_h = 2 * std::numbers::pi_v<real> * flow.waves / grid.n.y;
  for (std::size_t j = 0; j < rows.size(); ++j)
    rows[j] = speed * std::sin(k_h * (static_cast<real>(j) + real{0.5}));
  return rows;
}

template <class B, class T>
void add_rows(const Stream<B>& stream, const Grid& grid, const T* rows, T* u) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) { u[g.index(i, j, k)] += rows[j]; });
}

} // namespace

template <class B>
void add_kolmogorov_flow(const Stream<B>& stream, const Grid& grid, const KolmogorovFlow& flow, AnyFaces u) {
  const StoredNumbers<B> rows(stream, sines(grid, flow, flow.speed), u.storage());
  with_faces(
      u, [&]<class T>(FaceView<T> faces) { add_rows<B, T>(stream, grid, rows.template as<T>(), faces.z); });
  stream.synchronize(); // before the rows go
}

template <class B>
void KolmogorovForce<B>::prepare(const Stream<B>& stream, const StepInTime&) {
  if (!rows_.empty()) return; // before anything is recorded
  const real q_h = 2 * std::sin(std::numbers::pi_v<real> * flow_.waves / grid_.n.y);
  const real times = viscosity_ * q_h * q_h / (grid_.h * grid_.h);
  rows_ = StoredNumbers<B>(stream, sines(grid_, flow_, times * flow_.speed), storage_);
}

template <class B>
void KolmogorovForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(
      f, [&]<class T>(FaceView<T> faces) { add_rows<B, T>(stream, grid_, rows_.template as<T>(), faces.z); });
}

template void add_kolmogorov_flow(const Stream<ThisBackend>&, const Grid&, const KolmogorovFlow&, AnyFaces);
template class KolmogorovForce<ThisBackend>;

} // namespace ibsim
