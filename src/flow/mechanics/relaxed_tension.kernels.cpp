// relaxed_tension.hpp. Memory, numbers: as of a Maxwell element (membrane_viscosity.kernels.cpp), and 12 a
// site of state.
#include "mechanics/relaxed_tension.hpp"

#include "mechanics/maxwell_springs.hpp"
#include "mechanics/surface_stiffness.hpp"

namespace ibsim {
namespace {

/// What is remembered of all sites, in the order of the state's fields.
template <Law L>
struct FollowedSites {
  MaxwellSites maxwell; ///< of modulus 0: none
  L law;
  VectorsView<const real> G; ///< at rest, of the sites of an object
  VectorsView<real> tension, slope, last, one_more;
  const real* step_before; ///< us; 0: there was none
  real step;
  RippleResponse response;

  IBSIM_HD static Tensor tensor(const Real3& a) { return {a.x, a.y, a.z}; }
  IBSIM_HD static Real3 components(const Tensor& a) { return {a.a11, a.a12, a.a22}; }
  /// What the followed tension at the end of the step has more than the law's.
  IBSIM_HD Tensor operator()(Index i, Index, Index site, const Tensor& g) const {
    const Tensor rest = tensor(G.at(site)), inv = inverse(rest);
    const real det = determinant(rest), modulus = maxwell.element.modulus;
    const Invariants now{contract(inv, g), determinant(g) / det};
    const LawEnergy w = law(now.i1, now.i2);
    const Tensor of_law = std::sqrt(det) * (2 * w.w1 * inv + 2 * now.i2 * w.w2 * inverse(g));
    const Tensor all = modulus > 0 ? of_law + maxwell.tension(i, site, g, step) : of_law;

    const Principal l = principal_stretches(now);
    const real r =
        response.of(surface_stiffness(law, now) + modulus, 2 * w.w1 * l.first / l.second + modulus, step);
    const TensionRelaxation relaxation(r, step, *step_before);
    const Real3 before = last.at(i);
    const TensionRelaxation::Followed next = relaxation.next({tensor(tension.at(i)), tensor(slope.at(i))},
                                                             all, tensor(before), tensor(one_more.at(i)));
    one_more.set(i, relaxation.ratio > 0 ? before : components(all)), last.set(i, components(all));
    tension.set(i, components(next.tension)), slope.set(i, components(next.slope));
    return relaxation.acting(next) + real{-1} * of_law;
  }
};

template <class B, Law L>
class RelaxedTension final : public StressTerm<B> {
  using At = TensionAtSamples<B>;

 public:
  RelaxedTension(const Stream<B>& stream, const SurfaceKind& kind, int objects, const L& law,
                 const ViscosityProperties& viscosity, const std::vector<Real3>& stretches,
                 const RippleResponse& response)
      : law_(law), response_(response), objects_(objects), at_(stream, kind, objects),
        springs_(stream, kind, objects,
                 viscosity.viscosity > 0
                     ? MaxwellElement{viscosity.modulus, viscosity.viscosity / viscosity.modulus}
                     : MaxwellElement{},
                 stretches),
        at_rest_(stream, metrics_at_rest(stream, kind, At::operators(kind), At::affine(kind))) {}

  std::string name() const override { return "tension"; }
  void take_law(const AnyLaw& law) override { law_ = std::get<L>(law); }

  std::vector<StateField> fields(int) const override {
    const std::vector<real> metric = springs_.metric(), nothing(metric.size());
    std::vector<StateField> all{
        {"tension", nothing}, {"slope", nothing}, {"last", nothing}, {"one_more", nothing}, {"step", {0}}};
    if (is_viscous()) all.push_back({"metric", metric}), all.push_back({"metric_before", metric});
    return all;
  }

  void add(const Stream<B>& stream, const Motion<B>& now, SiteStresses to, bool first) override {
    if (now.time_step > 0) {
      const auto field = [&](int f) { return vectors_view(now.state[f].values.data(), at_.sites()); };
      const real k = now.time_step;
      real* const before = now.state[4].values.data();
      at_.add(stream, now, to,
              FollowedSites<L>{maxwell(now), law_,
                               vectors_view<const real>(at_rest_.data(), springs_.sites()), field(0),
                               field(1), field(2), field(3), before, k, response_},
              first);
      remember_step(stream, k, before);
    } else if (is_viscous()) {
      at_.add(stream, now, to, MaxwellTension{maxwell(now), 0}, first);
    } else {
      at_.add_nothing(stream, to, first);
    }
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    if (!is_viscous()) return std::vector<real>(static_cast<std::size_t>(objects_)); // the law has its own
    return spring_energies(stream, maxwell(now), at_.weights(now));
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override {
    Stiffness all = springs_.stiffness();
    all.tension_is_relaxed = true;
    return all;
  }

 private:
  bool is_viscous() const { return springs_.element().modulus > 0; }
  MaxwellSites maxwell(const Motion<B>& now) const {
    return springs_.at(at_, now, 5, now.state[4].values.data());
  }

  L law_;
  RippleResponse response_;
  Index objects_;
  At at_;
  MaxwellSprings<B, At> springs_;
  Array<real, B> at_rest_; ///< G of the law
};

} // namespace

template <class B>
std::unique_ptr<StressTerm<B>>
make_relaxed_tension(const Stream<B>& stream, const SurfaceKind& kind, int objects, const AnyLaw& any,
                     const ViscosityProperties& viscosity, const std::vector<Real3>& stretches,
                     const RippleResponse& response) {
  if (!kind.has_weak_form()) throw std::invalid_argument("make_relaxed_tension: needs a weak form");
  return std::visit(
      [&](const auto& law) -> std::unique_ptr<StressTerm<B>> {
        using L = std::decay_t<decltype(law)>;
        return std::make_unique<RelaxedTension<B, L>>(stream, kind, objects, law, viscosity, stretches,
                                                      response);
      },
      any);
}

template std::unique_ptr<StressTerm<ThisBackend>>
make_relaxed_tension(const Stream<ThisBackend>&, const SurfaceKind&, int, const AnyLaw&,
                     const ViscosityProperties&, const std::vector<Real3>&, const RippleResponse&);

} // namespace ibsim
