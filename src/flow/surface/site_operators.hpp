// Operators from the data sites of one kind of surface to sites of another set, on a backend: one dense
// product for any number of columns (rbf_operators.hpp).
//
//   C = M Y      M: (operators n_sites) x n_data,   Y: n_data x columns, a column a component of an object
//                with symmetric sites four products of a quarter of the rows and columns (site_symmetry.hpp);
//                of sites in rows on a rectangle a product along each side; in a space of fewer functions one
//                to their amounts and one from there
//
// To all six operators and three columns an object, C is a derivative block (derivative_block.hpp).
#pragma once

#include "grid/points.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/derivative_block.hpp"

#include <memory>

namespace ibsim {

/// The result of a product with any number of columns: operator b of column j at a site.
struct ColumnBlock {
  const real* values = nullptr;
  Index n_sites = 0, columns = 0;
  int operators = surface_operators, symmetry = 1;
  const float* floats =
      nullptr; ///< in place of `values`; a value is then from an origin (single_operators.hpp)

  IBSIM_HD real at(int b, Index column, Index site) const { return as<real>(b, column, site); }
  /// The number of a block of this type.
  template <class T>
  IBSIM_HD T as(int b, Index column, Index site) const {
    const T* of_type;
    if constexpr (std::is_same_v<T, float>)
      of_type = floats;
    else
      of_type = values;
    const Index rows = n_sites / symmetry;
    const std::size_t of_column = static_cast<std::size_t>(operators) * rows,
                      of_character = of_column * columns;
    const T* c = of_type + static_cast<std::size_t>(b) * rows + site / symmetry + of_column * column;
    if (symmetry == 1) return c[0];
    const int g = site % half_turns;
    const T first = g & 1 ? -1 : 1, second = g & 2 ? -1 : 1;
    return (c[0] + first * c[of_character]) + second * (c[2 * of_character] + first * c[3 * of_character]);
  }
  IBSIM_HD real at(SurfaceOperator b, Index column, Index site) const {
    return at(static_cast<int>(b), column, site);
  }
};

template <class B>
class SiteOperators {
 public:
  /// All six operators. @param most_columns of a product
  /// @param product one for several such objects, since on a GPU it has a work area; none: one of its own
  SiteOperators(const Stream<B>&, const RbfOperators&, Index most_columns,
                std::shared_ptr<DenseProduct<B>> product = nullptr);
  /// Only `count` of them from `first` on, which are then operators 0, 1, .. of a ColumnBlock.
  static SiteOperators some(const Stream<B>&, const RbfOperators&, SurfaceOperator first, int count,
                            Index most_columns, std::shared_ptr<DenseProduct<B>> product = nullptr);

  Index data_sites() const { return n_data_; }
  Index sites() const { return n_sites_; }
  int symmetry() const { return symmetry_; }
  std::size_t block_size(Index columns) const {
    return static_cast<std::size_t>(operators_) * n_sites_ * columns;
  }

  /// C into `block`, of block_size(columns) numbers. @param at_data column by column
  /// Allocates nothing and does not wait for the stream.
  ColumnBlock apply(const Stream<B>&, Index columns, const real* at_data, real* block);

 private:
  SiteOperators(const Stream<B>&, const RbfOperators&, const std::vector<real>& matrix, int first,
                int operators, Index most_columns, std::shared_ptr<DenseProduct<B>> product);
  Index n_data_, n_sites_, functions_;
  int first_, operators_, symmetry_;
  /// where they are separable: along x and z, and what the first leaves
  Index data_along_x_, data_along_z_, sites_along_x_, sites_along_z_;
  Array<real, B> along_x_, along_z_, half_;
  Array<real, B> matrix_; ///< M
  Array<real, B> folded_; ///< Y by character; empty without symmetry
  /// RbfOperators::amounts, and what it gives
  Array<real, B> to_amounts_, amounts_;
  std::shared_ptr<DenseProduct<B>> product_;
};

} // namespace ibsim
