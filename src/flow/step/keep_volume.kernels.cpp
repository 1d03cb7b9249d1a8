#include "step/keep_volume.hpp"

#include "parallel/for_each.hpp"
#include "surface/single_operators.hpp"

#include <optional>
#include <stdexcept>

namespace ibsim {
namespace {

/// (A, V, 0) of each object, V as in surface_integrals.kernels.cpp.
template <class B, class T>
void sum_area_and_volume(const Stream<B>& stream, BlockOf<T> block, const real* weights, GroupSums<B>& sums) {
  sum_by_group(
      stream, block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Vec3<T> x =
            block.at(SurfaceOperator::value, object, s) - block.at(SurfaceOperator::value, object, 0);
        const Vec3<T> normal =
            cross(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s));
        return weights[s] * Real3{norm(normal), dot(x, normal) / 3, 0};
      },
      sums);
}

/// Derivatives along both directions at the data sites, in doubles or floats.
struct NormalsAtData {
  Index n = 0, objects = 0; ///< data sites of an object
  DerivativeBlock all;      ///< doubles; of no sites: `both` has them
  ColumnBlock both;         ///< floats, of d1 and d2 alone

  IBSIM_HD Real3 at(Index object, Index site) const {
    if (!both.floats)
      return cross(all.at(SurfaceOperator::d1, object, site), all.at(SurfaceOperator::d2, object, site));
    const auto derivative = [&](int b) {
      return Vec3<float>{both.as<float>(b, object, site), both.as<float>(b, objects + object, site),
                         both.as<float>(b, 2 * objects + object, site)};
    };
    const Vec3<float> normal = cross(derivative(0), derivative(1));
    return {normal.x, normal.y, normal.z};
  }
};

/// (integral of (X - Y) . n, 0, 0) of each object.
template <class B>
void sum_change(const Stream<B>& stream, NormalsAtData at_data, const real* weights,
                VectorsView<const real> X, VectorsView<const real> Y, GroupSums<B>& sums) {
  const Index n = at_data.n;
  sum_by_group(
      stream, n,
      [=] IBSIM_KERNEL(Index object, Index site) {
        const Index i = object * n + site;
        return Real3{weights[site] * dot(X.at(i) - Y.at(i), at_data.at(object, site)), 0, 0};
      },
      sums);
}

/// @param change of the volumes since they were measured; null: none
template <class B>
void move_along_normals(const Stream<B>& stream, NormalsAtData at_data, const Real3* area_and_volume,
                        const real* volumes, const Real3* change, VectorsView<real> X) {
  const Index n = at_data.n;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, site = i % n;
    const Real3 normal = at_data.at(object, site), now = area_and_volume[object];
    const real volume = change ? now.y + change[object].x : now.y;
    X.set(i, X.at(i) + (volumes[object] - volume) / now.x * normalized(normal));
  });
}

} // namespace

template <class B>
struct VolumeKeeper<B>::Impl {
  Index objects;
  std::optional<SiteOperators<B>> operators;   ///< none where the structure has those derivatives
  std::optional<SingleOperators<B>> in_floats; ///< or these
  Array<real, B> volumes, block;
  Array<float, B> floats;
  GroupSums<B> sums;      ///< (A, V, 0)
  Array<real, B> weights; ///< at the data sites
  GroupSums<B> change;    ///< of V, with bdf2
  NormalsAtData at_data;

  Impl(const Stream<B>& stream, const SurfaceKind& kind, const std::vector<real>& v0, bool has_derivatives)
      : objects(static_cast<Index>(v0.size())), volumes(stream, v0),
        sums(stream, objects, kind.operators.n_sample), weights(stream, kind.at_data.weights),
        change(stream, objects, kind.at_data.n_data), at_data{kind.at_data.n_data, objects, {}, {}} {
    if (has_derivatives) return;
    auto product = std::make_shared<DenseProduct<B>>(stream, kind.columns);
    if (kind.in_floats()) {
      in_floats.emplace(stream, kind.at_data, SurfaceOperator::d1, 2, 3 * objects, std::move(product));
      floats = Array<float, B>(in_floats->block_size(3 * objects));
      return;
    }
    operators.emplace(stream, kind.at_data, 3 * objects, std::move(product));
    block = Array<real, B>(operators->block_size(3 * objects));
    at_data.all = {block.data(), kind.at_data.n_data, objects, kind.at_data.symmetry};
  }
};

template <class B>
VolumeKeeper<B>::VolumeKeeper(const Stream<B>& stream, const SurfaceKind& kind,
                              const std::vector<real>& volumes, bool has_derivatives) {
  if (kind.at_data.n_data == 0 || kind.topology != SurfaceTopology::closed)
    throw std::invalid_argument("VolumeKeeper: needs operators at the data sites of a closed surface");
  impl_ = std::make_unique<Impl>(stream, kind, volumes, has_derivatives);
}
template <class B>
void VolumeKeeper<B>::keep(const Stream<B>& stream, const std::vector<real>& volumes) {
  impl_->volumes.set(stream, volumes);
}
template <class B>
VolumeKeeper<B>::~VolumeKeeper() = default;
template <class B>
VolumeKeeper<B>::VolumeKeeper(VolumeKeeper&&) noexcept = default;

template <class B>
void VolumeKeeper<B>::measure(const Stream<B>& stream, const Surface<B>& surface, DerivativeBlock block,
                              DerivativeBlock at_data, VectorsView<const real> predicted) {
  Impl& p = *impl_;
  with_block(block, [&](auto of) { sum_area_and_volume(stream, of, surface.weights(), p.sums); });
  if (p.in_floats)
    p.at_data.both = p.in_floats->apply(stream, 3 * p.objects, predicted.x, p.floats.data());
  else if (p.operators)
    p.operators->apply(stream, 3 * p.objects, predicted.x, p.block.data());
  else
    p.at_data.all = at_data;
}

template <class B>
void VolumeKeeper<B>::correct(const Stream<B>& stream, VectorsView<real> X) {
  Impl& p = *impl_;
  move_along_normals<B>(stream, p.at_data, p.sums.totals(), p.volumes.data(), nullptr, X);
}

template <class B>
void VolumeKeeper<B>::correct(const Stream<B>& stream, VectorsView<const real> extrapolated,
                              VectorsView<real> X) {
  Impl& p = *impl_;
  sum_change<B>(stream, p.at_data, p.weights.data(), X, extrapolated, p.change);
  move_along_normals<B>(stream, p.at_data, p.sums.totals(), p.volumes.data(), p.change.totals(), X);
}

template class VolumeKeeper<ThisBackend>;

} // namespace ibsim
