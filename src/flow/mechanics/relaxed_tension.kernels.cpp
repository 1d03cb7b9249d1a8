// relaxed_tension.hpp. Memory, numbers: as of a Maxwell element (membrane_viscosity.kernels.cpp), and 12 a
// site of state. Those are floats in single precision: what follows forgets its rounding.
#include "mechanics/relaxed_tension.hpp"

#include "mechanics/maxwell_springs.hpp"
#include "mechanics/pairs_of_tensors.hpp"
#include "mechanics/surface_stiffness.hpp"

namespace ibsim {
namespace {

/// What is remembered of all sites, in the order of the state's fields: in doubles, or in floats.
template <class T>
struct FollowedMemory;
template <>
struct FollowedMemory<real> {
  static constexpr std::size_t fields = 4;
  VectorsView<real> tension, slope, last, one_more;

  struct Site {
    Tensor tension, slope, last, one_more;
  };
  IBSIM_HD static Tensor tensor(const Real3& a) { return {a.x, a.y, a.z}; }
  IBSIM_HD static Real3 components(const Tensor& a) { return {a.a11, a.a12, a.a22}; }
  IBSIM_HD Site at(Index i) const {
    return {tensor(tension.at(i)), tensor(slope.at(i)), tensor(last.at(i)), tensor(one_more.at(i))};
  }
  IBSIM_HD void set(Index i, const Site& of) const {
    one_more.set(i, components(of.one_more)), last.set(i, components(of.last));
    tension.set(i, components(of.tension)), slope.set(i, components(of.slope));
  }
};
template <>
struct FollowedMemory<float> {
  static constexpr std::size_t fields = 2;
  PairsOfTensors followed, targets; ///< tension and slope; last and one_more

  struct Site {
    TensorOf<float> tension, slope, last, one_more;
  };
  IBSIM_HD Site at(Index i) const {
    const PairsOfTensors::Pair a = followed.at(i), b = targets.at(i);
    return {a.first, a.second, b.first, b.second};
  }
  IBSIM_HD void set(Index i, const Site& of) const {
    followed.set(i, {of.tension, of.slope}), targets.set(i, {of.last, of.one_more});
  }
};

/// @tparam T number type of tensions
template <class T, Law L>
struct FollowedSites {
  MaxwellSites maxwell; ///< of modulus 0: none
  L law;
  VectorsView<const real> G; ///< at rest, of the sites of an object
  FollowedMemory<T> memory;
  const real* step_before; ///< us; 0: there was none
  real step;
  RippleResponse response;

  /// What the followed tension at the end of the step has more than the law's.
  IBSIM_HD TensorOf<T> operator()(Index i, Index, Index site, const TensorOf<T>& g) const {
    using Tensor = TensorOf<T>;
    const Real3 at_rest = G.at(site);
    const Tensor rest{T(at_rest.x), T(at_rest.y), T(at_rest.z)}, inv = inverse(rest);
    const T det = determinant(rest), modulus = T(maxwell.element.modulus), k = T(step);
    const InvariantsOf<T> now{contract(inv, g), determinant(g) / det};
    const LawEnergyOf<T> w = energy_of(law, now.i1, now.i2);
    const Tensor of_law = std::sqrt(det) * (2 * w.w1 * inv + 2 * now.i2 * w.w2 * inverse(g));
    const Tensor all = modulus > 0 ? of_law + maxwell.tension(i, site, g, k) : of_law;

    const PrincipalOf<T> l = principal_stretches(now);
    const T r =
        response.of(surface_stiffness(law, now) + modulus, 2 * w.w1 * l.first / l.second + modulus, k);
    const TensionRelaxation<T> relaxation(r, k, T(*step_before));
    const auto was = memory.at(i);
    const auto next = relaxation.next({was.tension, was.slope}, all, was.last, was.one_more);
    memory.set(i, {next.tension, next.slope, all, relaxation.ratio > 0 ? was.last : all});
    return relaxation.acting(next) + T{-1} * of_law;
  }
};

template <class B, Law L>
class RelaxedTension final : public StressTerm<B> {
  using At = TensionAtSamples<B>;

 public:
  RelaxedTension(const Stream<B>& stream, const SurfaceKind& kind, int objects, const L& law,
                 const ViscosityProperties& viscosity, const std::vector<Real3>& stretches,
                 const RippleResponse& response)
      : law_(law), response_(response), objects_(objects), in_floats_(kind.in_floats()),
        at_(stream, kind, objects),
        springs_(stream, kind, objects,
                 viscosity.viscosity > 0
                     ? MaxwellElement{viscosity.modulus, viscosity.viscosity / viscosity.modulus}
                     : MaxwellElement{},
                 stretches),
        at_rest_(stream, metrics_at_rest(stream, kind, At::operators(kind), At::affine(kind))) {}

  std::string name() const override { return "tension"; }
  void take_law(const AnyLaw& law) override { law_ = std::get<L>(law); }

  std::vector<StateField> fields(int) const override {
    std::vector<StateField> all;
    const auto begin_at_zero = [&](const char* name) { all.push_back(springs_.zeros(name)); };
    begin_at_zero("tension");
    if (!in_floats_) begin_at_zero("slope");
    begin_at_zero("last");
    if (!in_floats_) begin_at_zero("one_more");
    all.push_back({"step", the_same_for_all, {0}});
    if (is_viscous())
      all.push_back(springs_.metric("metric")), all.push_back(springs_.metric("metric_before"));
    return all;
  }

  void add(const Stream<B>& stream, const Motion<B>& now, SiteStresses to, bool first) override {
    if (now.time_step > 0) {
      const auto field = [&](int f) { return vectors_view(now.state[f].values.data(), at_.sites()); };
      if (in_floats_)
        follow(stream, now, to, FollowedMemory<float>{{field(0)}, {field(1)}}, first);
      else
        follow(stream, now, to, FollowedMemory<real>{field(0), field(1), field(2), field(3)}, first);
      remember_step(stream, now.time_step, step_before(now));
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
  std::size_t followed_fields() const {
    return in_floats_ ? FollowedMemory<float>::fields : FollowedMemory<real>::fields;
  }
  real* step_before(const Motion<B>& now) const { return now.state[followed_fields()].values.data(); }
  MaxwellSites maxwell(const Motion<B>& now) const {
    return springs_.at(at_, now, followed_fields() + 1, step_before(now));
  }
  template <class T>
  void follow(const Stream<B>& stream, const Motion<B>& now, SiteStresses to, const FollowedMemory<T>& memory,
              bool first) {
    const FollowedSites<T, L> tension{maxwell(now),
                                      law_,
                                      vectors_view<const real>(at_rest_.data(), springs_.sites()),
                                      memory,
                                      step_before(now),
                                      now.time_step,
                                      response_};
    add_tension_stresses(stream, now.block.template as<T>(), now.surface.weights(), to.template as<T>(),
                         tension, first);
  }

  L law_;
  RippleResponse response_;
  Index objects_;
  bool in_floats_;
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
