#include "validation/periodic_cubic_spline.hpp"

#include "grid/neighbours.hpp"
#include "linalg/periodic_spline.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

/// Every second node (midway = false: 0, 2, ...; true: the midpoints 1/2, 5/2, ...) of the spline through f.
std::vector<real> halve(std::vector<real> f, bool midway) {
  const int n = static_cast<int>(f.size());
  std::vector<real> out(n / 2);
  if (!midway) {
    for (int i = 0; i < n / 2; ++i) out[i] = f[2 * i];
    return out;
  }
  periodic_spline_coefficients(f);
  const auto c = [&](int i) { return f[wrapped_around(i, n)]; };
  for (int i = 0; i < n / 2; ++i)
    out[i] = (c(2 * i - 1) + 23 * c(2 * i) + 23 * c(2 * i + 1) + c(2 * i + 2)) / 48;
  return out;
}

/// d: the direction in which coarse points are fine points; none of 0, 1, 2: they are midway in all.
std::vector<real> on_coarser_points(const Grid& fine, int d, const real* values) {
  Int3 n = fine.n;
  for (int a = 0; a < 3; ++a)
    if (n[a] % 2) throw std::invalid_argument("a grid with an odd number of cells has no coarser grid");
  std::vector<real> field(values, values + fine.cells());
  for (int a = 0; a < 3; ++a) { // one direction after the other
    Int3 m = n;
    m[a] = n[a] / 2;
    const Grid from{n, fine.h}, to{m, fine.h};
    std::vector<real> halved(to.cells()), line(n[a]);
    const Int3 lines{a == 0 ? 1 : n.x, a == 1 ? 1 : n.y, a == 2 ? 1 : n.z};
    for (int k = 0; k < lines.z; ++k)
      for (int j = 0; j < lines.y; ++j)
        for (int i = 0; i < lines.x; ++i) {
          Int3 cell{i, j, k};
          for (int l = 0; l < n[a]; ++l) cell[a] = l, line[l] = field[from.index(cell.x, cell.y, cell.z)];
          const std::vector<real> coarse = halve(line, a != d);
          for (int l = 0; l < m[a]; ++l) cell[a] = l, halved[to.index(cell.x, cell.y, cell.z)] = coarse[l];
        }
    field = std::move(halved);
    n = m;
  }
  return field;
}

} // namespace

std::vector<real> on_coarser_faces(const Grid& fine, int d, const real* values) {
  return on_coarser_points(fine, d, values);
}
std::vector<real> on_coarser_cells(const Grid& fine, const real* values) {
  return on_coarser_points(fine, -1, values);
}

} // namespace ibsim
