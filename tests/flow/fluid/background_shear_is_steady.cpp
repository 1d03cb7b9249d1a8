#include "backends.hpp"
#include "fields.hpp"
#include "fluid/background_shear.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {
namespace {

template <class B>
class BackgroundShear : public BackendTest<B> {};
TYPED_TEST_SUITE(BackgroundShear, Backends, BackendNames);

constexpr real rate = 1e-3, viscosity = 1.2; // 1000 1/s, the paper's

TYPED_TEST(BackgroundShear, force_is_minus_mu_L_u0) {
  auto& stream = this->stream();
  for (const Int3 n : {Int3{8, 16, 4}, Int3{3, 2, 5}, Int3{3, 1, 5}}) {
    const Grid grid{n, 0.25};
    const std::vector<real> u0 = at_faces(grid, [&](Real3 x) {
      return Real3{0, 0, rate * (x.y - grid.lengths().y / 2)};
    });
    FaceField<TypeParam> u(stream, grid), f(stream, grid);
    set_background_shear(stream, grid, rate, u.view());
    // y, y - Ly/2 and the product rounded
    EXPECT_LE(largest_difference(u.values().to_host(stream), u0), 4 * eps * (rate * grid.lengths().y));
    add_background_force(stream, grid, viscosity, rate, f.view());
    const std::vector<real> force = f.values().to_host(stream);
    for (Index c = 0; c < grid.cells(); ++c)
      for (int d = 0; d < 3; ++d) {
        const real minus_mu_lap =
            -viscosity * laplacian(view_of(grid, u0)[d], neighbours(grid, c), 1 / (grid.h * grid.h));
        // 12 terms of size mu rate Ly/(2 h^2)
        EXPECT_NEAR(force[c + d * static_cast<std::size_t>(grid.cells())], minus_mu_lap,
                    12 * eps * viscosity * rate * grid.lengths().y / (grid.h * grid.h));
      }
  }
}

TYPED_TEST(BackgroundShear, is_steady_over_many_steps) {
  auto& stream = this->stream();
  const Grid grid{{8, 16, 4}, 0.5};
  FaceField<TypeParam> u(stream, grid), f(stream, grid);
  set_background_shear(stream, grid, rate, u.view());
  const std::vector<real> u0 = u.values().to_host(stream);
  BodyForces<TypeParam> forces;
  forces.push_back(std::make_unique<BackgroundShearForce<TypeParam>>(grid, viscosity, rate));
  NavierStokes<TypeParam> solver(stream, grid, {1.0, viscosity}, std::move(forces));
  const int steps = 300;
  for (int step = 0; step < steps; ++step) {
    f.values().zero(stream); // the fluid adds to it
    solver.step(stream, 0.4, u.view(), f.view());
  }
  // each step rounds terms of size u0, and nu k L u0 and k f/rho, which cancel, of size nu k/h^2 * 2 u0: eps
  // log2 N of that
  const real terms = largest(u0) * (1 + 4 * viscosity * 0.4 / (grid.h * grid.h));
  EXPECT_LE(largest_difference(u.values().to_host(stream), u0),
            steps * eps * terms * std::log2(grid.cells()));
}

} // namespace
} // namespace ibsim
