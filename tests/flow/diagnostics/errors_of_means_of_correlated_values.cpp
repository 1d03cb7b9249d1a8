// The error of the mean of correlated values, on series whose statistics are known.
#include "diagnostics/series_statistics.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <vector>

namespace ibsim {
namespace {

/// a_{i+1} = phi a_i + noise of unit variance, in its stationary state, about `mean`.
std::vector<real> autoregressive(real phi, std::size_t n, unsigned seed, real mean = 0) {
  std::mt19937_64 random(seed);
  std::normal_distribution<real> noise;
  std::vector<real> values;
  real now = noise(random) / std::sqrt(1 - phi * phi);
  for (std::size_t i = 0; i < n; ++i) values.push_back(mean + now), now = phi * now + noise(random);
  return values;
}

// Of an AR(1) series rho_l = phi^|l|, so the mean of n has the variance (1 + phi)/(1 - phi) C_0/n but for
// terms of 1/n^2, and C_0 = 1/(1 - phi^2). One estimate of the error is off by sqrt((2 W + 1)/(2 n)) of
// itself, W = 5 tau = 47 at phi = 0.9: 3.5 % with n = 40000, of which four; the same of 2 tau, twice as much.
TEST(ErrorOfTheMean, of_an_autoregressive_series_is_known) {
  const std::size_t n = 40000;
  for (const real phi : {0.0, 0.5, 0.9}) {
    const SeriesStatistics found = series_statistics(autoregressive(phi, n, 7, 3));
    const real twice_tau = (1 + phi) / (1 - phi), variance = 1 / (1 - phi * phi),
               error = std::sqrt(twice_tau * variance / n), window = std::fmax(5 * twice_tau / 2, 3),
               part = std::sqrt((2 * window + 1) / (2 * n));
    EXPECT_NEAR(found.error, error, 4 * part * error) << phi;
    EXPECT_NEAR(found.correlation, twice_tau, 8 * part * twice_tau) << phi;
    EXPECT_NEAR(found.deviation, std::sqrt(variance), 4 * error * std::sqrt(variance)) << phi;
    EXPECT_NEAR(found.mean, 3, 4 * error) << phi;
    EXPECT_EQ(found.values, n);
  }
}

// The promise: the true mean lies within the error in 68 % of all series, as long as they are longer than a
// few tens of correlation times (here 53). Of 400 series the share is known to 2.3 %, of which three; and
// errors that are themselves uncertain by 20 % cover a percent less.
TEST(ErrorOfTheMean, covers_the_true_mean_as_often_as_it_should) {
  int covered = 0;
  const int series = 400;
  for (unsigned seed = 1; seed <= series; ++seed) {
    const SeriesStatistics found = series_statistics(autoregressive(0.9, 1000, seed));
    covered += std::abs(found.mean) < found.error;
  }
  EXPECT_NEAR(static_cast<real>(covered) / series, 0.683, 3 * 0.023 + 0.02);
}

TEST(ErrorOfTheMean, of_what_does_not_change_is_nothing) {
  const SeriesStatistics found = series_statistics(std::vector<real>(100, 0.1));
  EXPECT_NEAR(found.mean, 0.1, 1e-15);
  EXPECT_EQ(found.error, 0);
}

// A drift over the whole series is correlated as long as the series is: its mean has no error that could be
// told.
TEST(ErrorOfTheMean, is_unknown_where_the_series_is_too_short) {
  std::vector<real> drift;
  for (int i = 0; i < 100; ++i) drift.push_back(i);
  EXPECT_TRUE(std::isnan(series_statistics(drift).error));
  EXPECT_TRUE(std::isnan(series_statistics(std::vector<real>{1, 2, 3}).error));
  EXPECT_TRUE(std::isnan(series_statistics({}).mean));
  EXPECT_TRUE(std::isnan(series_statistics(std::vector<real>{1, std::nan(""), 3, 4}).mean));
}

} // namespace
} // namespace ibsim
