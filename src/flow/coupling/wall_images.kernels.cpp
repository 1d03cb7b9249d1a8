#include "coupling/wall_images.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

template <class B, class T>
void fill(const Stream<B>& stream, const Grid& grid, const real* lower, const real* upper,
          FaceView<const T> u, FaceView<T> extended) {
  const Grid g = grid;
  const int n = g.n.y, rows = n + rows_beyond;
  for_each_cell(stream, {g.n.x, rows, g.n.z}, [=] IBSIM_KERNEL(int i, int row, int k) {
    const Index to = i + g.n.x * (row + rows * k);
    if (row < n) {
      const Index c = g.index(i, row, k);
      extended.x[to] = u.x[c], extended.y[to] = u.y[c], extended.z[to] = u.z[c];
      return;
    }
    const bool above = row < n + rows_beyond / 2;
    // how far beyond the wall: rows 0 and 1 of tangential components, 0, 1 or 2 of the normal one
    const int beyond = above ? row - n : rows - 1 - row, normal = above ? beyond : beyond + 1;
    const Index c = g.index(i, above ? n - 1 - beyond : beyond, k);
    const real* const wall = above ? upper : lower;
    extended.x[to] = 2 * static_cast<T>(wall[0]) - u.x[c];
    extended.z[to] = 2 * static_cast<T>(wall[1]) - u.z[c];
    extended.y[to] = normal > 0 ? -u.y[g.index(i, above ? n - normal : normal, k)] : T{0};
  });
}

template <class B, class T>
void fold(const Stream<B>& stream, const Grid& grid, FaceView<const T> extended, FaceView<T> f, Image image) {
  const Grid g = grid;
  const T along = image == Image::velocity ? -1 : 1;
  const int n = g.n.y, rows = n + rows_beyond;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), first = i + g.n.x * rows * k, step = g.n.x;
    T x = extended.x[first + step * j], y = j > 0 ? extended.y[first + step * j] : T{0},
      z = extended.z[first + step * j];
    if (j < 2) {
      const Index beyond = first + step * (rows - 1 - j);
      x += along * extended.x[beyond], z += along * extended.z[beyond];
    }
    if (j >= n - 2) {
      const Index beyond = first + step * (2 * n - 1 - j);
      x += along * extended.x[beyond], z += along * extended.z[beyond];
    }
    if (j == 1 || j == 2) y -= extended.y[first + step * (rows - j)];
    if (j == n - 1) y -= extended.y[first + step * (n + 1)];
    f.x[c] = x, f.y[c] = y, f.z[c] = z;
  });
}

} // namespace

template <class B>
void fill_image_rows(const Stream<B>& stream, const Grid& grid, const real* lower, const real* upper,
                     AnyConstFaces u, AnyFaces extended) {
  with_faces(extended,
             [&]<class T>(FaceView<T> to) { fill<B, T>(stream, grid, lower, upper, u.as<T>(), to); });
}

template <class B>
void fold_image_rows(const Stream<B>& stream, const Grid& grid, AnyConstFaces extended, AnyFaces f,
                     Image image) {
  with_faces(f, [&]<class T>(FaceView<T> to) { fold<B, T>(stream, grid, extended.as<T>(), to, image); });
}

template void fill_image_rows(const Stream<ThisBackend>&, const Grid&, const real*, const real*,
                              AnyConstFaces, AnyFaces);
template void fold_image_rows(const Stream<ThisBackend>&, const Grid&, AnyConstFaces, AnyFaces, Image);

} // namespace ibsim
