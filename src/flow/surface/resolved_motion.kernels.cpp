#include "surface/resolved_motion.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "surface/site_symmetry.hpp"

#if defined(__CUDACC__)
#include "linalg/thin_product.hpp"
#endif

namespace ibsim {
namespace {

/// Column (d, object) of each character from component d of the object: with symmetric sites the sums with
/// its signs over each orbit, of values that are first multiplied with the weights if there are any.
template <class B>
void fold(const Stream<B>& stream, Index n, int symmetry, VectorsView<const real> V, const real* weights,
          real* folded) {
  const Index orbits = V.n / symmetry;
  const std::size_t of_character = std::size_t{3} * orbits;
  for_each(stream, 3 * orbits, [=] IBSIM_KERNEL(Index i) {
    const Index d = i / orbits, first = (i - d * orbits) * symmetry;
    const real* const v = V[d] + first;
    const real w = weights ? weights[first % n] : 1;
    if (symmetry == 1) {
      folded[i] = w * v[0];
      return;
    }
    const real even = v[0] + v[1], odd = v[0] - v[1], other_even = v[2] + v[3], other_odd = v[2] - v[3];
    folded[i] = w * (even + other_even);
    folded[i + of_character] = w * (odd + other_odd);
    folded[i + 2 * of_character] = w * (even - other_even);
    folded[i + 3 * of_character] = w * (odd - other_odd);
  });
}

/// And back: the sum over characters, times the weights if there are any.
template <class B>
void unfold(const Stream<B>& stream, Index n, int symmetry, const real* folded, const real* weights,
            VectorsView<real> V) {
  const Index orbits = V.n / symmetry;
  const std::size_t of_character = std::size_t{3} * orbits;
  for_each(stream, 3 * orbits, [=] IBSIM_KERNEL(Index i) {
    const Index d = i / orbits, first = (i - d * orbits) * symmetry;
    real* const v = V[d] + first;
    const real w = weights ? weights[first % n] : 1;
    if (symmetry == 1) {
      v[0] = w * folded[i];
      return;
    }
    const real c0 = w * folded[i], c1 = w * folded[i + of_character], c2 = w * folded[i + 2 * of_character],
               c3 = w * folded[i + 3 * of_character];
    const real even = c0 + c1, odd = c0 - c1, other_even = c2 + c3, other_odd = c2 - c3;
    v[0] = even + other_even, v[1] = odd + other_odd;
    v[2] = even - other_even, v[3] = odd - other_odd;
  });
}

/// V = Q of amounts, times the weights if there are any. @param folded work area
template <class B>
void set_from_amounts(const Stream<B>& stream, DenseProduct<B>& product, Index n, Index functions,
                      int symmetry, const real* Q, const real* amounts, const real* weights, real* folded,
                      VectorsView<real> V) {
  const Index rows = n / symmetry, columns = 3 * (V.n / n);
#if defined(__CUDACC__)
  if (symmetry == half_turns && product.columns() == Columns::together &&
      thin_product_at_sites(stream, rows, columns, functions, Q, amounts, weights, V.x, V.y, V.z))
    return;
#endif
  product.multiply(stream, symmetry, rows, columns, functions, Q, amounts, folded);
  unfold<B>(stream, n, symmetry, folded, weights, V);
}

/// out[a, s, c] = sum_i M[s, i] in[a, i, c]: a product along one side of an array of three.
template <class B>
void along(const Stream<B>& stream, Index inner, Index n, Index m, Index outer, const real* M, const real* in,
           real* out) {
  for_each(stream, inner * m * outer, [=] IBSIM_KERNEL(Index item) {
    const Index a = item % inner, s = item / inner % m, c = item / (inner * m);
    const real* const values = in + a + static_cast<std::size_t>(inner) * n * c;
    const real* const row = M + static_cast<std::size_t>(n) * s;
    real sum = 0;
    for (Index i = 0; i < n; ++i) sum += row[i] * values[static_cast<std::size_t>(inner) * i];
    out[item] = sum;
  });
}

template <class B>
std::vector<real> squares(const Stream<B>& stream, Index n, VectorsView<const real> F, const real* weights,
                          Index objects_in_all) {
  return reduce(
      stream, F.n / n, n, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Real3 f = F.at(object * n + s);
        return dot(f, f) / weights[s];
      },
      Plus{}, objects_in_all);
}

std::vector<real> by_points(const LineFunctions& line) {
  std::vector<real> result(line.values.size());
  for (Index k = 0; k < line.functions; ++k)
    for (Index i = 0; i < line.points; ++i)
      result[k + static_cast<std::size_t>(line.functions) * i] =
          line.values[i + static_cast<std::size_t>(line.points) * k];
  return result;
}

} // namespace

template <class B>
SiteProjection<B>::Line::Line(const Stream<B>& stream, const LineFunctions& of)
    : points(of.points), functions(of.functions), at_points(stream, by_points(of)),
      transposed(stream, of.values) {}

template <class B>
SiteProjection<B>::SiteProjection(const Stream<B>& stream, const SiteFunctions& at, int objects,
                                  std::shared_ptr<DenseProduct<B>> product, bool has_room)
    : sites_(at.sites), functions_(at.functions), columns_(3 * objects), symmetry_(at.symmetry),
      functions_at_sites_(stream, at.values),
      transposed_(stream, at.separable() ? std::vector<real>{}
                                         : DenseProduct<B>::for_transposed(symmetry_, functions_,
                                                                           sites_ / symmetry_, at.values)),
      weights_(stream, at.weights), at_sites_(has_room ? static_cast<std::size_t>(sites_) * columns_ : 0),
      amounts_(has_room ? static_cast<std::size_t>(symmetry_) * functions_ * columns_ : 0),
      along_x_(stream, at.along_x), along_z_(stream, at.along_z),
      half_(static_cast<std::size_t>(along_x_.functions) * along_z_.points * columns_),
      product_(std::move(product)) {}

template <class B>
void SiteProjection<B>::project_by_sides(const Stream<B>& stream) {
  const Index x = along_x_.points, z = along_z_.points, kx = along_x_.functions, kz = along_z_.functions;
  along(stream, 1, x, kx, z * columns_, along_x_.transposed.data(), at_sites_.data(), half_.data());
  along(stream, kx, z, kz, columns_, along_z_.transposed.data(), half_.data(), amounts_.data());
  along(stream, kx, kz, z, columns_, along_z_.at_points.data(), amounts_.data(), half_.data());
  along(stream, 1, kx, x, z * columns_, along_x_.at_points.data(), half_.data(), at_sites_.data());
}

template <class B>
void SiteProjection<B>::project(const Stream<B>& stream, VectorsView<real> V, const real* weights_before,
                                const real* weights_after) {
  fold<B>(stream, sites_, symmetry_, V, weights_before, at_sites_.data());
  if (along_x_.points > 0) {
    project_by_sides(stream);
    unfold<B>(stream, sites_, symmetry_, at_sites_.data(), weights_after, V);
    return;
  }
  product_->multiply_transposed(stream, symmetry_, functions_, columns_, sites_ / symmetry_,
                                transposed_.data(), at_sites_.data(), amounts_.data());
  set_from_amounts(stream, *product_, sites_, functions_, symmetry_, functions_at_sites_.data(),
                   amounts_.data(), weights_after, at_sites_.data(), V);
}

template <class B>
void SiteProjection<B>::values(const Stream<B>& stream, VectorsView<real> V) {
  project(stream, V, weights_.data(), nullptr);
}

template <class B>
void SiteProjection<B>::forces(const Stream<B>& stream, VectorsView<real> F) {
  project(stream, F, nullptr, weights_.data());
}

template <class B>
void SiteProjection<B>::forces_of(const Stream<B>& stream, const real* on_amounts, real* room,
                                  VectorsView<real> F) {
  set_from_amounts(stream, *product_, sites_, functions_, symmetry_, functions_at_sites_.data(), on_amounts,
                   weights_.data(), room, F);
}

template <class B>
std::vector<real> SiteProjection<B>::squares_of_forces(const Stream<B>& stream, VectorsView<const real> F,
                                                       Index objects_in_all) const {
  return squares(stream, sites_, F, weights_.data(), objects_in_all);
}

template <class B>
ResolvedMotion<B>::ResolvedMotion(const Stream<B>& stream, const ResolvedSpace& space, int objects,
                                  Columns columns, bool has_weak_form)
    : ResolvedMotion(stream, space, objects, std::make_shared<DenseProduct<B>>(stream, columns),
                     has_weak_form) {}

template <class B>
ResolvedMotion<B>::ResolvedMotion(const Stream<B>& stream, const ResolvedSpace& space, int objects,
                                  const std::shared_ptr<DenseProduct<B>>& product, bool has_weak_form)
    : at_data_(stream, space.at_data, objects, product),
      at_samples_(stream, space.at_samples, objects, product, !has_weak_form) {}

template class SiteProjection<ThisBackend>;
template class ResolvedMotion<ThisBackend>;

} // namespace ibsim
