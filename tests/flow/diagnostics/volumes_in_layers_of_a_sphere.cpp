// Volumes of a sphere in slabs and shells against closed forms.
#include "backends.hpp"
#include "surface/layer_volumes.hpp"
#include "surface/sites.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi, radius = 2;
constexpr Index data = 400, samples = 3600;

template <class B>
class LayersOf : public BackendTest<B> {
 protected:
  /// Of spheres about these centres.
  std::vector<real> volumes(const Layers& layers, const std::vector<Real3>& centres,
                            const std::vector<LayerAxis>& axes = {}) {
    const Stream<B>& stream = this->stream();
    static const SurfaceKind kind = // takes most of the time
        make_closed_surface({ReferenceShape::sphere, {radius, radius, radius}}, data, samples, {});
    const auto objects = static_cast<int>(centres.size());
    Surface<B> surface(stream, kind, objects);
    std::vector<real> X(3 * data * centres.size());
    for (int o = 0; o < objects; ++o)
      for (Index i = 0; i < data; ++i)
        vectors_view(X.data(), data * objects).set(o * data + i, centres[o] + kind.data_at_rest[i]);
    const Array<real, B> sites(stream, X);
    Array<real, B> positions(3 * samples * centres.size());
    surface.to_sample_sites(stream, vectors_view<const real>(sites.data(), data * objects),
                            vectors_view(positions.data(), samples * objects));
    const DerivativeBlock block =
        surface.derivatives(stream, vectors_view<const real>(sites.data(), data * objects));
    return total_in_layers(layers,
                           layer_volumes<B>(stream, layers,
                                            vectors_view<const real>(positions.data(), samples * objects),
                                            block, surface.weights(), axes));
  }

  /// d^2 L/24 (surface/layer_volumes.hpp), L two great circles, d^2 the area of a site; and, to 1e-5 of all,
  /// the quadrature.
  static constexpr real error = 4 * pi * radius * radius / samples * 4 * pi * radius / 24 + 1e-5 * 34;
};
TYPED_TEST_SUITE(LayersOf, Backends, BackendNames);

/// Of a sphere below the height y above its centre.
real below(real y) {
  const real z = std::fmin(std::fmax(y, -radius), radius);
  return pi * (radius * radius * z - z * z * z / 3) + 2 * pi * radius * radius * radius / 3;
}

// Slabs as thick as an eighth of the sphere, which lies anywhere among them; the second crosses the end of
// the box twice around, so it adds to the other end.
TYPED_TEST(LayersOf, a_sphere_are_caps_of_it) {
  const Layers slabs{24, 0.5, false};
  const real height = 12;
  for (const real y : {5.13, 0.4, -11.3, 30.7}) {
    const std::vector<real> found = this->volumes(slabs, {{3, y, 4}});
    for (int k = 0; k < slabs.n; ++k) {
      real expected = 0;
      for (int image = -4; image <= 4; ++image)
        expected += below(0.5 * (k + 1) + height * image - y) - below(0.5 * k + height * image - y);
      EXPECT_NEAR(found[k], expected, this->error) << y << " " << k;
    }
    // all of them together: the quadrature's volume
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), real{0}), 4 * pi / 3 * 8, 1e-5 * 34);
  }
}

TYPED_TEST(LayersOf, two_spheres_add_up) {
  const Layers slabs{24, 0.5, false};
  const std::vector<real> both = this->volumes(slabs, {{3, 3.1, 4}, {9, 7.2, 4}}),
                          one = this->volumes(slabs, {{3, 3.1, 4}}),
                          other = this->volumes(slabs, {{9, 7.2, 4}});
  for (int k = 0; k < slabs.n; ++k) EXPECT_NEAR(both[k], one[k] + other[k], 1e-12);
}

// Within r of an axis through its centre: 4 pi/3 (R^3 - (R^2 - r^2)^(3/2)). A sphere beside the axis lies in
// the shells that it reaches; of one that reaches beyond the last shell the rest is in none.
TYPED_TEST(LayersOf, a_sphere_about_an_axis_are_shells_of_it) {
  const Layers shells{10, 0.3, true};
  const std::vector<real> found = this->volumes(shells, {{3, 5, 4}}, {{3, 5}});
  const auto within = [](real r) { return 4 * pi / 3 * (8 - std::pow(std::fmax(4 - r * r, 0), real{1.5})); };
  for (int k = 0; k < shells.n; ++k)
    EXPECT_NEAR(found[k], within(0.3 * (k + 1)) - within(0.3 * k), this->error) << k;
  const std::vector<real> beside = this->volumes({40, 0.3, true}, {{3, 5, 4}}, {{8, 5}});
  for (int k = 0; k < 40; ++k)
    if (0.3 * (k + 1) < 3 || 0.3 * k > 7) {
      EXPECT_NEAR(beside[k], 0, this->error) << k;
    }
  EXPECT_NEAR(std::accumulate(beside.begin(), beside.end(), real{0}), 4 * pi / 3 * 8, 1e-5 * 34);
}

} // namespace
} // namespace ibsim
