// membrane_viscosity.hpp. Memory, numbers: 2 n_d^2 for the operators of a kind (a quarter with symmetric
// sites), and 27 n_d an object, with the Maxwell element 3 n_d more, which are state; beside what the
// structure has for such terms (bending.kernels.cpp).
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/kelvin_voigt_element.hpp"
#include "mechanics/maxwell_element.hpp"
#include "mechanics/tension_divergence.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <stdexcept>

namespace ibsim {
namespace {

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

/// The tension of a site; where the step is more than 0, after its metric at rest has gone on by it.
struct MaxwellTension {
  MaxwellSites sites;
  real time_step;

  IBSIM_HD Tensor operator()(Index i, Index object, Index site) const {
    const Tensor g = sites.metric_now(object, site);
    Tensor A = sites.metric_at_rest(i);
    if (time_step > 0) {
      A = sites.element.relaxed(A, g, sites.det_at_rest[site], time_step);
      sites.rest.set(i, {A.a11, A.a12, A.a22});
    }
    return sites.element.tension(A, g);
  }
};

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

/// The metric at the data sites of an object at the start: all g_11, all g_12, all g_22.
template <class B>
std::vector<real> metrics_at_start(const Stream<B>& stream, const SurfaceKind& kind, const Real3& stretch,
                                   const std::shared_ptr<DenseProduct<B>>& product) {
  const Index n = kind.at_data.n_data;
  std::vector<real> X(std::size_t{3} * n);
  for (Index i = 0; i < n; ++i) {
    const Real3& x = kind.start()[i];
    vectors_view(X.data(), n).set(i, {stretch.x * x.x, stretch.y * x.y, stretch.z * x.z});
  }
  const Array<real, B> at_start(stream, X);
  SiteOperators<B> operators(stream, kind.at_data, 3, product);
  Array<real, B> G(X.size()), values(operators.block_size(3));
  const ColumnBlock block = operators.apply(stream, 3, at_start.data(), values.data());
  set_metric(stream, DerivativeBlock{block.values, n, 1, block.symmetry}, vectors_view(G.data(), n));
  return G.to_host(stream);
}

std::vector<real> determinants(const std::vector<real>& metrics) {
  const auto n = static_cast<Index>(metrics.size() / 3);
  std::vector<real> det(n);
  const VectorsView<const real> G = vectors_view(metrics.data(), n);
  for (Index i = 0; i < n; ++i) det[i] = G.x[i] * G.z[i] - G.y[i] * G.y[i];
  return det;
}

/// `metrics` times what gives them these determinants.
void scale_to(const std::vector<real>& dets, std::vector<real>& metrics) {
  const std::vector<real> now = determinants(metrics);
  for (std::size_t i = 0; i < metrics.size(); ++i)
    metrics[i] *= std::sqrt(dets[i % dets.size()] / now[i % dets.size()]);
}

template <class B>
class MaxwellViscosity final : public DataTerm<B> {
 public:
  MaxwellViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                   const ViscosityProperties& properties, const std::vector<Real3>& stretches)
      : element_{properties.modulus, properties.viscosity / properties.modulus}, n_data_(kind.at_data.n_data),
        objects_(objects), product_(std::make_shared<DenseProduct<B>>(stream)),
        divergence_(stream, kind, objects, product_), weights_(stream, kind.at_data.weights),
        starts_{{{1, 1, 1}, metrics_at_start(stream, kind, {1, 1, 1}, product_)}},
        det_at_rest_(stream, determinants(starts_[0].metrics)) {
    for (int o = 0; o < objects; ++o) {
      const Real3 stretch = stretches.empty() ? Real3{1, 1, 1} : stretches[static_cast<std::size_t>(o)];
      std::size_t start = 0;
      while (start < starts_.size() && !(starts_[start].stretch == stretch)) ++start;
      if (start == starts_.size()) {
        starts_.push_back({stretch, metrics_at_start(stream, kind, stretch, product_)});
        scale_to(determinants(starts_[0].metrics), starts_.back().metrics);
      }
      start_of_.push_back(start);
    }
  }

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int objects) const override {
    StateField field{"metric", {}};
    for (int d = 0; d < 3; ++d)
      for (int o = 0; o < objects; ++o) {
        const std::vector<real>& metrics = starts_[start_of_[static_cast<std::size_t>(o)]].metrics;
        field.at_start.insert(field.at_start.end(), metrics.begin() + d * n_data_,
                              metrics.begin() + (d + 1) * n_data_);
      }
    return {field};
  }
  void add_density(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density,
                   bool first) override {
    divergence_.add(stream, now.at_data, MaxwellTension{sites(now), now.time_step}, density, first);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return spring_energies(stream, sites(now), weights_.data());
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override {
    return {.modulus = element_.modulus,
            .shear = element_.modulus,
            .relaxing = element_.modulus,
            .relaxation_time = element_.relaxation_time};
  }

 private:
  MaxwellSites sites(const Motion<B>& now) {
    return {now.at_data, det_at_rest_.data(), vectors_view(now.state[0].values.data(), n_data_ * objects_),
            element_};
  }

  MaxwellElement element_;
  Index n_data_, objects_;
  std::shared_ptr<DenseProduct<B>> product_;
  TensionDivergence<B> divergence_;
  Array<real, B> weights_;
  struct Start {
    Real3 stretch;
    std::vector<real> metrics; ///< A of an object
  };
  std::vector<Start> starts_;         ///< the first: of an object that is not stretched, whose A is G
  std::vector<std::size_t> start_of_; ///< of each object
  Array<real, B> det_at_rest_;        ///< det G
};

/// The tension of a site that has a velocity.
struct KelvinVoigtTension {
  DerivativeBlock at_data;
  ColumnBlock rates; ///< U_1, U_2
  KelvinVoigtElement element;

  IBSIM_HD Real3 rate(int operator_number, Index object, Index site) const {
    const Index n = at_data.n_objects;
    return {rates.at(operator_number, object, site), rates.at(operator_number, n + object, site),
            rates.at(operator_number, 2 * n + object, site)};
  }
  IBSIM_HD Tensor operator()(Index, Index object, Index site) const {
    const Real3 d1 = at_data.at(SurfaceOperator::d1, object, site),
                d2 = at_data.at(SurfaceOperator::d2, object, site);
    return element.tension(metric_tensor(d1, d2),
                           element.rate(d1, d2, rate(0, object, site), rate(1, object, site)));
  }
};

template <class B>
class KelvinVoigtViscosity final : public DataTerm<B> {
 public:
  KelvinVoigtViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                       const ViscosityProperties& properties)
      : element_{properties.viscosity}, objects_(objects),
        divergence_(stream, kind, objects, std::make_shared<DenseProduct<B>>(stream)) {}

  std::string name() const override { return "viscosity"; }

  void add_density(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density,
                   bool first) override {
    if (!now.U.x) { // at rest
      if (first) fill_zero(stream, density.x, sizeof(real) * 3 * density.n);
      return;
    }
    const ColumnBlock rates = divergence_.derivatives_of(stream, now.U.x);
    divergence_.add(stream, now.at_data, KelvinVoigtTension{now.at_data, rates, element_}, density, first);
  }
  std::vector<real> energy(const Stream<B>&, const Motion<B>&) override {
    return std::vector<real>(static_cast<std::size_t>(objects_)); // all becomes heat
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override {
    return {.viscosity = element_.viscosity};
  }

 private:
  KelvinVoigtElement element_;
  Index objects_;
  TensionDivergence<B> divergence_;
};

} // namespace

template <class B>
std::unique_ptr<ForceTerm<B>> make_membrane_viscosity(const Stream<B>& stream, const SurfaceKind& kind,
                                                      int objects, const ViscosityProperties& properties,
                                                      const std::vector<Real3>& stretches) {
  for (const real number : {properties.viscosity, properties.modulus})
    if (!(number > 0) || !std::isfinite(number))
      throw InputError("the viscosity of a membrane and the modulus of its Maxwell element must be positive");
  if (kind.at_data.n_data == 0 || !kind.affine.empty())
    throw std::invalid_argument("MembraneViscosity: needs operators at the data sites of a closed surface");
  if (properties.model == ViscosityModel::kelvin_voigt)
    return std::make_unique<KelvinVoigtViscosity<B>>(stream, kind, objects, properties);
  return std::make_unique<MaxwellViscosity<B>>(stream, kind, objects, properties, stretches);
}

template std::unique_ptr<ForceTerm<ThisBackend>> make_membrane_viscosity(const Stream<ThisBackend>&,
                                                                         const SurfaceKind&, int,
                                                                         const ViscosityProperties&,
                                                                         const std::vector<Real3>&);

} // namespace ibsim
