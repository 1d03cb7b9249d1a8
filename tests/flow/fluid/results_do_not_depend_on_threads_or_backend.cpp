#include "backends.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {
namespace {

/// Velocity and pressure after 10 steps from random data.
template <class B>
std::vector<real> some_steps(const Stream<B>& stream, const Grid& grid) {
  const std::size_t cells = grid.cells();
  FaceField<B> u = on_device(stream, grid, random_values(3 * cells, 31));
  FaceField<B> f = on_device(stream, grid, random_values(3 * cells, 32));
  NavierStokes<B> solver(stream, grid, {1.0, 1.0});
  for (int step = 0; step < 10; ++step) solver.step(stream, 0.05, u.view(), f.view());
  Array<real, B> p(cells);
  solver.pressure(stream, u.view(), f.view(), p.data());
  std::vector<real> all = u.values().to_host(stream);
  for (real v : p.to_host(stream)) all.push_back(v);
  return all;
}

TEST(FluidOnTheCpu, has_the_same_bits_for_any_number_of_threads) {
  for (const Int3 n : {Int3{32, 24, 20}, Int3{9, 7, 5}}) {
    set_cpu_threads(1);
    const std::vector<real> one = some_steps(Stream<Cpu>{}, Grid{n, 0.5});
    for (int threads : {2, 3, 0}) {
      set_cpu_threads(threads);
      EXPECT_EQ(some_steps(Stream<Cpu>{}, Grid{n, 0.5}), one) << threads << " threads";
    }
  }
}

template <class B>
class Fluid : public BackendTest<B> {};
TYPED_TEST_SUITE(Fluid, Backends, BackendNames);

TYPED_TEST(Fluid, repeats_its_bits_and_agrees_with_the_cpu) {
  const Grid grid{{16, 15, 12}, 0.5};
  const std::vector<real> here = some_steps(this->stream(), grid);
  EXPECT_EQ(some_steps(this->stream(), grid), here);
  // 10 steps of a smoothing flow: some eps log2 N each, of values of size 1 (p: L^-1 may amplify by the box
  // over 2 pi, below 2)
  EXPECT_LE(largest_difference(here, some_steps(Stream<Cpu>{}, grid)),
            10 * 4 * eps * (5 + std::log2(grid.cells())));
}

} // namespace
} // namespace ibsim
