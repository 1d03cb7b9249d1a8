#include "surface/site_symmetry.hpp"

namespace ibsim {

int site_symmetry(const std::vector<Real3>& nodes) {
  if (nodes.size() % half_turns != 0) return 1;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i] != half_turn(static_cast<int>(i % half_turns), nodes[i - i % half_turns])) return 1;
  return half_turns;
}

std::vector<Real3> orbits(const std::vector<Real3>& nodes) {
  std::vector<Real3> all;
  all.reserve(half_turns * nodes.size());
  for (const Real3& xi : nodes)
    for (int g = 0; g < half_turns; ++g) all.push_back(half_turn(g, xi));
  return all;
}

} // namespace ibsim
