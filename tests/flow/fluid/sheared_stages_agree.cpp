// In unbounded shear a stage in one kernel is the stage by passes, for every number of rows that it takes.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/sheared_stage.hpp"
#include "fluid/spectral_operators.hpp"
#include "grid/rows_beyond.hpp"

#include <cmath>
#include <complex>

namespace ibsim {
namespace {

template <class B>
class ShearedStages : public BackendTest<B> {};
TYPED_TEST_SUITE(ShearedStages, Backends, BackendNames);

template <class B>
Array<Complex, B> random_planes(const Stream<B>& stream, std::size_t number, unsigned seed) {
  const std::vector<real> values = random_values(2 * number, seed);
  std::vector<Complex> planes;
  for (std::size_t i = 0; i < number; ++i) planes.push_back({values[2 * i], values[2 * i + 1]});
  return Array<Complex, B>(stream, planes);
}

/// Planes of the velocity in the middle, at the end, and at the end of a whole step, of random right-hand
/// sides.
template <class B>
std::vector<Complex> stages(const Stream<B>& stream, int rows, typename ShearedStage<B>::Way way) {
  const Int3 n{6, rows, 8}, shape{n.x / 2 + 1, n.z, n.y};
  const real h = 0.5;
  const std::size_t modes = static_cast<std::size_t>(shape.x) * shape.y * shape.z,
                    of_wide = static_cast<std::size_t>(shape.x) * shape.y * (rows + rows_beyond);
  const Array<Complex, B> symbol_x(stream, divergence_symbols(n.x, h)),
      symbol_z(stream, divergence_symbols(n.z, h)), e_y(stream, roots_of_one(rows));
  Array<Complex, B> phases(6 * static_cast<std::size_t>(rows + rows_beyond) * n.z),
      halves(3 * static_cast<std::size_t>(n.z)), seams(3 * static_cast<std::size_t>(n.z));
  const ShearedModes w{shape,
                       h,
                       1 / (static_cast<real>(n.x) * n.y * n.z),
                       symbol_x.data(),
                       symbol_z.data(),
                       e_y.data(),
                       phases.data(),
                       halves.data(),
                       seams.data()};
  Array<ShearNow, B> now(3);
  set_phases(stream, w, {{0.2, 0.25, 0.0625, 0}, {0.3, 0.5, 0.125, 0}, {0.4, 1, 0.25, 0}}, now.data());
  Array<Complex, B> start = random_planes(stream, 3 * modes, 1), whole = random_planes(stream, 3 * modes, 2),
                    wide(3 * of_wide), phi(modes);
  const Array<Complex, B> middle = random_planes(stream, 3 * modes, 3);
  ShearedStage<B> stage(stream, shape, way);
  const real a = 0.07;
  stage.half_step(stream, w, a, start.data(), phi.data(), wide.data());
  std::vector<Complex> all = wide.to_host(stream);
  stage.full_step(stream, w, a, whole.data(), middle.data(), phi.data(), wide.data());
  for (const Complex& value : wide.to_host(stream)) all.push_back(value);
  Array<Complex, B> end = random_planes(stream, 3 * modes, 4);
  const Array<Complex, B> of_start = random_planes(stream, 3 * modes, 5);
  stage.whole_step(stream, w, a, end.data(), of_start.data(), middle.data(), wide.data());
  for (const Complex& value : wide.to_host(stream)) all.push_back(value);
  return all;
}

// Of values of size 1 over the number of planes' values: sums of up to 512 of them.
TYPED_TEST(ShearedStages, one_kernel_does_what_passes_do) {
  using Way = typename ShearedStage<TypeParam>::Way;
  for (const int rows : {7, 16, 17, 20, 24, 25, 27, 30, 32, 48, 50, 64, 90, 96, 128, 135, 256, 320, 512}) {
    const std::vector<Complex> one = stages(this->stream(), rows, Way::automatic),
                               passes = stages(this->stream(), rows, Way::passes);
    ASSERT_EQ(one.size(), passes.size());
    real difference = 0, size = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      difference =
          std::max({difference, std::abs(one[i].re - passes[i].re), std::abs(one[i].im - passes[i].im)});
      size = std::max(size, std::abs(passes[i].re));
    }
    EXPECT_LE(difference, 1e-14 * size) << rows << " rows";
  }
}

} // namespace
} // namespace ibsim
