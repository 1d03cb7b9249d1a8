// Motion of sites with the flow: its order in the time step, the change of volume, and the correction that
// keeps the volume.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;

template <class B>
class MotionOfSites : public BackendTest<B> {
 protected:
  /// A soft sphere of radius 4 h in shear.
  Scenario capsule(SiteMotion motion, real k, real end) {
    Scenario s = sphere(16, 800, k, end);
    s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
    s.objects[0].closed().law = Skalak{0.02, 0.02};
    s.objects[0].closed().data_sites = 200;
    s.scheme = TimeScheme::imex_rk, s.motion = motion;
    return s;
  }
  struct End {
    std::vector<real> sites;
    real volume_change;
  };
  End end_of(const Scenario& s) {
    SimulationOn<B> simulation(this->stream(), s, make_surface_kinds(s, {}));
    run(simulation, {}, {});
    return {positions(simulation), simulation.volume_change(0, 0, simulation.integrals(0)[0])};
  }
};
TYPED_TEST_SUITE(MotionOfSites, Backends, BackendNames);

// Differences between successive steps fall by 2 with forward Euler and by 4 with the midpoint; h and the
// sites are the same, so the error is that of time alone.
TYPED_TEST(MotionOfSites, is_of_second_order_by_the_midpoint) {
  const auto order = [&](SiteMotion motion) {
    const auto at = [&](real k) { return this->end_of(this->capsule(motion, k, 64)).sites; };
    const auto coarse = at(4), middle = at(2), fine = at(1);
    return std::log2(rms_distance(coarse, middle) / rms_distance(middle, fine));
  };
  EXPECT_NEAR(order(SiteMotion::forward_euler), 1, 0.3);
  EXPECT_NEAR(order(SiteMotion::midpoint), 2, 0.3);
}

// gamma k = 4e-3 over gamma t = 0.5: forward Euler moves sites outwards by gamma k/6 of the volume in gamma t
// = 1, as measured in finer runs; the midpoint does not, and what is left is what the grid does; the
// correction keeps it whatever moves.
TYPED_TEST(MotionOfSites, by_the_midpoint_does_not_blow_objects_up) {
  const real k = 4, end = 500;
  const real euler = this->end_of(this->capsule(SiteMotion::forward_euler, k, end)).volume_change,
             midpoint = this->end_of(this->capsule(SiteMotion::midpoint, k, end)).volume_change,
             finer = this->end_of(this->capsule(SiteMotion::midpoint, k / 4, end)).volume_change;
  EXPECT_GT(euler - midpoint, 0.5 * 0.5 * 4e-3 / 6);
  EXPECT_LT(std::abs(midpoint - finer), 0.5 * 1e-4);
  for (const SiteMotion motion : {SiteMotion::forward_euler, SiteMotion::midpoint}) {
    Scenario s = this->capsule(motion, k / 2, end);
    s.keep_volume = true;
    const real kept = this->end_of(s).volume_change;
    EXPECT_LT(std::abs(kept), 1e-6); // (gamma k)^2/10 by the midpoint
  }
}

} // namespace ibsim
