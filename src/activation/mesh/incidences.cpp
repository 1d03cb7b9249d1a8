#include "mesh/incidences.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace ibsim {

Incidences incidences(Index vertices, const std::vector<Tetrahedron>& tetrahedra) {
  const Stream<Cpu> stream;
  Incidences result;
  result.starts.assign(static_cast<std::size_t>(vertices) + 1, 0);
  result.corners.resize(4 * tetrahedra.size());
  std::uint32_t *starts = result.starts.data(), *corners = result.corners.data();
  const Tetrahedron* t = tetrahedra.data();
  const auto n = static_cast<Index>(tetrahedra.size());

  for_each(stream, n, [=](Index i) {
    for (const Index v : t[i].vertex) std::atomic_ref(starts[v]).fetch_add(1, std::memory_order_relaxed);
  });
  std::uint32_t sum = 0;
  for (std::uint32_t& start : result.starts) sum += std::exchange(start, sum);
  // now starts[v] is the next free place of v, and in the end the first place of v + 1
  for_each(stream, n, [=](Index i) {
    for (std::uint32_t k = 0; k < 4; ++k)
      corners[std::atomic_ref(starts[t[i].vertex[k]]).fetch_add(1, std::memory_order_relaxed)] =
          4 * static_cast<std::uint32_t>(i) + k;
  });
  std::copy_backward(result.starts.begin(), result.starts.end() - 1, result.starts.end());
  result.starts[0] = 0;
  for_each(stream, vertices, [=](Index v) { std::sort(corners + starts[v], corners + starts[v + 1]); });
  return result;
}

} // namespace ibsim
