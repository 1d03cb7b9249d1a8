// The push of the windowed schedule: what one tetrahedron around a vertex that has news does.
//
// Times are kept with a sign: -phi stands for a vertex whose time has changed and has not been pushed yet (it
// is dirty). One look at memory then tells both, and a dirty vertex is a source of the round if |phi| <=
// limit.
#pragma once

#include "eikonal/storage.hpp"

namespace ibsim {

template <class T>
IBSIM_HD bool is_dirty(T phi) {
  return std::signbit(phi);
}
template <class T>
IBSIM_HD bool is_source(T phi, T limit) {
  return is_dirty(phi) && -phi <= limit;
}

/// Which of four corners are sources, a bit each.
template <class T>
IBSIM_HD int sources_among(const T (&phi)[4], T limit) {
  int sources = 0;
#pragma GCC unroll 4
  for (int c = 0; c < 4; ++c) sources |= static_cast<int>(is_source(phi[c], limit)) << c;
  return sources;
}

/// Work of the incidence (cell, corner k) of a source: into each other corner, by `lower(vertex, old,
/// arrival)`. The first source of a tetrahedron does it for all of them (so into its own corner too if there
/// is another).
/// @return calls of the local solver
template <class S, class T, class Lower>
IBSIM_HD int push(const MeshView<T>& mesh, const T* phi, T limit, T keep, std::uint32_t incidence,
                  Lower lower) {
  const auto cell = static_cast<Index>(incidence >> 2);
  const int k = static_cast<int>(incidence & 3);
  const Tetrahedron t = mesh.tetrahedra[cell];
  const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
  const int sources = sources_among(of, limit);
  if (sources & ((1 << k) - 1)) return 0; // another does it
  const typename S::template Loaded<T> loaded(mesh, cell, t);
  const T time[4] = {std::fabs(of[0]), std::fabs(of[1]), std::fabs(of[2]), std::fabs(of[3])};
  int solves = 0;
  const auto into = [&](int c, T arrives) {
    solves += arrives < never<T>();
    if (arrives < keep * time[c]) lower(t.vertex[c], of[c], arrives);
  };
  if (sources & ~1) into(0, arrival_at<0>(loaded, time));
  if (sources & ~2) into(1, arrival_at<1>(loaded, time));
  if (sources & ~4) into(2, arrival_at<2>(loaded, time));
  if (sources & ~8) into(3, arrival_at<3>(loaded, time));
  return solves;
}

} // namespace ibsim
