// The membranes of one kind: one dense product takes the data sites X of all objects to positions and
// derivatives at all sample sites, then one loop gives the forces, everything of a site in registers.
//
//   C = M X                    M: (6 n_sample) x n_data,  X: n_data x (3 n_objects)
//   (derivative_block.hpp)
//                              with symmetric sites four products of a quarter of the rows and columns
//                              (site_symmetry.hpp)
//   force on the fluid at a site = w F(C)
//   (surface_force.hpp), pg um/us^2
//
// The reference metric comes from the same product, applied to the data sites of the reference surface: a
// membrane at rest then has i1 = 2 and i2 = 1, and no force, to round-off.
#include "mechanics/membrane.hpp"

#include "linalg/dense_product.hpp"
#include "mechanics/surface_integrals.hpp"
#include "mechanics/surface_stiffness.hpp"
#include "parallel/for_each.hpp"
#include "parallel/note_failure.hpp"
#include "parallel/reduce.hpp"
#include "parallel/sum_by_group.hpp"
#include "surface/derivative_block.hpp"
#include "surface/folding.hpp"

#include <numbers>
#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
void set_reference_metrics(const Stream<B>& stream, DerivativeBlock reference, ReferenceMetrics metrics) {
  for_each(stream, metrics.n_sample,
           [=] IBSIM_KERNEL(Index s) { metrics.set(s, reference_metric(reference.jet(0, s))); });
}

/// X_c[j] = sum_g c(g) X[4 j + g] in each column, for the four characters c (site_symmetry.hpp).
template <class B>
void fold(const Stream<B>& stream, Index n_data, Index columns, const real* X, real* folded) {
  const Index orbits = n_data / half_turns;
  const std::size_t of_character = static_cast<std::size_t>(orbits) * columns;
  for_each(stream, orbits * columns, [=] IBSIM_KERNEL(Index i) {
    const real* x = X + static_cast<std::size_t>(half_turns) * i;
    const real even = x[0] + x[1], odd = x[0] - x[1], other_even = x[2] + x[3], other_odd = x[2] - x[3];
    folded[i] = even + other_even;
    folded[i + of_character] = odd + other_odd;
    folded[i + 2 * of_character] = even - other_even;
    folded[i + 3 * of_character] = odd - other_odd;
  });
}

/// Takes from each object's point forces their sum times w / 4 pi.
template <class B>
void remove_sum(const Stream<B>& stream, Index n_sample, Index n_objects, const real* weights,
                const Real3* totals, VectorsView<real> F) {
  for_each(stream, n_sample * n_objects, [=] IBSIM_KERNEL(Index i) {
    F.set(i, F.at(i) - weights[i % n_sample] / (4 * std::numbers::pi) * totals[i / n_sample]);
  });
}

} // namespace

template <class B>
struct Membrane<B>::Parts {
  Index n_data, n_sample, n_objects;
  int symmetry;
  Skalak law;
  Array<real, B> matrix, weights, reference; ///< M; w; ReferenceMetrics
  Array<real, B> block;                      ///< C
  Array<real, B> i1, i2;                     ///< invariants at all sample sites, from the last forces()
  Array<real, B> folded;                     ///< X by character; empty without symmetry
  GroupSums<B> net_forces;                   ///< of each object
  DenseProduct<B> product;

  void multiply(const Stream<B>& stream, Index objects, const real* X) {
    const real* columns = X;
    if (symmetry > 1) fold(stream, n_data, 3 * objects, X, folded.data()), columns = folded.data();
    product.multiply(stream, symmetry, surface_operators * (n_sample / symmetry), 3 * objects,
                     n_data / symmetry, matrix.data(), columns, block.data());
  }
  /// C = M X; @throws std::invalid_argument if X is not one block of all data sites.
  DerivativeBlock derivatives(const Stream<B>& stream, VectorsView<const real> X) {
    if (X.n != n_data * n_objects)
      throw std::invalid_argument("Membrane: not as many data sites as it was made for");
    if (X.n > 0 && (X.y != X.x + X.n || X.z != X.y + X.n))
      throw std::invalid_argument("Membrane: the data sites must be one block");
    if (n_objects > 0) multiply(stream, n_objects, X.x);
    return {block.data(), n_sample, n_objects, symmetry};
  }
};

template <class B>
Membrane<B>::Membrane(const Stream<B>& stream, const MembraneKind& kind, int n_objects) {
  const RbfOperators& o = kind.operators;
  const std::size_t sites = static_cast<std::size_t>(o.n_sample) * n_objects;
  const std::size_t columns = std::size_t{3} * (n_objects > 0 ? n_objects : 1);
  parts_.reset(new Parts{o.n_data, o.n_sample, n_objects, o.symmetry, kind.law,
                         Array<real, B>(stream, o.matrix), Array<real, B>(stream, o.weights),
                         Array<real, B>(std::size_t{reference_metric_numbers} * o.n_sample),
                         Array<real, B>(std::size_t{surface_operators} * o.n_sample * columns),
                         Array<real, B>(stream, sites), Array<real, B>(stream, sites),
                         Array<real, B>(o.symmetry > 1 ? static_cast<std::size_t>(o.n_data) * columns : 0),
                         GroupSums<B>(stream, n_objects, o.n_sample), DenseProduct<B>(stream)});
  std::vector<real> at_rest(std::size_t{3} * o.n_data);
  for (Index k = 0; k < o.n_data; ++k)
    vectors_view(at_rest.data(), o.n_data).set(k, position(kind.surface, kind.data_nodes[k]));
  const Array<real, B> X(stream, at_rest);
  parts_->multiply(stream, 1, X.data());
  set_reference_metrics(stream, DerivativeBlock{parts_->block.data(), o.n_sample, 1, o.symmetry},
                        ReferenceMetrics{parts_->reference.data(), o.n_sample});
  stream.synchronize(); // X is in use until here
}
template <class B>
Membrane<B>::~Membrane() = default;
template <class B>
Membrane<B>::Membrane(Membrane&&) noexcept = default;

template <class B>
Index Membrane<B>::data_sites() const {
  return parts_->n_data * parts_->n_objects;
}
template <class B>
Index Membrane<B>::sample_sites() const {
  return parts_->n_sample * parts_->n_objects;
}
template <class B>
int Membrane<B>::objects() const {
  return parts_->n_objects;
}

template <class B>
void Membrane<B>::forces(const Stream<B>& stream, VectorsView<const real> X,
                         VectorsView<real> sample_positions, VectorsView<real> sample_forces,
                         bool remove_net_force, FailureNotes notes) {
  const DerivativeBlock block = parts_->derivatives(stream, X);
  const ReferenceMetrics reference{parts_->reference.data(), parts_->n_sample};
  const real* const weights = parts_->weights.data();
  real* const i1 = parts_->i1.data();
  real* const i2 = parts_->i2.data();
  const Skalak law = parts_->law;
  const Index n_sample = parts_->n_sample;
  const real sites_per_data_site =
      parts_->n_sample > parts_->n_data ? static_cast<real>(parts_->n_sample) / parts_->n_data : 1;
  sum_by_group(
      stream, n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Index i = object * n_sample + s;
        const SurfaceJet jet = block.jet(object, s);
        Invariants invariants;
        const Real3 force = weights[s] * force_density(reference.at(s), jet, law, invariants);
        if (notes.words) {
          const real f2 = dot(force, force);
          if (!(f2 - f2 == 0))
            note_failure(notes, i, static_cast<unsigned>(SiteFailure::force_not_finite));
          else if (has_folded(jet, weights[s] * sites_per_data_site))
            note_failure(notes, i, static_cast<unsigned>(SiteFailure::surface_folded));
        }
        sample_forces.set(i, force);
        sample_positions.set(i, block.at(SurfaceOperator::value, object, s));
        i1[i] = invariants.i1;
        i2[i] = invariants.i2;
        return force;
      },
      parts_->net_forces);
  if (remove_net_force)
    remove_sum(stream, n_sample, parts_->n_objects, weights, parts_->net_forces.totals(), sample_forces);
}

template <class B>
void Membrane<B>::principal_tensions(const Stream<B>& stream, real* t1, real* t2) {
  const real* const i1 = parts_->i1.data();
  const real* const i2 = parts_->i2.data();
  const Skalak law = parts_->law;
  for_each(stream, sample_sites(), [=] IBSIM_KERNEL(Index i) {
    const Principal tensions = ibsim::principal_tensions(law, Invariants{i1[i], i2[i]});
    t1[i] = tensions.first;
    t2[i] = tensions.second;
  });
}

template <class B>
void Membrane<B>::to_sample_sites(const Stream<B>& stream, VectorsView<const real> at_data,
                                  VectorsView<real> at_sample) {
  const DerivativeBlock block = parts_->derivatives(stream, at_data);
  const Index n_sample = parts_->n_sample;
  for_each(stream, sample_sites(), [=] IBSIM_KERNEL(Index i) {
    at_sample.set(i, block.at(SurfaceOperator::value, i / n_sample, i % n_sample));
  });
}

template <class B>
real Membrane<B>::largest_stiffness(const Stream<B>& stream, VectorsView<const real> X) {
  const DerivativeBlock block = parts_->derivatives(stream, X);
  const ReferenceMetrics reference{parts_->reference.data(), parts_->n_sample};
  const Skalak law = parts_->law;
  const Index n_sample = parts_->n_sample;
  return max_of(stream, sample_sites(), [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n_sample, object = i / n_sample;
    const Tensor g =
        metric_tensor(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s));
    return surface_stiffness(law, invariants(reference.at(s), g));
  });
}

template <class B>
std::vector<MembraneIntegrals> Membrane<B>::integrals(const Stream<B>& stream, VectorsView<const real> X) {
  const DerivativeBlock block = parts_->derivatives(stream, X);
  return surface_integrals(stream, block, ReferenceMetrics{parts_->reference.data(), parts_->n_sample},
                           parts_->weights.data(), parts_->law);
}

template class Membrane<ThisBackend>;

} // namespace ibsim
