#include "geometry/grid_distance.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/triangle_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// Weights of Catmull and Rom of the nodes -1, 0, 1, 2 at t in [0, 1).
std::array<real, 4> weights_at(real t) {
  return {((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1, ((-1.5 * t + 2) * t + 0.5) * t,
          (0.5 * t - 0.5) * t * t};
}

struct GridShape : SignedDistance {
  DistanceGrid grid;
  PeriodicBox box;
  std::array<bool, 3> around{}, open{};
  GridShape(DistanceGrid of, const PeriodicBox& in, const std::array<bool, 3>& goes_around,
            const std::array<bool, 3>& goes_on)
      : grid(std::move(of)), box(in), around(goes_around), open(goes_on) {}

  real distance(const Real3& at) const override {
    int first[3];
    std::array<real, 4> w[3];
    Real3 out; // from the grid
    for (int d = 0; d < 3; ++d) {
      real s = (at[d] - grid.origin[d]) / grid.spacing[d];
      if (!around[d]) {
        const real inside = std::clamp(s, real{0}, static_cast<real>(grid.n[d] - 1));
        out[d] = open[d] ? 0 : (s - inside) * grid.spacing[d], s = inside;
      }
      const real down = std::floor(s);
      first[d] = static_cast<int>(down) - 1;
      w[d] = weights_at(s - down);
    }
    const auto indices = [&](int d) { // of the four nodes
      const int n = grid.n[d];
      std::array<int, 4> at;
      for (int i = 0; i < 4; ++i) {
        const int k = first[d] + i;
        at[static_cast<std::size_t>(i)] = around[d] ? ((k % n) + n) % n : std::clamp(k, 0, n - 1);
      }
      return at;
    };
    const std::array<int, 4> x = indices(0), y = indices(1), z = indices(2);
    real sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j) {
        const std::size_t line = grid.number(0, y[j], z[k]);
        real row = 0;
        for (std::size_t i = 0; i < 4; ++i)
          row += w[0][i] * grid.values[line + static_cast<std::size_t>(x[i])];
        sum += w[1][j] * w[2][k] * row;
      }
    return sum + norm(out);
  }
  ShapeBounds bounds() const override {
    constexpr real endless = std::numeric_limits<real>::infinity();
    ShapeBounds b;
    for (int d = 0; d < 3; ++d) {
      const bool has_no_end = around[d] || open[d];
      b.low[d] = has_no_end ? -endless : grid.origin[d];
      b.high[d] = has_no_end ? endless : grid.origin[d] + (grid.n[d] - 1) * grid.spacing[d];
    }
    return b;
  }
};

} // namespace

ImplicitShape grid_shape(DistanceGrid grid, const PeriodicBox& box, const std::string& name,
                         const std::array<bool, 3>& open) {
  std::array<bool, 3> around{};
  for (int d = 0; d < 3; ++d) {
    // n nodes around the box, or n + 1 with the last one that is the image of the first
    const real length = grid.n[d] * grid.spacing[d];
    if (std::abs(length - grid.spacing[d] - box.size[d]) <= 1e-3 * grid.spacing[d] * grid.n[d] &&
        std::abs(length - box.size[d]) > 0.5 * grid.spacing[d]) {
      DistanceGrid less = grid;
      less.n[d] -= 1, less.values.clear();
      for (int k = 0; k < less.n.z; ++k)
        for (int j = 0; j < less.n.y; ++j)
          for (int i = 0; i < less.n.x; ++i) less.values.push_back(grid.values[grid.number(i, j, k)]);
      grid = std::move(less), around[d] = true;
    } else
      around[d] = std::abs(length - box.size[d]) <= 1e-3 * length;
  }
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i) {
        const Int3 p{i, j, k};
        for (int d = 0; d < 3; ++d) {
          if (around[d] || open[d] || (p[d] != 0 && p[d] != grid.n[d] - 1)) continue;
          if (!(grid.values[grid.number(i, j, k)] < 0)) continue;
          Real3 at = grid.origin;
          for (int e = 0; e < 3; ++e) at[e] += p[e] * grid.spacing[e];
          throw InputError(
              name + text(": fluid ends at the face of the grid at %s; along %c the grid is %.6g um long "
                          "and the box %.6g um, so it does not go around",
                          place_text(at).c_str(), "xyz"[d], grid.n[d] * grid.spacing[d], box.size[d]));
        }
      }
  return repeated(std::make_shared<GridShape>(std::move(grid), box, around, open), box);
}

namespace {

/// Squared distances along one line to the nearest site, given squared distances f of the sites so far: the
/// lower envelope of parabolas of Felzenszwalb and Huttenlocher.
void along_line(std::vector<real>& f, real spacing) {
  const int n = static_cast<int>(f.size());
  constexpr real none = std::numeric_limits<real>::infinity();
  std::vector<int> site;
  std::vector<real> from;
  const real h2 = spacing * spacing;
  for (int q = 0; q < n; ++q) {
    if (f[q] == none) continue;
    real begins = -none;
    while (!site.empty()) {
      const int p = site.back();
      begins = ((f[q] + h2 * q * q) - (f[p] + h2 * p * p)) / (2 * h2 * (q - p));
      if (begins > from.back()) break;
      site.pop_back(), from.pop_back(), begins = -none;
    }
    site.push_back(q), from.push_back(begins);
  }
  if (site.empty()) return;
  std::vector<real> found(f.size());
  for (int q = 0, k = 0; q < n; ++q) {
    while (k + 1 < static_cast<int>(site.size()) && from[k + 1] < q) ++k;
    const real apart = spacing * (q - site[k]);
    found[q] = apart * apart + f[site[k]];
  }
  f = found;
}

/// Calls f(line) for all lines along d, which it may change. @param image nodes that a line has more at each
/// end, from its other end
template <class T, class F>
void for_lines(std::vector<T>& values, const Int3& n, int d, const F& f) {
  const std::size_t stride[3] = {1, static_cast<std::size_t>(n.x), static_cast<std::size_t>(n.x) * n.y};
  const int a = (d + 1) % 3, b = (d + 2) % 3;
#pragma omp parallel for schedule(static)
  for (int j = 0; j < n[b]; ++j) {
    std::vector<real> line(n[d]);
    for (int i = 0; i < n[a]; ++i) {
      const std::size_t first = i * stride[a] + j * stride[b];
      for (int k = 0; k < n[d]; ++k) line[k] = values[first + k * stride[d]];
      f(line);
      for (int k = 0; k < n[d]; ++k) values[first + k * stride[d]] = static_cast<T>(line[k]);
    }
  }
}

/// Distance of each voxel from the nearest one of a kind, um.
std::vector<real> distance_to(const VoxelMask& mask, char kind, const bool (&around)[3]) {
  std::vector<real> squared(mask.fluid.size(), std::numeric_limits<real>::infinity());
  for (std::size_t i = 0; i < squared.size(); ++i)
    if (mask.fluid[i] == kind) squared[i] = 0;
  for (int d = 0; d < 3; ++d)
    for_lines(squared, mask.n, d, [&](std::vector<real>& line) {
      if (!around[d]) return along_line(line, mask.voxel[d]);
      std::vector<real> three = line; // with its images
      three.insert(three.end(), line.begin(), line.end());
      three.insert(three.end(), line.begin(), line.end());
      along_line(three, mask.voxel[d]);
      std::copy_n(three.begin() + static_cast<long>(line.size()), line.size(), line.begin());
    });
  for (real& s : squared) s = std::sqrt(s);
  return squared;
}

/// Takes the steps of voxels from the wall by a Gaussian of a standard deviation of one voxel along all
/// directions. Farther away distances stay exact, so that their ridge, which is the radius of a throat, keeps
/// its height: the Gaussian lowers it by 1.5 voxels.
void smooth_near_wall(DistanceGrid& grid, const bool (&around)[3]) {
  constexpr int reach = 3;
  constexpr real smoothed_to = 2, exact_from = 4; // voxels from the wall
  real weight[reach + 1], all = 0;
  for (int k = 0; k <= reach; ++k) weight[k] = std::exp(-0.5 * k * k), all += (k ? 2 : 1) * weight[k];
  const std::vector<float> exact = grid.values;
  for (int d = 0; d < 3; ++d)
    for_lines(grid.values, grid.n, d, [&](std::vector<real>& line) {
      const int n = static_cast<int>(line.size());
      std::vector<real> found(line.size());
      for (int i = 0; i < n; ++i)
        for (int k = -reach; k <= reach; ++k) {
          const int j = around[d] ? ((i + k) % n + n) % n : std::clamp(i + k, 0, n - 1);
          found[i] += weight[std::abs(k)] / all * line[j];
        }
      line = found;
    });
  const real voxel = std::max({grid.spacing.x, grid.spacing.y, grid.spacing.z});
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const real far = (std::abs(exact[i]) / voxel - smoothed_to) / (exact_from - smoothed_to);
    const real t = std::clamp(far, real{0}, real{1});
    grid.values[i] += static_cast<float>(t * t * (3 - 2 * t)) * (exact[i] - grid.values[i]);
  }
}

} // namespace

void keep_largest_part(VoxelMask& mask, const bool (&around)[3]) {
  std::vector<int> part(mask.fluid.size(), -1);
  std::vector<std::size_t> sizes, waiting;
  for (std::size_t first = 0; first < part.size(); ++first) {
    if (!mask.fluid[first] || part[first] >= 0) continue;
    const int number = static_cast<int>(sizes.size());
    sizes.push_back(0);
    part[first] = number, waiting.push_back(first);
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back(), ++sizes.back();
      const Int3 p{static_cast<int>(at % mask.n.x), static_cast<int>(at / mask.n.x % mask.n.y),
                   static_cast<int>(at / mask.n.x / mask.n.y)};
      for (int way = 0; way < 6; ++way) {
        const int d = way / 2;
        Int3 q = p;
        q[d] += way % 2 ? 1 : -1;
        if (around[d]) q[d] = (q[d] + mask.n[d]) % mask.n[d];
        if (q[d] < 0 || q[d] >= mask.n[d]) continue;
        const std::size_t next = mask.number(q.x, q.y, q.z);
        if (mask.fluid[next] && part[next] < 0) part[next] = number, waiting.push_back(next);
      }
    }
  }
  const auto largest = static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  for (std::size_t i = 0; i < part.size(); ++i) mask.fluid[i] = part[i] == largest;
}

DistanceGrid distance_of_mask(const VoxelMask& mask, const bool (&around)[3]) {
  const std::vector<real> to_fluid = distance_to(mask, 1, around), to_solid = distance_to(mask, 0, around);
  DistanceGrid grid{mask.n, 0.5 * mask.voxel, mask.voxel, std::vector<float>(mask.fluid.size())};
  const real half = std::min({mask.voxel.x, mask.voxel.y, mask.voxel.z}) / 2;
  const real far = norm(Real3{mask.n.x * mask.voxel.x, mask.n.y * mask.voxel.y, mask.n.z * mask.voxel.z});
  for (std::size_t i = 0; i < grid.values.size(); ++i)
    grid.values[i] = static_cast<float>(mask.fluid[i] ? half - std::min(to_solid[i], far)
                                                      : std::min(to_fluid[i], far) - half);
  smooth_near_wall(grid, around);
  return grid;
}

} // namespace ibsim
