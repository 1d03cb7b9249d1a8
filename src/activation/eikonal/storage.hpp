// Storage of a tetrahedron, and the local solver's products from it.
//
//   AllProducts    18 numbers: every inner product of edges that any vertex needs (section 3.2)
//   EdgeLengths    6 numbers: the squared lengths of the edges; mixed products by (11) (section 3.3); the
//                  default
//   Coordinates    6 numbers: W itself, and the points are looked up; products anew each time (section 3.1,
//                  Fu, Kirby and Whitaker 2013, doi:10.1137/120881956)
//
// Numbers of tetrahedron t stand together, at numbers + t * per_cell. A `Loaded` holds them in registers;
// `at<k>()` are the products as corner k = 0 .. 3 sees them, with all choices made by the compiler.
#pragma once

#include "base/vec3.hpp"
#include "eikonal/edge_codes.hpp"
#include "eikonal/local_solver.hpp"
#include "mesh/tetrahedra.hpp"

#include <cstdint>

namespace ibsim {

/// A mesh as kernels see it.
template <class T>
struct MeshView {
  Index vertices, cells;
  const Tetrahedron* tetrahedra;
  const T* numbers;            ///< as the storage says
  const Vec3<T>* points;       ///< of Coordinates alone
  const std::uint32_t* starts; ///< incidences, as in mesh/incidences.hpp
  const std::uint32_t* corners;
};

struct AllProducts {
  static constexpr const char* name = "18 numbers";
  static constexpr int per_cell = 18;
  static constexpr bool needs_points = false;

  /// @param e the six edges, W the metric (xx, xy, xz, yy, yz, zz)
  template <class T>
  static void fill(const Vec3<real> (&e)[6], const real (&W)[6], T* out) {
    for (int k = 0; k < 6; ++k)
      for (int l = k; l < 6; ++l)
        if (k + l != 5) out[place_of_product(k, l)] = static_cast<T>(inner(e[k], e[l], W));
  }

  template <class T>
  struct Loaded {
    T m[per_cell];
    IBSIM_HD Loaded(const MeshView<T>& mesh, Index cell, const Tetrahedron&) {
      const T* from = mesh.numbers + static_cast<std::size_t>(cell) * per_cell;
#pragma GCC unroll 18
      for (int i = 0; i < per_cell; ++i) m[i] = from[i];
    }
    template <int corner>
    IBSIM_HD SolverProducts<T> at() const {
      constexpr Role r = role_of(corner);
      constexpr int g = r.edge[0], a = r.edge[1], b = r.edge[2];
      return {m[place_of_product(a, a)],
              r.sign[1] * r.sign[2] * m[place_of_product(a, b)],
              m[place_of_product(b, b)],
              r.sign[1] * r.sign[0] * m[place_of_product(a, g)],
              r.sign[2] * r.sign[0] * m[place_of_product(b, g)],
              m[place_of_product(g, g)]};
    }
  };

  template <class A>
  IBSIM_HD static A inner(const Vec3<A>& a, const Vec3<A>& b, const A (&W)[6]) {
    return a.x * (W[0] * b.x + W[1] * b.y + W[2] * b.z) + a.y * (W[1] * b.x + W[3] * b.y + W[4] * b.z) +
           a.z * (W[2] * b.x + W[4] * b.y + W[5] * b.z);
  }
};

struct EdgeLengths {
  static constexpr const char* name = "6 numbers";
  static constexpr int per_cell = 6;
  static constexpr bool needs_points = false;

  template <class T>
  static void fill(const Vec3<real> (&e)[6], const real (&W)[6], T* out) {
    for (int k = 0; k < 6; ++k) out[k] = static_cast<T>(AllProducts::inner(e[k], e[k], W));
  }

  template <class T>
  struct Loaded {
    T m[per_cell];
    IBSIM_HD Loaded(const MeshView<T>& mesh, Index cell, const Tetrahedron&) {
      struct alignas(2 * sizeof(T)) Pair {
        T a, b;
      };
      const auto* from =
          reinterpret_cast<const Pair*>(mesh.numbers + static_cast<std::size_t>(cell) * per_cell);
      const Pair p = from[0], q = from[1], r = from[2];
      m[0] = p.a, m[1] = p.b, m[2] = q.a, m[3] = q.b, m[4] = r.a, m[5] = r.b;
    }
    template <int corner>
    IBSIM_HD SolverProducts<T> at() const {
      constexpr Role r = role_of(corner);
      constexpr int g = r.edge[0], a = r.edge[1], b = r.edge[2];
      constexpr T ab = T(0.5) * r.sign[1] * r.sign[2] * mixed_sign(a, b),
                  ag = T(0.5) * r.sign[1] * r.sign[0] * mixed_sign(a, g),
                  bg = T(0.5) * r.sign[2] * r.sign[0] * mixed_sign(b, g);
      return {m[a],
              ab * (m[a] + m[b] - m[third_edge(a, b)]),
              m[b],
              ag * (m[a] + m[g] - m[third_edge(a, g)]),
              bg * (m[b] + m[g] - m[third_edge(b, g)]),
              m[g]};
    }
  };
};

struct Coordinates {
  static constexpr const char* name = "coordinates";
  static constexpr int per_cell = 6;
  static constexpr bool needs_points = true;

  template <class T>
  static void fill(const Vec3<real> (&)[6], const real (&W)[6], T* out) {
    for (int i = 0; i < 6; ++i) out[i] = static_cast<T>(W[i]);
  }

  template <class T>
  struct Loaded {
    T W[6];
    Vec3<T> x[4];
    IBSIM_HD Loaded(const MeshView<T>& mesh, Index cell, const Tetrahedron& t) {
      const T* from = mesh.numbers + static_cast<std::size_t>(cell) * per_cell;
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) W[i] = from[i];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) x[i] = mesh.points[t.vertex[i]];
    }
    template <int corner>
    IBSIM_HD SolverProducts<T> at() const {
      constexpr Role r = role_of(corner);
      const Vec3<T> x3 = x[r.corner[2]];
      const Vec3<T> e13 = x3 - x[r.corner[0]], e23 = x3 - x[r.corner[1]], e34 = x[corner] - x3;
      const auto times = [](const Vec3<T>& a, const Vec3<T>& b, const T(&M)[6]) {
        return AllProducts::inner(a, b, M);
      };
      return {times(e13, e13, W), times(e13, e23, W), times(e23, e23, W),
              times(e13, e34, W), times(e23, e34, W), times(e34, e34, W)};
    }
  };
};

/// When the front reaches corner `corner` of a loaded tetrahedron whose corners it reaches at phi[0 .. 3];
/// skipped (infinity) where no other corner is earlier: a front arrives later than whence it comes.
template <int corner, class T, class Loaded>
IBSIM_HD T arrival_at(const Loaded& loaded, const T (&phi)[4]) {
  constexpr Role r = role_of(corner);
  const T phi1 = phi[r.corner[0]], phi2 = phi[r.corner[1]], phi3 = phi[r.corner[2]];
  if (!(smaller(smaller(phi1, phi2), phi3) < phi[corner])) return never<T>();
  return arrival(phi1, phi2, phi3, loaded.template at<corner>());
}
template <class T, class Loaded>
IBSIM_HD T arrival_at(int corner, const Loaded& loaded, const T (&phi)[4]) {
  switch (corner) {
  case 0:
    return arrival_at<0>(loaded, phi);
  case 1:
    return arrival_at<1>(loaded, phi);
  case 2:
    return arrival_at<2>(loaded, phi);
  default:
    return arrival_at<3>(loaded, phi);
  }
}

} // namespace ibsim
