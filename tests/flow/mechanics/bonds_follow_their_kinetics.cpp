// Bonds to walls: lives under constant force, clusters that share a force, equilibrium, forces and energy.
#include "flow/mechanics/bound_objects.hpp"

namespace ibsim {
namespace {

template <class B>
class Bonds : public BackendTest<B> {};
TYPED_TEST_SUITE(Bonds, Backends, BackendNames);

// Lives of n bonds under a constant force have the law exp(-k t), k = off(F): at the ends of all steps the
// part that is left is within 1.63/sqrt(n) of it (Kolmogorov and Smirnov, 1 %). Rates are those of Doggett et
// al. 2002 at 0, 36 and 217 pN, which are 3.45, 4.2 and 7.3 1/s with errors of 0.4 to 0.8 1/s.
TYPED_TEST(Bonds, live_as_long_as_their_force_lets_them) {
  constexpr int n = 10'000;
  const struct {
    real force, measured, error;
  } of_doggett[] = {{0, 3.45, 0.37}, {36 * pN, 4.2, 0.8}, {217 * pN, 7.3, 0.4}};
  for (const auto& [force, measured, error] : of_doggett) {
    const AdhesionProperties of = slip_bond(n);
    const real kT = 1.380649e-8 * 310.15, rate = 3.45 * per_second * std::exp(force * 0.014 * nm / kT);
    EXPECT_NEAR(rate, measured * per_second, error * per_second);
    BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(100));
    objects.bind_all(of.spring.length + force / of.spring.stiffness);
    real apart = 0;
    for (int step = 1; step <= 60; ++step) {
      objects.step(0.05 / rate);
      apart = std::fmax(apart, std::abs(objects.bonds() / n - std::exp(-0.05 * step)));
    }
    std::printf("  %.0f pN: %.2f 1/s, farthest from exp(-k t) %.4f of %.4f\n", force / pN, rate / per_second,
                apart, 1.63 / std::sqrt(n));
    EXPECT_LT(apart, 1.63 / std::sqrt(n));
  }
}

// Two pathways: kc exp(-F xc/kT) + k0 exp(F x/kT) has its least rate, and the bond its longest life, at a
// force that is not 0. The number that is left after a time t is binomial with p = exp(-k t): 4 errors.
TYPED_TEST(Bonds, that_catch_live_longest_under_some_force) {
  constexpr int n = 10'000;
  AdhesionProperties of = slip_bond(n);
  of.kinetics = {BondKinetics::Model::catch_slip, 1 * per_second, 0.2 * nm, 20 * per_second, 0.8 * nm};
  const real kT = 1.380649e-8 * 310.15;
  real rates[3];
  int i = 0;
  for (const real force : {0 * pN, 20 * pN, 80 * pN}) {
    const real rate =
        20 * per_second * std::exp(-force * 0.8 * nm / kT) + 1 * per_second * std::exp(force * 0.2 * nm / kT);
    BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(100));
    objects.bind_all(of.spring.length + force / of.spring.stiffness);
    for (int step = 0; step < 4; ++step) objects.step(0.25 / rate);
    const real p = std::exp(-1.0);
    EXPECT_NEAR(objects.bonds(), n * p, 4 * std::sqrt(n * p * (1 - p)));
    rates[i++] = rate;
  }
  EXPECT_LT(rates[1], rates[0]);
  EXPECT_LT(rates[1], rates[2]);
}

// Dembo's bonds break at k0 exp((sigma - sigma_t) s^2/(2 kT)), faster under force for a softer transition
// state and more slowly for a stiffer one. The number left after a time is binomial: 4 errors.
TYPED_TEST(Bonds, of_dembo_slip_or_catch_by_the_stiffness_of_their_transition) {
  constexpr int n = 10'000;
  const real kT = 1.380649e-8 * 310.15, stretch = 20 * nm;
  for (const real part : {0.9, 1.0, 1.1}) {
    AdhesionProperties of = slip_bond(n);
    of.kinetics.model = BondKinetics::Model::dembo;
    of.kinetics.transition = part * of.spring.stiffness;
    of.kinetics.on_rate = 1e-9 * per_second; // a receptor binds again once in 1e7 s
    const real energy = of.spring.stiffness * stretch * stretch / 2,
               rate = 3.45 * per_second * std::exp((1 - part) * energy / kT); // energy/kT = 2.3
    BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(100));
    objects.bind_all(of.spring.length + stretch);
    for (int step = 0; step < 4; ++step) objects.step(0.25 / rate);
    const real p = std::exp(-1.0);
    EXPECT_NEAR(objects.bonds(), n * p, 4 * std::sqrt(n * p * (1 - p))) << part;
    const BondRates rates = bond_rates(of);
    const real L = of.spring.length + stretch;
    EXPECT_NEAR(rates.on(L) / rates.on(0), std::exp(-part * energy / kT), 1e-12) << part;
    // detailed balance: on/off falls by the energy of the spring
    EXPECT_NEAR(rates.on(L) / rates.off(stretch) * rates.off(0) / rates.on(0), std::exp(-energy / kT), 1e-12);
  }
}

// Clusters of N bonds that share the force f N kT/x and do not bind again live for sum_i 1/(i exp(f N/i)) in
// units of 1/k0 (Erdmann and Schwarz 2004, doi:10.1063/1.1805496): each is moved so that its bonds share the
// force. The mean is within 2.6 standard errors of the mean, and longer by half a step, since a bond that
// breaks within a step is seen at its end, and leaves the others' force alone until then: one step for each,
// 2.5 % of the mean in all at most.
TYPED_TEST(Bonds, of_a_cluster_live_as_erdmann_and_schwarz_have_it) {
  constexpr int clusters = 400;
  for (const auto& [N, f] : {std::pair{2, 1.0}, std::pair{5, 0.3}}) {
    AdhesionProperties of = slip_bond(N);
    of.kinetics.length = 0.4 * nm;
    const real kT = 1.380649e-8 * 310.15, k0 = of.kinetics.off_rate, force = f * N * kT / of.kinetics.length;
    real mean = 0, variance = 0;
    for (int i = 1; i <= N; ++i) {
      const real life = 1 / (i * std::exp(f * N / i));
      mean += life, variance += life * life;
    }
    BoundObjects<TypeParam> objects(this->stream(), of, clusters, BoundObjects<TypeParam>::walls(100), 36,
                                    36);
    objects.bind_all(0);
    const real k = mean / std::max(200, 40 * N);
    std::vector<real> life(clusters, 0);
    std::vector<real> bonds(clusters, N);
    int left = clusters;
    for (int step = 1; left > 0 && step < 10'000; ++step) {
      for (int c = 0; c < clusters; ++c)
        if (bonds[c] > 0) objects.shift(c, of.spring.length + force / (bonds[c] * of.spring.stiffness));
      objects.step(k / k0);
      const std::vector<real> measured = objects.measured();
      for (int c = 0; c < clusters; ++c) {
        const real now = measured[static_cast<std::size_t>(c) * numbers_of_bonds];
        if (bonds[c] > 0 && now == 0) life[c] = step * k, --left;
        bonds[c] = now;
      }
    }
    const real found = std::accumulate(life.begin(), life.end(), real{0}) / clusters;
    std::printf("  %d bonds, f = %.1f: mean life %.4f, exact %.4f\n", N, f, found, mean);
    EXPECT_NEAR(found, mean, 2.6 * std::sqrt(variance / clusters) + N * k);
  }
}

// Receptors over a wall that binds: each is bound for p/(1 - p) = n k_on/k_off exp(-sigma (L - lambda)^2/(2
// kT)) of the time (detailed balance). The number is a sum of independent ones: within 4 standard errors. A
// step of 1 ms changes the odds by k (on - off)/2, less than 1 %. Bonds at rest are worth the free energy -kT
// sum log(1 + p/(1 - p)), so their force on the object is minus its slope along y, within 4 standard errors.
TYPED_TEST(Bonds, at_rest_have_the_number_and_the_energy_of_detailed_balance) {
  constexpr int n = 4000;
  AdhesionProperties of = slip_bond(n);
  of.kinetics.on_rate = 0.2 * per_second; // times 100 ligands: 20 1/s
  of.spring = {1e-6, 0.5, 100};           // so soft that far sites bind too: 4 um are 2 kT
  BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(0.5));
  for (int step = 0; step < 2000; ++step) objects.step(1e-3 / per_second); // seven times 1/k_off
  const std::vector<Real3> x = objects.positions();
  const real kT = 1.380649e-8 * 310.15;
  const auto stretch_of = [&](int r, real up) { // of receptor r, of the object that is moved up
    return std::fmax(0, std::fmax(0, x[static_cast<std::size_t>(r) * x.size() / n].y + up - 0.5) - 0.5);
  };
  const auto odds_of = [&](int r, real up) {
    const real stretch = stretch_of(r, up);
    return 20 / 3.45 * std::exp(-1e-6 * stretch * stretch / (2 * kT));
  };
  const auto energy_at = [&](real up) {
    real energy = 0;
    for (int r = 0; r < n; ++r) energy -= kT * std::log1p(odds_of(r, up));
    return energy;
  };
  real expected = 0, variance = 0, variance_of_force = 0;
  for (int r = 0; r < n; ++r) {
    const real odds = odds_of(r, 0), p = odds / (1 + odds), force = 1e-6 * stretch_of(r, 0);
    expected += p, variance += p * (1 - p), variance_of_force += p * (1 - p) * force * force;
  }
  const real found = objects.bonds();
  std::printf("  %.0f of %d receptors are bound, %.0f by detailed balance\n", found, n, expected);
  EXPECT_NEAR(found, expected, 4 * std::sqrt(variance));
  EXPECT_LT(expected, 0.8 * n); // 0.85 n without springs
  const std::vector<real> measured = objects.measured();
  EXPECT_EQ(measured[1] - measured[2], measured[0]);                     // formed less broken
  const real d = 1e-3, slope = (energy_at(d) - energy_at(-d)) / (2 * d); // to (d/4 um)^2
  EXPECT_NEAR(measured[4], -slope, 4 * std::sqrt(variance_of_force));
  EXPECT_GT(slope, 40 * std::sqrt(variance_of_force));
}

// Forces at sites are minus the gradient of the energy: along a shift of the object their sum is its central
// difference, of order d^2 of the curvature sigma/lambda of each bond: 1e-6 of the force here. The force of
// all bonds is the sum at the sites, and each pulls towards its anchor.
TYPED_TEST(Bonds, pull_with_the_gradient_of_their_energy) {
  const AdhesionProperties of = slip_bond(300);
  BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(3));
  objects.bind_all(0.1);
  const auto energy_at = [&](real by) {
    objects.shift(0, by), objects.step(0);
    return objects.integrals()[0].energy;
  };
  const real d = 1e-3, difference = (energy_at(0.05 + d) - energy_at(0.05 - d)) / (2 * d);
  energy_at(0.05);
  Real3 sum;
  for (const Real3& force : objects.forces()) sum += force;
  EXPECT_NEAR(sum.x, -difference, 1e-5 * std::abs(difference));
  EXPECT_LT(sum.x, 0);
  EXPECT_LT(sum.y, 0);
  const std::vector<real> measured = objects.measured();
  EXPECT_NEAR(measured[3], sum.x, 1e-12 * std::abs(sum.x));
  EXPECT_NEAR(measured[4], sum.y, 1e-12 * std::abs(sum.y));
}

} // namespace
} // namespace ibsim
