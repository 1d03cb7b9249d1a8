#include "validation/recovery_fit.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Where a function of one valley is least between a and b: golden section.
template <class F>
double least_at(double a, double b, F f) {
  constexpr double part = 0.381966011250105;
  double c = a + part * (b - a), d = b - part * (b - a), at_c = f(c), at_d = f(d);
  for (int i = 0; i < 60; ++i)
    if (at_c < at_d) {
      b = d, d = c, at_d = at_c;
      c = a + part * (b - a), at_c = f(c);
    } else {
      a = c, c = d, at_c = at_d;
      d = b - part * (b - a), at_d = f(d);
    }
  return (a + b) / 2;
}

} // namespace

double Recovery::at(double time) const {
  const double q = (start + end) / (start - end), e = std::exp(-time / time_constant);
  return end * (q + e) / (q - e);
}

Recovery fit_recovery(const std::vector<double>& times, const std::vector<double>& ratios) {
  Recovery fit;
  fit.start = ratios.front();
  const double duration = times.back(), lowest = *std::min_element(ratios.begin(), ratios.end());
  const auto error = [&](double time_constant, double end) {
    fit.time_constant = time_constant, fit.end = end;
    double sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) sum += std::pow(fit.at(times[i]) - ratios[i], 2);
    return std::sqrt(sum / static_cast<double>(times.size()));
  };
  const auto end_of = [&](double time_constant) {
    return least_at(lowest / 2, (lowest + fit.start) / 2,
                    [&](double end) { return error(time_constant, end); });
  };
  const double time_constant =
      least_at(duration / 100, 2 * duration, [&](double t) { return error(t, end_of(t)); });
  fit.error = error(time_constant, end_of(time_constant));
  return fit;
}

} // namespace ibsim
