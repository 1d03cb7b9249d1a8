// `domain: {size: [..], cell: ..}` -> the grid.
#include "flow_files/flow_keys.hpp"
#include "grid/cell_sides.hpp"
#include "grid/mac_grid.hpp"

#include <cmath>
#include <memory>
#include <optional>

namespace ibsim {
namespace {

constexpr real most_cells = 1 << 20;                   // in one direction
constexpr real least_length = 1e-6, most_length = 1e9; // um: a picometre, a kilometre

bool is_whole(real x) { return std::abs(x - std::round(x)) < 1e-9 * std::max(real{1}, std::abs(x)); }

/// Sets the numbers of grid points that fill a box of this size. `cell` is the node of errors.
void count_cells(const Real3& size, Grid& grid, const Tree& cell) {
  const real h = grid.h;
  for (int d = 0; d < 3; ++d) {
    const real n = size[d] / h;
    const std::string side = std::string("the side of the box in ") + "xyz"[d] + ", " +
                             format_quantity(size[d], dimension::length);
    if (n > most_cells)
      fail_at(cell, "domain.cell: " + format_quantity(h, dimension::length) +
                        " makes too many grid points along " + side);
    if (!is_whole(n) || n < 0.5) {
      const std::optional<CellSide> near = nearest_cell_side(size, h);
      fail_at(cell, "domain.cell: " + format_quantity(h, dimension::length) + " does not divide " + side +
                        (near ? "; the nearest that does is " + near->text
                              : "; no spacing near this one divides all sides"));
    }
    grid.n[d] = static_cast<int>(std::round(n));
  }
}

} // namespace

Key domain_key(Grid& grid) {
  const auto size = std::make_shared<Real3>(grid.lengths());
  const auto within = [size] {
    for (int d = 0; d < 3; ++d)
      if ((*size)[d] < least_length || (*size)[d] > most_length) return false;
    return true;
  };
  const auto read_size = [size](const Tree& tree, const std::string& path) {
    *size = read_vector(tree, path, dimension::length);
    for (std::size_t d = 0; d < 3; ++d)
      if (!((*size)[static_cast<int>(d)] > 0)) fail_at(tree.items[d], path + ": must be greater than zero");
  };
  return key::map("domain",
                  {key::value(
                       "size", "[x, y, z], each a length", read_size,
                       [size] { return vector_yaml(*size, dimension::length); },
                       "Sides of the box. It is periodic in x and z; flow.ends_in_y sets its ends in y.")
                       .needs("[16 um, 16 um, 16 um]")
                       .check([within] {
                         return within() ? "" : "a side must be from a picometre to a kilometre long";
                       }),
                   key::quantity("cell", grid.h, dimension::length,
                                 "Grid spacing h, the same in x, y and z. It divides all sides of the box.")
                       .above(0)
                       .needs("0.25 um")
                       .afterwards([&grid, size](const Tree* cell, const std::string&) {
                         count_cells(*size, grid, *cell);
                       })},
                  "The box and its grid.")
      .needs("{size: [16 um, 16 um, 16 um], cell: 0.25 um}");
}

} // namespace ibsim
