#include "fluid/plane_sums.hpp"

#include "fluid/extra_stress.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

struct BothAdded {
  IBSIM_HD ShearSums operator()(const ShearSums& a, const ShearSums& b) const {
    return {a.products + b.products, a.extra + b.extra};
  }
};

template <class B, class T>
std::vector<Real3> of_rows(const Stream<B>& stream, const Slab& slab, FaceView<const T> u,
                           const std::array<int, 4>& rows) {
  const int a = rows[0], b = rows[1], c = rows[2], d = rows[3];
  const Index row = slab.whole.x, plane = slab.plane_cells();
  return reduce(
      stream, 4 * slab.planes, row, Real3{},
      [=] IBSIM_KERNEL(Index group, Index i) {
        const Index number = group % 4;
        const Index j = number < 2 ? (number == 0 ? a : b) : (number == 2 ? c : d);
        const Index cell = i + row * j + plane * (group / 4);
        return Real3{u.x[cell], u.y[cell], u.z[cell]};
      },
      Plus{}, 4 * slab.whole.z);
}

/// @param stride of parts from plane to plane; 0: one plane stands for all
template <class B, class T>
std::vector<real> of_parts(const Stream<B>& stream, const Slab& slab, const real* parts, Size stride,
                           const T* u) {
  const Index plane = slab.plane_cells();
  return reduce(
      stream, slab.planes, plane, real{0},
      [=] IBSIM_KERNEL(Index k, Index c) { return parts[k * stride + c] * u[Size{k} * plane + c]; }, Plus{},
      slab.whole.z);
}

} // namespace

template <class B>
std::vector<Real3> sums_of_rows(const Stream<B>& stream, const Slab& slab, AnyConstFaces u,
                                const std::array<int, 4>& rows) {
  return with_faces(u, [&](auto faces) { return of_rows<B>(stream, slab, faces, rows); });
}

template <class B>
std::vector<real> sums_of_parts(const Stream<B>& stream, const Slab& slab, const std::vector<real>& parts,
                                int d, AnyConstFaces u) {
  const Array<real, B> inside(stream, parts);
  const Size plane = slab.plane_cells(), stride = static_cast<Size>(parts.size()) > plane ? plane : 0;
  return with_faces(u,
                    [&](auto faces) { return of_parts<B>(stream, slab, inside.data(), stride, faces[d]); });
}

template <class B, class T>
std::vector<ShearSums> shear_sums(const Stream<B>& stream, const Slab& slab, FaceView<const T> v, const T* x,
                                  real h_rate) {
  const Slab wide = with_rows_beyond(slab);
  const Index row = slab.whole.x;
  return reduce(
      stream, slab.planes, slab.plane_cells(), ShearSums{},
      [=] IBSIM_KERNEL(Index k, Index c) {
        const Neighbours at = neighbours(wide, c % row, c / row, k);
        const Index w = at.here, below = w + at.previous.y, behind = w + at.previous.z,
                    both = below + at.previous.z;
        const real product = (real{v.y[behind]} + v.y[w]) * (real{v.z[below]} + v.z[w]) / 4;
        if (!x) return ShearSums{product, 0};
        return ShearSums{product, detail::four_h_shear_stress<2, 1>(v, x, w, behind, below, both) +
                                      h_rate * detail::four_x(x, w, behind, below, both)};
      },
      BothAdded{}, slab.whole.z);
}

template std::vector<Real3> sums_of_rows(const Stream<ThisBackend>&, const Slab&, AnyConstFaces,
                                         const std::array<int, 4>&);
template std::vector<real> sums_of_parts(const Stream<ThisBackend>&, const Slab&, const std::vector<real>&,
                                         int, AnyConstFaces);
template std::vector<ShearSums> shear_sums(const Stream<ThisBackend>&, const Slab&, FaceView<const double>,
                                           const double*, real);
template std::vector<ShearSums> shear_sums(const Stream<ThisBackend>&, const Slab&, FaceView<const float>,
                                           const float*, real);

} // namespace ibsim
