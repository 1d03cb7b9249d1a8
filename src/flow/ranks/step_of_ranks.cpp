// Calls of the ranks' functions (rank_step.hpp): the calling thread is rank 0 and sends orders to all others.
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
#include <cstring>
#include <optional>
#include <set>
#include <type_traits>

namespace ibsim {
namespace {

/// Ranks that are asked, whoever they are.
template <class B>
class StepByOrders : public StepperOn<B> {
 public:
  void advance() override { ask<&RankStep<B>::advance>(&this->timer_, &state_); }
  State<B> copy_state(State<B> into) override {
    if (!into.kept_by_ranks) into.kept_by_ranks = free_number();
    ask<&RankStep<B>::keep>(*into.kept_by_ranks);
    copy_clock(state_, into);
    into.population = state_.population;
    return into;
  }
  void go_back_to(const State<B>& copy) override {
    ask<&RankStep<B>::go_back>(*copy.kept_by_ranks);
    copy_clock(copy, state_);
    state_.population = copy.population;
  }
  std::vector<std::pair<std::string, std::size_t>> array_names() const override {
    return part_of_first().array_names();
  }
  std::vector<real> array_on_host(std::size_t number) const override {
    std::vector<real> of_all;
    ask<&RankStep<B>::array_on_host>(number, &of_all);
    return of_all;
  }
  void set_arrays(const Stepper::ArraysByName& array) override {
    std::vector<std::vector<Extent>> extents;
    const auto names = array_names();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) // behind the velocity
      extents.push_back(extents_of_objects(array(names[1 + kind].first, names[1 + kind].second),
                                           kinds_[kind].operators.n_data));
    ask<&RankStep<B>::make_room_for>(extents, numbers_of(state_.population));
    const auto arrays = array_names(); // of those who are there now
    for (std::size_t i = 0; i < arrays.size(); ++i)
      ask<&RankStep<B>::set_array>(i, &array(arrays[i].first, arrays[i].second));
  }
  std::vector<real> remembered(const char* name) const override { return part_of_first().remembered(name); }
  std::uint64_t hash() const override {
    const std::uint64_t found = ask<&RankStep<B>::hash>();
    return state_.population.changes() ? found ^ hash_of(state_.population) : found;
  }
  std::vector<StructureIntegrals> integrals(std::size_t kind) override {
    return ask<&RankStep<B>::integrals>(kind);
  }
  std::vector<Real3> site_velocities(std::size_t kind) override {
    return this->vectors_on_host(ask<&RankStep<B>::site_velocities>(kind));
  }
  std::vector<MotionSums> motion_sums(std::size_t kind, const std::vector<Index>& markers) override {
    return ask<&RankStep<B>::motion_sums>(kind, markers);
  }
  Stiffness stiffness(std::size_t kind) override { return ask<&RankStep<B>::stiffness>(kind); }
  std::vector<Touch> touches() override { return ask<&RankStep<B>::touches>(); }
  std::vector<ObjectBox> boxes(std::size_t kind) override { return ask<&RankStep<B>::boxes>(kind); }
  void change_population() override { ask<&RankStep<B>::change_population>(numbers_of(state_.population)); }
  void keep_volumes() override { ask<&RankStep<B>::keep_volumes>(numbers_of(state_.population)); }
  std::vector<PairMeasures> pair_measures() override { return ask<&RankStep<B>::pair_measures>(); }
  std::vector<HeldArea> held_areas() override { return ask<&RankStep<B>::held_areas>(); }
  bool shows_on_host() const override { return true; }
  void surface_field(std::size_t kind, SurfaceField field, float* to) override {
    ask<&RankStep<B>::template surface_field<float>>(kind, field, to);
  }
  void surface_field(std::size_t kind, SurfaceField field, double* to) override {
    ask<&RankStep<B>::template surface_field<double>>(kind, field, to);
  }
  void fluid_field(float* to) override { ask<&RankStep<B>::template fluid_field<float>>(to); }
  void fluid_field(double* to) override { ask<&RankStep<B>::template fluid_field<double>>(to); }
  std::vector<Real3> velocities_at(const std::vector<Real3>& points) override {
    return ask<&RankStep<B>::velocities_at>(points);
  }
  std::vector<std::string> term_names(std::size_t kind) const override {
    return part_of_first().term_names(kind);
  }
  std::optional<Failure> failure() const override { return ask<&RankStep<B>::failure>(); }
  real max_speed() const override { return ask<&RankStep<B>::max_speed>(); }
  std::vector<RankTimes> times() override { return ask<&RankStep<B>::times>(this->phase_times()); }

 protected:
  using StepperOn<B>::state_; ///< its clock and population

  StepByOrders(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
               const std::vector<SurfaceKind>& kinds)
      : StepperOn<B>(stream, time), kinds_(kinds) {
    state_.population = population_at_start(model);
    state_.time_step = time.step, state_.has_step_before = model.is_bdf2();
  }
  /// All ranks follow the order, rank 0 by calling a function that gives it all arguments.
  using OfFirst = std::function<void(RankStep<B>&)>;
  virtual void follow_all(const Request&, const OfFirst&) const = 0;
  virtual RankStep<B>& part_of_first() const = 0;

  /// A function of RankStep, called by all ranks. @return what rank 0 has to say
  template <auto function, class... Arguments>
  auto ask(const Arguments&... given) const {
    typename ArgumentsOf<decltype(function)>::Tuple arguments(given...);
    Request request{.function = OrdersOf<B>::template number<function>()};
    static_assert(OrdersOf<B>::template number<function>() >= 0);
    copy_clock(state_, request);
    for_plain_arguments(arguments, [&](const void* argument, std::size_t bytes, std::size_t place) {
      std::memcpy(request.plain.data() + place, argument, bytes);
    });
    using Answer = decltype(follow<function>(part_of_first(), request, arguments));
    if constexpr (std::is_void_v<Answer>) {
      follow_all(request, [&](RankStep<B>& part) { follow<function>(part, request, std::move(arguments)); });
    } else {
      std::optional<Answer> answer;
      follow_all(request, [&](RankStep<B>& part) {
        answer.emplace(follow<function>(part, request, std::move(arguments)));
      });
      return *std::move(answer);
    }
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
  std::vector<std::byte> bytes_of_quantity(QuantityId id, std::size_t kind) override {
    return ask<&RankStep<B>::bytes_of_quantity>(id, kind);
  }
  Real3 site(bool is_sample, std::size_t kind, Index object, Index site) override {
    return ask<&RankStep<B>::site>(is_sample, kind, object, site);
  }
};

/// Ranks are threads, each with its part of the cores or, on GPUs, with a stream of its own on one of them.
template <class B>
class StepOfThreads final : public StepByOrders<B> {
  using Base = StepByOrders<B>;

 public:
  StepOfThreads(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                const DevicePlan& device, const std::vector<SurfaceKind>& kinds)
      : Base(stream, model, time, kinds), memory_(std::max(1, device.ranks)),
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
      this->template ask<&RankStep<B>::start>();
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
  void follow_all(const Request& request, const typename Base::OfFirst& of_first) const override {
    threads_.all([&](int number) {
      if (number == 0)
        of_first(part_of_first());
      else
        OrdersOf<B>::follow(*of(number).part, request);
    });
  }

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
  using Base = StepByOrders<B>;

 public:
  StepOfProcesses(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                  const DevicePlan& device, const std::vector<SurfaceKind>& kinds)
      : Base(stream, model, time, kinds), launched_(*device.launched), world_(launched_.world()),
        part_(stream, model, time, device.copies, kinds, make_launched_communicator(launched_, stream)) {
    this->template ask<&RankStep<B>::start>();
  }
  ~StepOfProcesses() override {
    launched_.fail_with_all([&] { world_.broadcast(Request{}); });
  }

 private:
  RankStep<B>& part_of_first() const override { return part_; }
  void follow_all(const Request& request, const typename Base::OfFirst& of_first) const override {
    launched_.fail_with_all([&] {
      world_.broadcast(request);
      of_first(part_);
    });
  }

  const LaunchedRanks& launched_;
  World world_;
  mutable RankStep<B> part_;
};

} // namespace

template <class B>
std::unique_ptr<StepperOn<B>> make_step_of_ranks(const Stream<B>& stream, const FlowModel& model,
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
  for (Request request; (request = world.broadcast(Request{})).function >= 0;)
    OrdersOf<B>::follow(part, request);
}

template std::unique_ptr<StepperOn<Cpu>> make_step_of_ranks(const Stream<Cpu>&, const FlowModel&,
                                                            const TimeSettings&, const DevicePlan&,
                                                            const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cpu>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepperOn<Cuda>> make_step_of_ranks(const Stream<Cuda>&, const FlowModel&,
                                                             const TimeSettings&, const DevicePlan&,
                                                             const std::vector<SurfaceKind>&);
template void serve_steps(const DevicePlan&, const Stream<Cuda>&, const FlowModel&, const TimeSettings&,
                          const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
