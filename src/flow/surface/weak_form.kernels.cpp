#include "surface/weak_form.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#if defined(__CUDACC__)
#include "linalg/thin_product.hpp"
#endif

#include <utility>

namespace ibsim {
namespace {

/// In place of the stresses of the four sites of each orbit their sums with the signs of the characters.
/// @param of_turn numbers of all operators
template <class B, class T>
void fold(const Stream<B>& stream, Index of_turn, Index operators, T* stresses) {
  const Size next = of_turn;
  for_each(stream, operators * next, [=] IBSIM_KERNEL(Size i) {
    T* const s = stresses + 3 * next * (i / next) + i; // 4 of_turn numbers an operator
    const T even = s[0] + s[next], odd = s[0] - s[next], other_even = s[2 * next] + s[3 * next],
            other_odd = s[2 * next] - s[3 * next];
    s[0] = even + other_even, s[next] = odd + other_odd;
    s[2 * next] = even - other_even, s[3 * next] = odd - other_odd;
  });
}

template <class B, class T>
void set_point_forces(const Stream<B>& stream, VectorsView<const real> F, StressesOf<T> stresses) {
  const Index n = stresses.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 f = F.at(i);
    stresses.add(SurfaceOperator::value, i / n, i % n, {T(f.x), T(f.y), T(f.z)}, true);
  });
}

/// amounts[i] += those of the other operators.
template <class B, class T>
void sum_operators(const Stream<B>& stream, Index n, int operators, T* amounts) {
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    T sum = amounts[i];
    for (int b = 1; b < operators; ++b) sum += amounts[i + static_cast<std::size_t>(b) * n];
    amounts[i] = sum;
  });
}

/// Sum of the squares of the amounts of each object.
template <class B, class T>
std::vector<real> squares(const Stream<B>& stream, int symmetry, Index functions, Index objects,
                          const T* amounts, Index objects_in_all) {
  return reduce(
      stream, objects, symmetry * 3 * functions, real{0},
      [=] IBSIM_KERNEL(Index object, Index i) {
        const Index k = i % functions, component = i / functions; // of a character
        const real a =
            amounts[k + static_cast<std::size_t>(functions) * (component * std::size_t(objects) + object)];
        return a * a;
      },
      Plus{}, objects_in_all);
}

/// Some operators, one after the other, each of all characters, (n_sample/symmetry) x functions.
std::vector<real> one_by_one(const RbfOperators& o, int operators) {
  const std::size_t rows = o.n_sample / o.symmetry, columns = std::size_t{1} * o.symmetry * o.functions;
  std::vector<real> result;
  result.reserve(rows * columns * operators);
  for (int b = 0; b < operators; ++b)
    for (std::size_t k = 0; k < columns; ++k) {
      const auto from = o.matrix.begin() + static_cast<std::ptrdiff_t>(rows * (b + surface_operators * k));
      result.insert(result.end(), from, from + static_cast<std::ptrdiff_t>(rows));
    }
  return result;
}

Amounts either(const real* amounts) { return {amounts, nullptr}; }
Amounts either(const float* amounts) { return {nullptr, amounts}; }

} // namespace

template <class B>
WeakForm<B>::WeakForm(const Stream<B>& stream, const SurfaceKind& kind, int objects, bool second_derivatives)
    : sites_(kind.operators.n_sample), functions_(kind.operators.functions), objects_(objects),
      symmetry_(kind.operators.symmetry), operators_(second_derivatives ? surface_operators : 3),
      product_(stream, kind.columns) {
  const std::vector<real> matrices = DenseProduct<B>::for_transposed(
      operators_ * symmetry_, functions_, sites_ / symmetry_, one_by_one(kind.operators, operators_));
  const auto make = [&]<class T>(T) {
    memory_ =
        Memory<T>{Array<T, B>(stream, std::vector<T>(matrices.begin(), matrices.end())),
                  Array<T, B>(static_cast<std::size_t>(operators_) * 3 * sites_ * objects),
                  Array<T, B>(static_cast<std::size_t>(operators_) * symmetry_ * functions_ * 3 * objects)};
  };
  kind.storage == Storage::floats ? make(float{}) : make(real{});
}

template <class B>
SiteStresses WeakForm<B>::stresses() {
  SiteStresses all{nullptr, sites_, objects_, operators_, symmetry_, nullptr};
  all.values = room().doubles, all.floats = room().floats;
  return all;
}

template <class B>
Room WeakForm<B>::room() {
  if (auto* const memory = std::get_if<Memory<float>>(&memory_)) return {nullptr, memory->stresses.data()};
  return {std::get<Memory<real>>(memory_).stresses.data(), nullptr};
}

template <class B>
template <class T>
typename WeakForm<B>::template Given<T> WeakForm<B>::all_stresses(const Stream<B>& stream, Memory<T>& memory,
                                                                  VectorsView<const real> point_forces) {
  const Index rows = sites_ / symmetry_;
  const StressesOf<T> all = stresses().template as<T>();
  const int skipped = point_forces.x ? 0 : 1, operators = operators_ - skipped;
  if (point_forces.x) set_point_forces<B>(stream, point_forces, all);
  T* const values = all.values + skipped * all.of_operator();
  if (symmetry_ > 1 && std::is_same_v<B, Cpu>) fold<B>(stream, rows * 3 * objects_, operators, values);
  return {operators, memory.matrices.data() + std::size_t{1} * skipped * symmetry_ * rows * functions_,
          values};
}

template <class B>
template <class T>
void WeakForm<B>::find_amounts(const Stream<B>& stream, const Given<T>& given, Memory<T>& memory) {
  product_.multiply_transposed(stream, given.operators * symmetry_, functions_, 3 * objects_,
                               sites_ / symmetry_, given.matrices, given.stresses, memory.amounts.data());
}

template <class B>
Amounts WeakForm<B>::forces_on_amounts(const Stream<B>& stream, VectorsView<const real> point_forces) {
  return std::visit(
      [&]<class T>(Memory<T>& memory) {
        const Given<T> given = all_stresses(stream, memory, point_forces);
        T* const amounts = memory.amounts.data();
        const Amounts result = either(amounts);
#if defined(__CUDACC__)
        if (product_.columns() == Columns::together &&
            thin_product_of_transposed(stream, symmetry_, functions_, 3 * objects_, sites_ / symmetry_,
                                       given.matrices, given.stresses, amounts, given.operators))
          return result;
#endif
        find_amounts(stream, given, memory);
        sum_operators<B>(stream, symmetry_ * functions_ * 3 * objects_, given.operators, amounts);
        return result;
      },
      memory_);
}

template <class B>
typename WeakForm<B>::Measured WeakForm<B>::measured_forces_on_amounts(const Stream<B>& stream,
                                                                       VectorsView<const real> point_forces,
                                                                       Index objects_in_all) {
  return std::visit(
      [&]<class T>(Memory<T>& memory) -> Measured {
        const Given<T> given = all_stresses(stream, memory, point_forces);
        T* const amounts = memory.amounts.data();
        const auto squares_now = [&] {
          return squares<B, T>(stream, symmetry_, functions_, objects_, amounts, objects_in_all);
        };
        find_amounts(stream, given, memory); // of which the first are those of the points
        std::vector<real> of_points = squares_now();
        sum_operators<B>(stream, symmetry_ * functions_ * 3 * objects_, given.operators, amounts);
        return {either(amounts), std::move(of_points), squares_now()};
      },
      memory_);
}

template class WeakForm<ThisBackend>;

} // namespace ibsim
