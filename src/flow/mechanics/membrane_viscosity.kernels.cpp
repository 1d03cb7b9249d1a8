// membrane_viscosity.hpp, the Maxwell element. Memory, numbers: 2 n_d^2 for the operators of a kind (a
// quarter with symmetric sites), and 30 n_d an object, of which 3 n_d are state; beside what the structure
// has for such terms (bending.kernels.cpp).
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/kelvin_voigt_viscosity.hpp"
#include "mechanics/maxwell_sites.hpp"
#include "mechanics/metrics_at_start.hpp"
#include "mechanics/tension_divergence.hpp"

#include <cmath>
#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
class MaxwellViscosity final : public DataTerm<B> {
 public:
  MaxwellViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                   const ViscosityProperties& properties, const std::vector<Real3>& stretches)
      : element_{properties.modulus, properties.viscosity / properties.modulus}, n_data_(kind.at_data.n_data),
        objects_(objects), product_(std::make_shared<DenseProduct<B>>(stream, kind.columns)),
        divergence_(stream, kind, objects, product_), weights_(stream, kind.at_data.weights),
        at_start_(stream, kind, objects, stretches, product_),
        det_at_rest_(stream, determinants(at_start_.of_stretch[0])) {
    for (std::size_t s = 1; s < at_start_.of_stretch.size(); ++s)
      scale_to(determinants(at_start_.of_stretch[0]), at_start_.of_stretch[s]);
  }

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int) const override {
    return {{"metric", at_start_.object_by_object()}}; // A, of one that is not stretched G
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
  MetricsAtStart<B> at_start_;
  Array<real, B> det_at_rest_; ///< det G
};

} // namespace

template <class B>
std::unique_ptr<DataTerm<B>> make_membrane_viscosity(const Stream<B>& stream, const SurfaceKind& kind,
                                                     int objects, const ViscosityProperties& properties,
                                                     const std::vector<Real3>& stretches,
                                                     const ViscousResponse& response) {
  for (const real number : {properties.viscosity, properties.modulus})
    if (!(number > 0) || !std::isfinite(number))
      throw InputError("the viscosity of a membrane and the modulus of its Maxwell element must be positive");
  if (kind.at_data.n_data == 0 || kind.affine.empty() != kind.affine_at_data.empty())
    throw std::invalid_argument("MembraneViscosity: needs operators at the data sites");
  if (properties.model == ViscosityModel::kelvin_voigt)
    return make_kelvin_voigt_viscosity(stream, kind, objects, properties.viscosity, stretches, response);
  return std::make_unique<MaxwellViscosity<B>>(stream, kind, objects, properties, stretches);
}

template std::unique_ptr<DataTerm<ThisBackend>>
make_membrane_viscosity(const Stream<ThisBackend>&, const SurfaceKind&, int, const ViscosityProperties&,
                        const std::vector<Real3>&, const ViscousResponse&);

} // namespace ibsim
