// Quasi-uniform nodes.
//
// Bauer's spiral: s_k = 1 - (2k-1)/n, phi_k = acos s_k, theta_k = sqrt(n pi) phi_k, xi_k = (sin phi cos
// theta, sin phi sin theta, s). The same on a surface of revolution of area A: the node k has the area (2k-1)
// A / (2n) above it, which gives phi_k; turns of the spiral are d = sqrt(A/n) apart, so theta_k = 2 pi
// l(phi_k) / d with the arc length l of the meridian from the pole. Each node then has a patch of d by d. On
// the sphere, l = a phi and A = 4 pi a^2 give Bauer's formula.
//
// A mapped shape has no axis: its nodes are a Fibonacci lattice of equal areas, with part k + 1/2 of n of the
// area above node k and part k times the golden ratio of its zone beside it; they then push each other apart.
//
// A number of nodes that four divides is laid out with the symmetry of site_symmetry.hpp: two arms of n/2
// nodes each, opposite each other about z, whose turns are 2 d apart; with the angle counted from the equator
// a half turn about x takes an arm to itself. A quarter of the nodes, the upper half of one arm, is computed
// and turned.
#include "base/error.hpp"
#include "surface/push_apart.hpp"
#include "surface/push_apart_on_map.hpp"
#include "surface/reference_surface.hpp"
#include "surface/site_symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

Real3 node(real phi, real theta) {
  return {std::sin(phi) * std::cos(theta), std::sin(phi) * std::sin(theta), std::cos(phi)};
}

void check_count(int n) {
  if (n < 1) throw InputError("an object needs at least one site, not " + std::to_string(n));
}

/// Area and meridian length between two colatitudes of a surface of revolution about z, by a four-point Gauss
/// rule.
struct Strip {
  real area, length;
};
Strip strip(const ReferenceSurface& surface, real from, real to) {
  static const std::vector<GaussPoint> rule = gauss_legendre(4);
  Strip sum{0, 0};
  for (const auto& [x, weight] : rule) {
    const real phi = 0.5 * (from + to) + 0.5 * (to - from) * x;
    const real speed = norm(derivative(surface, node(phi, 0), {std::cos(phi), 0, -std::sin(phi)}));
    const real radius = std::abs(position(surface, node(phi, 0)).x);
    sum.length += 0.5 * (to - from) * weight * speed;
    sum.area += 0.5 * (to - from) * weight * speed * 2 * pi * radius;
  }
  return sum;
}

/// The nodes of n with the greatest height on the spiral of one of `arms` arms, `count` of them: all of them,
/// or the upper half of one arm with its angle counted from the equator.
std::vector<Real3> surface_spiral(const ReferenceSurface& surface, int n, int arms, int count) {
  constexpr int strips = 2048;
  std::vector<Strip> above(strips + 1, Strip{0, 0});
  for (int i = 0; i < strips; ++i) {
    const Strip s = strip(surface, pi * i / strips, pi * (i + 1) / strips);
    above[i + 1] = {above[i].area + s.area, above[i].length + s.length};
  }
  const real area = above[strips].area, between_turns = arms * std::sqrt(area / n);
  const real origin = arms > 1 ? above[strips].length / 2 : 0; // the equator, or the pole
  std::vector<Real3> nodes(count);
  for (int k = 0, i = 0; k < count; ++k) {
    const real wanted = (2 * k + 1) * area * arms / (2 * n);
    while (i + 1 < strips && above[i + 1].area < wanted) ++i;
    real low = pi * i / strips, high = pi * (i + 1) / strips;
    const real start = low;
    while (true) { // bisection to the last bit
      const real middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      (above[i].area + strip(surface, start, middle).area < wanted ? low : high) = middle;
    }
    nodes[k] =
        node(low, 2 * pi * (above[i].length + strip(surface, start, low).length - origin) / between_turns);
  }
  return nodes;
}

/// Where a growing table has the value, as index and part of the way to the next.
real place_in(const std::vector<real>& table, real value) {
  const auto above = std::upper_bound(table.begin() + 1, table.end() - 1, value);
  const auto i = static_cast<real>(above - table.begin() - 1);
  return i + std::clamp((value - above[-1]) / std::max(*above - above[-1], 1e-300), real{0}, real{1});
}

std::vector<Real3> lattice_of_equal_areas(const ReferenceSurface& surface, int n) {
  constexpr int zones = 128, sectors = 128;
  const real golden = (std::sqrt(real{5}) - 1) / 2;
  std::vector<real> above(zones + 1, 0); // area above each circle of latitude
  std::vector<std::vector<real>> beside(zones, std::vector<real>(sectors + 1, 0));
  for (int i = 0; i < zones; ++i) {
    const real phi = pi * (i + 0.5) / zones;
    for (int j = 0; j < sectors; ++j) {
      const real theta = 2 * pi * (j + 0.5) / sectors;
      const Real3 xi = node(phi, theta);
      const Real3 south{std::cos(phi) * std::cos(theta), std::cos(phi) * std::sin(theta), -std::sin(phi)};
      const Real3 east{-std::sin(theta), std::cos(theta), 0};
      beside[i][j + 1] = beside[i][j] + std::sin(phi) * norm(cross(derivative(surface, xi, south),
                                                                   derivative(surface, xi, east)));
    }
    above[i + 1] = above[i] + beside[i][sectors];
  }
  std::vector<Real3> nodes;
  for (int k = 0; k < n; ++k) {
    const real zone = place_in(above, (k + 0.5) / n * above[zones]);
    const std::vector<real>& row = beside[std::min(zones - 1, static_cast<int>(zone))];
    const real turn = k * golden - std::floor(k * golden);
    nodes.push_back(node(pi * zone / zones, 2 * pi * place_in(row, turn * row[sectors]) / sectors));
  }
  return nodes;
}

} // namespace

std::vector<Real3> bauer_spiral(int n) {
  check_count(n);
  std::vector<Real3> nodes(n);
  for (int k = 1; k <= n; ++k) {
    const real phi = std::acos(1 - (2 * k - 1) / static_cast<real>(n));
    nodes[k - 1] = node(phi, std::sqrt(n * pi) * phi);
  }
  return nodes;
}

int quasi_uniform_symmetry(const ReferenceSurface& surface, int n_data, int n_sample) {
  return surface.shape != ReferenceShape::sphere && !surface.map && n_data % half_turns == 0 &&
                 n_sample % half_turns == 0
             ? half_turns
             : 1;
}

std::vector<Real3> quasi_uniform_nodes(const ReferenceSurface& surface, int n) {
  check_count(n);
  check(surface);
  if (surface.shape == ReferenceShape::sphere) return bauer_spiral(n);
  if (surface.map) {
    std::vector<Real3> nodes = lattice_of_equal_areas(surface, n);
    push_apart_on_map(surface, nodes);
    return nodes;
  }
  const bool symmetric = quasi_uniform_symmetry(surface, n, n) > 1;
  const auto spiral = [&](const ReferenceSurface& round) {
    return symmetric ? surface_spiral(round, n, 2, n / half_turns) : surface_spiral(round, n, 1, n);
  };
  if (surface.shape == ReferenceShape::red_cell) return symmetric ? orbits(spiral(surface)) : spiral(surface);

  // An ellipsoid: its axis is the one whose removal leaves the two half axes that are closest to each other.
  const Real3& a = surface.half_axes;
  const auto ratio = [&](int axis) {
    const real b = a[(axis + 1) % 3], c = a[(axis + 2) % 3];
    return std::max(b, c) / std::min(b, c);
  };
  int axis = 2;
  for (int other : {0, 1})
    if (ratio(other) < ratio(axis)) axis = other;
  const real across = std::sqrt(a[(axis + 1) % 3] * a[(axis + 2) % 3]);
  std::vector<Real3> nodes = spiral({ReferenceShape::ellipsoid, {across, across, a[axis]}});
  for (Real3& xi : nodes) {
    Real3 turned;
    for (int d = 0; d < 3; ++d) turned[(axis + 1 + d) % 3] = xi[d];
    xi = turned;
  }
  if (symmetric) nodes = orbits(nodes);
  if (ratio(axis) > 1 + 1e-12) push_apart(surface, nodes);
  return nodes;
}

} // namespace ibsim
