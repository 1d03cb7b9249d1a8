// membrane_viscosity.hpp. Memory, numbers: 2 n_d^2 for the operators of a kind (a quarter with symmetric
// sites), and 36 n_d an object, of which 3 n_d are state; beside what the structure has for such terms
// (bending.kernels.cpp).
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/maxwell_element.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "surface/site_operators.hpp"

#include <cmath>
#include <stdexcept>

namespace ibsim {
namespace {

constexpr int stress_columns = 9; ///< P_ik of an object, column 3 i + k

/// What the kernels need of the data sites.
struct MaxwellSites {
  DerivativeBlock at_data;
  const real* det_at_rest; ///< det G of each data site of an object
  VectorsView<real> rest;  ///< A_11, A_12, A_22 of all data sites
  MaxwellElement element;

  IBSIM_HD Tensor metric_now(Index object, Index site) const {
    return metric_tensor(at_data.at(SurfaceOperator::d1, object, site),
                         at_data.at(SurfaceOperator::d2, object, site));
  }
  IBSIM_HD Tensor metric_at_rest(Index i) const {
    const Real3 a = rest.at(i);
    return {a.x, a.y, a.z};
  }
};

/// The metric at rest after a step, or as it is where that is 0, and P_ik, column by column: column
/// (3 i + k) n_objects + object.
template <class B>
void set_stress_fields(const Stream<B>& stream, MaxwellSites sites, real time_step, const Real3* e1,
                       const Real3* e2, real* fields) {
  const Index n = sites.at_data.n_sample, all = sites.rest.n;
  for_each(stream, all, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, site = i % n;
    const Tensor g = sites.metric_now(object, site);
    Tensor A = sites.metric_at_rest(i);
    if (time_step > 0) {
      A = sites.element.relaxed(A, g, sites.det_at_rest[site], time_step);
      sites.rest.set(i, {A.a11, A.a12, A.a22});
    }
    const Tensor T = sites.element.tension(A, g);
    const Real3 d1 = sites.at_data.at(SurfaceOperator::d1, object, site),
                d2 = sites.at_data.at(SurfaceOperator::d2, object, site);
    const Real3 along1 = T.a11 * d1 + T.a12 * d2, along2 = T.a12 * d1 + T.a22 * d2; // T^ab X_b
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k)
        fields[static_cast<std::size_t>(3 * c + k) * all + i] =
            e1[site][c] * along1[k] + e2[site][c] * along2[k];
  });
}

/// F_k = e_a,i grad_a P_ik. @param derivatives along e_1 and e_2 of the fields
template <class B>
void set_divergence(const Stream<B>& stream, ColumnBlock derivatives, Index objects, const Real3* e1,
                    const Real3* e2, VectorsView<real> density, bool first) {
  const Index n = derivatives.n_sites;
  for_each(stream, density.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / n, site = i % n;
    Real3 F;
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        const Index column = (3 * c + k) * objects + object;
        F[k] += e1[site][c] * derivatives.at(0, column, site) + e2[site][c] * derivatives.at(1, column, site);
      }
    density.set(i, first ? F : density.at(i) + F);
  });
}

template <class B>
std::vector<real> spring_energies(const Stream<B>& stream, MaxwellSites sites, const real* weights) {
  const Index n = sites.at_data.n_sample;
  return reduce(
      stream, sites.at_data.n_objects, n, real{0},
      [=] IBSIM_KERNEL(Index object, Index site) {
        return weights[site] * std::sqrt(sites.det_at_rest[site]) *
               sites.element.energy(sites.metric_at_rest(object * n + site), sites.metric_now(object, site));
      },
      Plus{});
}

/// G_ab of the data sites of an object: all G_11, all G_12, all G_22.
template <class B>
void set_metric(const Stream<B>& stream, DerivativeBlock at_rest, VectorsView<real> G) {
  for_each(stream, G.n, [=] IBSIM_KERNEL(Index i) {
    const Tensor g =
        metric_tensor(at_rest.at(SurfaceOperator::d1, 0, i), at_rest.at(SurfaceOperator::d2, 0, i));
    G.set(i, {g.a11, g.a12, g.a22});
  });
}

template <class B>
class MembraneViscosity final : public DataTerm<B> {
 public:
  MembraneViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                    const ViscosityProperties& properties)
      : element_{properties.modulus, properties.viscosity / properties.modulus}, n_data_(kind.at_data.n_data),
        objects_(objects), product_(std::make_shared<DenseProduct<B>>(stream)),
        derivatives_(SiteOperators<B>::some(stream, kind.at_data, SurfaceOperator::d1, 2,
                                            stress_columns * objects, product_)),
        weights_(stream, kind.at_data.weights), e1_(stream, kind.at_data.e1), e2_(stream, kind.at_data.e2),
        fields_(std::size_t{stress_columns} * n_data_ * objects),
        field_block_(derivatives_.block_size(stress_columns * objects)),
        at_rest_(metrics_at_rest(stream, kind)), det_at_rest_(stream, determinants()) {}

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int objects) const override {
    StateField field{"metric", {}};
    for (int d = 0; d < 3; ++d)
      for (int o = 0; o < objects; ++o)
        field.at_start.insert(field.at_start.end(), at_rest_.begin() + d * n_data_,
                              at_rest_.begin() + (d + 1) * n_data_);
    return {field};
  }
  void add_density(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density,
                   bool first) override {
    set_stress_fields(stream, sites(now), now.time_step, e1_.data(), e2_.data(), fields_.data());
    const ColumnBlock derivatives =
        derivatives_.apply(stream, stress_columns * objects_, fields_.data(), field_block_.data());
    set_divergence(stream, derivatives, objects_, e1_.data(), e2_.data(), density, first);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return spring_energies(stream, sites(now), weights_.data());
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {.modulus = element_.modulus}; }

 private:
  MaxwellSites sites(const Motion<B>& now) {
    return {now.at_data, det_at_rest_.data(), vectors_view(now.state[0].values.data(), n_data_ * objects_),
            element_};
  }
  std::vector<real> metrics_at_rest(const Stream<B>& stream, const SurfaceKind& kind) {
    std::vector<real> X(std::size_t{3} * n_data_);
    for (Index i = 0; i < n_data_; ++i) vectors_view(X.data(), n_data_).set(i, kind.data_at_rest[i]);
    const Array<real, B> at_rest(stream, X);
    SiteOperators<B> operators(stream, kind.at_data, 3, product_);
    Array<real, B> G(X.size()), values(operators.block_size(3));
    const ColumnBlock block = operators.apply(stream, 3, at_rest.data(), values.data());
    set_metric(stream, DerivativeBlock{block.values, n_data_, 1, block.symmetry},
               vectors_view(G.data(), n_data_));
    return G.to_host(stream);
  }
  std::vector<real> determinants() {
    std::vector<real> det(n_data_);
    const VectorsView<const real> G = vectors_view(at_rest_.data(), n_data_);
    for (Index i = 0; i < n_data_; ++i) det[i] = G.x[i] * G.z[i] - G.y[i] * G.y[i];
    return det;
  }

  MaxwellElement element_;
  Index n_data_, objects_;
  std::shared_ptr<DenseProduct<B>> product_;
  SiteOperators<B> derivatives_;
  Array<real, B> weights_;
  Array<Real3, B> e1_, e2_; ///< frames of the data sites
  Array<real, B> fields_, field_block_;
  std::vector<real> at_rest_;  ///< G of an object
  Array<real, B> det_at_rest_; ///< det G
};

} // namespace

template <class B>
std::unique_ptr<ForceTerm<B>> make_membrane_viscosity(const Stream<B>& stream, const SurfaceKind& kind,
                                                      int objects, const ViscosityProperties& properties) {
  for (const real number : {properties.viscosity, properties.modulus})
    if (!(number > 0) || !std::isfinite(number))
      throw InputError("the viscosity of a membrane and the modulus of its Maxwell element must be positive");
  if (kind.at_data.n_data == 0 || !kind.affine.empty())
    throw std::invalid_argument("MembraneViscosity: needs operators at the data sites of a closed surface");
  return std::make_unique<MembraneViscosity<B>>(stream, kind, objects, properties);
}

template std::unique_ptr<ForceTerm<ThisBackend>>
make_membrane_viscosity(const Stream<ThisBackend>&, const SurfaceKind&, int, const ViscosityProperties&);

} // namespace ibsim
