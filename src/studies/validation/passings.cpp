#include "validation/passings.hpp"

#include <cmath>
#include <map>

namespace ibsim {

std::vector<Passing> passings(const TableColumns& of_kind, double z, double period) {
  const std::vector<double>&time = of_kind.at("time"), &id = of_kind.at("object"),
        &x = of_kind.at("centre x"), &place = of_kind.at("centre z"), &volume = of_kind.at("volume");
  const auto behind = [&](double at) { return at - z - period * std::round((at - z) / period); };
  std::map<double, double> last; // by id: place behind the plane
  std::vector<Passing> found;
  for (std::size_t row = 0; row < time.size(); ++row) {
    const double now = behind(place[row]);
    const auto [before, first] = last.emplace(id[row], now);
    // a change of sign far from the plane is the jump of `behind` by a period
    if (!first && (before->second < 0) != (now < 0) && std::abs(now - before->second) < period / 2)
      found.push_back({time[row], x[row], volume[row], now < 0 ? -1 : 1});
    before->second = now;
  }
  return found;
}

Passed passed(const std::vector<Passing>& all, double from, double to, double low, double high) {
  Passed sum;
  for (const Passing& one : all)
    if (one.time >= from && one.time < to && one.x >= low && one.x < high)
      sum.count += one.direction, sum.volume += one.direction * one.volume;
  return sum;
}

} // namespace ibsim
