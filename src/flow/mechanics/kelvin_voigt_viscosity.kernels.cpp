// kelvin_voigt_viscosity.hpp. Memory as of the Maxwell element (membrane_viscosity.kernels.cpp); where the
// tension is tracked, 12 n_d numbers an object are state.
#include "mechanics/kelvin_voigt_viscosity.hpp"

#include "mechanics/metrics_at_start.hpp"
#include "mechanics/tension_divergence.hpp"

#include <optional>

namespace ibsim {
namespace {

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

/// What is remembered of all data sites, in the order of the state's fields.
struct TrackedSites {
  DerivativeBlock at_data;
  VectorsView<real> last, one_more; ///< metrics at the ends of the two steps before
  VectorsView<real> tension, slope;
  const real* step_before; ///< us; 0: there was none
  real step;
  KelvinVoigtElement element;
  ViscousResponse response;

  IBSIM_HD static Tensor tensor(const Real3& a) { return {a.x, a.y, a.z}; }
  IBSIM_HD static Real3 components(const Tensor& a) { return {a.a11, a.a12, a.a22}; }
  /// The tension at the end of the step, after what is remembered has gone on to there.
  IBSIM_HD Tensor operator()(Index i, Index object, Index site) const {
    const Tensor g = metric_tensor(at_data.at(SurfaceOperator::d1, object, site),
                                   at_data.at(SurfaceOperator::d2, object, site));
    const TensionTracker tracker(element, response, step, *step_before);
    const Real3 g_last = last.at(i);
    const Tensor rate = tracker.rate(g, tensor(g_last), tensor(one_more.at(i)));
    const TensionTracker::Tracked now = tracker.next({tensor(tension.at(i)), tensor(slope.at(i))}, g, rate);
    one_more.set(i, g_last), last.set(i, components(g));
    tension.set(i, components(now.tension)), slope.set(i, components(now.slope));
    return now.tension;
  }
};

template <class B>
class KelvinVoigtViscosity final : public DataTerm<B> {
 public:
  KelvinVoigtViscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects, real viscosity,
                       const std::vector<Real3>& stretches, const ViscousResponse& response)
      : element_{viscosity}, response_(response), sites_(kind.at_data.n_data * objects), objects_(objects),
        product_(std::make_shared<DenseProduct<B>>(stream, kind.columns)),
        divergence_(stream, kind, objects, product_) {
    if (is_tracked()) at_start_.emplace(stream, kind, objects, stretches, product_);
  }

  std::string name() const override { return "viscosity"; }

  std::vector<StateField> fields(int) const override {
    if (!is_tracked()) return {};
    const std::vector<real> metric = at_start_->object_by_object(), nothing(metric.size());
    return {{"metric", metric},
            {"metric_before", metric},
            {"tension", nothing},
            {"slope", nothing},
            {"step", {0}}};
  }

  void add_density(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> density,
                   bool first) override {
    if (is_tracked() && now.time_step > 0) {
      const auto field = [&](int f) { return vectors_view(now.state[f].values.data(), sites_); };
      const real k = now.time_step;
      real* const before = now.state[4].values.data();
      divergence_.add(
          stream, now.at_data,
          TrackedSites{now.at_data, field(0), field(1), field(2), field(3), before, k, element_, response_},
          density, first);
      for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *before = k; });
      return;
    }
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
  bool is_tracked() const { return response_.most > 0; }

  KelvinVoigtElement element_;
  ViscousResponse response_;
  Index sites_, objects_;
  std::shared_ptr<DenseProduct<B>> product_;
  std::optional<MetricsAtStart<B>> at_start_; ///< where the tension is tracked
  TensionDivergence<B> divergence_;
};

} // namespace

template <class B>
std::unique_ptr<DataTerm<B>>
make_kelvin_voigt_viscosity(const Stream<B>& stream, const SurfaceKind& kind, int objects, real viscosity,
                            const std::vector<Real3>& stretches, const ViscousResponse& response) {
  return std::make_unique<KelvinVoigtViscosity<B>>(stream, kind, objects, viscosity, stretches, response);
}

template std::unique_ptr<DataTerm<ThisBackend>> make_kelvin_voigt_viscosity(const Stream<ThisBackend>&,
                                                                            const SurfaceKind&, int, real,
                                                                            const std::vector<Real3>&,
                                                                            const ViscousResponse&);

} // namespace ibsim
