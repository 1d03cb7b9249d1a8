#include "mesh/hilbert.hpp"

#include "parallel/for_each.hpp"
#include "parallel/sort_by_key.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr int bits = 10;

template <class T>
void permute(const Stream<Cpu>& stream, std::vector<T>& values, const std::vector<Index>& from) {
  if (values.empty()) return;
  std::vector<T> moved(values.size());
  const T* old = values.data();
  const Index* source = from.data();
  T* to = moved.data();
  for_each(stream, static_cast<Index>(from.size()), [=](Index i) { to[i] = old[source[i]]; });
  values = std::move(moved);
}

} // namespace

std::uint32_t hilbert_place(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t axis[3] = {x, y, z};
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) { // undo the rotations, from the top bit on
    const std::uint32_t low = q - 1;
    for (std::uint32_t& a : axis) {
      if (a & q)
        axis[0] ^= low;
      else {
        const std::uint32_t swapped = (axis[0] ^ a) & low;
        axis[0] ^= swapped;
        a ^= swapped;
      }
    }
  }
  axis[1] ^= axis[0], axis[2] ^= axis[1]; // Gray code
  std::uint32_t flip = 0;
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    if (axis[2] & q) flip ^= q - 1;
  std::uint32_t place = 0;
  for (int bit = bits - 1; bit >= 0; --bit)
    for (const std::uint32_t a : axis) place = place << 1 | ((a ^ flip) >> bit & 1);
  return place;
}

Renumbering order_along_curve(TetMesh& mesh) {
  const Stream<Cpu> stream;
  Renumbering renumbering;
  const Index n = mesh.vertices(), cells = mesh.cells();
  if (n == 0) return renumbering;

  Real3 low = mesh.points[0], high = low;
  for (const Real3& p : mesh.points)
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], p[d]), high[d] = std::max(high[d], p[d]);
  const real widest = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
  const real scale = widest > 0 ? ((1 << bits) - 1) / widest : 0;

  SortByKey<Cpu> sort(stream, std::max(n, cells));
  const Real3* points = mesh.points.data();
  std::uint32_t* keys = sort.keys();
  for_each(stream, n, [=](Index i) {
    const auto at = [&](int d) { return static_cast<std::uint32_t>((points[i][d] - low[d]) * scale + 0.5); };
    keys[i] = hilbert_place(at(0), at(1), at(2));
  });
  sort.sort(stream, n, (1u << 3 * bits) - 1);
  renumbering.vertex.assign(sort.order(), sort.order() + n);
  permute(stream, mesh.points, renumbering.vertex);

  std::vector<Index> now(static_cast<std::size_t>(n));
  const Index* before = renumbering.vertex.data();
  Index* place = now.data();
  for_each(stream, n, [=](Index i) { place[before[i]] = i; });
  Tetrahedron* tetrahedra = mesh.tetrahedra.data();
  for_each(stream, cells, [=](Index i) {
    for (Index& v : tetrahedra[i].vertex) v = place[v];
    keys[i] = static_cast<std::uint32_t>(*std::min_element(tetrahedra[i].vertex, tetrahedra[i].vertex + 4));
  });
  sort.sort(stream, cells, static_cast<std::uint32_t>(n));
  renumbering.cell.assign(sort.order(), sort.order() + cells);
  permute(stream, mesh.tetrahedra, renumbering.cell);
  permute(stream, mesh.region, renumbering.cell);
  permute(stream, mesh.fibre, renumbering.cell);
  permute(stream, mesh.sheet, renumbering.cell);
  return renumbering;
}

} // namespace ibsim
