// Spreading more than once from the same points: a spreader that puts them in order may keep that order. It
// may also add to what a field holds, and spread into floats.
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

/// What a Spreader is too, if it spreads into floats: `tiles`.
template <class B>
class SpreadsFloats {
 public:
  virtual ~SpreadsFloats() = default;
  /// Does as Spreader::spread, or with `again` as KeepsOrder::spread_again.
  virtual void spread_floats(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F,
                             FaceView<float> f, bool again) = 0;
};

/// Part of a Spreader that can add to a field: `tiles`.
template <class B>
class AddsToFields {
 public:
  virtual ~AddsToFields() = default;
  /// f += S F, for the X of the last call of any kind, which is as it was then. Grid points far from all
  /// points are neither read nor written.
  virtual void add(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F, AnyFaces f) = 0;
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

/// f = S F for f of either type. @param again after a call from the same X, with the same bits
/// @throws std::logic_error for floats if the spreader has none
template <class B>
void spread_into(const Stream<B>& stream, Spreader<B>& spreader, VectorsView<const real> X,
                 VectorsView<const real> F, AnyFaces f, bool again) {
  if (f.storage() == Storage::floats) {
    auto* const floats = dynamic_cast<SpreadsFloats<B>*>(&spreader);
    if (!floats) throw std::logic_error("this algorithm does not spread into floats");
    floats->spread_floats(stream, X, F, f.as<float>(), again);
  } else if (again) {
    spread_again<B>(stream, spreader, X, F, f.as<double>());
  } else {
    spreader.spread(stream, X, F, f.as<double>());
  }
}

/// f += S F for f of either type, after a call from the same X. @throws std::logic_error where the algorithm
/// only overwrites
template <class B>
void spread_and_add(const Stream<B>& stream, Spreader<B>& spreader, VectorsView<const real> X,
                    VectorsView<const real> F, AnyFaces f) {
  auto* const adds = dynamic_cast<AddsToFields<B>*>(&spreader);
  if (!adds) throw std::logic_error("this algorithm of spreading does not add to a field");
  adds->add(stream, X, F, f);
}

} // namespace ibsim
