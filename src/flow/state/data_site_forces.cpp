#include "state/data_site_forces.hpp"

#include "parallel/add_to.hpp"
#include "parallel/with_cuda.hpp"
#include "surface/affine_part.hpp"

#include <utility>

namespace ibsim {

template <class B>
DataSiteForces<B>::DataSiteForces(const Stream<B>& stream, const SurfaceKind& kind, Index objects,
                                  std::vector<Member> terms)
    : DataSiteForces(stream, kind, objects, std::move(terms),
                     std::make_shared<DenseProduct<B>>(stream, kind.columns)) {}

template <class B>
DataSiteForces<B>::DataSiteForces(const Stream<B>& stream, const SurfaceKind& kind, Index objects,
                                  std::vector<Member> terms, const std::shared_ptr<DenseProduct<B>>& product)
    : objects_(objects), objects_in_all_(kind.objects_in_all), sites_(kind.at_data.n_data * objects),
      terms_(std::move(terms)), beside_samples_(stream), of_terms_(stream),
      derivatives_(stream, kind.at_data, 3 * objects, product),
      to_samples_(
          SiteOperators<B>::some(stream, kind.operators, SurfaceOperator::value, 1, 3 * objects, product)),
      affine_(stream, kind.affine_at_data), block_(derivatives_.block_size(3 * objects)),
      density_(std::size_t{terms_.size() > 1 ? 2u : 1u} * 3 * static_cast<std::size_t>(sites_)),
      samples_(to_samples_.block_size(3 * objects)) {}

template <class B>
DerivativeBlock DataSiteForces<B>::at_data() const {
  return {block_.data(), derivatives_.sites(), objects_, derivatives_.symmetry(), objects_in_all_};
}

template <class B>
void DataSiteForces<B>::differentiate(const Stream<B>& stream, VectorsView<const real> X) {
  if (objects_ == 0) return;
  derivatives_.apply(stream, 3 * objects_, X.x, block_.data());
  if (!affine_.empty())
    add_affine(stream, surface_operators * derivatives_.sites(), objects_, affine_.data(), block_.data());
}

template <class B>
ColumnBlock DataSiteForces<B>::sum_of_densities(const Stream<B>& stream, const MotionOf& motion_of) {
  const std::size_t numbers = 3 * static_cast<std::size_t>(sites_);
  real *const sum = density_.data(), *const others = sum + numbers;
  const auto add_up = [&](const Stream<B>& on, std::size_t from, std::size_t to, real* density) {
    for (std::size_t t = from; t < to; ++t)
      terms_[t].term->add(on, motion_of(terms_[t].number), vectors_view(density, sites_), t == from);
  };
  if (terms_.size() > 1) {
    of_terms_.run(
        stream, [&](const Stream<B>& on) { add_up(on, 1, terms_.size(), others); },
        [&](const Stream<B>& on) { add_up(on, 0, 1, sum); });
    add_to<B>(stream, static_cast<Size>(numbers), others, sum);
  } else {
    add_up(stream, 0, 1, sum);
  }
  return to_samples_.apply(stream, 3 * objects_, sum, samples_.data());
}

template <class B>
ColumnBlock DataSiteForces<B>::densities(const Stream<B>& stream, VectorsView<const real> X,
                                         const MotionOf& motion_of,
                                         const typename ConcurrentStreams<B>::Work& at_samples) {
  ColumnBlock sum;
  if (objects_ == 0) {
    at_samples(stream);
    return sum;
  }
  beside_samples_.run(
      stream,
      [&](const Stream<B>& on) {
        differentiate(on, X);
        sum = sum_of_densities(on, motion_of);
      },
      at_samples);
  return sum;
}

template class DataSiteForces<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class DataSiteForces<Cuda>;
#endif

} // namespace ibsim
