// The local solver against brute force: the least of phi(x5) + |x4 - x5|_W over the triangle, on 10,000
// random anisotropic tetrahedra in all four roles.
#include "eikonal/batched_solver.hpp"
#include "eikonal/metric.hpp"
#include "eikonal/storage.hpp"

#include <gtest/gtest.h>
#include <random>

namespace ibsim {
namespace {

struct Case {
  TetMesh mesh;
  TissueMetric W;
  real phi[4];
};

Case random_case(std::mt19937_64& random) {
  std::uniform_real_distribution<real> place(-1, 1), unit(0, 1);
  Case c;
  do {
    c.mesh.points.clear();
    for (int i = 0; i < 4; ++i) c.mesh.points.push_back({place(random), place(random), place(random)});
    c.mesh.tetrahedra = {{{0, 1, 2, 3}}};
  } while (std::fabs(six_volumes(c.mesh, c.mesh.tetrahedra[0])) < 0.05);
  const UnitVector f{float(place(random)), float(place(random)), float(place(random))},
      s{float(place(random)), float(place(random)), float(place(random))};
  c.W = metric({0.2 + unit(random), 0.2 + unit(random), 0.2 + unit(random)}, f, s);
  // differences up to what the fastest edge takes, and often none: the front parallel to an edge or to the
  // face
  const real spread = 1.5 * unit(random);
  for (real& p : c.phi) p = 1 + spread * unit(random);
  if (unit(random) < 0.1) c.phi[1] = c.phi[0];
  if (unit(random) < 0.1) c.phi[0] = c.phi[1] = c.phi[2] = c.phi[3] = 1;
  return c;
}

real time_from(const Case& c, int unknown, real l1, real l2) {
  const Role r = role_of(unknown);
  const real l3 = 1 - l1 - l2;
  const auto& x = c.mesh.points;
  const Real3 from = l1 * x[r.corner[0]] + l2 * x[r.corner[1]] + l3 * x[r.corner[2]];
  return l1 * c.phi[r.corner[0]] + l2 * c.phi[r.corner[1]] + l3 * c.phi[r.corner[2]] +
         travel_time(c.W, x[unknown] - from);
}

/// The least value of a convex function between two places, by golden sections.
template <class F>
real least_between(real from, real to, const F& f) {
  constexpr real golden = 0.6180339887498949;
  real a = to - golden * (to - from), b = from + golden * (to - from), fa = f(a), fb = f(b);
  real least = std::min({f(from), f(to), fa, fb});
  for (int i = 0; i < 45; ++i) { // to 0.618^45 = 4e-10 of the length
    if (fa < fb)
      to = b, b = a, fb = fa, a = to - golden * (to - from), fa = f(a);
    else
      from = a, a = b, fa = fb, b = from + golden * (to - from), fb = f(b);
    least = std::min({least, fa, fb});
  }
  return least;
}

/// Over the triangle: the function is convex, and so is its least value along a line as the line moves.
real brute_force(const Case& c, int unknown) {
  return least_between(0, 1, [&](real l1) {
    return least_between(0, 1 - l1, [&](real l2) { return time_from(c, unknown, l1, l2); });
  });
}

template <class S>
real by_storage(const Case& c, int unknown) {
  Vec3<real> e[6];
  for (int k = 0; k < 6; ++k) e[k] = c.mesh.points[edge_head(k)] - c.mesh.points[edge_tail(k)];
  real W[6], numbers[18] = {};
  std::copy(c.W.begin(), c.W.end(), W);
  S::template fill<real>(e, W, numbers);
  const MeshView<real> view{4, 1, c.mesh.tetrahedra.data(), numbers, c.mesh.points.data(), nullptr, nullptr};
  const typename S::template Loaded<real> loaded(view, 0, c.mesh.tetrahedra[0]);
  real phi[4];
  std::copy(c.phi, c.phi + 4, phi);
  phi[unknown] = never<real>(); // so that nothing is skipped
  return arrival_at(unknown, loaded, phi);
}

TEST(LocalSolver, is_the_least_time_over_the_triangle) {
  std::mt19937_64 random(20180202);
  int checked = 0;
  for (int i = 0; i < 10000; ++i) {
    const Case c = random_case(random);
    for (int unknown = 0; unknown < 4; ++unknown, ++checked) {
      const real found = by_storage<EdgeLengths>(c, unknown), least = brute_force(c, unknown);
      // the search ends within 4e-10 of the place: in time the square of that near a minimum, and on an edge
      // at most as much times the slope, the time along an edge, which is a few times the least
      ASSERT_NEAR(found, least, 2e-8 * least) << "case " << i << ", corner " << unknown;
    }
  }
  EXPECT_EQ(checked, 40000);
}

TEST(LocalSolver,
     does_not_depend_on_the_storage) { // but for the rounding of differences of squares: 1e-11 here
  std::mt19937_64 random(7);
  for (int i = 0; i < 10000; ++i) {
    const Case c = random_case(random);
    for (int unknown = 0; unknown < 4; ++unknown) {
      const real six = by_storage<EdgeLengths>(c, unknown);
      EXPECT_NEAR(by_storage<AllProducts>(c, unknown), six, 1e-11 * six);
      EXPECT_NEAR(by_storage<Coordinates>(c, unknown), six, 1e-11 * six);
    }
  }
}

TEST(LocalSolver, takes_the_vertices_that_the_front_has_passed) {
  std::mt19937_64 random(11);
  const real inf = never<real>();
  for (int i = 0; i < 2000; ++i) {
    Case c = random_case(random);
    const Role r = role_of(3);
    const auto from_vertex = [&](int v) {
      return c.phi[v] + travel_time(c.W, c.mesh.points[3] - c.mesh.points[v]);
    };
    const real phi0 = c.phi[r.corner[0]];
    c.phi[r.corner[1]] = c.phi[r.corner[2]] = inf;
    EXPECT_NEAR(by_storage<EdgeLengths>(c, 3), from_vertex(r.corner[0]), 1e-12 * from_vertex(r.corner[0]));
    c.phi[r.corner[2]] = phi0; // an edge: not later than through either end
    const real edge = by_storage<EdgeLengths>(c, 3);
    EXPECT_LE(edge, std::fmin(from_vertex(r.corner[0]), from_vertex(r.corner[2])) * (1 + 1e-12));
    c.phi[r.corner[0]] = c.phi[r.corner[2]] = inf;
    EXPECT_EQ(by_storage<EdgeLengths>(c, 3), inf);
  }
}

TEST(LocalSolver, is_the_same_in_batches) { // to rounding: the compiler may contract differently
  std::mt19937_64 random(13);
  for (int round = 0; round < 200; ++round) {
    SolverBatch<real> batch;
    std::vector<real> alone;
    for (int i = 0; i < SolverBatch<real>::most; ++i) {
      Case c = random_case(random);
      if (i % 5 == 0) c.phi[i % 3] = never<real>();
      Vec3<real> e[6];
      for (int k = 0; k < 6; ++k) e[k] = c.mesh.points[edge_head(k)] - c.mesh.points[edge_tail(k)];
      real W[6], numbers[6];
      std::copy(c.W.begin(), c.W.end(), W);
      EdgeLengths::fill<real>(e, W, numbers);
      const MeshView<real> view{4, 1, c.mesh.tetrahedra.data(), numbers, nullptr, nullptr, nullptr};
      const EdgeLengths::Loaded<real> loaded(view, 0, c.mesh.tetrahedra[0]);
      const SolverProducts<real> products = loaded.at<3>();
      alone.push_back(arrival(c.phi[0], c.phi[1], c.phi[2], products));
      batch.add(c.phi[0], c.phi[1], c.phi[2], products, 0, 0);
    }
    batch.solve();
    for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_NEAR(batch.arrival[i], alone[i], 1e-12 * alone[i]);
  }
}

TEST(EdgeCodes, are_those_of_the_paper) { // Tables 3 and 8
  const int edges[4][3] = {{3, 4, 5}, {0, 1, 3}, {2, 4, 0}, {5, 1, 2}};
  const int signs[4][3] = {{-1, 1, 1}, {1, -1, -1}, {1, -1, 1}, {1, 1, 1}};
  const int corners[4][3] = {{1, 2, 3}, {2, 3, 0}, {3, 0, 1}, {0, 1, 2}};
  for (int unknown = 0; unknown < 4; ++unknown)
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(role_of(unknown).edge[i], edges[unknown][i]);
      EXPECT_EQ(role_of(unknown).sign[i], signs[unknown][i]);
      EXPECT_EQ(role_of(unknown).corner[i], corners[unknown][i]);
    }
}

} // namespace
} // namespace ibsim
