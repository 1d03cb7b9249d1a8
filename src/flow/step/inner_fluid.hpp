// Objects whose inside is a fluid of another viscosity, lambda times that outside: what the fluid is told of
// them (fluid/varying_viscosity.hpp).
//
//   source     s = sum over sample sites of delta_h(x - X) log(lambda) n dA
//   mean       of the indicators, times log(lambda): sum over objects of log(lambda) V over the box
//
// with n dA and V as in surface/surface_integrals.kernels.cpp, of the positions at which forces are taken.
// Nothing of it is state: each step makes it anew.
#pragma once

#include "fluid/varying_viscosity.hpp"
#include "objects/listed_objects.hpp"
#include "parallel/communicator.hpp"
#include "parallel/sum_by_group.hpp"
#include "state/structure.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;

template <class B>
class InnerFluid {
 public:
  /// @param structures of all objects, or of those that a rank lists @param ranks null: it is alone
  /// @param listed which objects these are; empty: all
  InnerFluid(const Stream<B>&, const FlowModel&, const std::vector<Structure<B>>& structures,
             const Communicator<B>* ranks, const ListedObjects& listed = {});

  /// log(lambda) n dA at the sample sites of a kind, and its part of the mean, for positions with this
  /// block. To be called for all kinds, in order. Allocates nothing and does not wait for the stream.
  /// @param told of listed objects, ListedKind::told: then all ranks call it, and get the mean of all objects
  void measure(const Stream<B>&, std::size_t kind, const Surface<B>&, DerivativeBlock,
               const Array<Index, B>* told = nullptr);

  /// The normals at the sample sites of all kinds: all x, all y, all z, um^2.
  VectorsView<const real> normals() const;
  const real* mean() const { return mean_.data(); } ///< on the device

 private:
  struct OfKind {
    real contrast; ///< log(lambda)
    Index first;   ///< of its sample sites
    Index objects; ///< of all ranks
    std::optional<GroupSums<B>> volumes, sum;
    Array<Real3, B> of_all; ///< volumes of all objects, where not all are here
  };
  std::vector<OfKind> kinds_;
  const Communicator<B>* ranks_;
  real box_volume_;
  Array<real, B> normals_, mean_;
};

} // namespace ibsim
