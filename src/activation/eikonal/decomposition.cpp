#include "eikonal/decomposition.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim {

int default_domains(Index cells, int wanted) {
  constexpr Index cells_each = 3000; // values and edges of 6 numbers fit into half of a block's shared memory
  const Index domains = wanted > 0 ? wanted : cells / cells_each;
  return static_cast<int>(std::clamp<Index>(domains, 1, std::max<Index>(cells, 1)));
}

Decomposition decompose(Index vertices, const std::vector<Tetrahedron>& tetrahedra, int domains) {
  const Stream<Cpu> stream;
  const auto cells = static_cast<std::int64_t>(tetrahedra.size());
  Decomposition d;
  d.domains = static_cast<int>(std::clamp<std::int64_t>(domains, 1, std::max<std::int64_t>(cells, 1)));
  const auto n = static_cast<std::size_t>(d.domains);
  d.first_cell.resize(n + 1);
  for (int i = 0; i <= d.domains; ++i) d.first_cell[i] = static_cast<Index>(cells * i / d.domains);

  // each domain's vertices, ascending; then all numbered one after the other
  std::vector<std::vector<Index>> own(n);
  std::vector<Index>* of = own.data();
  const Index* first_cell = d.first_cell.data();
  const Tetrahedron* t = tetrahedra.data();
  for_each_piece(stream, d.domains, [=](Index i) {
    std::vector<Index>& list = of[i];
    for (Index c = first_cell[i]; c < first_cell[i + 1]; ++c)
      list.insert(list.end(), t[c].vertex, t[c].vertex + 4);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  });
  d.first_copy.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    d.first_copy[i + 1] = d.first_copy[i] + static_cast<Index>(own[i].size());
    d.most_copies = std::max(d.most_copies, static_cast<Index>(own[i].size()));
  }
  const auto copies = static_cast<std::size_t>(d.first_copy[n]);
  d.vertex.resize(copies), d.domain.resize(copies), d.tetrahedra.resize(tetrahedra.size());
  Index *vertex = d.vertex.data(), *domain = d.domain.data();
  const Index* first_copy = d.first_copy.data();
  Tetrahedron* cut = d.tetrahedra.data();
  for_each_piece(stream, d.domains, [=](Index i) {
    const std::vector<Index>& list = of[i];
    std::copy(list.begin(), list.end(), vertex + first_copy[i]);
    std::fill(domain + first_copy[i], domain + first_copy[i + 1], i);
    for (Index c = first_cell[i]; c < first_cell[i + 1]; ++c)
      for (int k = 0; k < 4; ++k)
        cut[c].vertex[k] =
            first_copy[i] +
            static_cast<Index>(std::lower_bound(list.begin(), list.end(), t[c].vertex[k]) - list.begin());
  });
  d.incidences = incidences(static_cast<Index>(copies), d.tetrahedra);

  // copies of each vertex, then the others of each
  std::vector<Index> first(static_cast<std::size_t>(vertices) + 1, 0), all(copies);
  for (const Index v : d.vertex) ++first[v + 1];
  for (Index v = 0; v < vertices; ++v) first[v + 1] += first[v];
  std::vector<Index> next(first.begin(), first.end() - 1);
  for (std::size_t i = 0; i < copies; ++i) all[next[d.vertex[i]]++] = static_cast<Index>(i);
  d.first_twin.assign(copies + 1, 0);
  for (std::size_t i = 0; i < copies; ++i)
    d.first_twin[i + 1] = d.first_twin[i] + first[d.vertex[i] + 1] - first[d.vertex[i]] - 1;
  d.twin.reserve(static_cast<std::size_t>(d.first_twin[copies]));
  for (std::size_t i = 0; i < copies; ++i)
    for (Index j = first[d.vertex[i]]; j < first[d.vertex[i] + 1]; ++j)
      if (all[j] != static_cast<Index>(i)) d.twin.push_back(all[j]);
  return d;
}

} // namespace ibsim
