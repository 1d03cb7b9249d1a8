// Solutions known in closed form: plane waves, the ball's distance, two sources.
#include "backends.hpp"
#include "eikonal/test_media.hpp"

namespace ibsim {
namespace {

template <class B>
class Eikonal : public BackendTest<B> {};
TYPED_TEST_SUITE(Eikonal, Backends, BackendNames);

// phi = n.x/c(n) with c(n)^2 = n^T M n solves the equation everywhere, and linear elements hold it: exact to
// rounding, if it is given on the faces where it enters.
TYPED_TEST(Eikonal, plane_waves_are_exact) {
  const Stream<TypeParam>& stream = this->stream();
  BoxMesh box{{1000, 1000, 1000}, 1000.0 / 8, 0.15, 5};
  TetMesh mesh = make_mesh(box);
  mesh.fibre.assign(mesh.tetrahedra.size(), {0.6f, 0.8f, 0.0f});
  mesh.sheet.assign(mesh.tetrahedra.size(), {0.0f, 0.0f, 1.0f});
  order_along_curve(mesh);
  Medium medium;
  medium.otherwise = {0.8, 0.4, 0.2}; // 4:1
  const TissueMetric W = medium.of(mesh, 0);
  for (const Real3& n : {Real3{1, 0, 0}, Real3{0.6, 0.8, 0}, Real3{1, 2, 3}}) {
    // with W = M^-1: c(n)^2 = n^T M n; M n by Cramer's rule on W y = n
    const Real3 rows[3] = {{W[0], W[1], W[2]}, {W[1], W[3], W[4]}, {W[2], W[4], W[5]}};
    const real det = dot(rows[0], cross(rows[1], rows[2]));
    const Real3 y =
        (n.x * cross(rows[1], rows[2]) + n.y * cross(rows[2], rows[0]) + n.z * cross(rows[0], rows[1])) / det;
    const real speed = std::sqrt(dot(n, y));
    const auto exact = [&](const Real3& x) { return dot(n, x) / speed; };
    StartValues starts; // on the faces where any characteristic (along y) can come in
    for (Index v = 0; v < mesh.vertices(); ++v) {
      bool enters = false;
      for (int d = 0; d < 3; ++d) enters |= mesh.points[v][d] == 0 || mesh.points[v][d] == 1000;
      if (enters) starts.push_back({v, exact(mesh.points[v])});
    }
    const std::vector<real> times = solved(stream, mesh, medium, starts, {});
    real worst = 0, last = 0;
    for (Index v = 0; v < mesh.vertices(); ++v) {
      worst = std::fmax(worst, std::fabs(times[v] - exact(mesh.points[v])));
      last = std::fmax(last, times[v]);
    }
    EXPECT_LT(worst, 1e-12 * last) << n.x << " " << n.y << " " << n.z;
  }
}

real ball_error(const auto& stream, real edge) {
  TetMesh mesh = make_mesh(BallMesh{1000, edge});
  order_along_curve(mesh);
  Medium medium;
  medium.otherwise = {1, 1, 1};
  const std::vector<real> times = solved(stream, mesh, medium, start_near(mesh, {}, 250, 1), {});
  real error = 0; // L1, by vertex
  for (Index v = 0; v < mesh.vertices(); ++v) error += std::fabs(times[v] - norm(mesh.points[v]));
  return error / mesh.vertices();
}

// From a source with exact values within a fixed radius the order is one (point sources have h log h).
TYPED_TEST(Eikonal, distance_in_a_ball_is_of_first_order) {
  const real coarse = ball_error(this->stream(), 125), fine = ball_error(this->stream(), 62.5);
  EXPECT_GE(std::log2(coarse / fine), 0.95) << coarse << " " << fine;
}

// Two sources, the second later by tau: phi = min(|x - a|, |x - b| + tau); also where the fronts meet.
TYPED_TEST(Eikonal, fronts_of_two_sources_meet_where_they_should) {
  const auto error = [&](real edge) {
    TetMesh mesh = make_mesh(BoxMesh{{2000, 1000, 1000}, edge, 0, 1});
    order_along_curve(mesh);
    Medium medium;
    medium.otherwise = {1, 1, 1};
    const Real3 a{500, 500, 500}, b{1500, 500, 500};
    const real tau = 200;
    StartValues starts = start_near(mesh, a, 260, 1);
    for (const StartValue& s : start_near(mesh, b, 260, 1, tau)) starts.push_back(s);
    const std::vector<real> times = solved(this->stream(), mesh, medium, starts, {});
    real sum = 0, near = 0;
    Index count = 0;
    for (Index v = 0; v < mesh.vertices(); ++v) {
      const real from_a = norm(mesh.points[v] - a), from_b = norm(mesh.points[v] - b) + tau;
      const real e = std::fabs(times[v] - std::fmin(from_a, from_b));
      sum += e;
      if (std::fabs(from_a - from_b) < 60) near += e, ++count;
    }
    return std::pair(sum / mesh.vertices(), near / count);
  };
  const auto [coarse, coarse_near] = error(125);
  const auto [fine, fine_near] = error(62.5);
  EXPECT_GE(std::log2(coarse / fine), 0.8); // Kuhn's cubes have directions of error: 0.9 found
  EXPECT_GE(std::log2(coarse_near / fine_near), 0.8);
}

// A stimulus in tissue that was reached before changes nothing.
TYPED_TEST(Eikonal, a_late_stimulus_is_an_upper_bound) {
  const TetMesh mesh = small_ventricle(2e4);
  StartValues starts = start_near(mesh, {0, 0, -60e3}, 6e3, 0.4);
  const std::vector<real> before = solved(this->stream(), mesh, heart(), starts, {});
  Index last = 0;
  for (Index v = 0; v < mesh.vertices(); ++v)
    if (before[v] > before[last]) last = v;
  starts.push_back({last, before[last] + 1});
  EXPECT_EQ(solved(this->stream(), mesh, heart(), starts, {}), before);
}

// Times may be negative; only differences count.
TYPED_TEST(Eikonal, a_shift_of_all_stimuli_shifts_all_times) {
  const TetMesh mesh = small_ventricle(2e4);
  StartValues starts = start_near(mesh, {0, 0, -60e3}, 6e3, 0.4);
  const std::vector<real> before = solved(this->stream(), mesh, heart(), starts, {});
  for (StartValue& s : starts) s.time -= 5000;
  const std::vector<real> after = solved(this->stream(), mesh, heart(), starts, {});
  for (std::size_t v = 0; v < before.size(); ++v) EXPECT_NEAR(after[v] + 5000, before[v], 1e-9 * before[v]);
}

} // namespace
} // namespace ibsim
