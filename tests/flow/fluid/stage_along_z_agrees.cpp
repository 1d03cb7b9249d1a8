// In a periodic box a stage along z in one kernel is the stage by passes, for every number of planes that it
// takes.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/stage_along_z.hpp"

namespace ibsim {
namespace {

template <class B>
class StagesAlongZ : public BackendTest<B> {};
TYPED_TEST_SUITE(StagesAlongZ, Backends, BackendNames);

/// Both scalars of random planes, times the number of cells.
template <class B>
std::vector<Complex> scalars(const Stream<B>& stream, const Grid& grid, typename StageAlongZ<B>::Way way) {
  const Index first_row = 1, rows = 3; // mode (0, 0) is another rank's; 21 modes of a plane
  const Int3 n = grid.n;
  const std::size_t modes = static_cast<std::size_t>(n.x / 2 + 1) * rows * n.z;
  const std::vector<real> values = random_values(6 * modes, 7);
  std::vector<Complex> planes;
  for (std::size_t i = 0; i < 3 * modes; ++i) planes.push_back({values[2 * i], values[2 * i + 1]});
  Array<Complex, B> on_device(stream, planes);
  Complex* const x = on_device.data();
  StageAlongZ<B>(stream, grid, first_row, rows, way).solve(stream, 0.07, x, x + modes, x + 2 * modes);
  std::vector<Complex> all = on_device.to_host(stream);
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(modes)); // x
  for (Complex& value : all) value.re *= grid.cells(), value.im *= grid.cells();
  return all;
}

TYPED_TEST(StagesAlongZ, one_kernel_does_what_passes_do) {
  using Way = typename StageAlongZ<TypeParam>::Way;
  for (const int planes :
       {7, 16, 17, 20, 24, 27, 48, 50, 64, 90, 135, 256, 320, 512, 540, 576, 600, 640, 1000, 1024, 1080}) {
    const Grid grid{{12, 5, planes}, 0.5};
    const std::vector<Complex> one = scalars(this->stream(), grid, Way::automatic),
                               passes = scalars(this->stream(), grid, Way::passes);
    ASSERT_EQ(one.size(), passes.size());
    real difference = 0, size = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      difference =
          std::max({difference, std::abs(one[i].re - passes[i].re), std::abs(one[i].im - passes[i].im)});
      size = std::max({size, std::abs(passes[i].re), std::abs(passes[i].im)});
    }
    // each of the two transforms loses some eps log2 of the planes; what lies between multiplies an error of
    // a divergence by |d_x|/kappa^2 < 3, times a few
    EXPECT_LE(difference, 30 * eps * (5 + std::log2(planes)) * size) << planes << " planes";
    EXPECT_GT(size, 0);
  }
}

} // namespace
} // namespace ibsim
