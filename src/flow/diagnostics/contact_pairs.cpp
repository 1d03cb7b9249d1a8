#include "diagnostics/contact_pairs.hpp"

#include <algorithm>
#include <tuple>

namespace ibsim {

std::vector<ContactPair> pairs_of(const std::vector<Touch>& touches) {
  std::vector<ContactPair> pairs;
  for (const Touch& t : touches)
    pairs.push_back({std::min(t.object, t.other), std::max(t.object, t.other), t.distance});
  std::sort(pairs.begin(), pairs.end(), [](const ContactPair& a, const ContactPair& b) {
    return std::tie(a.first, a.second, a.distance) < std::tie(b.first, b.second, b.distance);
  });
  const auto same = [](const ContactPair& a, const ContactPair& b) {
    return a.first == b.first && a.second == b.second;
  };
  pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end()); // the first is the nearer
  return pairs;
}

} // namespace ibsim
