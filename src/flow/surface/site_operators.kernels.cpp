#include "surface/site_operators.hpp"

#include "parallel/for_each.hpp"

#if defined(__CUDACC__)
#include "linalg/thin_product.hpp"
#endif

#include <algorithm>

namespace ibsim {
namespace {

/// Y_c[j] = sum_g c(g) Y[4 j + g] in each column, for the four characters c (site_symmetry.hpp).
template <class B>
void fold(const Stream<B>& stream, Index n_data, Index columns, const real* Y, real* folded) {
  const Index orbits = n_data / half_turns;
  const std::size_t of_character = static_cast<std::size_t>(orbits) * columns;
  for_each(stream, orbits * columns, [=] IBSIM_KERNEL(Index i) {
    const real* y = Y + static_cast<std::size_t>(half_turns) * i;
    const real even = y[0] + y[1], odd = y[0] - y[1], other_even = y[2] + y[3], other_odd = y[2] - y[3];
    folded[i] = even + other_even;
    folded[i + of_character] = odd + other_odd;
    folded[i + 2 * of_character] = even - other_even;
    folded[i + 3 * of_character] = odd - other_odd;
  });
}

/// C where there is no matrix (tube.hpp): sites are data sites, the value is theirs, and there are no
/// derivatives.
template <class B>
void take_values(const Stream<B>& stream, Index n, Index columns, int operators, const real* Y, real* C) {
  const Index rows = n * operators;
  for_each(stream, rows * columns, [=] IBSIM_KERNEL(Index i) {
    const Index column = i / rows, row = i % rows;
    C[i] = row < n ? Y[row + static_cast<std::size_t>(n) * column] : 0;
  });
}

/// half[p, s, k] = the operator of order p along x, at sample s of row k of the data sites, in each column.
template <class B>
void apply_along_x(const Stream<B>& stream, Index n, Index m, Index rows, Index columns, const real* L,
                   const real* Y, real* half) {
  const Index of_column = 3 * m * rows;
  for_each(stream, of_column * columns, [=] IBSIM_KERNEL(Index item) {
    const Index column = item / of_column, s = item % m, k = item / m % rows,
                p = item % of_column / (m * rows);
    const real* const y = Y + static_cast<std::size_t>(n) * (k + static_cast<std::size_t>(rows) * column);
    const real* const l = L + static_cast<std::size_t>(n) * (s + m * p);
    real sum = 0;
    for (Index i = 0; i < n; ++i) sum += l[i] * y[i];
    half[item] = sum;
  });
}

/// Orders along x and along z of an operator.
IBSIM_HD int order_along_x(int b) {
  return b == static_cast<int>(SurfaceOperator::d2) || b == static_cast<int>(SurfaceOperator::d12) ? 1
         : b == static_cast<int>(SurfaceOperator::d22)                                             ? 2
                                                                                                   : 0;
}
IBSIM_HD int order_along_z(int b) {
  return b == static_cast<int>(SurfaceOperator::d1) || b == static_cast<int>(SurfaceOperator::d12) ? 1
         : b == static_cast<int>(SurfaceOperator::d11)                                             ? 2
                                                                                                   : 0;
}

/// C, of some operators, from what apply_along_x left. @param n, m data points and samples along z
template <class B>
void apply_along_z(const Stream<B>& stream, Index n, Index m, Index along_x, int first, int operators,
                   Index columns, const real* L, const real* half, real* C) {
  const Index sites = along_x * m, of_column = operators * sites;
  for_each(stream, of_column * columns, [=] IBSIM_KERNEL(Index item) {
    const Index column = item / of_column, site = item % sites, s = site % along_x, t = site / along_x;
    const int b = first + static_cast<int>(item % of_column / sites);
    const real* const y = half + s + along_x * n * (order_along_x(b) + static_cast<std::size_t>(3) * column);
    const real* const l = L + static_cast<std::size_t>(n) * (t + m * order_along_z(b));
    real sum = 0;
    for (Index k = 0; k < n; ++k) sum += l[k] * y[along_x * k];
    C[item] = sum;
  });
}

} // namespace

template <class B>
SiteOperators<B>::SiteOperators(const Stream<B>& stream, const RbfOperators& of,
                                const std::vector<real>& matrix, int first, int operators, Index most_columns,
                                std::shared_ptr<DenseProduct<B>> product)
    : n_data_(of.n_data), n_sites_(of.n_sample), functions_(of.functions), first_(first),
      operators_(operators), symmetry_(of.symmetry), data_along_x_(of.along_x.n_data),
      data_along_z_(of.along_z.n_data), sites_along_x_(of.along_x.n_sample),
      sites_along_z_(of.along_z.n_sample), along_x_(stream, of.along_x.values),
      along_z_(stream, of.along_z.values),
      half_(static_cast<std::size_t>(3) * sites_along_x_ * data_along_z_ * most_columns),
      matrix_(stream, matrix),
      folded_(of.symmetry > 1 ? static_cast<std::size_t>(of.n_data) * most_columns : 0),
      to_amounts_(stream, of.amounts),
      amounts_(static_cast<std::size_t>(of.symmetry) * of.functions * most_columns),
      product_(product          ? std::move(product)
               : matrix.empty() ? nullptr
                                : std::make_shared<DenseProduct<B>>(stream)) {}

template <class B>
SiteOperators<B>::SiteOperators(const Stream<B>& stream, const RbfOperators& of, Index most_columns,
                                std::shared_ptr<DenseProduct<B>> product)
    : SiteOperators(stream, of, of.matrix, 0, surface_operators, most_columns, std::move(product)) {}

template <class B>
SiteOperators<B> SiteOperators<B>::some(const Stream<B>& stream, const RbfOperators& of,
                                        SurfaceOperator first, int count, Index most_columns,
                                        std::shared_ptr<DenseProduct<B>> product) {
  return SiteOperators(stream, of, rows_of(of, first, count), static_cast<int>(first), count, most_columns,
                       std::move(product));
}

template <class B>
ColumnBlock SiteOperators<B>::apply(const Stream<B>& stream, Index columns, const real* at_data,
                                    real* block) {
  const ColumnBlock result{block, n_sites_, columns, operators_, symmetry_};
  if (data_along_x_ > 0) {
    apply_along_x(stream, data_along_x_, sites_along_x_, data_along_z_, columns, along_x_.data(), at_data,
                  half_.data());
    apply_along_z(stream, data_along_z_, sites_along_z_, sites_along_x_, first_, operators_, columns,
                  along_z_.data(), half_.data(), block);
    return result;
  }
  if (matrix_.empty()) {
    take_values(stream, n_sites_, columns, operators_, at_data, block);
    return result;
  }
  const Index rows = operators_ * (n_sites_ / symmetry_), n = n_data_ / symmetry_;
  // to the rows of a matrix, from Y
  const auto multiply = [&](Index m, const real* matrix, real* to) {
    const real* values = at_data;
    if (symmetry_ > 1) {
#if defined(__CUDACC__)
      if (product_->columns() == Columns::together &&
          thin_product(stream, symmetry_, m, columns, n, matrix, at_data, to, ThinFactor::signed_sums))
        return;
#endif
      fold(stream, n_data_, columns, at_data, folded_.data()), values = folded_.data();
    }
    product_->multiply(stream, symmetry_, m, columns, n, matrix, values, to);
  };
  if (functions_ == 0) {
    multiply(rows, matrix_.data(), block);
  } else {
    multiply(functions_, to_amounts_.data(), amounts_.data());
    product_->multiply(stream, symmetry_, rows, columns, functions_, matrix_.data(), amounts_.data(), block);
  }
  return result;
}

template class SiteOperators<ThisBackend>;

} // namespace ibsim
