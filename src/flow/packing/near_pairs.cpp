// Images of the spheres around the box join them in a grid of cells as wide as the widest pair, so that
// nothing has to be wrapped, also where a sphere is nearer to its own image than the box is wide.
#include "packing/near_pairs.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct Image {
  Index sphere;
  Real3 centre, shift;
};

/// All images within `reach` of the range of the centres.
std::vector<Image> images_around(const std::vector<Real3>& centres, const Real3& periods, const Real3& low,
                                 const Real3& high, real reach) {
  std::vector<Image> images;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    Int3 from, to;
    for (int d = 0; d < 3; ++d) {
      if (!(periods[d] > 0)) continue;
      from[d] = static_cast<int>(std::ceil((low[d] - reach - centres[i][d]) / periods[d]));
      to[d] = static_cast<int>(std::floor((high[d] + reach - centres[i][d]) / periods[d]));
    }
    for (int c = from.z; c <= to.z; ++c)
      for (int b = from.y; b <= to.y; ++b)
        for (int a = from.x; a <= to.x; ++a) {
          const Real3 shift{a * periods.x, b * periods.y, c * periods.z};
          images.push_back({static_cast<Index>(i), centres[i] + shift, shift});
        }
  }
  return images;
}

/// Images sorted by the cell in which they are.
struct Cells {
  Real3 low;
  real width = 0;
  Int3 n;
  std::vector<Index> begin, order; ///< images of cell c: order[begin[c]] .. order[begin[c + 1] - 1]

  Int3 cell_of(const Real3& p) const {
    Int3 cell;
    for (int d = 0; d < 3; ++d) cell[d] = std::clamp(static_cast<int>((p[d] - low[d]) / width), 0, n[d] - 1);
    return cell;
  }
  std::size_t number(const Int3& c) const { return (static_cast<std::size_t>(c.z) * n.y + c.y) * n.x + c.x; }
};

Cells sorted_into_cells(const std::vector<Image>& images, const Real3& low, const Real3& high, real width) {
  constexpr real most = 256; // cells a direction
  Cells cells;
  cells.low = low;
  cells.width = std::max({width, (high.x - low.x) / most, (high.y - low.y) / most, (high.z - low.z) / most});
  for (int d = 0; d < 3; ++d) cells.n[d] = static_cast<int>((high[d] - low[d]) / cells.width) + 1;
  cells.begin.assign(static_cast<std::size_t>(cells.n.x) * cells.n.y * cells.n.z + 1, 0);
  for (const Image& image : images) ++cells.begin[cells.number(cells.cell_of(image.centre)) + 1];
  for (std::size_t c = 1; c < cells.begin.size(); ++c) cells.begin[c] += cells.begin[c - 1];
  std::vector<Index> next = cells.begin;
  cells.order.resize(images.size());
  for (std::size_t i = 0; i < images.size(); ++i)
    cells.order[static_cast<std::size_t>(next[cells.number(cells.cell_of(images[i].centre))]++)] =
        static_cast<Index>(i);
  return cells;
}

/// True for one of the two images of a sphere that are each other's mirror image.
bool counts_once(const Real3& shift) {
  return shift.x != 0 ? shift.x > 0 : shift.y != 0 ? shift.y > 0 : shift.z > 0;
}

} // namespace

std::vector<NearPair> near_pairs(const std::vector<Real3>& centres, const std::vector<real>& radii,
                                 const Real3& periods, real skin) {
  if (centres.empty()) return {};
  const real widest = *std::max_element(radii.begin(), radii.end()), reach = 2 * widest + skin;
  constexpr real far = std::numeric_limits<real>::max();
  Real3 low{far, far, far}, high{-far, -far, -far};
  for (const Real3& p : centres)
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], p[d]), high[d] = std::max(high[d], p[d]);
  const std::vector<Image> images = images_around(centres, periods, low, high, reach);
  for (int d = 0; d < 3; ++d) low[d] -= reach, high[d] += reach;
  const Cells cells = sorted_into_cells(images, low, high, reach);

  constexpr Index piece = 64; // spheres
  const auto spheres = static_cast<Index>(centres.size()), pieces = (spheres + piece - 1) / piece;
  std::vector<std::vector<NearPair>> found(static_cast<std::size_t>(pieces));
  for_each_piece(Stream<Cpu>(), pieces, [&](Index p) {
    for (Index i = p * piece; i < std::min(spheres, (p + 1) * piece); ++i) {
      const auto one = static_cast<std::size_t>(i);
      const Int3 at = cells.cell_of(centres[one]);
      for (int c = std::max(at.z - 1, 0); c <= std::min(at.z + 1, cells.n.z - 1); ++c)
        for (int b = std::max(at.y - 1, 0); b <= std::min(at.y + 1, cells.n.y - 1); ++b)
          for (int a = std::max(at.x - 1, 0); a <= std::min(at.x + 1, cells.n.x - 1); ++a) {
            const std::size_t cell = cells.number({a, b, c});
            for (Index k = cells.begin[cell]; k < cells.begin[cell + 1]; ++k) {
              const Image& image = images[static_cast<std::size_t>(cells.order[static_cast<std::size_t>(k)])];
              if (image.sphere < i || (image.sphere == i && !counts_once(image.shift))) continue;
              const real near = radii[one] + radii[static_cast<std::size_t>(image.sphere)] + skin;
              const Real3 apart = image.centre - centres[one];
              if (dot(apart, apart) < near * near)
                found[static_cast<std::size_t>(p)].push_back({i, image.sphere, image.shift});
            }
          }
    }
  });
  std::vector<NearPair> pairs;
  for (const std::vector<NearPair>& part : found) pairs.insert(pairs.end(), part.begin(), part.end());
  return pairs;
}

PairsOfEach pairs_of_each(const std::vector<NearPair>& pairs, std::size_t spheres) {
  PairsOfEach of{std::vector<Index>(spheres + 1), std::vector<Index>(2 * pairs.size())};
  for (const NearPair& pair : pairs)
    ++of.begin[static_cast<std::size_t>(pair.first) + 1],
        ++of.begin[static_cast<std::size_t>(pair.second) + 1];
  for (std::size_t i = 1; i <= spheres; ++i) of.begin[i] += of.begin[i - 1];
  std::vector<Index> next = of.begin;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    of.entries[static_cast<std::size_t>(next[static_cast<std::size_t>(pairs[p].first)]++)] =
        static_cast<Index>(2 * p);
    of.entries[static_cast<std::size_t>(next[static_cast<std::size_t>(pairs[p].second)]++)] =
        static_cast<Index>(2 * p + 1);
  }
  return of;
}

} // namespace ibsim
