// `ibsim validate`: the cases that take seconds, on both backends, and what all of them are made of. The
// bands are those of the cases, where their sources stand.
#include "backends.hpp"
#include "model/scenario.hpp"
#include "results/paper_data.hpp"
#include "validation/capsule_relaxation.hpp"
#include "validation/convergence.hpp"
#include "validation/follow_objects.hpp"
#include "validation/follow_suspension.hpp"
#include "validation/line_to_zero.hpp"
#include "validation/recovery_fit.hpp"
#include "validation/several_places.hpp"
#include "validation/two_starts.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <set>

namespace ibsim {
namespace {

template <class B>
class validation : public BackendTest<B> {};
TYPED_TEST_SUITE(validation, Backends, BackendNames);

TYPED_TEST(validation, of_closed_forms_holds) {
  ValidationSettings settings;
  settings.quick = true;
  settings.cuda = std::is_same_v<TypeParam, Cuda>;
  int cases = 0;
  for (const ValidationCase& one : validation_cases()) {
    if (one.quick_seconds == 0 || one.quick_seconds > 10) continue;
    ++cases;
    const ValidationResult result = one.run(settings);
    EXPECT_FALSE(result.comparisons.empty()) << one.name;
    for (const Comparison& c : result.comparisons)
      EXPECT_TRUE(c.holds()) << one.name << ": " << c.quantity << ": " << c.ours << ", theirs " << c.theirs;
  }
  EXPECT_GE(cases, 4);
}

TEST(validation_cases, have_sources_and_names_of_their_own) {
  std::set<std::string> names;
  for (const ValidationCase& one : validation_cases()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_GT(one.full_seconds, 0) << one.name;
  }
}

// What a band is: both ends belong to it, a number that is none does not.
TEST(validation_cases, bands_include_their_ends) {
  EXPECT_TRUE((Comparison{"", 1, 2, 1, 3, ""}).holds());
  EXPECT_TRUE((Comparison{"", 3, 2, 1, 3, ""}).holds());
  EXPECT_FALSE((Comparison{"", std::nextafter(3.0, 4.0), 2, 1, 3, ""}).holds());
  EXPECT_FALSE((Comparison{"", std::nan(""), 2, 1, 3, ""}).holds());
  const Comparison of_a_negative = near_in_parts("", -98.5, -100, 0.02); // a band is about |theirs|
  EXPECT_TRUE(of_a_negative.holds());
  EXPECT_EQ(of_a_negative.band, "2 %");
}

// A number with an error agrees if all of it is in the band, and does not if none of it is.
TEST(validation_cases, say_nothing_where_runs_are_too_short) {
  using Verdict = Comparison::Verdict;
  const auto verdict = [](double ours, double error) {
    return Comparison{"", ours, 15, 5, 25, "", error}.verdict();
  };
  EXPECT_EQ(verdict(10, 5), Verdict::inside);
  EXPECT_EQ(verdict(10, 6), Verdict::too_short_to_say);
  EXPECT_EQ(verdict(15, 21), Verdict::too_short_to_say); // larger than the band: it can be nothing else
  EXPECT_EQ(verdict(-32, 64), Verdict::too_short_to_say);
  EXPECT_EQ(verdict(30, 6), Verdict::too_short_to_say);
  EXPECT_EQ(verdict(30, 4), Verdict::outside);
  EXPECT_EQ(verdict(15, std::nan("")), Verdict::too_short_to_say);
  EXPECT_EQ(verdict(std::nan(""), std::nan("")), Verdict::outside);
}

// Two starts enclose what is developed where each moves towards the other, or away by no more than its
// errors; where both move the same way it is not known, unless they have met: then how far both moved is an
// error too. By hand.
TEST(validation_cases, starts_enclose_what_is_developed) {
  const auto start = [](double third, double last) { return LaterHalf{{third, 0.03}, {last, 0.03}}; };
  const double two_errors = 0.03 * std::sqrt(2.0); // twice that of the mean of two
  const Estimate towards = enclosed(start(1.0, 1.4), start(2.4, 2.0));
  EXPECT_NEAR(towards.mean, 1.7, 1e-12);
  EXPECT_NEAR(towards.error, 0.3 + two_errors, 1e-12);
  const Estimate other_order = enclosed(start(2.4, 2.0), start(1.0, 1.4));
  EXPECT_EQ(other_order.mean, towards.mean);
  EXPECT_EQ(other_order.error, towards.error);
  // the layers of two starts in a channel, um: both shrink, and cells everywhere have 1.5, outside of 2.5 +-
  // 0.5
  EXPECT_TRUE(std::isnan(enclosed(start(2.377, 2.035), start(3.253, 2.924)).error));
  EXPECT_TRUE(std::isnan(enclosed(start(1.0, 1.4), start(1.8, 2.0)).error));
  EXPECT_TRUE(std::isnan(enclosed(start(1.4, 1.0), start(2.0, 2.4)).error)); // away from each other
  // away by 0.05, where 0.03 of each mean are 0.085 in two errors, and by 0.1
  const Estimate stands = enclosed(start(1.0, 1.4), start(2.0, 2.05));
  EXPECT_NEAR(stands.mean, 1.725, 1e-12);
  EXPECT_NEAR(stands.error, 0.325 + two_errors + 0.05, 1e-12);
  EXPECT_TRUE(std::isnan(enclosed(start(1.0, 1.4), start(2.0, 2.1)).error));
  const Estimate met = enclosed(start(2.2, 2.0), start(2.1, 2.04));
  EXPECT_NEAR(met.mean, 2.02, 1e-12);
  EXPECT_NEAR(met.error, 0.02 + two_errors + 0.13, 1e-12);
}

// a + b h^2 is found to round-off whatever the errors; the error of two grids by hand: with r = h^2 of the
// finer over what both differ by, (1 + r) of the finer's and r of the coarser's. A third grid off the line by
// d moves it.
TEST(validation_cases, grids_lead_to_zero) {
  const auto at = [](double h, double off, double error) { return OnGrid{h, {3 + 10 * h * h + off, error}}; };
  const AtZero exact = line_to_zero({at(1.0 / 3, 0, 0.1), at(0.25, 0, 0.3), at(0.2, 0, 0.2)});
  EXPECT_NEAR(exact.value.mean, 3, 1e-12);
  EXPECT_NEAR(exact.from_order, 0, 1e-12);
  const AtZero two = line_to_zero({at(1.0 / 3, 0.7, 0.1), at(0.25, 0, 0.2)});
  const double r = 9.0 / 7; // (1/16)/(1/9 - 1/16)
  EXPECT_NEAR(two.value.mean, 3 - 0.7 * r, 1e-12);
  EXPECT_NEAR(two.value.error, std::hypot((1 + r) * 0.2, r * 0.1), 1e-12);
  EXPECT_EQ(two.from_order, 0);
  const AtZero bent = line_to_zero({at(1.0 / 3, 0.7, 0.1), at(0.25, 0, 0.1), at(0.2, 0, 0.1)});
  EXPECT_LT(bent.value.mean, 3);
  EXPECT_NEAR(bent.from_order, 3 - bent.value.mean, 1e-12); // the finer two lead to 3
  EXPECT_THROW(line_to_zero({at(0.2, 0, 0.1)}), std::invalid_argument);
  // over the coarser's value V, which is in both: (1 + r) of the finer's error and r + ratio of the coarser's
  const double V = 3 + 10.0 / 9 + 0.7;
  const Estimate ratio = zero_over_coarsest({at(1.0 / 3, 0.7, 0.1), at(0.25, 0, 0.2)});
  EXPECT_NEAR(ratio.mean, two.value.mean / V, 1e-12);
  EXPECT_NEAR(ratio.error, std::hypot((1 + r) * 0.2, (r + ratio.mean) * 0.1) / V, 1e-12);
}

// A mean of n normal values is off by less than Student's factor of its errors in 95 of 100: with one and two
// degrees of freedom in closed form, else of 40,000 draws, of which four errors are 0.0044.
TEST(validation_cases, scatter_of_few_values_has_students_factor) {
  EXPECT_NEAR(student_factor(2), std::tan(0.475 * std::numbers::pi), 1e-3);
  EXPECT_NEAR(student_factor(3), 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)), 1e-3);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int n = 4; n <= 11; ++n) {
    int inside = 0;
    for (int draw = 0; draw < 40000; ++draw) {
      double sum = 0, squares = 0;
      for (int i = 0; i < n; ++i) {
        const double value = normal(random);
        sum += value, squares += value * value;
      }
      const double error = std::sqrt((squares - sum * sum / n) / (n - 1) / n);
      inside += std::abs(sum / n) <= student_factor(n) * error;
    }
    EXPECT_NEAR(inside / 40000.0, 0.95, 0.0044) << n;
  }
  EXPECT_THROW(student_factor(1), std::invalid_argument);
  EXPECT_THROW(student_factor(12), std::invalid_argument);
  // by hand: 4, 5 and 9 are 6 +- 4.303 sqrt((4 + 1 + 9)/(3 2))
  const Estimate three = mean_by_scatter({4, 5, 9});
  EXPECT_NEAR(three.mean, 6, 1e-14);
  EXPECT_NEAR(three.error, 4.303 * std::sqrt(14.0 / 6), 1e-12);
  EXPECT_THROW(mean_by_scatter({4}), std::invalid_argument);
}

// What another choice of places does to all grids alike is in the mean over places, and their scatter in the
// error: by hand, and of 10,000 suspensions with 4 % by places and 1 to 2 % by time, as those of the case,
// 95 in 100 or more are off by less than what is said (four errors: 0.009).
TEST(validation_cases, places_scatter) {
  const auto grids = [](double V, double W, double e) {
    return std::vector<OnGrid>{{1.0 / 3, {V, e}}, {0.25, {W, e}}};
  };
  const std::vector<OnGrid> first = grids(4.4, 3.6, 0.05);
  const SeveralPlaces found = several_places(first, {4.0, 3.9});
  const Estimate to_zero = zero_over_coarsest(first);
  const double scatter = std::sqrt((0.3 * 0.3 + 0.1 * 0.1 + 0.2 * 0.2) / 2); // about their mean, 4.1
  EXPECT_NEAR(found.coarsest.mean, 4.1, 1e-12);
  EXPECT_NEAR(found.coarsest.error, scatter / std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(found.scatter, scatter / 4.1, 1e-12);
  EXPECT_NEAR(found.value, to_zero.mean * 4.1, 1e-12);
  EXPECT_NEAR(found.error,
              std::hypot(2 * to_zero.error * 4.1, 4.303 * to_zero.mean * scatter / std::sqrt(3.0)), 1e-12);

  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  int inside = 0;
  for (int draw = 0; draw < 10000; ++draw) {
    std::vector<OnGrid> three;
    std::vector<double> others;
    const double place = 1 + 0.04 * normal(random);
    for (const double h : {1.0 / 3, 0.25, 0.2}) {
      const double value = 3 + 10 * h * h, error = value * (h > 0.3 ? 0.01 : 0.02);
      three.push_back({h, {value * place + error * normal(random), error}});
    }
    for (int i = 0; i < 3; ++i)
      others.push_back((3 + 10.0 / 9) * (1 + 0.04 * normal(random) + 0.01 * normal(random)));
    const SeveralPlaces of_four = several_places(three, others);
    inside += std::abs(of_four.value - 3) <= of_four.error;
  }
  EXPECT_GE(inside, 9500 - 90);
}

// Objects that step by +-d at random every tau, beside a drift that all have, diffuse with d^2/(2 tau)
// between any lags, also where each is seen at another place than it has, at random: that adds a constant to
// mean squares. Between a sixteenth and an eighth of the time one object has D to 0.60 of itself (2500 walks
// worked out apart), so 400 to 3.0 %, of which four errors are 0.12, and the error that it says to 20 %;
// between an eighth and a quarter 0.93, so 0.19.
TEST(validation_cases, find_the_diffusivity_of_a_random_walk) {
  constexpr int objects = 400, rows = 161;
  constexpr double tau = 10, d = 0.1, drift = 0.01; // us, um, um/us
  std::mt19937 random(3);
  TableColumns table;
  std::vector<double> y(objects, 7.0);
  for (int row = 0; row < rows; ++row)
    for (int o = 0; o < objects; ++o) {
      table["time"].push_back(tau * row), table["centre y"].push_back(y[o] + (random() % 2 == 0 ? d : -d));
      y[o] += drift * tau + (random() % 2 == 0 ? d : -d);
    }
  const Diffusivity found = diffusivity(table, "y");
  const double exact = 1e6 * d * d / (2 * tau);
  EXPECT_NEAR(found.value / exact, 1, 0.12);
  EXPECT_NEAR(found.longer_lag / exact, 1, 0.19);
  EXPECT_EQ(found.lag, 15 * tau);
  EXPECT_NEAR(found.error / exact, 0.030, 0.2 * 0.030);
}

// Every scenario that a case runs can be run by hand, and says what the case changes.
TEST(validation_cases, scenarios_are_valid) {
  int scenarios = 0;
  for (const PaperFile& file : paper_files())
    if (file.name.ends_with(".yaml")) {
      ++scenarios;
      const std::string name = file.name.substr(0, file.name.size() - 5);
      EXPECT_NO_THROW(validation_scenario(name, {})) << name;
      ValidationSettings settings;
      for (const ValidationCase& one : validation_cases())
        if (one.name == name && !one.has_precision("single")) settings.precision = "mixed";
      if (settings.precision != "mixed") settings.precision = "single";
      EXPECT_EQ(validation_scenario(name, {}, settings).precision,
                settings.precision == "mixed" ? Precision::mixed : Precision::single)
          << name;
    }
  EXPECT_GE(scenarios, 4);
  EXPECT_THROW(validation_scenario("nothing", {}), std::invalid_argument);
}

// One thing at a time: cells, data sites or steps.
TEST(validation_cases, scenarios_are_refined) {
  const Scenario as_it_is = validation_scenario("tweezers", {});
  const auto by = [](const Refinement& refinement) {
    ValidationSettings settings;
    settings.refined = refinement;
    return validation_scenario("tweezers", {}, settings);
  };
  const Scenario cells = by({2.0 / 3, 1, 1}), sites = by({1, 1.5, 1}), steps = by({1, 1, 0.5});
  EXPECT_NEAR(cells.grid.h, as_it_is.grid.h * 2 / 3, 1e-12);
  EXPECT_EQ(cells.grid.n.x, as_it_is.grid.n.x * 3 / 2);
  EXPECT_EQ(cells.objects[0].closed().data_sites, as_it_is.objects[0].closed().data_sites);
  // no farther apart than the cells need
  EXPECT_GT(cells.objects[0].closed().sample_sites, as_it_is.objects[0].closed().sample_sites);
  EXPECT_EQ(sites.grid.h, as_it_is.grid.h);
  EXPECT_EQ(sites.objects[0].closed().data_sites, 600); // 3/2 of 400
  EXPECT_EQ(sites.objects[0].closed().sample_sites, as_it_is.objects[0].closed().sample_sites);
  EXPECT_EQ(steps.time.safety, as_it_is.time.safety / 2);
  EXPECT_EQ(steps.objects[0].closed().data_sites, as_it_is.objects[0].closed().data_sites);
}

// A number outside its band is told again on a finer grid, and so are no others; what has no data sites or
// steps has empty cells for them. Mobilities converge: on finer cells 3/2 of the error is gone at least
// (first order).
TEST(validation_cases, numbers_outside_are_refined) {
  for (const ValidationCase& one : validation_cases()) {
    if (one.name == "laplace") {
      EXPECT_THROW(convergence(one, {}, {}), std::invalid_argument);
    }
    if (one.name != "slit_drag") continue;
    ValidationSettings settings;
    settings.quick = true;
    ValidationResult result = one.run(settings);
    EXPECT_TRUE(convergence(one, result, settings).table.rows.empty());
    Comparison& wrong = result.comparisons.at(0);
    wrong.low = wrong.high = wrong.theirs;
    const Table table = convergence(one, result, settings).table;
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.word(0, "quantity"), wrong.quantity);
    EXPECT_EQ(table.number(0, "ours"), wrong.ours);
    EXPECT_LT(std::abs(table.number(0, "2/3 h") - wrong.theirs), std::abs(wrong.ours - wrong.theirs) / 1.5);
    EXPECT_TRUE(std::isnan(table.number(0, "3/2 n_d")) && std::isnan(table.number(0, "k/2")));
  }
}

// Published curves are what they are said to be: a capsule starts as a sphere, and at first stretches as the
// fluid does, dD/d(gamma t) = 1/2 (an element of fluid at 45 degrees). Points are read to 0.005 of D.
TEST(validation_cases, published_capsules_start_as_spheres_of_fluid) {
  for (const std::string file : {"capsule_ramanujan_pozrikidis_0.025", "capsule_ramanujan_pozrikidis_0.1",
                                 "capsule_doddi_bagchi_0.025", "capsule_doddi_bagchi_0.1",
                                 "capsule_boundary_integral_0.025", "capsule_boundary_integral_0.1"}) {
    const Table table = paper_table(file);
    ASSERT_GT(table.rows.size(), 10u) << file;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      EXPECT_LE(table.number(row, "D"), 0.5 * std::abs(table.number(row, "gamma t")) + 0.01) << file;
  }
}

TEST(validation_cases, curves_are_straight_between_points) {
  const std::vector<double> x{0, 1, 3}, y{2, 4, 0};
  EXPECT_EQ(interpolated(x, y, 0), 2);
  EXPECT_EQ(interpolated(x, y, 0.5), 3);
  EXPECT_EQ(interpolated(x, y, 2), 2);
  EXPECT_EQ(interpolated(x, y, 3), 0);
  EXPECT_TRUE(std::isnan(interpolated(x, y, 3.1)));
  EXPECT_TRUE(std::isnan(interpolated(x, y, -0.1)));
}

// The theory of relaxation, in a flow of pure strain e W, e = gamma/4 along the axis of largest Y: at rest
// the membrane moves against it, S f(u, v) = -e W, and D = u Y is (5/4)(2 + nu)/(1 + nu) Ca (Barthes-Biesel
// and Rallison 1981), nu = (K - G)/(K + G). Exact: round-off.
TEST(validation_cases, theory_of_relaxation_is_that_of_weak_flow) {
  for (const double K : {3.0, 21.0, 200.0}) {
    const CapsuleMode of_u = relaxing(K, {1, 0}), of_v = relaxing(K, {0, 1});
    const double Ca = 0.01, e = Ca / 4, wanted_u = -2 * e, wanted_v = -e; // W = grad Y + 2 Y e_r
    const double determinant = of_u.u * of_v.v - of_u.v * of_v.u;
    const double u = (wanted_u * of_v.v - wanted_v * of_v.u) / determinant;
    const double nu = (K - 1) / (K + 1);
    EXPECT_NEAR(u, 1.25 * (2 + nu) / (1 + nu) * Ca, 1e-14) << K;
    const CapsuleRelaxation from_stretch(K); // and its curve solves the equation: at the start from W
    const double before = from_stretch.at(-1e-5), after = from_stretch.at(1e-5);
    EXPECT_NEAR(from_stretch.at(0), 1, 1e-12);
    EXPECT_NEAR((after - before) / 2e-5, of_u.u + of_v.u / 2, 1e-6 * K * K);
  }
}

// The strain at a point of a cubic lattice of stresslets diag(-1/2, -1/2, 1): each spread as a Gaussian
// exp(-r^2/4 s^2), as a sum over the waves of the lattice without that of k = 0, less the strain of the
// Gaussian alone. What is left of its width goes as s^2.
TEST(validation_cases, strain_of_images_is_a_sum_over_the_lattice) {
  const auto strain = [](double s) {
    const int N = static_cast<int>(1 / s);
    double sum = 0;
    for (int x = -N; x <= N; ++x)
      for (int y = -N; y <= N; ++y)
        for (int z = -N; z <= N; ++z)
          if (const double n2 = x * x + y * y + z * z; n2 > 0) {
            const double c2 = z * z / n2, k2 = 4 * std::numbers::pi * std::numbers::pi * n2;
            sum += (c2 - c2 * (1.5 * c2 - 0.5)) * std::exp(-k2 * s * s);
          }
    return sum - 0.2 / (8 * std::pow(std::numbers::pi, 1.5) * s * s * s);
  };
  const double wide = strain(0.08), narrow = strain(0.04);
  EXPECT_NEAR(-(narrow + (narrow - wide) / 3), strain_of_images, 1e-3);
}

// An exact curve gives its constants back to the width of the last golden section; the four published cells
// have time constants about the 0.10 to 0.13 s that their authors name.
TEST(validation_cases, recovery_is_fitted) {
  Recovery exact;
  exact.time_constant = 0.12, exact.start = 2.1, exact.end = 1.05;
  std::vector<double> times, ratios;
  for (int i = 0; i <= 40; ++i) times.push_back(0.01 * i), ratios.push_back(exact.at(0.01 * i));
  const Recovery fit = fit_recovery(times, ratios);
  EXPECT_NEAR(fit.time_constant, 0.12, 1e-6);
  EXPECT_NEAR(fit.end, 1.05, 1e-6);
  EXPECT_LT(fit.error, 1e-6);
  const Table published = paper_table("shape_recovery_hochmuth_1979");
  for (int cell = 1; cell <= 4; ++cell) {
    std::vector<double> t, ratio;
    for (std::size_t row = 0; row < published.rows.size(); ++row)
      if (published.number(row, "red cell") == cell)
        t.push_back(published.number(row, "time (s)")),
            ratio.push_back(published.number(row, "length over width"));
    const Recovery of_cell = fit_recovery(t, ratio);
    EXPECT_GT(of_cell.time_constant, 0.1) << cell;
    EXPECT_LT(of_cell.time_constant, 0.17) << cell;
    EXPECT_LT(of_cell.error, 0.02) << cell; // read to 0.01
  }
}

// A band of a comparison is drawn where that stands, from its lower to its upper end, beside those of its
// kind.
TEST(charts, have_the_bands_of_comparisons) {
  Chart chart{"c", "title", "x", "y", {}};
  draw_band(chart, 1, {"a", 5, 6, 4, 8, "2 %"});
  draw_band(chart, 2, {"b", 5, 7, 5, 9, "2 %"});
  draw_band(chart, 2, {"b", 5, 7, 1, 3, "2 %"}, "stiff");
  ASSERT_EQ(chart.bands.size(), 2u);
  EXPECT_EQ(chart.bands[1].name, "stiff: 2 %");
  const Table table = curve_table(chart);
  ASSERT_EQ(table.rows.size(), 6u);
  EXPECT_EQ(table.word(2, "drawn as") + table.word(3, "drawn as"), "band fromband to");
  EXPECT_EQ(table.number(2, "x"), 2);
  EXPECT_EQ(table.number(2, "y"), 5);
  EXPECT_EQ(table.number(3, "y"), 9);
}

// The table of a chart has every point under its curve, and how it is drawn; a title may be any text.
TEST(charts, are_tables_with_every_point) {
  const Chart chart{"c",
                    "a < b & c",
                    "x, um",
                    "y",
                    {{"ours, h = 1/2", {0, 1, 2}, {0, 1, std::nan("")}}, {"# theirs", {0, 1}, {1, 0}, true}}};
  const Table table = curve_table(chart);
  const Table read = table_from_csv("# " + table.title + "\n" + to_csv(table), table.name);
  EXPECT_EQ(read.title, chart.title);
  EXPECT_EQ(read.columns, (std::vector<std::string>{"curve", "drawn as", "x, um", "y"}));
  ASSERT_EQ(read.rows.size(), 5u);
  EXPECT_EQ(read.word(0, "curve") + read.word(0, "drawn as"), "ours, h = 1/2line");
  EXPECT_TRUE(std::isnan(read.number(2, "y")));
  EXPECT_EQ(read.word(4, "curve") + read.word(4, "drawn as"), "# theirscircles");
  EXPECT_EQ(read.number(4, "x, um"), 1);
}

} // namespace
} // namespace ibsim
