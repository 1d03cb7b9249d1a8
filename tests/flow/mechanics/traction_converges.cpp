// Traction is the force per present area, F/|X_1 x X_2|: on Laplace's sphere 2 T/R, and elsewhere it
// converges with the data sites as the forces do.
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

template <class B>
class Traction : public BackendTest<B> {};
TYPED_TEST_SUITE(Traction, Backends, BackendNames);

template <class B>
std::vector<Real3> tractions(const Stream<B>& stream, const SurfaceKind& kind, const Map& map) {
  const MembraneKind membrane{kind, red_cell_law};
  const Answers a = ask(stream, membrane, {map});
  Surface<B> surface(stream, kind, 1);
  const Array<real, B> X(stream, data_sites(kind, {map}));
  Array<real, B> areas(static_cast<std::size_t>(surface.sample_sites()));
  surface.area_elements(stream, surface.derivatives(stream, vectors_view(X.data(), surface.data_sites())),
                        areas.data());
  const std::vector<real> dA = areas.to_host(stream);
  std::vector<Real3> tractions;
  for (std::size_t s = 0; s < dA.size(); ++s) tractions.push_back(a.forces[s] / dA[s]);
  return tractions;
}

// The map is linear in xi, so all is exact but for round-off in second derivatives. Flat triangles around
// each point, whose third the force was divided by, gave 20 % of noise here at any number of sites.
TYPED_TEST(Traction, of_an_inflated_sphere_is_that_of_laplace) {
  const real l = 1.1, R = l * 3.91, E = red_cell_law.shear_modulus, K = red_cell_law.area_modulus;
  const real tension = E * (l * l - 1) + K * l * l * (std::pow(l, 4) - 1);
  for (const int n_sample : {500, 2000}) {
    const SurfaceKind kind = make_closed_surface(the_sphere, 300, n_sample, {});
    const std::vector<Real3> found = tractions(this->stream(), kind, [&](const Real3& xi) { return R * xi; });
    for (int s = 0; s < n_sample; ++s)
      EXPECT_LT(norm(found[s] + 2 * tension / R * kind.sample_nodes[s]), 1e-9 * 2 * tension / R);
  }
}

// A sphere whose sites have moved in waves: no polynomial. Second derivatives converge like h^7
// (operators_differentiate_functions), and four times the data sites halve h: 2^7 = 128, of which one order
// is granted. Against ten times the sites of the first, whose own error is (1/10)^(7/2) of the first's.
TYPED_TEST(Traction, converges_with_the_data_sites) {
  const Map waves = [](const Real3& xi) {
    return Real3{4 * xi.x + 0.2 * std::sin(2 * xi.y), 3.8 * xi.y + 0.2 * std::cos(2 * xi.z),
                 4.1 * xi.z + 0.2 * std::sin(2 * xi.x)};
  };
  const auto of = [&](int n_data) {
    return tractions(this->stream(), make_closed_surface(the_sphere, n_data, 400, {}), waves);
  };
  const std::vector<Real3> coarse = of(130), fine = of(520), finest = of(1300);
  real before = 0, after = 0, unit = 0;
  for (std::size_t s = 0; s < finest.size(); ++s) {
    before = std::max(before, norm(coarse[s] - finest[s]));
    after = std::max(after, norm(fine[s] - finest[s]));
    unit = std::max(unit, norm(finest[s]));
  }
  EXPECT_LT(after, before / 64);
  EXPECT_LT(after, 1e-3 * unit);
}

} // namespace
} // namespace ibsim
