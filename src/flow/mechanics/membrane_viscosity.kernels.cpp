// membrane_viscosity.hpp, the Maxwell element. Memory, numbers: at the data sites 2 n_d^2 for the operators
// of a kind (a quarter with symmetric sites), and 30 n_d an object, of which 3 n_d are state, beside what the
// structure has for such terms (bending.kernels.cpp); at the sample sites 3 n_s an object, state.
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/kelvin_voigt_viscosity.hpp"
#include "mechanics/maxwell_springs.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// @tparam At TensionAtData or TensionAtSamples
template <class B, class At>
class MaxwellViscosity : public At::Term {
 public:
  MaxwellViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                   const ViscosityProperties& properties, const std::vector<Real3>& stretches,
                   bool by_differences)
      : by_differences_(by_differences), at_(stream, kind, objects),
        springs_(stream, kind, objects, {properties.modulus, properties.viscosity / properties.modulus},
                 stretches) {}

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int) const override {
    if (!by_differences_) return {springs_.metric("metric")};
    return {springs_.metric("metric"), springs_.metric("metric_before"), {"step", the_same_for_all, {0}}};
  }
  void add(const Stream<B>& stream, const Motion<B>& now, typename At::Forces to, bool first) override {
    at_.add(stream, now, to, tension(now), first);
    end_step(stream, now);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return spring_energies(stream, tension(now).sites, at_.weights(now));
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return springs_.stiffness(); }

 protected:
  MaxwellTension tension(const Motion<B>& now) const {
    return {springs_.at(at_, now, 0, step_before(now)), now.time_step};
  }
  void end_step(const Stream<B>& stream, const Motion<B>& now) {
    if (by_differences_ && now.time_step > 0) remember_step(stream, now.time_step, step_before(now));
  }

 private:
  real* step_before(const Motion<B>& now) const {
    return by_differences_ ? now.state[2].values.data() : nullptr;
  }

  bool by_differences_;
  At at_;
  MaxwellSprings<B, At> springs_;
};

/// Viscosity of a surface with a weak form, in the pass over its sample sites.
template <class B>
class ViscosityInPass final : public MaxwellViscosity<B, TensionAtSamples<B>> {
 public:
  using MaxwellViscosity<B, TensionAtSamples<B>>::MaxwellViscosity;
  bool joins(const Motion<B>& now, SitePass<B>& pass) override {
    pass.springs = this->tension(now);
    return true;
  }
  void passed(const Stream<B>& stream, const Motion<B>& now) override { this->end_step(stream, now); }
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
    return std::make_unique<ViscosityInPass<B>>(stream, kind, objects, properties, stretches, by_differences);
  return std::make_unique<MaxwellViscosity<B, TensionAtData<B>>>(stream, kind, objects, properties, stretches,
                                                                 by_differences);
}

template AnyTerm<ThisBackend> make_membrane_viscosity(const Stream<ThisBackend>&, const SurfaceKind&, int,
                                                      const ViscosityProperties&, const std::vector<Real3>&,
                                                      const ViscousResponse&, bool);

} // namespace ibsim
