#include "surface/resolved_motion.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "surface/site_symmetry.hpp"

#include <stdexcept>

#if defined(__CUDACC__)
#include "linalg/thin_product.hpp"
#endif

namespace ibsim {
namespace {

/// Column (d, object) of each character from component d of the object: with symmetric sites the sums with
/// its signs over each orbit, of values that are first multiplied with the weights if there are any.
/// @param from what is first taken from them; no data: nothing
template <class B, class T>
void fold(const Stream<B>& stream, Index n, int symmetry, VectorsView<const real> from,
          VectorsView<const real> V, const real* weights, T* folded) {
  const Index orbits = V.n / symmetry;
  const std::size_t of_character = std::size_t{3} * orbits;
  for_each(stream, 3 * orbits, [=] IBSIM_KERNEL(Index i) {
    const Index d = i / orbits, first = (i - d * orbits) * symmetry;
    const real* const v = V[d] + first;
    const real* const u = from.x ? from[d] + first : nullptr;
    const T w = weights ? T(weights[first % n]) : 1;
    const auto value = [&](int turn) { return static_cast<T>(u ? v[turn] - u[turn] : v[turn]); };
    if (symmetry == 1) {
      folded[i] = w * value(0);
      return;
    }
    const T v0 = value(0), v1 = value(1), v2 = value(2), v3 = value(3);
    const T even = v0 + v1, odd = v0 - v1, other_even = v2 + v3, other_odd = v2 - v3;
    folded[i] = w * (even + other_even);
    folded[i + of_character] = w * (odd + other_odd);
    folded[i + 2 * of_character] = w * (even - other_even);
    folded[i + 3 * of_character] = w * (odd - other_odd);
  });
}

/// And back: the sum over characters, times the weights if there are any, in addition to `from` if it has
/// data.
template <class B, class T>
void unfold(const Stream<B>& stream, Index n, int symmetry, const T* folded, const real* weights,
            VectorsView<const real> from, VectorsView<real> V) {
  const Index orbits = V.n / symmetry;
  const std::size_t of_character = std::size_t{3} * orbits;
  for_each(stream, 3 * orbits, [=] IBSIM_KERNEL(Index i) {
    const Index d = i / orbits, first = (i - d * orbits) * symmetry;
    real* const v = V[d] + first;
    const real* const u = from.x ? from[d] + first : nullptr;
    const T w = weights ? T(weights[first % n]) : 1;
    if (symmetry == 1) {
      const T value = w * folded[i];
      v[0] = u ? u[0] + value : real{value};
      return;
    }
    const T c0 = w * folded[i], c1 = w * folded[i + of_character], c2 = w * folded[i + 2 * of_character],
            c3 = w * folded[i + 3 * of_character];
    const T even = c0 + c1, odd = c0 - c1, other_even = c2 + c3, other_odd = c2 - c3;
    if (u) {
      v[0] = u[0] + (even + other_even), v[1] = u[1] + (odd + other_odd);
      v[2] = u[2] + (even - other_even), v[3] = u[3] + (odd - other_odd);
      return;
    }
    v[0] = even + other_even, v[1] = odd + other_odd;
    v[2] = even - other_even, v[3] = odd - other_odd;
  });
}

/// V = `from` and Q of amounts, times the weights if there are any. @param folded work area
template <class B, class T>
void set_from_amounts(const Stream<B>& stream, DenseProduct<B>& product, Index n, Index functions,
                      int symmetry, const T* Q, const T* amounts, const real* weights, T* folded,
                      VectorsView<const real> from, VectorsView<real> V) {
  const Index rows = n / symmetry, columns = 3 * (V.n / n);
#if defined(__CUDACC__)
  if constexpr (std::is_same_v<T, real>)
    if (symmetry == half_turns && product.columns() == Columns::together && !from.x &&
        thin_product_at_sites(stream, rows, columns, functions, Q, amounts, weights, V.x, V.y, V.z))
      return;
#endif
  product.multiply(stream, symmetry, rows, columns, functions, Q, amounts, folded);
  unfold<B>(stream, n, symmetry, folded, weights, from, V);
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
                                  std::shared_ptr<DenseProduct<B>> product, bool has_room, Storage storage)
    : sites_(at.sites), functions_(at.functions), columns_(3 * objects), symmetry_(at.symmetry),
      weights_(stream, at.weights), along_x_(stream, at.along_x), along_z_(stream, at.along_z),
      half_(static_cast<std::size_t>(along_x_.functions) * along_z_.points * columns_),
      product_(std::move(product)) {
  if (at.separable() && storage == Storage::floats)
    throw std::invalid_argument("SiteProjection: products along two sides are in double");
  const std::vector<real> transposed =
      at.separable() || !has_room
          ? std::vector<real>{}
          : DenseProduct<B>::for_transposed(symmetry_, functions_, sites_ / symmetry_, at.values);
  const auto make = [&]<class T>(T) {
    memory_ =
        Memory<T>{Array<T, B>(stream, std::vector<T>(at.values.begin(), at.values.end())),
                  Array<T, B>(stream, std::vector<T>(transposed.begin(), transposed.end())),
                  Array<T, B>(has_room ? static_cast<std::size_t>(sites_) * columns_ : 0),
                  Array<T, B>(has_room ? static_cast<std::size_t>(symmetry_) * functions_ * columns_ : 0)};
  };
  storage == Storage::floats ? make(float{}) : make(real{});
}

template <class B>
void SiteProjection<B>::project_by_sides(const Stream<B>& stream, Memory<real>& memory) {
  Array<real, B>&at_sites_ = memory.at_sites, &amounts_ = memory.amounts;
  const Index x = along_x_.points, z = along_z_.points, kx = along_x_.functions, kz = along_z_.functions;
  along(stream, 1, x, kx, z * columns_, along_x_.transposed.data(), at_sites_.data(), half_.data());
  along(stream, kx, z, kz, columns_, along_z_.transposed.data(), half_.data(), amounts_.data());
  along(stream, kx, kz, z, columns_, along_z_.at_points.data(), amounts_.data(), half_.data());
  along(stream, 1, kx, x, z * columns_, along_x_.at_points.data(), half_.data(), at_sites_.data());
}

template <class B>
void SiteProjection<B>::project(const Stream<B>& stream, VectorsView<const real> from, VectorsView<real> V,
                                const real* weights_before, const real* weights_after) {
  std::visit(
      [&]<class T>(Memory<T>& memory) {
        T* const at_sites = memory.at_sites.data();
        fold<B>(stream, sites_, symmetry_, from, V, weights_before, at_sites);
        if constexpr (std::is_same_v<T, real>)
          if (along_x_.points > 0) {
            project_by_sides(stream, memory);
            unfold<B>(stream, sites_, symmetry_, at_sites, weights_after, from, V);
            return;
          }
        product_->multiply_transposed(stream, symmetry_, functions_, columns_, sites_ / symmetry_,
                                      memory.transposed.data(), at_sites, memory.amounts.data());
        set_from_amounts<B, T>(stream, *product_, sites_, functions_, symmetry_,
                               memory.functions_at_sites.data(), memory.amounts.data(), weights_after,
                               at_sites, from, V);
      },
      memory_);
}

template <class B>
void SiteProjection<B>::values(const Stream<B>& stream, VectorsView<real> V) {
  project(stream, {}, V, weights_.data(), nullptr);
}

template <class B>
void SiteProjection<B>::changes(const Stream<B>& stream, VectorsView<const real> from, VectorsView<real> V) {
  project(stream, from, V, weights_.data(), nullptr);
}

template <class B>
void SiteProjection<B>::forces(const Stream<B>& stream, VectorsView<real> F) {
  project(stream, {}, F, nullptr, weights_.data());
}

template <class B>
void SiteProjection<B>::forces_of(const Stream<B>& stream, Amounts on_amounts, Room room,
                                  VectorsView<real> F) {
  std::visit(
      [&]<class T>(Memory<T>& memory) {
        set_from_amounts<B, T>(stream, *product_, sites_, functions_, symmetry_,
                               memory.functions_at_sites.data(), on_amounts.as<T>(), weights_.data(),
                               room.as<T>(), {}, F);
      },
      memory_);
}

template <class B>
std::vector<real> SiteProjection<B>::squares_of_forces(const Stream<B>& stream, VectorsView<const real> F,
                                                       Index objects_in_all) const {
  return squares(stream, sites_, F, weights_.data(), objects_in_all);
}

template <class B>
ResolvedMotion<B>::ResolvedMotion(const Stream<B>& stream, const ResolvedSpace& space, int objects,
                                  Columns columns, bool has_weak_form, Storage storage)
    : ResolvedMotion(stream, space, objects, std::make_shared<DenseProduct<B>>(stream, columns),
                     has_weak_form, storage) {}

template <class B>
ResolvedMotion<B>::ResolvedMotion(const Stream<B>& stream, const ResolvedSpace& space, int objects,
                                  const std::shared_ptr<DenseProduct<B>>& product, bool has_weak_form,
                                  Storage storage)
    : at_data_(stream, space.at_data, objects, product, true, storage),
      at_samples_(stream, space.at_samples, objects, product, !has_weak_form, storage) {}

template class SiteProjection<ThisBackend>;
template class ResolvedMotion<ThisBackend>;

} // namespace ibsim
