// Small meshes and media for the tests of the eikonal solvers.
#pragma once

#include "eikonal/solver.hpp"
#include "mesh/built_in_meshes.hpp"
#include "mesh/hilbert.hpp"

namespace ibsim {

/// A ventricle with its fibres, in order; lengths in um.
inline TetMesh small_ventricle(real tetrahedra) {
  Ventricle v;
  v.edge = edge_for(v, tetrahedra);
  TetMesh mesh = make_mesh(v);
  set_fibres(mesh, v, {});
  order_along_curve(mesh);
  return mesh;
}

inline Medium heart() {
  Medium medium;
  medium.otherwise = {0.6, 0.4, 0.2};
  return medium;
}

/// The vertices nearest to the tip, at their distance over a speed.
inline StartValues start_near(const TetMesh& mesh, const Real3& at, real radius, real speed, real time = 0) {
  StartValues values;
  for (Index v = 0; v < mesh.vertices(); ++v)
    if (const real d = norm(mesh.points[v] - at); d <= radius) values.push_back({v, time + d / speed});
  return values;
}

template <class B>
std::vector<real> solved(const Stream<B>& stream, const TetMesh& mesh, const Medium& medium,
                         const StartValues& starts, const SolveOptions& options,
                         SolveStatistics* statistics = nullptr) {
  ActivationSolver<B> solver(stream, mesh, medium, options);
  SolveStatistics local;
  return solver.solve(stream, {starts}, statistics ? *statistics : local)[0];
}

/// The largest |a - b|, over the largest b.
inline real relative_difference(const std::vector<real>& a, const std::vector<real>& b) {
  real most = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::fmax(most, a[i] == b[i] ? 0 : std::fabs(a[i] - b[i]));
    largest = std::fmax(largest, std::fabs(b[i]));
  }
  return most / largest;
}

} // namespace ibsim
