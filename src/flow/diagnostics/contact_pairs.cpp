#include "diagnostics/contact_pairs.hpp"

#include "simulation/flow_model.hpp"

#include <algorithm>
#include <tuple>

namespace ibsim {

real contact_reach(const FlowModel& model) {
  return std::max(model.has_contact() ? model.contact.range : 0, real{1.5} * model.grid.h);
}

std::vector<ContactPair> pairs_of(const std::vector<Touch>& sites) {
  std::vector<ContactPair> pairs;  // each as seen from one of the two, and perhaps from the other
  std::size_t first = 0, last = 0; // those of the object at hand; the one met last, which is often met again
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Touch& touch = sites[i];
    if (i == 0 || sites[i - 1].object != touch.object) first = last = pairs.size();
    const int low = std::min(touch.object, touch.other), high = std::max(touch.object, touch.other);
    const auto is_this = [&](const ContactPair& p) { return p.first == low && p.second == high; };
    if (last == pairs.size() || !is_this(pairs[last]))
      last = static_cast<std::size_t>(
          std::find_if(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(), is_this) -
          pairs.begin());
    if (last == pairs.size()) pairs.push_back({low, high, touch.distance});
    pairs[last].distance = std::min(pairs[last].distance, touch.distance);
  }
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
