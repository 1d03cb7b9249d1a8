// Elastic forces are internal: their sum and their torque vanish with the discretisation error, and the sum
// exactly when removed.
#include "mechanics/membranes.hpp"
#include "parallel/device.hpp"

namespace ibsim {
namespace {

template <class B>
class NetForce : public BackendTest<B> {};
TYPED_TEST_SUITE(NetForce, Backends, BackendNames);

Real3 bent(const Real3& xi) {
  const Real3 x = position(red_cell, xi);
  return {1.1 * x.x, 0.95 * x.y + 0.1 * std::sin(0.5 * x.x), 0.95 * x.z + 0.2 * std::cos(0.4 * x.x)};
}

real absolute_sum(const Answers& a) {
  real sum = 0;
  for (const Real3& f : a.forces) sum += norm(f);
  return sum;
}

TYPED_TEST(NetForce, and_torque_vanish_under_refinement) {
  const auto errors = [&](int n_data, int n_sample) {
    const Answers a =
        ask(this->stream(), make_membrane_kind(red_cell, red_cell_law, n_data, n_sample, {}), {bent});
    const auto [force, torque] = force_and_torque(a, a.integrals[0].centre);
    return std::pair{norm(force) / absolute_sum(a), norm(torque) / (3.91 * absolute_sum(a))};
  };
  // Of the order of second derivatives, 7 (operators_differentiate_functions), whose errors are (h/R)^7 =
  // 3e-4 for h = 0.31 R, more at the rim of the cell. Halving h makes 128; one order is granted.
  const auto [force, torque] = errors(130, 700);
  const auto [finer_force, finer_torque] = errors(520, 2800);
  EXPECT_LT(force, 5e-3);
  EXPECT_LT(torque, 5e-3);
  EXPECT_LT(finer_force, force / 64);
  EXPECT_LT(finer_torque, torque / 64);
}

TYPED_TEST(NetForce, is_zero_when_removed_for_each_object) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 200, 700, {});
  const std::vector<Map> maps{bent, [](const Real3& xi) { return 1.3 * bent(xi); },
                              [](const Real3& xi) { return rotated(bent(xi)); }};
  const Answers kept = ask(this->stream(), kind, maps), removed = ask(this->stream(), kind, maps, true);
  for (int object = 0; object < 3; ++object) {
    Real3 before, after;
    real size = 0;
    for (int s = 0; s < 700; ++s) {
      before += kept.forces[700 * object + s];
      after += removed.forces[700 * object + s];
      size += norm(kept.forces[700 * object + s]);
    }
    EXPECT_LT(norm(after), 1e-14 * size); // 700 roundings of 1e-16, which partly cancel
    EXPECT_GT(norm(before), 1e-9 * size); // there was something to remove
    for (int s = 0; s < 700; ++s) {       // what was taken away is a constant density on the unit sphere
      const Real3 taken = kept.forces[700 * object + s] - removed.forces[700 * object + s];
      EXPECT_LT(norm(taken - kind.operators.weights[s] / (4 * pi) * before), 1e-14 * size);
    }
  }
}

TEST(Membrane, gives_the_same_bits_for_any_number_of_threads) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 100, 777, {});
  const Stream<Cpu> stream;
  set_cpu_threads(1);
  const MembraneKind again = make_membrane_kind(red_cell, red_cell_law, 100, 777, {});
  const Answers one = ask(stream, again, {bent, bent}, true);
  set_cpu_threads(3);
  const Answers three = ask(stream, kind, {bent, bent}, true);
  set_cpu_threads(0);
  EXPECT_EQ(again.operators.matrix, kind.operators.matrix);
  EXPECT_EQ(again.operators.weights, kind.operators.weights);
  EXPECT_EQ(one.forces, three.forces);
  EXPECT_EQ(one.integrals[0].energy, three.integrals[0].energy);
}

} // namespace
} // namespace ibsim
