// Forces and slips of points of walls (held_walls.hpp): spreading S is adjoint to interpolation J, so the
// mobility M is symmetric; and the sparse inverse G takes uniform forces back from M (wall_inverse.hpp).
#include "backends.hpp"
#include "flow/walls/flow_along_walls.hpp"
#include "step/site_coupling.hpp"
#include "walls/wall_inverse.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_walls;

namespace {

template <class B>
class WallPointsSpread : public BackendTest<B> {};
TYPED_TEST_SUITE(WallPointsSpread, Backends, BackendNames);

constexpr real h = 0.3, round_off = 1.2e-16; // um

/// Numbers from -1 to 1.
std::vector<real> arbitrary(std::size_t n, int seed) {
  std::vector<real> numbers(n);
  for (std::size_t i = 0; i < n; ++i)
    numbers[i] = std::cos(static_cast<real>((i * i + 7 * i) % 1009 + static_cast<std::size_t>(seed)));
  return numbers;
}
/// Unit forces along one direction at n points.
std::vector<real> uniform(std::size_t n, int d) {
  std::vector<real> F(3 * n, 0);
  std::fill_n(F.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(d) * n), n, 1);
  return F;
}

real product(const std::vector<real>& a, const std::vector<real>& b) {
  real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
real largest(const std::vector<real>& numbers) {
  real most = 0;
  for (const real number : numbers) most = std::max(most, std::abs(number));
  return most;
}

std::vector<real> multiply(const BlockMatrix& G, const std::vector<real>& p) {
  const auto n = static_cast<std::size_t>(G.rows());
  std::vector<real> F(3 * n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (auto b = static_cast<std::size_t>(G.first[i]); b < static_cast<std::size_t>(G.first[i + 1]); ++b)
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t e = 0; e < 3; ++e)
          F[c * n + i] += G.blocks[b][3 * c + e] * p[e * n + static_cast<std::size_t>(G.columns[b])];
  return F;
}

/// Points at rest, the fluid of 1 cP around them, and one step of backward Euler.
template <class B>
class PointsInFluid {
 public:
  PointsInFluid(const Stream<B>& stream, const Grid& grid, WallPoints points, real step)
      : stream_(stream), grid_(grid), model_(Flow<B>::model(grid)),
        points_(std::move(points)), when_{.length = step, .scheme = TimeScheme::bdf2},
        fluid_(stream, grid, model_.fluid, {}, {}, viscosity_bounds(model_), TimeScheme::bdf2),
        walls_(stream, model_, grid, fluid_, points_),
        coupling_(stream, by_wall_kernel(model_), grid, fluid_, {number()}, {number()}, number(), number()),
        X_(stream, by_component(points_.at)), U_(stream, 3 * points_.size()) {
    fluid_.prepare(stream, when_);
  }

  /// S F, all faces.
  std::vector<real> spread(const std::vector<real>& F) {
    FaceField<B> f(stream_, grid_);
    put(F, f.any());
    return f.values().to_host(stream_);
  }
  /// J u
  std::vector<real> interpolate(const std::vector<real>& u) {
    FaceField<B> field(stream_, grid_);
    field.values().set(stream_, u);
    return at_points(field.any());
  }
  /// M F, um/us: a step's velocities of the points.
  std::vector<real> mobility(std::vector<real> F) {
    for (real& force : F) force *= per_density();
    put(F, fluid_.room_for_forces());
    FaceField<B> u(stream_, grid_);
    fluid_.answer(stream_, when_, u.any());
    return at_points(u.any());
  }
  BlockMatrix local_inverse() {
    pairs_ = fit_pair_mobility(wall_kernel, grid_.h, fluid_.a_of_answer(when_), per_density(),
                               2 * wall_neighbours);
    return make_local_inverse(grid_, points_, pairs_,
                              [&](const std::vector<real>& F) { return mobility(F); });
  }
  /// After local_inverse(): the velocity that a unit force gives to its own point.
  real mobility_of_a_point() const { return pairs_.f[0]; }

 private:
  static std::vector<real> by_component(const std::vector<Real3>& places) {
    std::vector<real> numbers;
    for (int d = 0; d < 3; ++d)
      for (const Real3& x : places) numbers.push_back(x[d]);
    return numbers;
  }
  static FlowModel by_wall_kernel(FlowModel model) {
    model.kernel = wall_kernel;
    return model;
  }
  Index number() const { return static_cast<Index>(points_.size()); }
  real per_density() const { return when_.difference().beta / model_.fluid.density; }
  void put(const std::vector<real>& F, AnyFaces f) {
    const Array<real, B> forces(stream_, F);
    with_faces(f, [&]<class T>(FaceView<T> all) {
      for (int d = 0; d < 3; ++d)
        fill_zero(stream_, all[d], sizeof(T) * static_cast<std::size_t>(grid_.cells()));
    });
    walls_.add_forces(stream_, forces, f);
    stream_.synchronize();
  }
  std::vector<real> at_points(AnyConstFaces u) {
    coupling_.interpolate(stream_, 0, coupling_.change_with_images(stream_, u),
                          vectors_view<const real>(X_.data(), number()), vectors_view(U_.data(), number()),
                          Instant::end, Instant::end);
    return U_.to_host(stream_);
  }

  const Stream<B>& stream_;
  Grid grid_;
  FlowModel model_;
  WallPoints points_;
  StepInTime when_;
  NavierStokes<B> fluid_;
  HeldWalls<B> walls_;
  SiteCoupling<B> coupling_;
  Array<real, B> X_, U_;
  PairMobility pairs_;
};

/// A plane of points across y, in the middle of a box, a little off the grid.
WallPoints plane_across_y(const Grid& grid) {
  const Real3 lengths = grid.lengths();
  const int along_x = static_cast<int>(std::lround(lengths.x / (wall_point_spacing * h))),
            along_z = static_cast<int>(std::lround(lengths.z / (wall_point_spacing * h)));
  WallPoints plane;
  for (int k = 0; k < along_z; ++k)
    for (int i = 0; i < along_x; ++i)
      add_point(plane,
                {(i + 0.2) * lengths.x / along_x, lengths.y / 2 + 0.03, (k + 0.3) * lengths.z / along_z},
                {0, 1, 0});
  return plane;
}

WallPoints some_tube() { return tube(5 * h, 16 * h, h, {2.7, 2.9, 0}, {0, 0, 1}); }
const Grid periodic{{18, 19, 16}, h};

Grid between_walls() {
  Grid grid{{16, 16, 16}, h};
  grid.topology.y.ends = Ends::walls;
  return grid;
}

// Both are sums of the same terms w F u. The weights agree up to 40 round-offs, as points are within the
// box, and adding 3 cells in a row costs at most as many round-offs of the partial sums.
TYPED_TEST(WallPointsSpread, as_they_interpolate) {
  const auto check = [&](const Grid& grid, const WallPoints& points) {
    PointsInFluid<TypeParam> wall(this->stream(), grid, points, 20);
    const auto cells = static_cast<std::size_t>(grid.cells());
    const std::vector<real> F = arbitrary(3 * points.size(), 1);
    std::vector<real> u = arbitrary(3 * cells, 2);
    if (grid.topology.y.ends == Ends::walls)
      for (std::size_t i = 0; i < cells; ++i)
        if (i / static_cast<std::size_t>(grid.n.x) % static_cast<std::size_t>(grid.n.y) == 0)
          u[cells + i] = 0;
    const real of_points = product(F, wall.interpolate(u)),
               of_fluid = grid.cell_volume() * product(wall.spread(F), u);
    EXPECT_NEAR(of_fluid, of_points, static_cast<real>(F.size()) * round_off * (40 + 3 * grid.cells()));
    EXPECT_GT(std::abs(of_points), 0.1);
  };
  check(periodic, some_tube());
  check(between_walls(), plane_across_y(between_walls()));
}

// M = J A^-1 S beta/rho, with A^-1 symmetric in a periodic box. (Between walls the parabolas of
// wall_stage.hpp are not.) A solve by Fourier transforms rounds by some 10 round-offs of the largest
// velocity; 3 n forces of at most 1 act on such velocities, and a sum of them rounds 3 n times.
TYPED_TEST(WallPointsSpread, with_a_symmetric_mobility) {
  const WallPoints points = some_tube();
  const std::vector<real> F = arbitrary(3 * points.size(), 1), other = arbitrary(3 * points.size(), 5);
  for (const real step : {1.0, 40.0}) {
    PointsInFluid<TypeParam> wall(this->stream(), periodic, points, step);
    const std::vector<real> U = wall.mobility(F), U_other = wall.mobility(other);
    const real n = static_cast<real>(F.size()), most = std::max(largest(U), largest(U_other));
    EXPECT_NEAR(product(other, U), product(F, U_other), n * most * round_off * (10 + n)) << step;
    EXPECT_GT(product(F, U), 0) << step; // forces work on the fluid
    EXPECT_GT(product(other, U_other), 0) << step;
  }
}

// A row of G is one of the inverse of a matrix B whose rows sum to those of M, so it takes M's answer to
// uniform forces back to them. B has eigenvalues from 3 % of a point's own mobility, its diagonal's, to its
// row sums; round-off grows by their ratio, and with the 180 rows of B. Along the normal of a plane between
// walls M moves no point, and G is not asked for a unit force.
TYPED_TEST(WallPointsSpread, and_their_inverse_returns_uniform_forces) {
  const auto check = [&](const Grid& grid, const WallPoints& points, std::vector<int> directions) {
    for (const real step : {1.0, 5.0, 40.0}) {
      PointsInFluid<TypeParam> wall(this->stream(), grid, points, step);
      const BlockMatrix G = wall.local_inverse();
      for (const int d : directions) {
        const std::vector<real> F = uniform(points.size(), d), U = wall.mobility(F), found = multiply(G, U);
        const real tolerance = 180 * round_off * largest(U) / (0.03 * wall.mobility_of_a_point());
        real error = 0;
        for (std::size_t i = 0; i < F.size(); ++i) error = std::max(error, std::abs(found[i] - F[i]));
        EXPECT_LT(error, tolerance) << step << ", " << d;
      }
    }
  };
  check(periodic, some_tube(), {0, 1, 2});
  check(between_walls(), plane_across_y(between_walls()), {0, 2});
}

} // namespace
} // namespace ibsim
