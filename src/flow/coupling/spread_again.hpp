// Spreading more than once from the same points: a spreader that puts them in order may keep that order.
#pragma once

#include "coupling/spread.hpp"

namespace ibsim {

/// What a Spreader is too, if it can.
template <class B>
class KeepsOrder {
 public:
  virtual ~KeepsOrder() = default;
  /// Does as Spreader::spread, for the X of its last call, which is as it was then.
  virtual void spread_again(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F,
                            FaceView<real> f) = 0;
};

/// f = S F, to the same bits as by spread(), after a spread() from the same X.
template <class B>
void spread_again(const Stream<B>& stream, Spreader<B>& spreader, VectorsView<const real> X,
                  VectorsView<const real> F, FaceView<real> f) {
  if (auto* const keeps = dynamic_cast<KeepsOrder<B>*>(&spreader))
    keeps->spread_again(stream, X, F, f);
  else
    spreader.spread(stream, X, F, f);
}

} // namespace ibsim
