// kelvin_voigt_viscosity.hpp. Memory as of the Maxwell element (membrane_viscosity.kernels.cpp), at the
// sample sites for the rates 2 n_s N more for the operators (a quarter with symmetric sites) and 6 n_s an
// object; where the tension is tracked, 12 numbers a site are state.
#include "mechanics/kelvin_voigt_viscosity.hpp"

#include "mechanics/metrics_at_start.hpp"
#include "mechanics/tension_sites.hpp"

#include <optional>

namespace ibsim {
namespace {

/// The tension of a site that has a velocity.
struct KelvinVoigtTension {
  DerivativeBlock block;
  ColumnBlock rates; ///< U_1, U_2
  KelvinVoigtElement element;

  template <class T>
  IBSIM_HD Vec3<T> rate(int operator_number, Index object, Index site) const {
    const Index n = block.n_objects;
    return {rates.as<T>(operator_number, object, site), rates.as<T>(operator_number, n + object, site),
            rates.as<T>(operator_number, 2 * n + object, site)};
  }
  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index, Index object, Index site, const TensorOf<T>& g) const {
    const BlockOf<T> x = block.as<T>();
    return element.tension(g, element.rate(x.at(SurfaceOperator::d1, object, site),
                                           x.at(SurfaceOperator::d2, object, site), rate<T>(0, object, site),
                                           rate<T>(1, object, site)));
  }
};

/// What is remembered of all sites, in the order of the state's fields.
struct TrackedSites {
  VectorsView<real> last, one_more; ///< metrics at the ends of the two steps before
  VectorsView<real> tension, slope;
  const real* step_before; ///< us; 0: there was none
  real step;
  KelvinVoigtElement element;
  ViscousResponse response;

  template <class T>
  IBSIM_HD static TensorOf<T> tensor(const Real3& a) {
    return {static_cast<T>(a.x), static_cast<T>(a.y), static_cast<T>(a.z)};
  }
  template <class T>
  IBSIM_HD static Real3 components(const TensorOf<T>& a) {
    return {a.a11, a.a12, a.a22};
  }
  /// The tension at the end of the step, after what is remembered has gone on to there.
  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index i, Index, Index, const TensorOf<T>& g) const {
    const TensionTracker<T> tracker(element, response, T(step), T(*step_before));
    const Real3 g_last = last.at(i);
    const TensorOf<T> rate = tracker.rate(g, tensor<T>(g_last), tensor<T>(one_more.at(i)));
    const auto now = tracker.next({tensor<T>(tension.at(i)), tensor<T>(slope.at(i))}, g, rate);
    one_more.set(i, g_last), last.set(i, components(g));
    tension.set(i, components(now.tension)), slope.set(i, components(now.slope));
    return now.tension;
  }
};

/// @tparam At TensionAtData or TensionAtSamples
template <class B, class At>
class KelvinVoigtViscosity final : public At::Term {
 public:
  KelvinVoigtViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects, real viscosity,
                       const std::vector<Real3>& stretches, const ViscousResponse& response)
      : element_{viscosity}, response_(response), objects_(objects), at_(stream, kind, objects, true) {
    if (is_tracked())
      at_start_.emplace(stream, kind, At::operators(kind), At::affine(kind), objects, stretches);
  }

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int) const override {
    if (!is_tracked()) return {};
    return {at_start_->field("metric"),
            at_start_->field("metric_before"),
            at_start_->zeros("tension"),
            at_start_->zeros("slope"),
            {"step", the_same_for_all, {0}}};
  }

  void add(const Stream<B>& stream, const Motion<B>& now, typename At::Forces to, bool first) override {
    if (is_tracked() && now.time_step > 0) {
      const auto field = [&](int f) { return vectors_view(now.state[f].values.data(), at_.sites()); };
      const real k = now.time_step;
      real* const before = now.state[4].values.data();
      at_.add(stream, now, to,
              TrackedSites{field(0), field(1), field(2), field(3), before, k, element_, response_}, first);
      for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *before = k; });
      return;
    }
    if (!now.U.x) return at_.add_nothing(stream, to, first); // at rest
    const ColumnBlock rates = at_.rates(stream, now.U.x);
    at_.add(stream, now, to, KelvinVoigtTension{at_.block(now), rates, element_}, first);
  }
  std::vector<real> energy(const Stream<B>&, const Motion<B>&) override {
    return std::vector<real>(static_cast<std::size_t>(objects_)); // all becomes heat
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override {
    return {.viscosity = element_.viscosity};
  }

 private:
  bool is_tracked() const { return response_.most > 0; }

  KelvinVoigtElement element_;
  ViscousResponse response_;
  Index objects_;
  At at_;
  std::optional<MetricsAtStart<B>> at_start_; ///< where the tension is tracked
};

} // namespace

template <class B>
AnyTerm<B> make_kelvin_voigt_viscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                                       real viscosity, const std::vector<Real3>& stretches,
                                       const ViscousResponse& response) {
  if (kind.has_weak_form())
    return std::make_unique<KelvinVoigtViscosity<B, TensionAtSamples<B>>>(stream, kind, objects, viscosity,
                                                                          stretches, response);
  return std::make_unique<KelvinVoigtViscosity<B, TensionAtData<B>>>(stream, kind, objects, viscosity,
                                                                     stretches, response);
}

template AnyTerm<ThisBackend> make_kelvin_voigt_viscosity(const Stream<ThisBackend>&, const SurfaceKind&, int,
                                                          real, const std::vector<Real3>&,
                                                          const ViscousResponse&);

} // namespace ibsim
