// Who calls the ranks' parts (rank_step.hpp): the calling thread, which is rank 0, tells all others.
//
// Threads of this process sleep between steps. Processes wait for the next order, each in serve_steps().
//
// On GPUs a rank gives a step to its stream without waiting for it: what ranks wait for is each other's host,
// within an exchange, and on the device each other's data.
#include "simulation/step_of_ranks.hpp"

#include "parallel/device_plan.hpp"
#include "parallel/launched_ranks.hpp"
#include "parallel/rank_threads.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/rank_orders.hpp"
#include "simulation/require_distributable.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <type_traits>

namespace ibsim {
namespace {

/// Ranks that are asked, whoever they are.
template <class B>
class StepByOrders : public Stepper<B> {
 public:
  void advance(PhaseTimer<B>& timer) override {
    OfFirst<B> first;
    first.clock = &state_, first.timer = &timer;
    ask(at(Order::advance), first);
  }
  State<B> copy(State<B> into) override {
    if (!into.kept_by_ranks) into.kept_by_ranks = free_number();
    ask({.order = Order::keep, .number = *into.kept_by_ranks});
    copy_clock(state_, into);
    into.population = state_.population;
    return into;
  }
  void go_back(const State<B>& copy) override {
    ask({.order = Order::go_back, .number = *copy.kept_by_ranks});
    copy_clock(copy, state_);
    state_.population = copy.population;
  }
  std::vector<std::pair<std::string, std::size_t>> array_names() const override {
    return part_of_first().array_names();
  }
  std::vector<real> array_on_host(std::size_t number) const override {
    std::vector<real> of_all;
    OfFirst<B> first;
    first.taken = &of_all;
    ask({.order = Order::array_on_host, .array = number}, first);
    return of_all;
  }
  void set_arrays(const typename Stepper<B>::ArraysByName& array) override {
    OfFirst<B> first;
    const auto names = array_names();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) // behind the velocity
      first.extents.push_back(extents_of_objects(array(names[1 + kind].first, names[1 + kind].second),
                                                 kinds_[kind].operators.n_data));
    first.population = numbers_of(state_.population);
    ask(at(Order::make_room), first);
    const auto arrays = array_names(); // of those who are there now
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      first.given = &array(arrays[i].first, arrays[i].second);
      ask({.order = Order::set_array, .array = i}, first);
    }
  }
  typename ValuesOfState<B>::Sites sites(std::size_t kind) const override {
    typename ValuesOfState<B>::Sites sites;
    OfFirst<B> first;
    first.sites = &sites.room;
    ask({.order = Order::sites_of_all, .kind = kind}, first);
    sites.X = vectors_view<const real>(sites.room.data(), static_cast<Index>(sites.room.size() / 3));
    return sites;
  }
  const Array<real, B>& fluid_memory() const override { return part_of_first().fluid_memory(); }
  const Array<real, B>& wall_forces() const override { return part_of_first().wall_forces(); }
  std::uint64_t hash() const override {
    const auto found = answer<std::uint64_t>(at(Order::hash));
    return state_.population.changes() ? found ^ hash_of(state_.population) : found;
  }
  std::vector<StructureIntegrals> integrals(std::size_t kind) override {
    return answer<std::vector<StructureIntegrals>>(at(Order::integrals, kind));
  }
  std::vector<real> unresolved_part_of_forces(std::size_t kind) override {
    return answer<std::vector<real>>(at(Order::unresolved_part_of_forces, kind));
  }
  std::vector<FarthestSites> farthest_sites(std::size_t kind) override {
    return answer<std::vector<FarthestSites>>(at(Order::farthest_sites, kind));
  }
  VectorsView<const real> site_velocities(std::size_t kind) override {
    return answer<VectorsView<const real>>(at(Order::site_velocities, kind));
  }
  std::vector<MotionSums> motion_sums(std::size_t kind, const std::vector<Index>& markers) override {
    OfFirst<B> first;
    first.markers = markers;
    return answer<std::vector<MotionSums>>(at(Order::motion_sums, kind), first);
  }
  Stiffness stiffness(std::size_t kind) override { return answer<Stiffness>(at(Order::stiffness, kind)); }
  std::vector<FlowTotals> flow_totals() override {
    return answer<std::vector<FlowTotals>>(at(Order::flow_totals));
  }
  std::vector<real> plane_sums(PlaneSums what) override {
    Request request = at(Order::plane_sums);
    request.planes = what;
    return answer<std::vector<real>>(request);
  }
  std::vector<real> object_sums(ObjectSums what, std::size_t kind) override {
    Request request = at(Order::object_sums, kind);
    request.objects = what;
    return answer<std::vector<real>>(request);
  }
  std::vector<Touch> touches() override { return answer<std::vector<Touch>>(at(Order::touches)); }
  std::vector<ObjectBox> boxes(std::size_t kind) override {
    return answer<std::vector<ObjectBox>>(at(Order::boxes, kind));
  }
  void change_population() override {
    OfFirst<B> first;
    first.population = numbers_of(state_.population);
    ask(at(Order::change_population), first);
  }
  void keep_volumes() override {
    OfFirst<B> first;
    first.population = numbers_of(state_.population);
    ask({.order = Order::keep_volumes}, first);
  }
  std::vector<real> gaps_to_walls(std::size_t kind) override {
    return answer<std::vector<real>>(at(Order::gaps_to_walls, kind));
  }
  std::vector<PairMeasures> pair_measures() override {
    return answer<std::vector<PairMeasures>>(at(Order::pair_measures));
  }
  std::vector<HeldArea> held_areas() override { return answer<std::vector<HeldArea>>(at(Order::held_areas)); }
  bool shows_on_host() const override { return true; }
  void surface_field(std::size_t kind, SurfaceField field, float* to) override {
    take_surface(kind, field, to, false);
  }
  void surface_field(std::size_t kind, SurfaceField field, double* to) override {
    take_surface(kind, field, to, true);
  }
  void fluid_field(float* to) override { take_fluid(to, false); }
  void fluid_field(double* to) override { take_fluid(to, true); }
  std::vector<Real3> velocities_at(const std::vector<Real3>& points) override {
    OfFirst<B> first;
    first.points = points;
    return answer<std::vector<Real3>>({.order = Order::velocities_at}, first);
  }
  std::vector<std::string> term_names(std::size_t kind) const override {
    return part_of_first().term_names(kind);
  }
  std::optional<Failure> failure() const override {
    return answer<std::optional<Failure>>({.order = Order::failure});
  }
  real max_speed() const override { return answer<real>({.order = Order::max_speed}); }
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) override {
    OfFirst<B> first;
    first.times = of_first;
    return answer<std::vector<RankTimes>>({.order = Order::times}, first);
  }

 protected:
  using Stepper<B>::state_; ///< its clock and population

  StepByOrders(const FlowModel& model, const TimeSettings& time, const std::vector<SurfaceKind>& kinds)
      : kinds_(kinds) {
    state_.population = population_at_start(model);
    state_.time_step = time.step, state_.has_step_before = model.is_bdf2();
  }
  /// All ranks follow; what rank 0 has to say.
  virtual Answer ask(const Request&, const OfFirst<B>&) const = 0;
  virtual RankStep<B>& part_of_first() const = 0;
  void ask(const Request& request) const { ask(request, {}); }
  template <class T>
  T answer(const Request& request, const OfFirst<B>& first = {}) const {
    return std::get<T>(ask(request, first));
  }

 private:
  const std::vector<SurfaceKind>& kinds_;
  std::shared_ptr<std::set<int>> numbers_in_use_ = std::make_shared<std::set<int>>();

  /// A number for a copy that ranks keep, which is free again when nobody has it.
  std::shared_ptr<const int> free_number() const {
    int number = 0;
    while (!numbers_in_use_->insert(number).second) ++number;
    return {new int(number), [in_use = numbers_in_use_](const int* n) {
              in_use->erase(*n);
              delete n;
            }};
  }
  Real3 site(bool is_sample, std::size_t kind, Index object, Index site) override {
    Request request = at(Order::site, kind);
    request.object = object, request.site = site, request.is_sample = is_sample;
    return answer<Real3>(request);
  }
  /// An order for the present clock.
  Request at(Order order, std::size_t kind = 0) const {
    Request request{.order = order, .kind = kind};
    copy_clock(state_, request);
    return request;
  }
  void take_surface(std::size_t kind, SurfaceField field, void* to, bool in_double) {
    Request request = at(Order::surface_field, kind);
    request.field = field, request.in_double = in_double;
    OfFirst<B> first;
    first.frame = to;
    ask(request, first);
  }
  void take_fluid(void* to, bool in_double) {
    Request request = at(Order::fluid_field);
    request.in_double = in_double;
    OfFirst<B> first;
    first.frame = to;
    ask(request, first);
  }
};

/// Ranks are threads, each with its part of the cores or, on GPUs, with a stream of its own on one of them.
template <class B>
class StepOfThreads final : public StepByOrders<B> {
 public:
  StepOfThreads(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                const DevicePlan& device, const std::vector<SurfaceKind>& kinds)
      : StepByOrders<B>(model, time, kinds), memory_(std::max(1, device.ranks)),
        ranks_(static_cast<std::size_t>(std::max(1, device.ranks))),
        threads_(std::max(1, device.ranks),
                 [this](int rank, const char* what) { memory_.fail(rank, 1, what); }) {
    try {
      threads_.all([&](int number) { // whose device a stream chooses
        Rank& rank = of(number);
        if (number > 0) rank.own_stream = stream_of_rank<B>(number, device);
        rank.stream = number > 0 ? rank.own_stream.get() : &stream;
        rank.part.emplace(*rank.stream, model, time, device.copies, kinds,
                          communicator_of_rank(memory_.world(number), *rank.stream));
      });
      this->ask({.order = Order::start});
    } catch (...) {
      release();
      throw;
    }
  }
  ~StepOfThreads() override { release(); }

 private:
  struct Rank {
    std::unique_ptr<Stream<B>> own_stream; ///< null: another's
    const Stream<B>* stream = nullptr;
    std::optional<RankStep<B>> part;
  };
  Rank& of(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  RankStep<B>& part_of_first() const override { return *of(0).part; }
  Answer ask(const Request& request, const OfFirst<B>& first) const override {
    Answer heard;
    const OfFirst<B> nothing;
    threads_.all([&](int number) {
      Answer own = follow(*of(number).part, request, number == 0 ? first : nothing);
      if (number == 0) heard = std::move(own);
    });
    return heard;
  }
  using StepByOrders<B>::ask;

  /// Each rank's part goes on its own thread, once no rank reads it any more.
  void release() noexcept {
    try {
      threads_.all([&](int number) {
        if (of(number).stream) of(number).stream->synchronize();
      });
      threads_.all([&](int number) { of(number).part.reset(), of(number).own_stream.reset(); });
    } catch (...) { // a device that has failed: what is to be told of it has been told
    }
  }

  WorldMemory memory_;
  mutable std::vector<Rank> ranks_;
  mutable RankThreads threads_; ///< last: they use the ranks
};

/// Ranks are processes, of which this is the first. What one of them throws ends all: others wait for it
/// where nobody could tell them.
template <class B>
class StepOfProcesses final : public StepByOrders<B> {
 public:
  StepOfProcesses(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                  const DevicePlan& device, const std::vector<SurfaceKind>& kinds)
      : StepByOrders<B>(model, time, kinds), launched_(*device.launched), world_(launched_.world()),
        part_(stream, model, time, device.copies, kinds, make_launched_communicator(launched_, stream)) {
    this->ask({.order = Order::start});
  }
  ~StepOfProcesses() override { this->ask({.order = Order::end}); }

 private:
  RankStep<B>& part_of_first() const override { return part_; }
  Answer ask(const Request& request, const OfFirst<B>& first) const override {
    Answer heard;
    launched_.fail_with_all([&] {
      world_.broadcast(request);
      heard = follow(part_, request, first);
    });
    return heard;
  }
  using StepByOrders<B>::ask;

  const LaunchedRanks& launched_;
  World world_;
  mutable RankStep<B> part_;
};

} // namespace

template <class B>
std::unique_ptr<Stepper<B>> make_step_of_ranks(const Stream<B>& stream, const FlowModel& model,
                                               const TimeSettings& time, const DevicePlan& device,
                                               const std::vector<SurfaceKind>& kinds) {
  require_distributable(model, device, std::is_same_v<B, Cuda>);
  if (device.launched) return std::make_unique<StepOfProcesses<B>>(stream, model, time, device, kinds);
  return std::make_unique<StepOfThreads<B>>(stream, model, time, device, kinds);
}

template <class B>
void serve_steps(const DevicePlan& device, const Stream<B>& stream, const FlowModel& model,
                 const TimeSettings& time, const std::vector<SurfaceKind>& kinds) {
  const LaunchedRanks& launched = *device.launched;
  const World& world = launched.world();
  RankStep<B> part(stream, model, time, device.copies, kinds, make_launched_communicator(launched, stream));
  for (Request request; (request = world.broadcast(Request{})).order != Order::end;)
    follow(part, request, OfFirst<B>{});
}

template std::unique_ptr<Stepper<Cpu>> make_step_of_ranks(const Stream<Cpu>&, const FlowModel&,
                                                          const TimeSettings&, const DevicePlan&,
                                                          const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cpu>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<Stepper<Cuda>> make_step_of_ranks(const Stream<Cuda>&, const FlowModel&,
                                                           const TimeSettings&, const DevicePlan&,
                                                           const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cuda>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
