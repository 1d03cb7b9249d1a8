// The claims of A. Kassen, A. Barrett, V. Shankar and A. L. Fogelson (2022, arXiv 2108.09396) about platelets
// among red cells over endothelium, as numbers. Their scene: data/validation/whole_blood.yaml, with flat,
// cobblestoned and elongated endothelium and 0 and 8 red cells, and 12 over cobblestones. In a shear along e
// = (1, 0, 1)/sqrt(2) the vorticity is along w = (1, 0, -1)/sqrt(2).
//
//   1 with red cells the shape of the wall hardly matters: mean speeds of platelets over the three walls
//   differ by less than without
//   2 near the endothelium platelets "unicycle": the disc's axis is along the vorticity, and its rim rolls at
//   spin u/r
//   3 contact with red cells slows platelets: their speed over the mean one of the fluid at their height is
//   less in contact; of each run by itself, since speeds near one wall are not those near another
//   4 some contacts hold platelets near the wall: the longest lasts several times longer than the shear takes
//   to pass
#include "base/text.hpp"
#include "model/object_kind.hpp"
#include "validation/follow_objects.hpp"
#include "validation/shared_runs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

constexpr double rate = 1e-3, radius = 1.55, plane = 1; // 1/us; um; mean height of the endothelium, um

/// A platelet at a time.
struct Seen {
  /// aligned: |axis . w|; spin: that about the vorticity
  double time, height, speed, aligned, spin, contacts;
};
/// What is seen of each platelet, in the order of time.
using Paths = std::map<int, std::vector<Seen>>;

Paths paths_of(const TableColumns& t) {
  Paths paths;
  const auto along = [&](const std::string& name, std::size_t i, int sign) {
    return (t.at(name + " x")[i] + sign * t.at(name + " z")[i]) / std::sqrt(2.0);
  };
  for (std::size_t i = 0; i < t.at("time").size(); ++i) {
    const int object = static_cast<int>(t.at("object")[i]);
    paths[object].push_back({t.at("time")[i], t.at("centre y")[i] - plane, along("velocity", i, 1),
                             std::abs(along("axis", i, -1)), along("spin", i, -1), t.at("contacts")[i]});
  }
  return paths;
}

/// The mean of a number of all that is seen after the first third of the run, if `when`.
template <class F, class When>
std::vector<double> all_of(const Paths& paths, F f, When when) {
  std::vector<double> found;
  for (const auto& [object, path] : paths)
    for (std::size_t i = path.size() / 3; i < path.size(); ++i)
      if (when(path[i])) found.push_back(f(path[i]));
  return found;
}
double mean(const std::vector<double>& v) {
  return v.empty() ? std::nan("") : std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}
double deviation(const std::vector<double>& v) {
  double squares = 0;
  for (const double x : v) squares += (x - mean(v)) * (x - mean(v));
  return std::sqrt(squares / static_cast<double>(v.size()));
}

/// The mean speed along e against the height over the plane, after the first third of the run.
Curve speeds_of(const TableColumns& profiles) {
  Curve curve{"fluid", {}, {}, false};
  const std::vector<double>&times = profiles.at("time"), &y = profiles.at("y");
  std::vector<double> count;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < times.back() / 3) continue;
    const auto layer = static_cast<std::size_t>(
        std::lower_bound(curve.x.begin(), curve.x.end(), y[i] - plane - 1e-9) - curve.x.begin());
    if (layer == curve.x.size()) curve.x.push_back(y[i] - plane), curve.y.push_back(0), count.push_back(0);
    curve.y[layer] += (profiles.at("velocity x")[i] + profiles.at("velocity z")[i]) / std::sqrt(2.0);
    ++count[layer];
  }
  for (std::size_t layer = 0; layer < count.size(); ++layer) curve.y[layer] /= count[layer];
  return curve;
}

/// The longest time in which a platelet touches something without a break, us.
double longest_contact(const Paths& paths) {
  double longest = 0;
  for (const auto& [object, path] : paths) {
    double since = -1;
    for (const Seen& seen : path) {
      if (seen.contacts == 0)
        since = -1;
      else if (since < 0)
        since = seen.time;
      else
        longest = std::max(longest, seen.time - since);
    }
  }
  return longest;
}

} // namespace

ValidationResult validate_whole_blood(const ValidationSettings& s) {
  ValidationResult result;
  const auto always = [](const Seen&) { return true; };
  const auto height = [](const Seen& seen) { return seen.height; };
  const auto speed = [](const Seen& seen) { return seen.speed; };
  std::vector<double> speeds_alone, speeds, near_aligned, rolling, slowed, longest;
  struct Scene {
    std::string relief;
    int cells;
  };
  std::vector<Scene> scenes;
  std::vector<SuspensionRun> runs;
  for (const std::string relief : {"flat", "cobblestone", "elongated"})
    for (const int cells : {0, 8, 12}) {
      if (cells == 12 && relief != "cobblestone") continue; // the dearest: claims 3 and 4 take one wall
      std::vector<std::string> overrides{"objects.0.relief=" + relief};
      if (cells == 12) overrides.push_back("objects.2.placements={number: 12, seed: 3}");
      Scenario model = validation_scenario("whole_blood", overrides, s);
      if (cells == 0) model.objects.pop_back();
      scenes.push_back({relief, cells});
      runs.push_back({text("%d red cells over %s endothelium", cells, relief.c_str()), std::move(model)});
    }
  const std::vector<SuspensionSeries> all = follow_suspensions(runs, s);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const auto& [relief, cells] = scenes[i];
    const SuspensionSeries& series = all[i];
    const Paths paths = paths_of(series.objects.at("platelet"));
    const std::vector<double> heights = all_of(paths, height, always);
    result.notes.push_back(
        text("%d red cells, %s: platelets %.2f um high on average, their deviation %.2f um.", cells,
             relief.c_str(), mean(heights), deviation(heights)));
    const double mean_speed = mean(all_of(paths, speed, always));
    if (cells == 0) speeds_alone.push_back(mean_speed);
    if (cells == 8) speeds.push_back(mean_speed);
    if (cells == 0) continue;
    const auto near = [](const Seen& seen) { return seen.height < 2.5; };
    const auto add = [](std::vector<double>& to, const std::vector<double>& more) {
      to.insert(to.end(), more.begin(), more.end());
    };
    add(near_aligned, all_of(
                          paths, [](const Seen& seen) { return seen.aligned > 0.8 ? 1.0 : 0.0; }, near));
    add(rolling, all_of(
                     paths, [](const Seen& seen) { return std::abs(seen.spin) * radius / seen.speed; },
                     [&](const Seen& seen) { return near(seen) && seen.aligned > 0.8; }));
    const Curve fluid = speeds_of(series.profiles);
    const auto part = [&](const Seen& seen) {
      return seen.speed / interpolated(fluid.x, fluid.y, seen.height);
    };
    const double touching = mean(all_of(paths, part, [](const Seen&seen) { return seen.contacts > 0; })),
                 free = mean(all_of(paths, part, [](const Seen&seen) { return seen.contacts == 0; }));
    result.notes.push_back(
        text("%d red cells, %s: speed of platelets over the fluid's %.3f in contact, %.3f without.", cells,
             relief.c_str(), touching, free));
    // neither always nor never in contact
    if (std::isfinite(touching / free)) slowed.push_back(touching / free);
    longest.push_back(longest_contact(paths));
  }
  const auto spread = [](const std::vector<double>& of) {
    const auto [low, high] = std::minmax_element(of.begin(), of.end());
    return (*high - *low) / mean(of);
  };
  result.comparisons = {
      {"claim 1: speeds over three walls, largest less smallest over their mean, 8 red cells", spread(speeds),
       0, 0, spread(speeds_alone), "less than without red cells"},
      {"claim 2: part of the time near the wall with the axis along the vorticity", mean(near_aligned), 1,
       0.2, 1, "more than 0.2, of axes at random"},
      {"claim 2: spin over u/r of those", mean(rolling), 1, 0.5, 1.5, "about u/r; 50 % is ours"},
      {"claim 3: speed over the fluid's, in contact over without, mean of the runs", mean(slowed), 1, 0,
       std::nextafter(1.0, 0.0), "slower in contact", 2 * deviation(slowed) / std::sqrt(slowed.size() - 1.0)},
      {"claim 4: longest contact, times the shear rate",
       rate * *std::max_element(longest.begin(), longest.end()), 5, 5, 1e9,
       "several times longer than 1/rate"}};
  return result;
}

} // namespace ibsim
