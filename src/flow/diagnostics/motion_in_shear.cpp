#include "diagnostics/motion_in_shear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi, nan = std::numeric_limits<real>::quiet_NaN();
constexpr real least_amplitude = pi / 180; ///< of a swing: twice the error of the grid (docs/red_cell.md)
/// Turns a strain below which a membrane does not tread; a free one treads with 0.02 to 0.08.
constexpr real least_frequency = 0.005;

/// The largest less the least value that is a number.
real range(std::span<const real> values) {
  real low = std::numeric_limits<real>::infinity(), high = -low;
  for (const real value : values)
    if (!std::isnan(value)) low = std::min(low, value), high = std::max(high, value);
  return high >= low ? high - low : 0;
}

std::span<const real> from(const std::vector<real>& values, std::size_t first) {
  return std::span(values).subspan(first);
}

/// True if the axis of a disc or of a spindle is the vorticity. L >= W are the axes of its projection along
/// x, T is the extent along x. A disc in the shear plane has W^2 > L T, a spindle across it L^2 < W T.
/// The middle axis is nearer to the other long one of a disc, or to the other short one of a spindle.
/// A sphere is neither.
bool lies_along_vorticity(const SeriesOfObject& s, std::size_t first) {
  constexpr real apart = 1.1; // extents are those of sites, and of no ellipsoid
  real thin = 0, disc = 0, spindle = 0;
  const std::size_t n = s.time.size();
  for (std::size_t i = first; i < n; ++i) {
    const real L = s.length[i], W = s.width[i], T = s.extent_x[i];
    thin += std::abs(s.axis_x[i]) > std::numbers::sqrt2_v<real> / 2; // false of NaN
    disc += W * W > apart * L * T, spindle += W * T > apart * L * L;
  }
  const real half = static_cast<real>(n - first) / 2;
  return (thin > half && disc > half) || spindle > half;
}

/// Half of the range of the inclination in each half turn of `angle`, the mean over them.
real mean_amplitude(std::span<const real> inclination, std::span<const real> angle, int half_turns) {
  real sum = 0;
  std::size_t begin = 0;
  for (int k = 1; k <= half_turns; ++k) {
    std::size_t end = begin + 1;
    while (end < angle.size() && std::abs(angle[end] - angle[0]) < k * pi) ++end;
    sum += range(inclination.subspan(begin, std::min(end + 1, angle.size()) - begin)) / 2;
    begin = std::min(end, angle.size() - 1);
  }
  return sum / half_turns;
}

} // namespace

HalfTurns last_half_turns(std::span<const real> abscissa, std::span<const real> angle) {
  const std::size_t last = abscissa.size() - 1;
  const auto gone = [&](std::size_t i) { return std::abs(angle[i] - angle[0]); };
  HalfTurns turns{0, last / 2, abscissa[last / 2], std::abs(gone(last) - gone(last / 2))};
  for (int k = 1; gone(last) >= k * pi; ++k) {
    const real target = gone(last) - k * pi;
    std::size_t i = last;
    while (i > 0 && gone(i - 1) > target) --i;
    if (i == 0 || 4 * i < last) break;
    const real part = (target - gone(i - 1)) / (gone(i) - gone(i - 1));
    turns = {k, i, abscissa[i - 1] + part * (abscissa[i] - abscissa[i - 1]), k * pi};
  }
  return turns;
}

real axial_mean(std::span<const real> angles) {
  real cosine = 0, sine = 0;
  std::size_t known = 0;
  for (const real angle : angles)
    if (!std::isnan(angle)) cosine += std::cos(2 * angle), sine += std::sin(2 * angle), ++known;
  return known > 0 ? std::atan2(sine, cosine) / 2 : nan;
}

std::vector<real> followed_by_half_turns(std::span<const real> angles) {
  std::vector<real> followed(angles.begin(), angles.end());
  real before = nan;
  for (real& angle : followed) {
    if (std::isnan(angle)) continue;
    if (!std::isnan(before)) angle += pi * std::round((before - angle) / pi);
    before = angle;
  }
  return followed;
}

MotionInShear motion_in_shear(const SeriesOfObject& s) {
  const std::size_t n = s.time.size();
  MotionInShear found{"", 0, nan, nan, nan, nan, 0, n > 0 ? s.time[0] : nan};
  if (n < 4) return found;
  const std::vector<real> axis = followed_by_half_turns(s.inclination);
  std::vector<real> body(n); // as the tables have it: without an axis it does not turn
  for (std::size_t i = 0; i < n; ++i) body[i] = s.rotation[i] - s.tank_treading[i];
  const bool rolls = lies_along_vorticity(s, n / 2), tumbles = !rolls && range(from(axis, n / 4)) > pi / 2;
  const std::vector<real>& angle = rolls ? s.rotation : tumbles ? body : s.tank_treading;

  const HalfTurns turns = last_half_turns(s.time, angle);
  const real time = s.time.back() - turns.begin;
  found.from = turns.from, found.begin = turns.begin, found.half_turns = turns.angle / pi;
  if (turns.number > 0 || !tumbles) found.period = 2 * pi * time / turns.angle; // of a flip no rate follows
  if (!s.strain.empty()) {
    const std::size_t i = turns.from;
    const real step = i > 0 ? s.time[i] - s.time[i - 1] : 1;
    const real begin = i > 0
                           ? s.strain[i] - (s.strain[i] - s.strain[i - 1]) * (s.time[i] - turns.begin) / step
                           : s.strain[i];
    found.frequency = time / found.period / std::abs(s.strain.back() - begin);
  }
  const bool turning =
      turns.number > 0 || (s.strain.empty() ? turns.angle > pi / 2 : found.frequency > least_frequency);
  found.inclination = axial_mean(from(s.inclination, turns.from));
  if (!tumbles && turns.number > 0)
    found.amplitude = mean_amplitude(from(axis, turns.from), from(angle, turns.from), turns.number);
  if (!turning && !tumbles) found.period = found.frequency = nan;
  found.motion = tumbles                             ? "tumbles"
                 : !turning                          ? "rests"
                 : rolls                             ? "rolls"
                 : found.amplitude > least_amplitude ? "swings"
                                                     : "treads";
  return found;
}

} // namespace ibsim
