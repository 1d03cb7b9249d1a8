#include "diagnostics/contact_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ibsim {

std::vector<ContactPair> pairs_of(const std::vector<Touch>& touches) {
  // Steps wait for this. So pairs go to their first object, of which each has a few, and are sorted there.
  const auto first_of = [](const Touch& t) { return static_cast<std::size_t>(std::min(t.object, t.other)); };
  std::size_t objects = 0;
  for (const Touch& t : touches) objects = std::max(objects, first_of(t) + 1);
  std::vector<std::size_t> begin(objects + 1, 0);
  for (const Touch& t : touches) ++begin[first_of(t) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  std::vector<ContactPair> pairs(touches.size());
  for (const Touch& t : touches)
    pairs[next[first_of(t)]++] = {std::min(t.object, t.other), std::max(t.object, t.other), t.distance};
  const auto at = [&](std::size_t i) { return pairs.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t o = 0; o < objects; ++o)
    std::sort(at(begin[o]), at(begin[o + 1]), [](const ContactPair& a, const ContactPair& b) {
      return std::tie(a.second, a.distance) < std::tie(b.second, b.distance);
    });
  const auto same = [](const ContactPair& a, const ContactPair& b) {
    return a.first == b.first && a.second == b.second;
  };
  pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end()); // the first is the nearer
  return pairs;
}

} // namespace ibsim
