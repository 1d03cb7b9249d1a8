// Bonds that take their ligands: detailed balance of receptors and ligands that find each other.
#include "flow/mechanics/bound_objects.hpp"
#include "mechanics/taken_ligands.hpp"

#include <map>

namespace ibsim {
namespace {

template <class B>
class UsedUpLigands : public BackendTest<B> {};
TYPED_TEST_SUITE(UsedUpLigands, Backends, BackendNames);

/// Mean and variance of the bonds of R receptors and L ligands of one square. A bond forms at the rate
/// (R - b) k_on n (1 - b/L) and breaks at b k_off, so p(b + 1)/p(b) = odds (R - b) (1 - b/L)/(b + 1).
struct MeanBonds {
  real mean = 0, variance = 0;

  MeanBonds(int receptors, real ligands, real odds) {
    real p = 1, all = 0, squares = 0;
    for (int b = 0; b <= receptors && p > 0; ++b) {
      all += p, mean += p * b, squares += p * b * b;
      p *= odds * (receptors - b) * std::fmax(1 - b / ligands, 0) / (b + 1);
    }
    mean /= all, variance = squares / all - mean * mean;
  }
};

// Two spheres in one place over 40 ligands/um^2, whose receptors all reach the wall: squares of 0.4 um^2 have
// 16 ligands and up to some hundred receptors. Each sphere takes its own. The number is a sum over squares
// that do not depend on each other: within 4 standard errors, and 1 % since a step changes the odds by k (on
// - off)/2.
TYPED_TEST(UsedUpLigands, are_taken_as_detailed_balance_has) {
  constexpr int n = 2000;
  AdhesionProperties of = slip_bond(n);
  of.ligands = 40, of.used_up = true;
  const real odds = 5;
  of.kinetics.on_rate = odds * of.kinetics.off_rate / of.ligands;
  BoundObjects<TypeParam> objects(this->stream(), of, 2, BoundObjects<TypeParam>::walls(100));
  for (int step = 0; step < 2000; ++step) objects.step(1e-3 / per_second); // seven times 1/k_off
  const std::vector<Real3> x = objects.positions();
  const real side = TakenLigands::side(of.ligands);
  std::map<std::pair<int, int>, int> receptors;
  for (std::size_t r = 0; r < n; ++r) {
    const Real3& at = x[objects.site_of(r)];
    ++receptors[{static_cast<int>(std::floor(at.x / side)), static_cast<int>(std::floor(at.z / side))}];
  }
  real expected = 0, variance = 0;
  for (const auto& [square, count] : receptors) {
    const MeanBonds bonds(count, of.ligands * side * side, odds);
    expected += bonds.mean, variance += bonds.variance;
  }
  const std::vector<real> measured = objects.measured();
  for (std::size_t object = 0; object < 2; ++object) {
    const real found = measured[object * numbers_of_bonds];
    std::printf("  %.0f bonds of %d receptors, %.0f by detailed balance, error %.1f\n", found, n, expected,
                std::sqrt(variance));
    EXPECT_NEAR(found, expected, 4 * std::sqrt(variance) + 0.01 * expected);
  }
  EXPECT_LT(expected, 0.5 * n); // 5/6 n of as many ligands as receptors ask for
}

} // namespace
} // namespace ibsim
