// membrane_viscosity.hpp, the Maxwell element. Memory, numbers: at the data sites 2 n_d^2 for the operators
// of a kind (a quarter with symmetric sites), and 30 n_d an object, of which 3 n_d are state, beside what the
// structure has for such terms (bending.kernels.cpp); at the sample sites 3 n_s an object, state.
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/kelvin_voigt_viscosity.hpp"
#include "mechanics/maxwell_sites.hpp"
#include "mechanics/metrics_at_start.hpp"
#include "mechanics/tension_sites.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// @tparam At TensionAtData or TensionAtSamples
template <class B, class At>
class MaxwellViscosity final : public At::Term {
 public:
  MaxwellViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                   const ViscosityProperties& properties, const std::vector<Real3>& stretches,
                   bool by_differences)
      : element_{properties.modulus, properties.viscosity / properties.modulus},
        by_differences_(by_differences), at_(stream, kind, objects),
        at_start_(stream, kind, At::operators(kind), At::affine(kind), objects, stretches),
        det_at_rest_(stream, determinants(at_start_.of_stretch[0])) {
    for (std::size_t s = 1; s < at_start_.of_stretch.size(); ++s)
      scale_to(determinants(at_start_.of_stretch[0]), at_start_.of_stretch[s]);
  }

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int) const override {
    const std::vector<real> metric = at_start_.object_by_object(); // A, of one that is not stretched G
    if (!by_differences_) return {{"metric", metric}};
    return {{"metric", metric}, {"metric_before", metric}, {"step", {0}}};
  }
  void add(const Stream<B>& stream, const Motion<B>& now, typename At::Forces to, bool first) override {
    at_.add(stream, now, to, MaxwellTension{sites(now), now.time_step}, first);
    if (!by_differences_ || !(now.time_step > 0)) return;
    const real k = now.time_step;
    real* const before = now.state[2].values.data();
    for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *before = k; });
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return spring_energies(stream, sites(now), at_.weights(now));
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override {
    return {.modulus = element_.modulus,
            .shear = element_.modulus,
            .relaxing = element_.modulus,
            .relaxation_time = element_.relaxation_time};
  }

 private:
  MaxwellSites sites(const Motion<B>& now) {
    const auto metrics = [&](int f) { return vectors_view(now.state[f].values.data(), at_.sites()); };
    MaxwellSites all{at_.block(now), det_at_rest_.data(), metrics(0), element_, {}};
    if (by_differences_) all.before = metrics(1), all.step_before = now.state[2].values.data();
    return all;
  }

  MaxwellElement element_;
  bool by_differences_;
  At at_;
  MetricsAtStart<B> at_start_;
  Array<real, B> det_at_rest_; ///< det G
};

} // namespace

template <class B>
AnyTerm<B> make_membrane_viscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                                   const ViscosityProperties& properties, const std::vector<Real3>& stretches,
                                   const ViscousResponse& response, bool by_differences) {
  for (const real number : {properties.viscosity, properties.modulus})
    if (!(number > 0) || !std::isfinite(number))
      throw InputError("the viscosity of a membrane and the modulus of its Maxwell element must be positive");
  if (properties.model == ViscosityModel::kelvin_voigt)
    return make_kelvin_voigt_viscosity(stream, kind, objects, properties.viscosity, stretches, response);
  if (kind.has_weak_form())
    return std::make_unique<MaxwellViscosity<B, TensionAtSamples<B>>>(stream, kind, objects, properties,
                                                                      stretches, by_differences);
  return std::make_unique<MaxwellViscosity<B, TensionAtData<B>>>(stream, kind, objects, properties, stretches,
                                                                 by_differences);
}

template AnyTerm<ThisBackend> make_membrane_viscosity(const Stream<ThisBackend>&, const SurfaceKind&, int,
                                                      const ViscosityProperties&, const std::vector<Real3>&,
                                                      const ViscousResponse&, bool);

} // namespace ibsim
