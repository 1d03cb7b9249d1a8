#include "surface/weak_form.hpp"

#include "parallel/for_each.hpp"
#include "surface/site_symmetry.hpp"

namespace ibsim {
namespace {

/// In place of the stresses of the four sites of each orbit their sums with the signs of the characters.
template <class B>
void fold(const Stream<B>& stream, Index of_turn, Index operators, real* stresses) {
  const Size next = of_turn;
  for_each(stream, operators * next, [=] IBSIM_KERNEL(Size i) {
    real* const s = stresses + 3 * next * (i / next) + i; // 4 of_turn numbers an operator
    const real even = s[0] + s[next], odd = s[0] - s[next], other_even = s[2 * next] + s[3 * next],
               other_odd = s[2 * next] - s[3 * next];
    s[0] = even + other_even, s[next] = odd + other_odd;
    s[2 * next] = even - other_even, s[3 * next] = odd - other_odd;
  });
}

/// amounts[i] += those of the other operators.
template <class B>
void sum_operators(const Stream<B>& stream, Index n, int operators, real* amounts) {
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    real sum = amounts[i];
    for (int b = 1; b < operators; ++b) sum += amounts[i + static_cast<std::size_t>(b) * n];
    amounts[i] = sum;
  });
}

/// The transpose of some operators, one after the other, each of all characters.
std::vector<real> transposed(const RbfOperators& o, int operators) {
  const std::size_t rows = o.n_sample / o.symmetry, functions = o.functions, size = rows * functions;
  std::vector<real> result(size * o.symmetry * operators);
  for (int b = 1; b <= operators; ++b)
    for (int c = 0; c < o.symmetry; ++c)
      for (std::size_t k = 0; k < functions; ++k)
        for (std::size_t i = 0; i < rows; ++i)
          result[((b - 1) * o.symmetry + c) * size + k + functions * i] =
              o.matrix[i + rows * (b + surface_operators * (k + functions * c))];
  return result;
}

} // namespace

template <class B>
WeakForm<B>::WeakForm(const Stream<B>& stream, const SurfaceKind& kind, int objects, bool second_derivatives)
    : sites_(kind.operators.n_sample), functions_(kind.operators.functions), objects_(objects),
      symmetry_(kind.operators.symmetry), operators_(second_derivatives ? surface_operators - 1 : 2),
      transposed_(stream, transposed(kind.operators, operators_)),
      stresses_(static_cast<std::size_t>(operators_) * 3 * sites_ * objects),
      amounts_(static_cast<std::size_t>(operators_) * symmetry_ * functions_ * 3 * objects),
      product_(stream, kind.columns) {}

template <class B>
SiteStresses WeakForm<B>::stresses() {
  return {stresses_.data(), sites_, objects_, operators_, symmetry_};
}

template <class B>
const real* WeakForm<B>::forces_on_amounts(const Stream<B>& stream) {
  const Index rows = sites_ / symmetry_, columns = 3 * objects_;
  if (symmetry_ > 1) fold(stream, rows * columns, operators_, stresses_.data());
  product_.multiply(stream, operators_ * symmetry_, functions_, columns, rows, transposed_.data(),
                    stresses_.data(), amounts_.data());
  sum_operators(stream, symmetry_ * functions_ * columns, operators_, amounts_.data());
  return amounts_.data();
}

template class WeakForm<ThisBackend>;

} // namespace ibsim
