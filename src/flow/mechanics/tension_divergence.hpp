// The force density of a tension that is known at the data sites alone. For kernel files only.
//
//   F_k = e_a,i grad_a P_ik,   P_ik = e_a,i T^ab X_b,k        per area of the parameter domain
//
// The nine fields P are made at the data sites, and so is F: e_a are the frames there, and P does not depend
// on them, so that it is smooth over the sphere.
//
// Memory, numbers: 2 n_d^2 for the operators of a kind (a quarter with symmetric sites), and 27 n_d an
// object.
#pragma once

#include "mechanics/force_term.hpp"
#include "parallel/for_each.hpp"

#include <memory>

namespace ibsim {

constexpr int stress_columns = 9; ///< P_ik of an object, column 3 i + k

/// P_ik, column by column: column (3 i + k) n_objects + object. @param tension copied into the kernel: a
/// struct called with the number of a data site among all, its object, its number there and its metric, for
/// T^ab
template <class B, class T>
void set_stress_fields(const Stream<B>& stream, DerivativeBlock at_data, T tension, const Real3* e1,
                       const Real3* e2, real* fields) {
  const Index n = at_data.n_sample, all = n * at_data.n_objects;
  for_each(stream, all, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, site = i % n;
    const Real3 d1 = at_data.at(SurfaceOperator::d1, object, site),
                d2 = at_data.at(SurfaceOperator::d2, object, site);
    const Tensor t = tension(i, object, site, metric_tensor(d1, d2));
    const Real3 along1 = t.a11 * d1 + t.a12 * d2, along2 = t.a12 * d1 + t.a22 * d2; // T^ab X_b
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k)
        fields[static_cast<std::size_t>(3 * c + k) * all + i] =
            e1[site][c] * along1[k] + e2[site][c] * along2[k];
  });
}

/// F_k = e_a,i grad_a P_ik. @param derivatives along e_1 and e_2 of the fields
template <class B>
void set_divergence(const Stream<B>& stream, ColumnBlock derivatives, Index objects, const Real3* e1,
                    const Real3* e2, VectorsView<real> density, bool first) {
  const Index n = derivatives.n_sites, all = density.n;
  for_each(stream, 3 * all, [=] IBSIM_KERNEL(Index item) { // a component a work item: 24 numbers to read
    const Index k = item / all, i = item % all, object = i / n, site = i % n;
    real F = 0;
    for (int c = 0; c < 3; ++c) {
      const Index column = (3 * c + k) * objects + object;
      F += e1[site][c] * derivatives.at(0, column, site) + e2[site][c] * derivatives.at(1, column, site);
    }
    real* const to = density[static_cast<int>(k)] + i;
    *to = first ? F : *to + F;
  });
}

/// The frames and operators that this takes, for all objects of a kind.
template <class B>
class TensionDivergence {
 public:
  TensionDivergence(const Stream<B>& stream, const SurfaceKind& kind, Index objects,
                    std::shared_ptr<DenseProduct<B>> product)
      : objects_(objects), derivatives_(SiteOperators<B>::some(stream, kind.at_data, SurfaceOperator::d1, 2,
                                                               stress_columns * objects, product)),
        e1_(stream, kind.at_data.e1), e2_(stream, kind.at_data.e2),
        fields_(std::size_t{stress_columns} * kind.at_data.n_data * objects),
        field_block_(derivatives_.block_size(stress_columns * objects)) {}

  /// density += F. @param first it holds nothing yet @param tension see set_stress_fields
  template <class T>
  void add(const Stream<B>& stream, DerivativeBlock at_data, T tension, VectorsView<real> density,
           bool first) {
    set_stress_fields(stream, at_data, tension, e1_.data(), e2_.data(), fields_.data());
    const ColumnBlock derivatives =
        derivatives_.apply(stream, stress_columns * objects_, fields_.data(), field_block_.data());
    set_divergence(stream, derivatives, objects_, e1_.data(), e2_.data(), density, first);
  }
  /// The derivatives along e_1 and e_2 of vectors at the data sites, in the layout of positions: operators 0
  /// and 1. Valid until add().
  ColumnBlock derivatives_of(const Stream<B>& stream, const real* vectors) {
    return derivatives_.apply(stream, 3 * objects_, vectors, field_block_.data());
  }

 private:
  Index objects_;
  SiteOperators<B> derivatives_;
  Array<Real3, B> e1_, e2_; ///< frames of the data sites
  Array<real, B> fields_, field_block_;
};

} // namespace ibsim
