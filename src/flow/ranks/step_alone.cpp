#include "ranks/step_alone.hpp"

#include "coupling/interpolate.hpp"
#include "grid/host_points.hpp"
#include "grid/packed_points.hpp"
#include "model/scenario.hpp"
#include "objects/pair_forces.hpp"
#include "parallel/with_cuda.hpp"
#include "state/kept_states.hpp"
#include "state/state_hash.hpp"
#include "step/make_state.hpp"
#include "step/max_speed.hpp"

namespace ibsim {
namespace {

template <class B>
class StepAlone final : public StepperOn<B> {
 public:
  StepAlone(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
            std::vector<Structure<B>> structures, typename ImmersedBoundaryStep<B>::PairForces pair_forces)
      : StepperOn<B>(stream, scenario.time), model_(model_of_run(scenario, scenario.time)),
        copies_(scenario.device.copies), slab_(slab_of_all(scenario.grid.n)),
        step_(stream, model_, std::move(structures), std::move(pair_forces)), touching_(scenario) {
    state_ = state_at_start(stream, scenario, scenario.time.step, kinds, step_);
    if (!model_.keep_volume) return;
    std::vector<std::vector<real>> volumes(kinds.size());
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      for (const StructureIntegrals& at_start : integrals(kind)) volumes[kind].push_back(at_start.volume);
    step_.keep_volumes(stream, kinds, volumes);
  }

  void advance() override { step_.advance(stream_, state_, this->timer_); }
  std::optional<Failure> failure() const override { return step_.failure(stream_); }
  real max_speed() const override {
    return ibsim::max_speed(stream_, model_.grid, std::as_const(state_.velocity).any());
  }
  void forget() override { evaluation_.reset(); }

  State<B> copy_state(State<B> into) override {
    if (!keeps_on_host_) {
      const RoomForCopies found = room_for_copies(state_);
      keeps_on_host_ = copies_go_to_host<B>(copies_, found, {found});
    }
    if (*keeps_on_host_) return copy_on_host(stream_, state_, std::move(into));
    return copy_of(stream_, model_.grid, state_, std::move(into));
  }
  void go_back_to(const State<B>& copy) override {
    if (is_on_host(copy))
      set_from_host(stream_, copy, state_);
    else
      state_ = copy_of(stream_, model_.grid, copy, std::move(state_));
    step_.forget_failure(stream_);
  }
  void exchange_with(State<B>& other) override {
    if (is_on_host(other))
      exchange_with_host(stream_, state_, other);
    else
      std::swap(state_, other);
    step_.forget_failure(stream_);
  }

  std::vector<std::pair<std::string, std::size_t>> array_names() const override {
    std::vector<std::pair<std::string, std::size_t>> names;
    for_each_array(state_, [&](const std::string& name, auto& array, const auto&) {
      names.push_back({name, array.size()});
    });
    return names;
  }
  std::vector<real> array_on_host(std::size_t number) const override {
    std::vector<real> found;
    std::size_t next = 0;
    for_each_array(state_, [&](const auto&, auto& array, const auto&) {
      if (next++ == number) found = array.to_host(stream_);
    });
    return found;
  }
  void set_arrays(const Stepper::ArraysByName& array) override {
    for_each_array(state_, [&](const std::string& name, auto& values, const auto&) {
      values.set(stream_, array(name, values.size()));
    });
  }
  std::uint64_t hash() const override { return state_hash(stream_, state_); }

  std::vector<StructureIntegrals> integrals(std::size_t kind) override {
    return step_.structure(kind).integrals(stream_, state_.of(kind), derivatives().derivatives[kind]);
  }
  Stiffness stiffness(std::size_t kind) override {
    return step_.structure(kind).stiffness(stream_, state_.of(kind), derivatives().derivatives[kind]);
  }
  std::vector<PairMeasures> pair_measures() override {
    return step_.measures_together(step_.measure_pairs(stream_, derivatives()));
  }
  std::vector<HeldArea> held_areas() override {
    if (pair_forces_of(model_).empty()) return {};
    return step_.held_areas(stream_, derivatives());
  }

  std::vector<real> remembered(const char* name) const override {
    return remembered_as(state_, name)->to_host(stream_);
  }
  std::vector<std::string> term_names(std::size_t kind) const override {
    return step_.structure(kind).term_names();
  }
  std::vector<Real3> site_velocities(std::size_t kind) override {
    evaluate();
    return this->vectors_on_host(step_.site_velocities(kind));
  }
  std::vector<MotionSums> motion_sums(std::size_t kind, const std::vector<Index>& markers) override {
    evaluate();
    const Array<Index, B> on_device(stream_, markers);
    return ibsim::motion_sums<B>(stream_, static_cast<int>(markers.size()), std::as_const(state_).sites(kind),
                                 step_.site_velocities(kind), on_device.data());
  }
  std::vector<Touch> touches() override {
    std::vector<VectorsView<const real>> sites;
    for (std::size_t kind = 0; kind < state_.data_sites.size(); ++kind)
      sites.push_back(std::as_const(state_).sites(kind));
    return touching_.find(stream_, state_.time, slab_, sites);
  }
  std::vector<Real3> velocities_at(const std::vector<Real3>& points) override {
    const Array<real, B> places = points_on_device(stream_, points);
    Array<real, B> found(places.size());
    const auto n = static_cast<Index>(points.size());
    interpolate<B>(stream_, model_.kernel, model_.grid, std::as_const(state_.velocity).any(),
                   vectors_view<const real>(places.data(), n), vectors_view(found.data(), n));
    return points_on_host(stream_, found);
  }

  bool shows_on_host() const override { return false; }
  void surface_field(std::size_t kind, SurfaceField field, float* to) override { show(kind, field, to); }
  void surface_field(std::size_t kind, SurfaceField field, double* to) override { show(kind, field, to); }
  void fluid_field(float* to) override { show_fluid(to); }
  void fluid_field(double* to) override { show_fluid(to); }
  void positions_alone(std::size_t kind, float* to) override { // by a product for them alone
    Surface<B>& surface = step_.structure(kind).surface();
    const std::size_t numbers = 3 * static_cast<std::size_t>(surface.sample_sites());
    if (sites_.size() < numbers) sites_ = Array<real, B>(numbers);
    const VectorsView<real> made = vectors_view(sites_.data(), surface.sample_sites());
    surface.to_sample_sites(stream_, std::as_const(state_).sites(kind), made);
    pack_points(stream_, VectorsView<const real>(made), to);
  }

  ImmersedBoundaryStep<B>& step() override { return step_; }
  void evaluate() override { evaluated(); }
  void pressure(real* p) override {
    step_.pressure(stream_, state_, step_.viscosity() ? derivatives() : evaluated(), p);
  }

 private:
  using StepperOn<B>::state_, StepperOn<B>::stream_;

  Real3 site(bool is_sample, std::size_t kind, Index object, Index site) override {
    evaluate();
    const Surface<B>& surface = step_.structure(kind).surface();
    const VectorsView<const real> X =
        is_sample ? step_.sample_positions(kind) : std::as_const(state_).sites(kind);
    const Index i = object * (is_sample ? surface.samples_per_object() : surface.data_per_object()) + site;
    Real3 at;
    for (int d = 0; d < 3; ++d) copy_to_host(stream_, &at[d], X[d] + i, sizeof(real));
    return at;
  }

  /// Evaluates the state, if that has not been done.
  const Evaluation& evaluated() {
    if (!evaluation_) evaluation_ = step_.evaluate(stream_, state_);
    return *evaluation_;
  }
  /// Evaluates it with the derivatives: all of it again if they have gone.
  const Evaluation& derivatives() {
    if (evaluation_ && !step_.holds(*evaluation_)) evaluation_.reset();
    return evaluated();
  }
  std::vector<std::byte> bytes_of_quantity(QuantityId id, std::size_t kind) override {
    const Quantity& what = quantity(id);
    const std::vector<std::byte> found = what.of_part(all_of_it(what.needs), kind);
    return what.joined == Joined::plane_sums ? sum_of_planes(found, model_.grid.n.z) : found;
  }
  PartOfState<B> all_of_it(Needs needs) {
    const Evaluation* found = nullptr;
    if (needs != Needs::state) found = needs == Needs::derivatives ? &derivatives() : &evaluated();
    return {stream_, model_, slab_, step_, state_, found};
  }
  template <class T>
  void show(std::size_t kind, SurfaceField field, T* to) {
    ibsim::surface_field(all_of_it(needs_of(field)), kind, field, to);
  }
  template <class T>
  void show_fluid(T* to) {
    Array<real, B> of_cells(static_cast<std::size_t>(model_.grid.cells()));
    pressure(of_cells.data());
    const AnyConstFaces u = std::as_const(state_.velocity).any();
    ibsim::fluid_field(all_of_it(Needs::evaluation), 0, model_.grid.n.z, FirstRow{u, slab_.plane_cells()},
                       of_cells.data(), to, to + 3 * model_.grid.cells());
  }

  const FlowModel model_;
  const CopiesIn copies_;
  const Slab slab_;
  ImmersedBoundaryStep<B> step_;
  TouchingObjects<B> touching_;
  std::optional<Evaluation> evaluation_; ///< of the present state
  std::optional<bool> keeps_on_host_;    ///< copies; from the first one on
  Array<real, B> sites_;                 ///< of positions_alone()
};

} // namespace

template <class B>
std::unique_ptr<StepperOn<B>> make_step_alone(const Stream<B>& stream, const Scenario& scenario,
                                              const std::vector<SurfaceKind>& kinds,
                                              std::vector<Structure<B>> structures,
                                              typename ImmersedBoundaryStep<B>::PairForces pair_forces) {
  return std::make_unique<StepAlone<B>>(stream, scenario, kinds, std::move(structures),
                                        std::move(pair_forces));
}

template std::unique_ptr<StepperOn<Cpu>> make_step_alone(const Stream<Cpu>&, const Scenario&,
                                                         const std::vector<SurfaceKind>&,
                                                         std::vector<Structure<Cpu>>,
                                                         ImmersedBoundaryStep<Cpu>::PairForces);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepperOn<Cuda>> make_step_alone(const Stream<Cuda>&, const Scenario&,
                                                          const std::vector<SurfaceKind>&,
                                                          std::vector<Structure<Cuda>>,
                                                          ImmersedBoundaryStep<Cuda>::PairForces);
#endif

} // namespace ibsim
