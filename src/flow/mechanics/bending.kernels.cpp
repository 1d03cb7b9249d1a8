// bending.hpp, in three operations: eta at the data sites, its derivatives (a product), F there. The
// structure makes the derivatives of positions before, and takes F to the sample sites.
//
// Memory, numbers: 6 n_d^2 for the operators of a kind (a quarter with symmetric sites), and 7 n_d an object;
// in the structure 6 n_d^2 + n_s n_d and 21 n_d + 3 n_s, once for all such terms, with several 3 n_d more.
#include "mechanics/bending.hpp"

#include "base/error.hpp"
#include "mechanics/curvature.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "surface/affine_part.hpp"
#include "surface/site_operators.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

/// H_0 and its derivatives at the data sites of an object: [H_0, along e_1, along e_2][n_data].
struct SpontaneousCurvature {
  const real* values;
  Index n_data;
  IBSIM_HD real at(int k, Index site) const { return values[static_cast<std::size_t>(k) * n_data + site]; }
};

/// eta at all data sites, object by object. @param rest null: H itself
template <class B>
void set_curvature_excess(const Stream<B>& stream, DerivativeBlock at_data, SpontaneousCurvature rest,
                          real* eta) {
  const Index n = at_data.n_sample;
  for_each(stream, n * at_data.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index site = i % n;
    eta[i] = curvature(at_data.jet(i / n, site)).mean - (rest.values ? rest.at(0, site) : 0);
  });
}

/// H_0 of the surface at rest and its derivatives, from the block of H_0 at the data sites.
template <class B>
void set_spontaneous_curvature(const Stream<B>& stream, ColumnBlock block, real* values) {
  const Index n = block.n_sites;
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    values[i] = block.at(SurfaceOperator::value, 0, i);
    values[n + i] = block.at(SurfaceOperator::d1, 0, i);
    values[2 * static_cast<std::size_t>(n) + i] = block.at(SurfaceOperator::d2, 0, i);
  });
}

/// F at all data sites, in the layout of positions.
template <class B>
void set_force_density(const Stream<B>& stream, real kappa, DerivativeBlock at_data, ColumnBlock eta,
                       SpontaneousCurvature rest, VectorsView<real> density, bool first) {
  const Index n = at_data.n_sample;
  for_each(stream, density.n, [=] IBSIM_KERNEL(Index i) {
    const Index site = i % n, object = i / n;
    const SurfaceJet x = at_data.jet(object, site);
    const FieldJet f{eta.at(SurfaceOperator::d1, object, site), eta.at(SurfaceOperator::d2, object, site),
                     eta.at(SurfaceOperator::d11, object, site), eta.at(SurfaceOperator::d12, object, site),
                     eta.at(SurfaceOperator::d22, object, site)};
    const Curvature c = curvature(x);
    const real H0 = rest.at(0, site), excess = c.mean - H0;
    const real normal = laplacian(x, f) + 2 * excess * (c.mean * c.mean - c.gauss + c.mean * H0);
    const Tensor inv = inverse(metric_tensor(x.d1, x.d2));
    const real along1 = rest.at(1, site), along2 = rest.at(2, site);
    const Real3 tangent =
        (inv.a11 * along1 + inv.a12 * along2) * x.d1 + (inv.a12 * along1 + inv.a22 * along2) * x.d2;
    const Real3 force = -2 * kappa * c.area * (normal * c.normal + 2 * excess * tangent);
    density.set(i, first ? force : density.at(i) + force);
  });
}

template <class B>
std::vector<real> bending_energies(const Stream<B>& stream, real kappa, DerivativeBlock at_data,
                                   const real* weights, SpontaneousCurvature rest) {
  return reduce(
      stream, at_data.n_objects, at_data.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index site) {
        const Curvature c = curvature(at_data.jet(object, site));
        const real eta = c.mean - rest.at(0, site);
        return 2 * kappa * weights[site] * c.area * eta * eta;
      },
      Plus{}, at_data.objects_in_all);
}

template <class B>
class Bending final : public DataTerm<B> {
 public:
  Bending(const Stream<B>& stream, const SurfaceKind& kind, int objects, const BendingProperties& properties)
      : modulus_(properties.modulus), n_data_(kind.at_data.n_data), objects_(objects),
        product_(std::make_shared<DenseProduct<B>>(stream, kind.columns)),
        at_data_(stream, kind.at_data, 3 * objects, product_), data_weights_(stream, kind.at_data.weights),
        excess_block_(at_data_.block_size(objects)), excess_(static_cast<std::size_t>(n_data_) * objects),
        rest_(stream, rest_at(stream, kind, properties)) {}

  std::string name() const override { return bending_name; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density, bool first) override {
    set_curvature_excess(stream, now.at_data, rest(), excess_.data());
    const ColumnBlock eta = at_data_.apply(stream, objects_, excess_.data(), excess_block_.data());
    set_force_density(stream, modulus_, now.at_data, eta, rest(), density, first);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return bending_energies(stream, modulus_, now.at_data, data_weights_.data(), rest());
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {.bending = modulus_}; }

 private:
  SpontaneousCurvature rest() const { return {rest_.data(), n_data_}; }

  /// H_0 and its derivatives, by the operators with which H itself is found.
  std::vector<real> rest_at(const Stream<B>& stream, const SurfaceKind& kind,
                            const BendingProperties& properties) {
    const std::size_t n = kind.data_at_rest.size();
    std::vector<real> numbers(3 * n);
    if (!properties.about_reference) {
      std::fill_n(numbers.begin(), n, -properties.curvature);
      return numbers;
    }
    std::vector<real> at_rest(3 * n);
    for (std::size_t i = 0; i < n; ++i)
      vectors_view(at_rest.data(), n_data_).set(static_cast<Index>(i), kind.data_at_rest[i]);
    const Array<real, B> X(stream, at_rest);
    Array<real, B> values(3 * n), positions(at_data_.block_size(3));
    const ColumnBlock block = at_data_.apply(stream, 3, X.data(), positions.data());
    const Array<real, B> affine(stream, kind.affine_at_data);
    if (!affine.empty())
      add_affine<B>(stream, surface_operators * n_data_, 1, affine.data(), positions.data());
    set_curvature_excess(stream, DerivativeBlock{block.values, n_data_, 1, block.symmetry},
                         {nullptr, n_data_}, excess_.data());
    set_spontaneous_curvature(stream, at_data_.apply(stream, 1, excess_.data(), excess_block_.data()),
                              values.data());
    return values.to_host(stream);
  }

  real modulus_;
  Index n_data_, objects_;
  std::shared_ptr<DenseProduct<B>> product_;
  SiteOperators<B> at_data_;
  Array<real, B> data_weights_, excess_block_;
  Array<real, B> excess_; ///< eta at the data sites
  Array<real, B> rest_;   ///< SpontaneousCurvature
};

} // namespace

template <class B>
AnyTerm<B> make_bending(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                        const BendingProperties& properties) {
  if (!(properties.modulus >= 0) || !std::isfinite(properties.modulus) ||
      !std::isfinite(properties.curvature))
    throw InputError("the bending modulus of a membrane must be positive or zero, and its spontaneous "
                     "curvature a finite number");
  if (kind.has_weak_form()) return make_bending_stress<B>(stream, kind, properties);
  if (kind.at_data.n_data == 0 || kind.affine.empty() != kind.affine_at_data.empty())
    throw std::invalid_argument("Bending: needs operators at the data sites");
  return std::make_unique<Bending<B>>(stream, kind, objects, properties);
}

template AnyTerm<ThisBackend> make_bending(const Stream<ThisBackend>&, const SurfaceKind&, int,
                                           const BendingProperties&);

} // namespace ibsim
