#include "io/read_objects.hpp"

#include "base/error.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

constexpr real most_cells = 1 << 20; // in one direction
constexpr real most_length = 1e9;    // a kilometre

bool is_whole(real x) { return std::abs(x - std::round(x)) < 1e-9 * std::max(real{1}, std::abs(x)); }

/// The side nearest to h that divides all three lengths, as the text of a quantity; empty if there is none
/// near.
std::string nearest_side(const Real3& size, real h) {
  const real start = std::round(size.x / h);
  std::string best;
  real least = std::numeric_limits<real>::max();
  for (real n = std::max(real{1}, start - 2000); n <= start + 2000; ++n) {
    const real side = size.x / n;
    if (!is_whole(size.y / side) || !is_whole(size.z / side) || std::abs(side - h) >= least) continue;
    least = std::abs(side - h);
    const real shared =
        is_whole(size.x)
            ? static_cast<real>(std::gcd(static_cast<long>(std::round(size.x)), static_cast<long>(n)))
            : 1;
    best = is_whole(side * 1e6)
               ? format_quantity(std::round(side * 1e6) / 1e6, dimension::length)
               : shortest_decimals(size.x / shared) + "/" + shortest_decimals(n / shared) + " um";
  }
  return best;
}

} // namespace

Grid read_domain(const Tree& tree) {
  const Fields fields(tree, "domain", {"size", "cell"});
  const Tree& size_tree = fields.need("size", "[16 um, 16 um, 16 um]");
  const Real3 size = read_vector(size_tree, "domain.size", dimension::length);
  for (std::size_t d = 0; d < 3; ++d)
    if (!(size[static_cast<int>(d)] > 0))
      fail_at(size_tree.items[d], "domain.size: must be greater than zero");
    else if (size[static_cast<int>(d)] > most_length)
      fail_at(size_tree.items[d], "domain.size: is more than a kilometre");
  const Tree& cell_tree = fields.need("cell", "0.25 um");
  Grid grid;
  grid.h = read_positive(cell_tree, "domain.cell", dimension::length);
  for (int d = 0; d < 3; ++d) {
    const real n = size[d] / grid.h;
    const std::string side = std::string("the side of the box in ") + "xyz"[d] + ", " +
                             format_quantity(size[d], dimension::length);
    if (n > most_cells)
      fail_at(cell_tree, "domain.cell: " + format_quantity(grid.h, dimension::length) +
                             " makes too many cells of " + side);
    if (!is_whole(n) || n < 0.5) {
      const std::string near = nearest_side(size, grid.h);
      fail_at(cell_tree, "domain.cell: " + format_quantity(grid.h, dimension::length) + " does not divide " +
                             side +
                             (near.empty() ? "; no cell near this size divides all sides"
                                           : "; the nearest that does is " + near));
    }
    grid.n[d] = static_cast<int>(std::round(n));
  }
  return grid;
}

} // namespace ibsim
