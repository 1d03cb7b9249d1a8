// Agreement of a stage in one kernel with the stage by passes in unbounded shear, for every number of rows.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/sheared_stage.hpp"
#include "fluid/spectral_operators.hpp"
#include "grid/rows_beyond.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace ibsim {
namespace {

template <class B>
class ShearedStages : public BackendTest<B> {};
TYPED_TEST_SUITE(ShearedStages, Backends, BackendNames);

template <class T, class B>
Array<ComplexOf<T>, B> random_planes(const Stream<B>& stream, std::size_t number, unsigned seed) {
  const std::vector<real> values = random_values(2 * number, seed);
  std::vector<Complex> planes;
  for (std::size_t i = 0; i < number; ++i) planes.push_back({values[2 * i], values[2 * i + 1]});
  return Array<ComplexOf<T>, B>(stream, rounded<T>(planes));
}

/// Planes of the velocity in the middle, at the end, and at the end of a whole step, of random right-hand
/// sides.
template <class T, class B>
std::vector<ComplexOf<T>> stages(const Stream<B>& stream, int rows, typename ShearedStage<B, T>::Way way) {
  using Mode = ComplexOf<T>;
  const Int3 n{6, rows, 8}, shape{n.x / 2 + 1, n.z, n.y};
  const real h = 0.5;
  const std::size_t modes = static_cast<std::size_t>(shape.x) * shape.y * shape.z,
                    of_wide = static_cast<std::size_t>(shape.x) * shape.y * (rows + rows_beyond);
  const Array<Mode, B> symbol_x(stream, rounded<T>(divergence_symbols(n.x, h))),
      symbol_z(stream, rounded<T>(divergence_symbols(n.z, h))), e_y(stream, rounded<T>(roots_of_one(rows)));
  Array<T, B> rates(3);
  Array<Mode, B> phases(6 * static_cast<std::size_t>(rows + rows_beyond) * n.z),
      halves(3 * static_cast<std::size_t>(n.z)), seams(3 * static_cast<std::size_t>(n.z));
  const ShearedModes<T> w{
      shape,           static_cast<T>(h), static_cast<T>(1 / (static_cast<real>(n.x) * n.y * n.z)),
      symbol_x.data(), symbol_z.data(),   e_y.data(),
      phases.data(),   halves.data(),     seams.data(),
      rates.data()};
  Array<ShearNow, B> now(3);
  set_phases(stream, w, {{0.2, 0.25, 0.0625, 0}, {0.3, 0.5, 0.125, 0}, {0.4, 1, 0.25, 0}}, now.data());
  Array<Mode, B> start = random_planes<T>(stream, 3 * modes, 1),
                 whole = random_planes<T>(stream, 3 * modes, 2), wide(3 * of_wide), phi(modes);
  const Array<Mode, B> middle = random_planes<T>(stream, 3 * modes, 3);
  ShearedStage<B, T> stage(stream, shape, way);
  const real a = 0.07;
  stage.half_step(stream, w, a, start.data(), phi.data(), wide.data());
  std::vector<Mode> all = wide.to_host(stream);
  stage.full_step(stream, w, a, whole.data(), middle.data(), phi.data(), wide.data());
  for (const Mode& value : wide.to_host(stream)) all.push_back(value);
  Array<Mode, B> end = random_planes<T>(stream, 3 * modes, 4);
  const Array<Mode, B> of_start = random_planes<T>(stream, 3 * modes, 5);
  stage.whole_step(stream, w, a, end.data(), of_start.data(), middle.data(), wide.data());
  for (const Mode& value : wide.to_host(stream)) all.push_back(value);
  return all;
}

/// Of values of size 1 over the number of planes' values: sums of up to 512 of them, so 45 eps.
template <class T, class B>
void expect_that_both_agree(const Stream<B>& stream) {
  using Way = typename ShearedStage<B, T>::Way;
  for (const int rows : {7, 16, 17, 20, 24, 25, 27, 30, 32, 48, 50, 64, 90, 96, 128, 135, 256, 320, 512}) {
    const std::vector<ComplexOf<T>> one = stages<T>(stream, rows, Way::automatic),
                                    passes = stages<T>(stream, rows, Way::passes);
    ASSERT_EQ(one.size(), passes.size());
    T difference = 0, size = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      difference =
          std::max({difference, std::abs(one[i].re - passes[i].re), std::abs(one[i].im - passes[i].im)});
      size = std::max(size, std::abs(passes[i].re));
    }
    EXPECT_LE(difference, 45 * std::numeric_limits<T>::epsilon() * size) << rows << " rows";
  }
}

TYPED_TEST(ShearedStages, one_kernel_does_what_passes_do) {
  expect_that_both_agree<double>(this->stream());
  expect_that_both_agree<float>(this->stream());
}

} // namespace
} // namespace ibsim
