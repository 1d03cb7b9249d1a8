#include "fluid/seam_stress.hpp"

#include "fluid/extra_stress.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

constexpr int rows_of_strip = rows_beyond; // 0, 1, N-2 and N-1, as they stand beyond the box
constexpr int top_of_strip = rows_of_strip - 1, above_strip = rows_of_strip,
              below_strip = rows_of_strip + rows_beyond - 1;

template <class B>
LocalGrid<B> strip_of(const LocalGrid<B>& local) {
  LocalGrid<B> strip = local;
  strip.grid.n.y = strip.slab.whole.y = rows_of_strip;
  return strip;
}

/// 4 h times the shear stress of component d, 0 or 2, at the edge below a face; h_rate of the mean shear.
template <int d, class T>
IBSIM_HD T four_h_stress_below(FaceView<const T> v, const T* x, const Neighbours& at,
                               std::type_identity_t<T> h_rate) {
  const Index c = at.here, back = at.previous[d], below = at.previous[1];
  const T of_v = detail::four_h_shear_stress<d, 1>(v, x, c, c + back, c + below, c + back + below);
  return d == 2 ? of_v + h_rate * detail::four_x(x, c, c + back, c + below, c + back + below) : of_v;
}

/// h/2 times the normal stress along y at a cell.
template <class T>
IBSIM_HD T half_h_normal_stress(FaceView<const T> v, const T* x, const Neighbours& at) {
  return x[at.here] * (v.y[at.here + at.next.y] - v.y[at.here]);
}

} // namespace

template <class B, class T>
SeamStress<B, T>::SeamStress(const Stream<B>& stream, const LocalGrid<B>& local)
    : local_(local), strip_(strip_of(local)), rows_(stream, strip_),
      stress_(stream, with_rows_beyond(strip_.slab), storage_of<T>) {}

template <class B, class T>
void SeamStress<B, T>::share(const Stream<B>& stream, const ComplexOf<T>* seams, real factor, const T* rate,
                             const T* excess, FaceView<const T> v, FaceView<T> r) {
  const Grid g = local_.own(), strip = with_rows_beyond(strip_.own());
  const Slab wide = with_rows_beyond(local_.slab);
  const FaceView<T> stress = stress_.any().template as<T>();
  const T of_edges = static_cast<T>(factor / (4 * g.h * g.h)),
          of_cells = static_cast<T>(2 * factor / (g.h * g.h)), h = static_cast<T>(g.h);
  const int rows = g.n.y;
  for_each_cell(stream, {g.n.x, 1, g.n.z}, [=] IBSIM_KERNEL(int i, int, int k) {
    const Neighbours first = neighbours(wide, i, 0, k), last = neighbours(wide, i, rows - 1, k);
    const Index below = strip.index(i, 0, k);
    stress.x[below] = four_h_stress_below<0>(v, excess, first, h * *rate);
    stress.z[below] = four_h_stress_below<2>(v, excess, first, h * *rate);
    stress.y[strip.index(i, top_of_strip, k)] = half_h_normal_stress(v, excess, last);
  });
  rows_.fill(stream, seams, stress);
  for_each_cell(stream, {g.n.x, 1, g.n.z}, [=] IBSIM_KERNEL(int i, int, int k) {
    const Neighbours above = neighbours(wide, i, rows, k),
                     below = neighbours(wide, i, rows + rows_beyond - 1, k);
    const Index last = g.index(i, rows - 1, k), moved = strip.index(i, above_strip, k);
    r.x[last] += of_edges * (stress.x[moved] - four_h_stress_below<0>(v, excess, above, h * *rate));
    r.z[last] += of_edges * (stress.z[moved] - four_h_stress_below<2>(v, excess, above, h * *rate));
    r.y[g.index(i, 0, k)] -=
        of_cells * (stress.y[strip.index(i, below_strip, k)] - half_h_normal_stress(v, excess, below));
  });
}

template class SeamStress<ThisBackend, double>;
template class SeamStress<ThisBackend, float>;

} // namespace ibsim
