// The forces that the terms of a structure make at its data sites (DataTerm, mechanics/force_term.hpp), with
// what these terms share:
//
//   X  --derivatives-->  X_a, X_ab there  --each term-->  sum of densities  --to_samples-->  at the sample
//      sites
//
// All of it goes beside the derivatives at the sample sites, and of several terms the first beside the others
// (parallel/concurrent_streams.hpp).
#pragma once

#include "mechanics/force_term.hpp"
#include "parallel/concurrent_streams.hpp"

#include <functional>

namespace ibsim {

template <class B>
class DataSiteForces {
 public:
  /// One of the terms. @param number by which its motion is asked for
  struct Member {
    DataTerm<B>* term;
    std::size_t number;
  };
  /// The motion as the term of this number sees it.
  using MotionOf = std::function<Motion<B>(std::size_t number)>;

  /// @param kind with operators at the data sites @param terms at least one; they outlive this
  DataSiteForces(const Stream<B>&, const SurfaceKind& kind, Index objects, std::vector<Member> terms);

  /// The derivatives at the data sites, those of the last positions.
  DerivativeBlock at_data() const;
  void differentiate(const Stream<B>&, VectorsView<const real> X);

  /// differentiate() and the sum of all densities at the sample sites, column d objects + object, beside
  /// `at_samples`, which is given another stream.
  ColumnBlock densities(const Stream<B>&, VectorsView<const real> X, const MotionOf&,
                        const typename ConcurrentStreams<B>::Work& at_samples);

 private:
  DataSiteForces(const Stream<B>&, const SurfaceKind&, Index objects, std::vector<Member> terms,
                 const std::shared_ptr<DenseProduct<B>>&);
  ColumnBlock sum_of_densities(const Stream<B>&, const MotionOf&);

  Index objects_, objects_in_all_, sites_; ///< of all objects
  std::vector<Member> terms_;
  ConcurrentStreams<B> beside_samples_, of_terms_;
  SiteOperators<B> derivatives_, to_samples_;
  Array<real, B> affine_; ///< SurfaceKind::affine_at_data
  /// what the first operators give; densities of the first term and of the others; what the second give
  Array<real, B> block_, density_, samples_;
};

} // namespace ibsim
