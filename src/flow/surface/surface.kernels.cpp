// The surfaces of one kind: one dense product takes the data sites X of all objects to positions and
// derivatives at all sample sites.
//
//   C = M X (+ the affine part)     M: (6 n_sample) x n_data,  X: n_data x (3 n_objects)
//                                   (site_operators.hpp, derivative_block.hpp)
//
// The reference metric comes from the same product, applied to the data sites of the reference surface: a
// membrane at rest then has i1 = 2 and i2 = 1, and no force, to round-off.
#include "surface/surface.hpp"

#include "parallel/for_each.hpp"
#include "surface/affine_part.hpp"
#include "surface/single_operators.hpp"
#include "surface/site_operators.hpp"

#include <optional>
#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
void set_reference_metrics(const Stream<B>& stream, DerivativeBlock reference, ReferenceMetrics metrics) {
  for_each(stream, metrics.n_sample,
           [=] IBSIM_KERNEL(Index s) { metrics.set(s, reference_metric(reference.jet(0, s))); });
}

} // namespace

template <class B>
struct Surface<B>::Impl {
  Index n_data, n_sample, n_objects, objects_in_all;
  int symmetry;
  SurfaceTopology topology;
  real parameter_area;
  std::optional<SiteOperators<B>> operators;   ///< M
  std::optional<SingleOperators<B>> in_floats; ///< or M in single precision
  Array<real, B> weights, affine;              ///< w; SurfaceKind::affine
  Array<real, B> beside_motion;                ///< ResolvedSpace::beside_at_data
  Array<real, B> reference;                    ///< ReferenceMetrics
  Array<real, B> block;                        ///< C
  Array<float, B> floats;                      ///< or that in single precision
  std::uint64_t products = 0;                  ///< that were written into it

  Impl(const Stream<B>& stream, const SurfaceKind& kind, Index objects)
      : n_data(kind.operators.n_data), n_sample(kind.operators.n_sample), n_objects(objects),
        objects_in_all(kind.objects_in_all), symmetry(kind.operators.symmetry), topology(kind.topology),
        parameter_area(kind.parameter_area), weights(stream, kind.operators.weights),
        affine(stream, kind.affine), beside_motion(stream, kind.resolved.beside_at_data),
        reference(std::size_t{reference_metric_numbers} * n_sample) {
    const auto product =
        kind.operators.matrix.empty() ? nullptr : std::make_shared<DenseProduct<B>>(stream, kind.columns);
    if (kind.in_floats()) {
      in_floats.emplace(stream, kind.operators, SurfaceOperator::value, surface_operators, columns(objects),
                        product);
      floats = Array<float, B>(in_floats->block_size(columns(objects)));
    }
    // (in double for the shape at rest, which is the same in either precision)
    if (!kind.in_floats() || kind.jets_at_rest.empty()) {
      operators.emplace(stream, kind.operators, kind.in_floats() ? 3 : columns(objects), product);
      block = Array<real, B>(operators->block_size(kind.in_floats() ? 3 : columns(objects)));
    }
    if (!kind.affine.empty() &&
        (symmetry > 1 || kind.affine.size() != std::size_t{3} * surface_operators * n_sample))
      throw std::invalid_argument(
          "Surface: the affine part has another size than the operators, or they are folded");
    if (!kind.jets_at_rest.empty()) {
      std::vector<real> numbers(reference.size());
      for (Index s = 0; s < n_sample; ++s)
        ReferenceMetrics{numbers.data(), n_sample}.set(s, reference_metric(kind.jets_at_rest[s]));
      reference.set(stream, numbers);
      return;
    }
    std::vector<real> at_rest(std::size_t{3} * n_data);
    for (Index k = 0; k < n_data; ++k) vectors_view(at_rest.data(), n_data).set(k, kind.data_at_rest[k]);
    const Array<real, B> X(stream, at_rest);
    multiply(stream, 1, X.data(), true);
    set_reference_metrics(stream, DerivativeBlock{block.data(), n_sample, 1, symmetry}, metrics());
    stream.synchronize(); // X is in use until here
    if (in_floats) operators.reset(), block = {};
  }
  static Index columns(Index objects) { return 3 * (objects > 0 ? objects : 1); }
  ReferenceMetrics metrics() { return {reference.data(), n_sample}; }

  void multiply(const Stream<B>& stream, Index objects, const real* X, bool positions) {
    ++products;
    if (!operators) {
      in_floats->apply(stream, 3 * objects, X, floats.data());
      return;
    }
    operators->apply(stream, 3 * objects, X, block.data());
    if (positions && !affine.empty())
      add_affine(stream, surface_operators * n_sample, objects, affine.data(), block.data());
  }
  /// C = M X; @throws std::invalid_argument if X is not one block of all data sites.
  DerivativeBlock derivatives(const Stream<B>& stream, VectorsView<const real> X, bool positions) {
    if (X.n != n_data * n_objects)
      throw std::invalid_argument("Surface: not as many data sites as it was made for");
    if (X.n > 0 && (X.y != X.x + X.n || X.z != X.y + X.n))
      throw std::invalid_argument("Surface: the data sites must be one block");
    if (n_objects > 0) multiply(stream, n_objects, X.x, positions);
    if (in_floats)
      return {nullptr, n_sample, n_objects, symmetry, objects_in_all, floats.data(), in_floats->origins()};
    return {block.data(), n_sample, n_objects, symmetry, objects_in_all};
  }
};

template <class B>
Surface<B>::Surface(const Stream<B>& stream, const SurfaceKind& kind, int n_objects)
    : impl_(std::make_unique<Impl>(stream, kind, n_objects)) {}
template <class B>
Surface<B>::~Surface() = default;
template <class B>
Surface<B>::Surface(Surface&&) noexcept = default;

template <class B>
Index Surface<B>::data_sites() const {
  return impl_->n_data * impl_->n_objects;
}
template <class B>
Index Surface<B>::sample_sites() const {
  return impl_->n_sample * impl_->n_objects;
}
template <class B>
int Surface<B>::objects() const {
  return impl_->n_objects;
}
template <class B>
Index Surface<B>::data_per_object() const {
  return impl_->n_data;
}
template <class B>
Index Surface<B>::samples_per_object() const {
  return impl_->n_sample;
}
template <class B>
SurfaceTopology Surface<B>::topology() const {
  return impl_->topology;
}
template <class B>
real Surface<B>::parameter_area() const {
  return impl_->parameter_area;
}
template <class B>
real Surface<B>::samples_per_data_site() const {
  return impl_->n_sample > impl_->n_data ? static_cast<real>(impl_->n_sample) / impl_->n_data : 1;
}
template <class B>
const real* Surface<B>::weights() const {
  return impl_->weights.data();
}
template <class B>
ReferenceMetrics Surface<B>::reference() const {
  return impl_->metrics();
}

template <class B>
void Surface<B>::add_beside_motion(const Stream<B>& stream, Index objects, VectorsView<real> positions) {
  if (impl_->beside_motion.empty()) return;
  add_affine(stream, impl_->n_data, objects, impl_->beside_motion.data(), positions.x);
}

template <class B>
std::uint64_t Surface<B>::products() const {
  return impl_->products;
}

template <class B>
DerivativeBlock Surface<B>::derivatives(const Stream<B>& stream, VectorsView<const real> X) {
  return impl_->derivatives(stream, X, true);
}
template <class B>
DerivativeBlock Surface<B>::derivatives_of_field(const Stream<B>& stream, VectorsView<const real> at_data) {
  return impl_->derivatives(stream, at_data, false);
}

template <class B>
void Surface<B>::to_sample_sites(const Stream<B>& stream, VectorsView<const real> at_data,
                                 VectorsView<real> at_sample) {
  const DerivativeBlock block = derivatives_of_field(stream, at_data);
  const Index n_sample = impl_->n_sample;
  for_each(stream, sample_sites(), [=] IBSIM_KERNEL(Index i) {
    at_sample.set(i, block.at(SurfaceOperator::value, i / n_sample, i % n_sample));
  });
}

template <class B>
void Surface<B>::area_elements(const Stream<B>& stream, DerivativeBlock block, real* areas) {
  const real* const weights = impl_->weights.data();
  const Index n_sample = impl_->n_sample;
  for_each(stream, sample_sites(), [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    areas[i] = weights[s] * norm(cross(block.at(SurfaceOperator::d1, object, s),
                                       block.at(SurfaceOperator::d2, object, s)));
  });
}

template <class B>
std::vector<SurfaceIntegrals> Surface<B>::integrals(const Stream<B>& stream, VectorsView<const real> X) {
  const DerivativeBlock block = derivatives(stream, X);
  return surface_integrals(stream, block, reference(), weights(), topology());
}

template class Surface<ThisBackend>;

} // namespace ibsim
