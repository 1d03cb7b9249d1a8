// The space in which a closed surface moves and takes forces: what projection to it keeps and takes, and that
// what it gives to any motion is what it had given to the part of it that the surface follows.
#include "backends.hpp"
#include "base/error.hpp"
#include "parallel/device.hpp"
#include "surface/resolved_motion.hpp"
#include "surface/sites.hpp"
#include "surface/sphere_quadrature.hpp"
#include "surface/surface_kind.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

const ReferenceSurface cell{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
const ReferenceSurface ball{ReferenceShape::sphere, {1, 1, 1}};

struct Sites {
  std::vector<Real3> nodes;
  SphereQuadrature quadrature;
  SiteFunctions space;
  Sites(const ReferenceSurface& surface, int n, int degree)
      : nodes(quasi_uniform_nodes(surface, n)), quadrature(sphere_quadrature(nodes)),
        space(harmonics_at(nodes, quadrature.weights, degree)) {}
  std::vector<real> harmonic(int l, int m) const {
    std::vector<real> Y((l + 1) * (l + 1)), f;
    for (const Real3& at : nodes) {
      spherical_harmonics(at, l, Y.data());
      f.push_back(Y[l * l + l + m]);
    }
    return f;
  }
};

real largest_difference(const std::vector<real>& a, const std::vector<real>& b) {
  real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Numbers without any order, in [-1, 1].
std::vector<real> rough(std::size_t n, unsigned seed = 1) {
  std::vector<real> values(n);
  for (real& v : values) {
    seed = 1664525u * seed + 1013904223u;
    v = seed / 2147483648.0 - 1;
  }
  return values;
}

// Sums over some hundred sites of harmonics, which are of order one: 1e-13. Above L nothing is left as far as
// the weights integrate products exactly.
TEST(ResolvedSpace, keeps_all_degrees_to_its_own_and_takes_those_above) {
  for (const ReferenceSurface& surface : {cell, ball}) {
    const int L = 6;
    const Sites sites(surface, 1600, L);
    EXPECT_EQ(sites.space.symmetry, surface == cell ? 4 : 1);
    const int exact = sites.quadrature.degree - L;
    ASSERT_GT(exact, L + 2);
    for (int l = 0; l <= exact; ++l)
      for (const int m : {-l, -1, 0, 1, l}) {
        if (std::abs(m) > l) continue;
        const std::vector<real> f = sites.harmonic(l, m), zero(f.size(), 0);
        EXPECT_LT(largest_difference(projected(sites.space, f), l <= L ? f : zero), 1e-12)
            << "l = " << l << ", m = " << m;
      }
  }
}

// The shape of a red cell is of degree 5.
TEST(ResolvedSpace, keeps_shapes_at_rest_and_projects_those_at_the_start) {
  SurfaceKind kind = make_closed_surface(cell, 100, 400, {});
  kind.data_at_start = kind.data_at_rest;
  const std::vector<real> ripples = rough(100);
  for (int i = 0; i < 100; ++i) kind.data_at_start[i].x += 0.01 * ripples[i];
  add_resolved_space(kind, 5);
  const std::vector<real> low = projected(kind.resolved.at_data, ripples);
  real left = 0;
  for (int i = 0; i < 100; ++i) {
    const Real3 moved = kind.data_at_start[i] - kind.data_at_rest[i];
    EXPECT_LT(norm(moved - Real3{0.01 * low[i], 0, 0}), 1e-13); // 100 roundings of 4 um, and their weights
    left += low[i] * low[i];
  }
  EXPECT_LT(left, 36); // 36 functions of 100 hold about a third of what has no order: 100/3 x 36/100
}

// 2 pi a = 20.4 um and area 4 pi a^2 = 133 um^2 of the red cell: waves of 4 h for h = 1/2, 1/3, 1/4 um are
// degrees 10, 15, 20. 1.95 sites a function: 16^2 x 1.95 = 499.2, 21^2 x 1.95 = 859.95.
TEST(ResolvedSpace, has_the_degree_that_grid_and_sites_carry) {
  const real area = area_and_volume(cell).area;
  const auto degree = [&](int data, int samples, real h) {
    return resolved_degree(data, samples, area, h).degree;
  };
  EXPECT_EQ(degree(864, 8832, 0.5), 10);
  EXPECT_EQ(degree(864, 8832, 1.0 / 3), 15);
  EXPECT_EQ(degree(864, 8832, 0.25), 20);
  EXPECT_EQ(degree(500, 8832, 1.0 / 3), 15);
  EXPECT_EQ(degree(499, 8832, 1.0 / 3), 14);
  EXPECT_EQ(degree(864, 300, 1.0 / 3), 11); // 12^2 x 1.95 = 280.8
  EXPECT_EQ(degree(864, 8832, 4), 5);       // that of a red cell at rest
  EXPECT_EQ(degree(least_sites_to_resolve, 400, 0.5), 5);
  EXPECT_EQ(resolved_degree(400, 2208, area, 0.25).of_grid, 20);
  EXPECT_EQ(resolved_degree(400, 2208, area, 0.25).data_sites, 860);
  // and as many determine it: least squares hardly amplify
  for (const int n : {54, 96, 500, 860}) {
    const int L = resolved_degree(n, 8832, area, 0.1).degree;
    const std::vector<Real3> nodes = quasi_uniform_nodes(cell, n);
    EXPECT_NO_THROW(harmonics_at(nodes, sphere_quadrature(nodes).weights, L)) << n;
  }
  EXPECT_THROW(Sites(cell, 100, 10), InputError); // 121 functions
}

TEST(ResolvedSpace, has_the_same_bits_for_any_number_of_threads) {
  set_cpu_threads(1);
  const Sites one(cell, 400, 12), one_ball(ball, 400, 12);
  set_cpu_threads(3);
  const Sites three(cell, 400, 12), three_ball(ball, 400, 12);
  set_cpu_threads(0);
  EXPECT_EQ(one.space.values, three.space.values);
  EXPECT_EQ(one_ball.space.values, three_ball.space.values);
}

} // namespace

template <class B>
class SharedSpace : public BackendTest<B> {
 protected:
  static constexpr int objects = 3, degree = 8;
  /// Of all objects, with components that lie apart, as those of one kind among others do.
  struct Fields {
    Index n;
    std::vector<real> values;
    Fields(Index sites, unsigned seed) : n(sites * objects), values(rough(3 * (n + 7), seed)) {}
    VectorsView<real> view(real* base) const { return {base, base + n + 7, base + 2 * (n + 7), n}; }
    Real3 at(Index i) const { return {values[i], values[n + 7 + i], values[2 * (n + 7) + i]}; }
  };
  template <class Act>
  Fields after(const Fields& before, Act act) {
    Array<real, B> device(this->stream(), before.values);
    act(before.view(device.data()));
    Fields result = before;
    result.values = device.to_host(this->stream());
    return result;
  }
  SiteProjection<B> projection(const Sites& sites) {
    return {this->stream(), sites.space, objects, std::make_shared<DenseProduct<B>>(this->stream())};
  }
};
TYPED_TEST_SUITE(SharedSpace, Backends, BackendNames);

// The same sums in another order: 1e-16 times some hundred terms of order one. What lies between the
// components stays.
TYPED_TEST(SharedSpace, is_that_of_the_host_for_each_object_and_component) {
  for (const ReferenceSurface& surface : {cell, ball}) {
    const Sites sites(surface, 400, this->degree);
    auto projection = this->projection(sites);
    const typename TestFixture::Fields V(400, 5),
        after = this->after(V, [&](VectorsView<real> view) { projection.values(this->stream(), view); });
    const Index apart = V.n + 7;
    for (int d = 0; d < 3; ++d) {
      for (int o = 0; o < this->objects; ++o) {
        const auto first = V.values.begin() + d * apart + 400 * o;
        const std::vector<real> expected = projected(sites.space, {first, first + 400});
        for (int i = 0; i < 400; ++i) EXPECT_NEAR(after.values[d * apart + 400 * o + i], expected[i], 1e-13);
      }
      for (Index i = V.n; i < apart; ++i) EXPECT_EQ(after.values[d * apart + i], V.values[d * apart + i]);
    }
  }
}

// sum F'.u = sum F.(P u) for any F and u: 1200 products of order one, and P of norm one in the weights, which
// differ by less than ten between sites. The share that is left of forces falls from 1 to (L + 1)^2/n of what
// has no order.
TYPED_TEST(SharedSpace, gives_a_motion_what_forces_give_to_the_part_that_is_followed) {
  for (const ReferenceSurface& surface : {cell, ball}) {
    const Sites sites(surface, 400, this->degree);
    auto projection = this->projection(sites);
    using Fields = typename TestFixture::Fields;
    const Fields F(400, 2), u(400, 3);
    const Fields resolved =
        this->after(F, [&](VectorsView<real> V) { projection.forces(this->stream(), V); });
    const Fields followed =
        this->after(u, [&](VectorsView<real> V) { projection.values(this->stream(), V); });
    const Fields again =
        this->after(resolved, [&](VectorsView<real> V) { projection.forces(this->stream(), V); });
    real given = 0, taken = 0, all = 0;
    for (Index i = 0; i < F.n; ++i) {
      given += dot(resolved.at(i), u.at(i)), taken += dot(F.at(i), followed.at(i));
      all += norm(F.at(i)) * norm(u.at(i));
      EXPECT_LT(norm(again.at(i) - resolved.at(i)), 1e-13);
    }
    EXPECT_NEAR(given, taken, 1e-14 * all);
    EXPECT_GT(std::abs(given), 1e-4 * all);
  }
}

// Constants and the coordinates of the sphere are of the space: net forces stay, and the torque about any
// point of forces on an ellipsoid, whose positions are linear in those coordinates.
TYPED_TEST(SharedSpace, keeps_net_force_and_torque_of_each_object) {
  const Sites sites(cell, 400, this->degree);
  auto projection = this->projection(sites);
  const typename TestFixture::Fields F(400, 4),
      after = this->after(F, [&](VectorsView<real> V) { projection.forces(this->stream(), V); });
  for (int o = 0; o < this->objects; ++o) {
    Real3 force, torque;
    for (int i = 0; i < 400; ++i) {
      const Real3 lost = F.at(400 * o + i) - after.at(400 * o + i), xi = sites.nodes[i];
      force += lost;
      torque += cross(Real3{5 + 3 * xi.x, 1 - 2 * xi.y, xi.z + xi.x}, lost);
    }
    EXPECT_LT(norm(force), 1e-12); // 400 roundings of order one, and of 5 um
    EXPECT_LT(norm(torque), 5e-12);
  }
}

} // namespace ibsim
