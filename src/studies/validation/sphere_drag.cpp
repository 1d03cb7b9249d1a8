#include "validation/sphere_drag.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/spread.hpp"
#include "coupling/wall_images.hpp"
#include "fluid/stokes_stage.hpp"

#include <algorithm>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi_v<real>;

/// n points on a spiral, evenly over a sphere: all x, all y, all z.
std::vector<real> spiral(Index n, Real3 centre, real radius) {
  std::vector<real> points(3 * static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    const real z = 1 - (2 * i + real{1}) / n, turn = pi * (3 - std::sqrt(real{5})) * i,
               r = std::sqrt(1 - z * z);
    points[static_cast<std::size_t>(i)] = centre.x + radius * r * std::cos(turn);
    points[static_cast<std::size_t>(i + n)] = centre.y + radius * r * std::sin(turn);
    points[static_cast<std::size_t>(i + 2 * n)] = centre.z + radius * z;
  }
  return points;
}

template <class B>
real mobility_on(const Stream<B>& stream, const Grid& grid, Real3 centre, real radius, DeltaKernel kernel) {
  const bool walls = grid.topology.y.ends == Ends::walls;
  const Grid rows = walls ? with_rows_beyond(grid) : grid;
  const auto n = static_cast<Index>(4 * pi * radius * radius / (0.25 * grid.h * grid.h));
  const Array<real, B> X(stream, spiral(n, centre, radius));
  std::vector<real> push(3 * static_cast<std::size_t>(n), 0);
  std::fill(push.begin() + 2 * n, push.end(), real{1} / n);
  const Array<real, B> F(stream, push), rest(stream, 4);
  FaceField<B> f(stream, grid), u(stream, grid), wide(stream, rows);
  const FaceField<B>& spread_out = wide;
  make_spreader<B>(stream, SpreadAlgorithm::tiles, kernel, rows, n)
      ->spread(stream, vectors_view<const real>(X.data(), n), vectors_view<const real>(F.data(), n),
               wide.view());
  if (walls)
    fold_image_rows<B>(stream, grid, spread_out.view(), f.view());
  else
    f.values().copy_from(stream, wide.values());
  // A stage with a large a is Stokes flow: u - a L u + a grad p/mu = a f/mu, mu = 1. In the periodic box the
  // mean force is held by a pressure gradient.
  const real a = 1e4 * grid.lengths().y * grid.lengths().y;
  std::vector<real> r = f.values().to_host(stream);
  for (std::size_t c = 0; c < r.size(); ++c) {
    if (!walls && c >= r.size() / 3 * 2) r[c] -= 1 / (grid.cell_volume() * grid.cells());
    r[c] *= a;
  }
  const auto stage = make_stokes_stage(stream, grid);
  copy_to_device(stream, stage->right_hand_side().x, r.data(), sizeof(real) * r.size());
  stage->prepare(stream, 0, 1, a);
  stage->solve(stream, a, u.view());
  const FaceField<B>& flow = u;
  if (walls) fill_image_rows<B>(stream, grid, rest.data(), rest.data() + 2, flow.view(), wide.view());
  Array<real, B> U(stream, 3 * static_cast<std::size_t>(n));
  interpolate<B>(stream, kernel, rows, walls ? spread_out.view() : flow.view(),
                 vectors_view<const real>(X.data(), n), vectors_view(U.data(), n));
  const std::vector<real> velocity = U.to_host(stream);
  real sum = 0;
  for (Index i = 0; i < n; ++i) sum += velocity[static_cast<std::size_t>(i + 2 * n)];
  return 6 * pi * radius * sum / n;
}

} // namespace

real sphere_mobility(const AnyStream& any, const Grid& grid, Real3 centre, real radius, DeltaKernel kernel) {
  return any.with([&](const auto& stream) { return mobility_on(stream, grid, centre, radius, kernel); });
}

real hasimoto_mobility(real radius, real period) {
  const real c = radius / period, c3 = c * c * c;
  return 1 - 2.837297 * c + 4 * pi / 3 * c3 - 27.4 * c3 * c3;
}

real slit_mobility(real radius, real half_gap) {
  const real s = radius / half_gap;
  return 1 - 1.004 * s + 0.418 * std::pow(s, 3) + 0.21 * std::pow(s, 4) - 0.169 * std::pow(s, 5);
}

} // namespace ibsim
