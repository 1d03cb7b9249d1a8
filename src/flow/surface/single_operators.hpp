// Operators of a surface with a weak form in single precision (site_operators.hpp has those in double).
//
//   C = M Q (Y - o)      Y: values at the data sites, o: an origin of each column, Q: to amounts, M: from
//                        there
//
// The origin is the mean of an object's first four data sites, of symmetric sites their centre at rest. So
// the products round what a field differs by within an object, not where the object is: for positions about
// 1e-7 of its size, whatever the box. The operators of derivatives are zero for a constant, so o matters for
// the value alone, which then is the value less o.
//
// Differences, their sums over orbits and origins are taken in double: a dozen operations at each data site.
#pragma once

#include "grid/points.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/site_operators.hpp"

#include <memory>

namespace ibsim {

template <class B>
class SingleOperators {
 public:
  /// `count` operators from `first` on, to be operators 0, 1, .. of a block.
  /// @param of those of a space of functions @throws std::invalid_argument for others
  SingleOperators(const Stream<B>&, const RbfOperators& of, SurfaceOperator first, int count,
                  Index most_columns, std::shared_ptr<DenseProduct<B>> product);

  std::size_t block_size(Index columns) const {
    return static_cast<std::size_t>(operators_) * n_sites_ * columns;
  }
  /// C into `block`, of block_size(columns) numbers. @param at_data column by column
  /// Allocates nothing and does not wait for the stream.
  ColumnBlock apply(const Stream<B>&, Index columns, const real* at_data, float* block);
  /// o of each column, of the last product.
  const real* origins() const { return origins_.data(); }

 private:
  Index n_data_, n_sites_, functions_;
  int operators_, symmetry_;
  Array<float, B> matrix_, to_amounts_, folded_, amounts_;
  Array<real, B> origins_;
  std::shared_ptr<DenseProduct<B>> product_;
};

} // namespace ibsim
