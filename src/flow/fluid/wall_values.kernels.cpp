#include "fluid/wall_values.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void set_walls(const Stream<B>& stream, WallsNow start, WallsNow middle, WallsNow end, WallsNow before,
               WallsNow* walls) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    walls[0] = start, walls[1] = middle, walls[2] = end, walls[3] = before;
  });
}

template <class B, class T>
void add_walls(const Stream<B>& stream, const Grid& grid, real factor, const WallsNow* walls,
               FaceView<const T> u, FaceView<T> r) {
  const Grid g = grid;
  const T b = static_cast<T>(factor);
  for_each_cell(stream, {g.n.x, 1, g.n.z}, [=] IBSIM_KERNEL(int i, int, int k) {
    const Index first = g.index(i, 0, k), second = g.index(i, 1, k), last = g.index(i, g.n.y - 1, k),
                before_last = g.index(i, g.n.y - 2, k);
    for (int d = 0; d < 2; ++d) {
      const T* const q = d == 0 ? u.x : u.z;
      T* const to = d == 0 ? r.x : r.z;
      const T lower = static_cast<T>(walls->lower[d]), upper = static_cast<T>(walls->upper[d]);
      const T q0 = q[first], q1 = q[second], p0 = q[last], p1 = q[before_last];
      to[first] += b * ((8 * lower - 6 * q0 + q1) / 3 - p0);
      to[last] += b * ((8 * upper - 6 * p0 + p1) / 3 - q0);
    }
    r.y[first] = 0;
  });
}

template void set_walls(const Stream<ThisBackend>&, WallsNow, WallsNow, WallsNow, WallsNow, WallsNow*);
template void add_walls(const Stream<ThisBackend>&, const Grid&, real, const WallsNow*,
                        FaceView<const double>, FaceView<double>);
template void add_walls(const Stream<ThisBackend>&, const Grid&, real, const WallsNow*, FaceView<const float>,
                        FaceView<float>);

} // namespace ibsim
