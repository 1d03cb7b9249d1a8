#include "parallel/graph.hpp"

namespace ibsim {

template <>
struct Graph<Cpu>::Recording {};
template <>
Graph<Cpu>::Graph() = default;
template <>
Graph<Cpu>::~Graph() = default;
template <>
Graph<Cpu>::Graph(Graph&&) noexcept = default;
template <>
void Graph<Cpu>::run(const Stream<Cpu>&, const std::vector<std::uint64_t>&,
                     const std::function<void()>& work) {
  work();
}

} // namespace ibsim
