// Ball and ventricle by their signed distances.
//
// The distance from the ellipsoid (x^2 + y^2)/r^2 + z^2/l^2 = 1: with k = |(x/r, y/r, z/l)| and m = |(x/r^2,
// y/r^2, z/l^2)| it is k (k - 1)/m to first order, and the normal points along (x/r^2, y/r^2, z/l^2).
#include "base/error.hpp"
#include "base/units.hpp"
#include "mesh/built_in_meshes.hpp"
#include "mesh/lattice_mesh.hpp"

#include <algorithm>
#include <numbers>

namespace ibsim {
namespace {

struct Ball {
  real radius;
  real distance(const Real3& p) const { return radius - norm(p); }
  Real3 surface(const Real3& p) const { return p * (radius / norm(p)); }
};

struct Ellipsoid {
  real r, l;
  Real3 direction(const Real3& p) const { return {p.x / (r * r), p.y / (r * r), p.z / (l * l)}; }
  real distance(const Real3& p) const { // positive outside
    const Real3 scaled{p.x / r, p.y / r, p.z / l};
    const real k = norm(scaled), m = norm(direction(p));
    return m > 0 ? k * (k - 1) / m : -std::min(r, l);
  }
  Real3 surface(Real3 p) const {
    for (int step = 0; step < 3; ++step) p -= distance(p) * normalized(direction(p));
    return p;
  }
};

struct Wall {
  Ellipsoid inner, outer;
  real base;
  real distance(const Real3& p) const {
    return std::min({inner.distance(p), -outer.distance(p), base - p.z});
  }
  Real3 surface(const Real3& p) const {
    const real in = inner.distance(p), out = -outer.distance(p), rim = base - p.z;
    if (rim <= in && rim <= out) return {p.x, p.y, base};
    return in <= out ? inner.surface(p) : outer.surface(p);
  }
};

} // namespace

TetMesh make_mesh(const BallMesh& ball) {
  const Real3 high{ball.radius, ball.radius, ball.radius};
  TetMesh mesh = lattice_mesh(Ball{ball.radius}, -high, high, ball.edge);
  if (mesh.cells() == 0) throw InputError("these edges are too long for a ball of this radius");
  return mesh;
}

TetMesh make_mesh(const Ventricle& v) {
  const real thinnest = std::min(v.outer_radius - v.inner_radius, v.outer_length - v.inner_length);
  if (!(v.edge <= thinnest))
    throw InputError("the wall is " + format_quantity(thinnest, dimension::length) +
                     " thick where it is thinnest: edges must not be longer than that");
  const Wall wall{{v.inner_radius, v.inner_length}, {v.outer_radius, v.outer_length}, v.base};
  return lattice_mesh(wall, {-v.outer_radius, -v.outer_radius, -v.outer_length},
                      {v.outer_radius, v.outer_radius, v.base}, v.edge);
}

real Ventricle::volume() const {
  const auto below_rim = [this](real r, real l) { // of a full ellipsoid
    return std::numbers::pi * r * r * (2 * l / 3 + base - base * base * base / (3 * l * l));
  };
  return below_rim(outer_radius, outer_length) - below_rim(inner_radius, inner_length);
}

real edge_for(Ventricle v, real tetrahedra) {
  const real side = std::cbrt(12 * v.volume() / tetrahedra);
  return side / lattice_side(1.0);
}

real Ventricle::depth(const Real3& p) const {
  const real across = p.x * p.x + p.y * p.y, along = p.z * p.z;
  real low = -0.5, high = 1.5; // the sum below falls with t: bisection, then Newton's steps
  const auto sum = [&](real t) {
    const real r = inner_radius + t * (outer_radius - inner_radius),
               l = inner_length + t * (outer_length - inner_length);
    return across / (r * r) + along / (l * l) - 1;
  };
  for (int step = 0; step < 40; ++step) (sum(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return std::clamp(0.5 * (low + high), 0.0, 1.0);
}

void set_fibres(TetMesh& mesh, const Ventricle& ventricle, const FibreRule& rule) {
  const Stream<Cpu> stream;
  mesh.fibre.resize(mesh.tetrahedra.size());
  mesh.sheet.resize(mesh.tetrahedra.size());
  UnitVector *fibre = mesh.fibre.data(), *sheet = mesh.sheet.data();
  const TetMesh* m = &mesh;
  for_each(stream, mesh.cells(), [=](Index i) {
    const Real3 p = centroid(*m, m->tetrahedra[i]);
    const real t = ventricle.depth(p);
    const real r = ventricle.inner_radius + t * (ventricle.outer_radius - ventricle.inner_radius),
               l = ventricle.inner_length + t * (ventricle.outer_length - ventricle.inner_length);
    const Real3 outward = normalized(Ellipsoid{r, l}.direction(p));
    const real from_axis = std::hypot(p.x, p.y);
    // around the axis; at the tip, where there is no such direction, along y
    const Real3 around = from_axis > 1e-9 * r ? Real3{-p.y / from_axis, p.x / from_axis, 0} : Real3{0, 1, 0};
    const Real3 up = cross(outward, around);
    const real angle = rule.inner_angle + t * (rule.outer_angle - rule.inner_angle);
    const Real3 f = std::cos(angle) * around + std::sin(angle) * up;
    fibre[i] = {static_cast<float>(f.x), static_cast<float>(f.y), static_cast<float>(f.z)};
    sheet[i] = {static_cast<float>(outward.x), static_cast<float>(outward.y), static_cast<float>(outward.z)};
  });
}

} // namespace ibsim
