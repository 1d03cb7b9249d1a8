#include "surface/single_operators.hpp"

#include "parallel/for_each.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

constexpr Index sites_of_origin = half_turns;

template <class B>
void set_origins(const Stream<B>& stream, Index n_data, Index columns, const real* Y, real* origins) {
  for_each(stream, columns, [=] IBSIM_KERNEL(Index column) {
    const real* const y = Y + static_cast<std::size_t>(n_data) * column;
    origins[column] = 0.25 * ((y[0] + y[1]) + (y[2] + y[3]));
  });
}

/// Y less the origins; with symmetric sites its sums over orbits (site_symmetry.hpp).
template <class B>
void fold_differences(const Stream<B>& stream, Index n_data, int symmetry, Index columns, const real* Y,
                      const real* origins, float* folded) {
  const Index orbits = n_data / symmetry;
  const std::size_t of_character = static_cast<std::size_t>(orbits) * columns;
  for_each(stream, orbits * columns, [=] IBSIM_KERNEL(Index i) {
    const real* const y = Y + static_cast<std::size_t>(symmetry) * i;
    const real origin = origins[i / orbits];
    if (symmetry == 1) {
      folded[i] = static_cast<float>(y[0] - origin);
      return;
    }
    const real even = y[0] + y[1] - 2 * origin, odd = y[0] - y[1], other_even = y[2] + y[3] - 2 * origin,
               other_odd = y[2] - y[3];
    folded[i] = static_cast<float>(even + other_even);
    folded[i + of_character] = static_cast<float>(odd + other_odd);
    folded[i + 2 * of_character] = static_cast<float>(even - other_even);
    folded[i + 3 * of_character] = static_cast<float>(odd - other_odd);
  });
}

std::vector<float> in_floats(const std::vector<real>& values) { return {values.begin(), values.end()}; }

} // namespace

template <class B>
SingleOperators<B>::SingleOperators(const Stream<B>& stream, const RbfOperators& of, SurfaceOperator first,
                                    int count, Index most_columns, std::shared_ptr<DenseProduct<B>> product)
    : n_data_(of.n_data), n_sites_(of.n_sample), functions_(of.functions), operators_(count),
      symmetry_(of.symmetry), matrix_(stream, in_floats(rows_of(of, first, count))),
      to_amounts_(stream, in_floats(of.amounts)), folded_(static_cast<std::size_t>(of.n_data) * most_columns),
      amounts_(static_cast<std::size_t>(of.symmetry) * of.functions * most_columns),
      origins_(static_cast<std::size_t>(most_columns)), product_(std::move(product)) {
  if (functions_ == 0 || n_data_ < sites_of_origin)
    throw std::invalid_argument("SingleOperators: needs a space of functions");
}

template <class B>
ColumnBlock SingleOperators<B>::apply(const Stream<B>& stream, Index columns, const real* at_data,
                                      float* block) {
  set_origins(stream, n_data_, columns, at_data, origins_.data());
  fold_differences(stream, n_data_, symmetry_, columns, at_data, origins_.data(), folded_.data());
  product_->multiply(stream, symmetry_, functions_, columns, n_data_ / symmetry_, to_amounts_.data(),
                     folded_.data(), amounts_.data());
  product_->multiply(stream, symmetry_, operators_ * (n_sites_ / symmetry_), columns, functions_,
                     matrix_.data(), amounts_.data(), block);
  return {nullptr, n_sites_, columns, operators_, symmetry_, block};
}

template class SingleOperators<ThisBackend>;

} // namespace ibsim
