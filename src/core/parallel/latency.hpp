// Latency between two steps of plain stepping, measured: the yardsticks of `ibsim bench line`.
#pragma once

#include "parallel/stream.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ibsim {

/// Name and seconds. CUDA: launching an empty kernel; a node of a graph; a barrier of the whole grid; a flag
/// raised by one block until another sees it. CPU: a parallel loop; a barrier of all threads. Waits for the
/// stream.
template <class B>
std::vector<std::pair<std::string, double>> latencies(const Stream<B>&);

} // namespace ibsim
