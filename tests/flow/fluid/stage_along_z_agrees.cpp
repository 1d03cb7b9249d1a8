// Agreement of a stage by recurrences along z in a periodic box with the one by numbers in Fourier space, for
// every number of planes and any a.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/periodic_stage.hpp"

namespace ibsim {
namespace {

template <class B>
class StagesAlongZ : public BackendTest<B> {};
TYPED_TEST_SUITE(StagesAlongZ, Backends, BackendNames);

/// Its right-hand side.
template <class B>
void set_random(const Stream<B>& stream, PeriodicStage<B>& stage, const Grid& grid, bool with_mean) {
  const auto cells = static_cast<std::size_t>(grid.cells());
  std::vector<real> values = random_values(3 * cells, 7);
  for (std::size_t d = 0; d < 3 && !with_mean; ++d) {
    real mean = 0;
    for (std::size_t c = 0; c < cells; ++c) mean += values[d * cells + c] / cells;
    for (std::size_t c = 0; c < cells; ++c) values[d * cells + c] -= mean;
  }
  copy_to_device(stream, stage.right_hand_side().x, values.data(), values.size() * sizeof(real));
}

/// The largest difference of two fields, and the largest value of the second.
struct Compared {
  real difference = 0, size = 0;
};
Compared compared(const std::vector<real>& a, const std::vector<real>& b) {
  Compared result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.difference = std::max(result.difference, std::abs(a[i] - b[i]));
    result.size = std::max(result.size, std::abs(b[i]));
  }
  return result;
}

TYPED_TEST(StagesAlongZ, do_what_numbers_in_Fourier_space_do) {
  using B = TypeParam;
  for (const int planes : {4, 5, 7, 8, 9, 15, 16, 17, 27, 64, 90, 143, 256, 540, 1024})
    // of no viscosity, of steps of 1e-4, 0.1 and 40 us of water in cells of 1/2 um, and nearly of steady flow
    for (const real a : {0.0, 1e-4, 0.07, 40.0, 1e5}) {
      const Grid grid{{12, 5, planes}, 0.5};
      const bool with_mean = a < 1; // it stays as it is, beside which what becomes small would not be seen
      PeriodicStage<B> stage(this->stream(), grid);
      FaceField<B> u(this->stream(), grid), in_two(this->stream(), grid);
      set_random(this->stream(), stage, grid, with_mean);
      stage.solve(this->stream(), a, u.view(), PartOfStep::full, nullptr);
      // Helmholtz solve and pressure by transforms in three dimensions, which share no line with it
      set_random(this->stream(), stage, grid, with_mean);
      stage.helmholtz(this->stream(), a, in_two.view());
      copy_within_device(this->stream(), stage.right_hand_side().x, in_two.view().x,
                         3 * sizeof(real) * static_cast<std::size_t>(grid.cells()));
      Array<real, B> psi(static_cast<std::size_t>(grid.cells()));
      stage.pressure(this->stream(), psi.data());
      const std::vector<real> star = in_two.values().to_host(this->stream()),
                              of_psi = psi.to_host(this->stream());
      std::vector<real> expected = star;
      const auto cells = static_cast<std::size_t>(grid.cells());
      for (int k = 0; k < planes; ++k)
        for (int j = 0; j < grid.n.y; ++j)
          for (int i = 0; i < grid.n.x; ++i) {
            const auto at = [&](int x, int y, int z) {
              return static_cast<std::size_t>(
                  grid.index((x + grid.n.x) % grid.n.x, (y + grid.n.y) % grid.n.y, (z + planes) % planes));
            };
            const std::size_t here = at(i, j, k);
            expected[here] -= (of_psi[here] - of_psi[at(i - 1, j, k)]) / grid.h;
            expected[here + cells] -= (of_psi[here] - of_psi[at(i, j - 1, k)]) / grid.h;
            expected[here + 2 * cells] -= (of_psi[here] - of_psi[at(i, j, k - 1)]) / grid.h;
          }
      const Compared c = compared(u.values().to_host(this->stream()), expected);
      // a sum over decay^distance loses some eps of all planes that it reaches, 1/(1 - decay) < 5 here for
      // a wave across 5 cells; the mean of all planes up to eps sqrt(planes); transforms some eps log2 of
      // the cells. What is left of the mean, eps of values up to 1, stays as it is.
      EXPECT_LE(c.difference, 30 * eps * (10 + std::sqrt(planes)) * c.size + (with_mean ? 0 : eps))
          << planes << " planes, a " << a;
      EXPECT_GT(c.size, 0);
    }
}

} // namespace
} // namespace ibsim
