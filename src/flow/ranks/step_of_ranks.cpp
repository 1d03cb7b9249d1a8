// Who calls the ranks' parts (rank_step.hpp): the calling thread, which is rank 0, tells all others.
//
// Threads of this process sleep between steps. Processes wait for the next order, each in serve_steps().
//
// On GPUs a rank gives a step to its stream without waiting for it: what ranks wait for is each other's host,
// within an exchange, and on the device each other's data.
#include "ranks/step_of_ranks.hpp"

#include "parallel/device_plan.hpp"
#include "parallel/launched_ranks.hpp"
#include "parallel/rank_threads.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/rank_orders.hpp"
#include "ranks/require_distributable.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace ibsim {
namespace {

/// Ranks that are asked, whoever they are.
template <class B>
class StepByOrders : public StepOfRanks<B> {
 public:
  void advance(State<B>& clock, PhaseTimer<B>& timer) override {
    OfFirst<B> first;
    first.clock = &clock, first.timer = &timer;
    ask(at(clock, Order::advance), first);
  }
  void keep(int number) override { ask({.order = Order::keep, .number = number}); }
  void go_back(int number) override { ask({.order = Order::go_back, .number = number}); }
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
  void set_arrays(const State<B>& clock, const typename StepOfRanks<B>::ArraysByName& array) override {
    OfFirst<B> first;
    const auto names = array_names();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) // behind the velocity
      first.extents.push_back(extents_of_objects(array(names[1 + kind].first, names[1 + kind].second),
                                                 kinds_[kind].operators.n_data));
    first.population = numbers_of(clock.population);
    ask(at(clock, Order::make_room), first);
    const auto arrays = array_names(); // of those who are there now
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      first.given = &array(arrays[i].first, arrays[i].second);
      ask({.order = Order::set_array, .array = i}, first);
    }
  }
  Array<real, B> sites_of_all(std::size_t kind) const override {
    Array<real, B> of_all;
    OfFirst<B> first;
    first.sites = &of_all;
    ask({.order = Order::sites_of_all, .kind = kind}, first);
    return of_all;
  }
  const Array<real, B>& fluid_memory() const override { return part_of_first().fluid_memory(); }
  const Array<real, B>& wall_forces() const override { return part_of_first().wall_forces(); }
  std::uint64_t hash(const State<B>& clock) const override {
    return answer<std::uint64_t>(at(clock, Order::hash));
  }
  std::vector<StructureIntegrals> integrals(const State<B>& clock, std::size_t kind) override {
    return answer<std::vector<StructureIntegrals>>(at(clock, Order::integrals, kind));
  }
  std::vector<real> unresolved_part_of_forces(const State<B>& clock, std::size_t kind) override {
    return answer<std::vector<real>>(at(clock, Order::unresolved_part_of_forces, kind));
  }
  std::vector<FarthestSites> farthest_sites(const State<B>& clock, std::size_t kind) override {
    return answer<std::vector<FarthestSites>>(at(clock, Order::farthest_sites, kind));
  }
  VectorsView<const real> site_velocities(const State<B>& clock, std::size_t kind) override {
    return answer<VectorsView<const real>>(at(clock, Order::site_velocities, kind));
  }
  std::vector<MotionSums> motion_sums(const State<B>& clock, std::size_t kind,
                                      const std::vector<Index>& markers) override {
    OfFirst<B> first;
    first.markers = markers;
    return answer<std::vector<MotionSums>>(at(clock, Order::motion_sums, kind), first);
  }
  Stiffness stiffness(const State<B>& clock, std::size_t kind) override {
    return answer<Stiffness>(at(clock, Order::stiffness, kind));
  }
  std::vector<FlowTotals> flow_totals(const State<B>& clock) override {
    return answer<std::vector<FlowTotals>>(at(clock, Order::flow_totals));
  }
  std::vector<real> plane_sums(const State<B>& clock, PlaneSums what) override {
    Request request = at(clock, Order::plane_sums);
    request.planes = what;
    return answer<std::vector<real>>(request);
  }
  std::vector<real> object_sums(const State<B>& clock, ObjectSums what, std::size_t kind) override {
    Request request = at(clock, Order::object_sums, kind);
    request.objects = what;
    return answer<std::vector<real>>(request);
  }
  std::vector<Touch> touches(const State<B>& clock) override {
    return answer<std::vector<Touch>>(at(clock, Order::touches));
  }
  std::vector<ObjectBox> boxes(const State<B>& clock, std::size_t kind) override {
    return answer<std::vector<ObjectBox>>(at(clock, Order::boxes, kind));
  }
  void change_population(const State<B>& clock) override {
    OfFirst<B> first;
    first.population = numbers_of(clock.population);
    ask(at(clock, Order::change_population), first);
  }
  void keep_volumes(const Population& population) override {
    OfFirst<B> first;
    first.population = numbers_of(population);
    ask({.order = Order::keep_volumes}, first);
  }
  std::vector<real> gaps_to_walls(const State<B>& clock, std::size_t kind) override {
    return answer<std::vector<real>>(at(clock, Order::gaps_to_walls, kind));
  }
  std::vector<PairMeasures> pair_measures(const State<B>& clock) override {
    return answer<std::vector<PairMeasures>>(at(clock, Order::pair_measures));
  }
  std::vector<HeldArea> held_areas(const State<B>& clock) override {
    return answer<std::vector<HeldArea>>(at(clock, Order::held_areas));
  }
  void surface_field(const State<B>& clock, std::size_t kind, SurfaceField field, float* to) override {
    take_surface(clock, kind, field, to, false);
  }
  void surface_field(const State<B>& clock, std::size_t kind, SurfaceField field, double* to) override {
    take_surface(clock, kind, field, to, true);
  }
  void fluid_field(const State<B>& clock, float* to) override { take_fluid(clock, to, false); }
  void fluid_field(const State<B>& clock, double* to) override { take_fluid(clock, to, true); }
  std::vector<Real3> velocities_at(const std::vector<Real3>& points) override {
    OfFirst<B> first;
    first.points = points;
    return answer<std::vector<Real3>>({.order = Order::velocities_at}, first);
  }
  Real3 site(const State<B>& clock, bool is_sample, std::size_t kind, Index object, Index site) override {
    Request request = at(clock, Order::site, kind);
    request.object = object, request.site = site, request.is_sample = is_sample;
    return answer<Real3>(request);
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
  explicit StepByOrders(const std::vector<SurfaceKind>& kinds) : kinds_(kinds) {}
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

  static Request at(const State<B>& clock, Order order, std::size_t kind = 0) {
    Request request{.order = order, .kind = kind};
    copy_clock(clock, request);
    return request;
  }
  void take_surface(const State<B>& clock, std::size_t kind, SurfaceField field, void* to, bool in_double) {
    Request request = at(clock, Order::surface_field, kind);
    request.field = field, request.in_double = in_double;
    OfFirst<B> first;
    first.frame = to;
    ask(request, first);
  }
  void take_fluid(const State<B>& clock, void* to, bool in_double) {
    Request request = at(clock, Order::fluid_field);
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
      : StepByOrders<B>(kinds), memory_(std::max(1, device.ranks)),
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

  int ranks() const override { return static_cast<int>(ranks_.size()); }

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
      : StepByOrders<B>(kinds), launched_(*device.launched), world_(launched_.world()),
        part_(stream, model, time, device.copies, kinds, make_launched_communicator(launched_, stream)) {
    this->ask({.order = Order::start});
  }
  ~StepOfProcesses() override { this->ask({.order = Order::end}); }

  int ranks() const override { return launched_.size(); }

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
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>& stream, const FlowModel& model,
                                                   const TimeSettings& time, const DevicePlan& device,
                                                   const std::vector<SurfaceKind>& kinds) {
  if (device.ranks <= 1 && !has_traffic(model)) return nullptr;
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

template std::unique_ptr<StepOfRanks<Cpu>> make_step_of_ranks(const Stream<Cpu>&, const FlowModel&,
                                                              const TimeSettings&, const DevicePlan&,
                                                              const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cpu>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepOfRanks<Cuda>> make_step_of_ranks(const Stream<Cuda>&, const FlowModel&,
                                                               const TimeSettings&, const DevicePlan&,
                                                               const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cuda>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
