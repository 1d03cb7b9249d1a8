// Sites of a tension that is known site by site: the two kinds of term that a class of viscous tension
// is made for. For kernel files only.
//
//   TensionAtData      at the data sites, by its divergence (tension_divergence.hpp)
//   TensionAtSamples   at the sample sites of a surface with a weak form, by its stress (tension_stress.hpp).
//                      What remembers must do so there: springs summed over two data sites a function are too
//                      stiff for ripples of a cell in flow (docs/notes/membranes.md)
#pragma once

#include "mechanics/tension_divergence.hpp"
#include "mechanics/tension_stress.hpp"
#include "surface/single_operators.hpp"

#include <optional>
#include <stdexcept>

namespace ibsim {

template <class B>
class TensionAtData {
 public:
  using Term = DataTerm<B>;
  using Forces = VectorsView<real>;

  TensionAtData(const Stream<B>& stream, const SurfaceKind& kind, Index objects, bool /*rates*/ = false)
      : sites_(checked(kind).n_data * objects), weights_(stream, kind.at_data.weights),
        divergence_(stream, kind, objects, std::make_shared<DenseProduct<B>>(stream, kind.columns)) {}
  static const RbfOperators& operators(const SurfaceKind& kind) { return kind.at_data; }
  static const std::vector<real>& affine(const SurfaceKind& kind) { return kind.affine_at_data; }

  Index sites() const { return sites_; } ///< of all objects
  DerivativeBlock block(const Motion<B>& now) const { return now.at_data; }
  const real* weights(const Motion<B>&) const { return weights_.data(); }

  /// @param tension a struct called with the number of a site among all, its object, its number there and its
  /// metric, for T^ab per length of the parameter domain
  template <class T>
  void add(const Stream<B>& stream, const Motion<B>& now, Forces density, T tension, bool first) {
    divergence_.add(stream, now.at_data, tension, density, first);
  }
  void add_nothing(const Stream<B>& stream, Forces density, bool first) {
    if (first) fill_zero(stream, density.x, sizeof(real) * 3 * density.n);
  }
  /// The derivatives of vectors at the data sites along e_1 and e_2: operators 0 and 1. Valid until add().
  ColumnBlock rates(const Stream<B>& stream, const real* vectors) {
    return divergence_.derivatives_of(stream, vectors);
  }

 private:
  static const RbfOperators& checked(const SurfaceKind& kind) {
    if (kind.at_data.n_data == 0 || kind.affine.empty() != kind.affine_at_data.empty())
      throw std::invalid_argument("TensionAtData: needs operators at the data sites");
    return kind.at_data;
  }
  Index sites_;
  Array<real, B> weights_;
  TensionDivergence<B> divergence_;
};

template <class B>
class TensionAtSamples {
 public:
  using Term = StressTerm<B>;
  using Forces = SiteStresses;

  /// @param rates of them is asked
  TensionAtSamples(const Stream<B>& stream, const SurfaceKind& kind, Index objects, bool rates = false)
      : sites_(kind.operators.n_sample * objects), columns_(3 * objects) {
    if (!rates) return;
    auto product = std::make_shared<DenseProduct<B>>(stream, kind.columns);
    if (kind.in_floats()) {
      rates_in_floats_.emplace(stream, kind.operators, SurfaceOperator::d1, 2, columns_, std::move(product));
      floats_ = Array<float, B>(rates_in_floats_->block_size(columns_));
      return;
    }
    rates_.emplace(
        SiteOperators<B>::some(stream, kind.operators, SurfaceOperator::d1, 2, columns_, std::move(product)));
    block_ = Array<real, B>(rates_->block_size(columns_));
  }
  static const RbfOperators& operators(const SurfaceKind& kind) { return kind.operators; }
  static const std::vector<real>& affine(const SurfaceKind& kind) { return kind.affine; }

  Index sites() const { return sites_; }
  DerivativeBlock block(const Motion<B>& now) const { return now.block; }
  const real* weights(const Motion<B>& now) const { return now.surface.weights(); }

  template <class T>
  void add(const Stream<B>& stream, const Motion<B>& now, Forces stresses, T tension, bool first) {
    add_tension_stresses(stream, now, stresses, tension, first);
  }
  void add_nothing(const Stream<B>& stream, Forces stresses, bool first) {
    if (!first) return;
    if (stresses.floats) fill_zero(stream, stresses.floats, stresses.bytes());
    if (stresses.values) fill_zero(stream, stresses.values, stresses.bytes());
  }
  ColumnBlock rates(const Stream<B>& stream, const real* vectors) {
    if (rates_in_floats_) return rates_in_floats_->apply(stream, columns_, vectors, floats_.data());
    return rates_->apply(stream, columns_, vectors, block_.data());
  }

 private:
  Index sites_, columns_;
  std::optional<SiteOperators<B>> rates_;
  std::optional<SingleOperators<B>> rates_in_floats_;
  Array<real, B> block_;
  Array<float, B> floats_;
};

} // namespace ibsim
