// Views of n points, or n vectors at points, one array a component (raw device pointers).
#pragma once

#include "base/vec3.hpp"

namespace ibsim {

/// n vectors, not owned. Positions are *not* wrapped into the box: a cell that crosses the periodic boundary
/// stays in one piece, and whoever needs a grid index wraps it there.
template <class T>
struct VectorsView {
  T* x = nullptr;
  T* y = nullptr;
  T* z = nullptr;
  Index n = 0;
  IBSIM_HD T* operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD Real3 at(Index i) const { return {x[i], y[i], z[i]}; }
  IBSIM_HD void set(Index i, const Real3& v) const { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  IBSIM_HD operator VectorsView<const T>() const { return {x, y, z, n}; }
};

/// View of an array that holds all x, then all y, then all z.
template <class T>
VectorsView<T> vectors_view(T* base, Index n) {
  return {base, base + n, base + 2 * static_cast<std::size_t>(n), n};
}

} // namespace ibsim
