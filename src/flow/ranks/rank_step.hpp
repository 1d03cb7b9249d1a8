// The part of a simulation that a rank has (step_of_ranks.hpp): a slab of the fluid, and the sites of
// the objects that it lists (listed_objects.hpp) with what force terms remember of them.
//
// All functions but array_names, term_names and remembered are orders (rank_orders.hpp). All ranks follow
// them at once, threads or processes, and speak to each other by their Communicator and its World alone.
// Pointers and vectors that go in or out are rank 0's; others pass nothing.
#pragma once

#include "model/flow_model.hpp"
#include "model/time_settings.hpp"
#include "objects/population.hpp"
#include "parallel/device_plan.hpp"
#include "parallel/host_copies.hpp"
#include "ranks/object_copies.hpp"
#include "ranks/stepper.hpp"

#include <algorithm>
#include <map>

namespace ibsim {

template <class B>
class ObjectBonds;

template <class B>
class RankStep {
 public:
  /// @param model, time, kinds, stream must outlive it
  /// @param copies where keep() puts them
  RankStep(const Stream<B>&, const FlowModel&, const TimeSettings&, CopiesIn copies,
           const std::vector<SurfaceKind>& kinds, std::unique_ptr<Communicator<B>>);
  ~RankStep();

  /// The clock of the present state; before each of what follows. @tparam From a State or a Request
  template <class From>
  void set_clock(const From& clock) {
    if (clock.apart != state_.apart) evaluation_.reset(); // membranes have other moduli
    copy_clock(clock, state_);
  }
  /// The state at time zero.
  void start();
  /// @param timer null: its own @param clock gets that of the state after the step
  void advance(PhaseTimer<B>* timer, State<B>* clock);

  // As Stepper has them:
  void keep(int number);
  void go_back(int number);
  /// The arrays of a state by their numbers in the order of for_each_array; their names and sizes.
  std::vector<std::pair<std::string, std::size_t>> array_names() const;
  void array_on_host(std::size_t number, std::vector<real>* of_all) const;
  /// Lists for sites that are to be set, by rank 0's places of all objects; then the sites, and all else.
  void make_room_for(std::vector<std::vector<Extent>> of_first, std::vector<double> population_of_first);
  void change_population(std::vector<double> of_first);
  void keep_volumes(std::vector<double> of_first);
  std::vector<ObjectBox> boxes(std::size_t kind) const;
  void set_array(std::size_t number, const std::vector<real>* of_all);
  std::vector<real> remembered(const char* name) const {
    return remembered_as(state_, name)->to_host(stream_);
  }

  // What frames show, on rank 0's host; others pass null. T is float or double.
  template <class T>
  void surface_field(std::size_t kind, SurfaceField, T* to);
  template <class T>
  void fluid_field(T* to);

  // As Stepper has them, and the same on all ranks:
  std::uint64_t hash() const;
  std::vector<StructureIntegrals> integrals(std::size_t kind);
  std::vector<std::byte> bytes_of_quantity(QuantityId, std::size_t kind);
  VectorsView<const real> site_velocities(std::size_t kind);
  std::vector<MotionSums> motion_sums(std::size_t kind, std::vector<Index> markers_of_first);
  Stiffness stiffness(std::size_t kind);
  std::vector<Touch> touches();
  std::vector<PairMeasures> pair_measures();
  std::vector<HeldArea> held_areas();
  Real3 site(bool is_sample, std::size_t kind, Index object, Index site);
  std::vector<Real3> velocities_at(std::vector<Real3> points_of_first);
  std::optional<Failure> failure() const;
  real max_speed() const;
  /// @param of_first Stepper::times, on rank 0
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first);

  /// Structure::term_names
  std::vector<std::string> term_names(std::size_t kind) const;

 private:
  using Lists = std::vector<ListedObjects>; ///< of all ranks
  struct Kept {
    State<B> state;
    Lists lists;
    Population population;
  };
  DealtOut by_lists(DealtOut) const;
  std::size_t size_of_all(const Array<real, B>& of_state, const DealtOut& by_lists) const;
  std::size_t objects_of(std::size_t kind) const { return model_.objects[kind].placements.size(); }
  void make_lists(const std::vector<std::vector<Extent>>& extents);
  State<B> follow_list(bool anew = false);
  void follow_objects();
  void mark_absent(std::size_t kind, std::vector<Extent>&) const;
  ListedKind list_present(std::size_t rank, std::size_t kind, const std::vector<Extent>&, real reach) const;
  void tell_volumes();
  void put_newcomers(const Population& before);
  void make_copies();
  void copy_objects();
  std::vector<BondsOfCopies<B>*> bonds_of_copies(std::size_t kind);
  std::vector<ObjectBonds<B>*> bonds_to_objects(std::size_t kind);
  void list_partners();
  std::vector<Index> present_in(const ListedKind&, std::size_t kind) const;
  void free_partners(const Population& before);
  void number_objects();
  void note_failures();
  void ask_for_extents();
  std::vector<std::vector<Extent>> asked_extents();
  bool lists_suffice(const std::vector<std::vector<Extent>>& extents) const;
  void follow_to(const std::vector<std::vector<Extent>>& extents);
  void move_objects(const Lists& before, const State<B>& from);
  void move_array(const Lists& before, const DealtOut&, const Array<real, B>& from, Array<real, B>& to) const;
  State<B> new_state() const;
  void begin_anew();
  Slab slab_of_rank(std::size_t rank) const;
  const ListedObjects& listed() const { return lists_[static_cast<std::size_t>(communicator_->rank())]; }
  std::vector<std::vector<Extent>> extents_of_all() const;
  void copy_state(const State<B>& from, State<B>& to) const;
  /// Words of a plane of the fluid's fields (FaceField::values).
  Size plane_words() const { return FaceField<B>::words_of_plane(local_.slab, model_.fluid_storage()); }
  void field_on_host(const FaceField<B>&, std::vector<real>* of_box) const;
  void set_field(FaceField<B>&, const std::vector<real>* of_box);
  template <class F>
  void for_told(const Array<real, B>& mine, const DealtOut&, F f) const;
  void evaluate(bool with_derivatives = true);
  PartOfState<B> evaluated(Needs = Needs::derivatives);
  std::vector<std::byte> of_all_objects_in_bytes(std::size_t kind,
                                                 const std::vector<std::byte>& of_listed) const;
  std::vector<std::byte> least_of_ranks(const std::vector<std::byte>& mine) const;
  template <class T>
  std::vector<T> of_all_planes(const std::vector<T>& of_own) const;
  template <class T>
  std::vector<T> of_all_objects(std::size_t kind, const std::vector<T>& of_listed, std::size_t each = 1,
                                bool by_lists = false) const;
  template <class F>
  void for_planes(F f) const;
  void to_first(int rank, const void* mine, void* room, std::size_t bytes) const;
  Array<real, B> first_row_of_all();

  const Stream<B>& stream_;
  const FlowModel model_;
  const TimeSettings& time_;
  const CopiesIn copies_;
  const std::vector<SurfaceKind>& kinds_;
  std::unique_ptr<Communicator<B>> communicator_;
  LocalGrid<B> local_;
  std::optional<ImmersedBoundaryStep<B>> step_;
  State<B> state_;
  Population population_;                            ///< all ranks have it
  std::optional<ObjectCopies<B>> copies_of_objects_; ///< of the present lists; none: nothing is copied
  PhaseTimer<B> timer_, messages_;
  Lists lists_;
  /// Between which sites the objects of all kinds lie that this rank lists.
  struct AskedExtents {
    AskedExtents(const Stream<B>& stream, std::size_t all)
        : objects(all), copies(stream, std::max<std::size_t>(1, all) * sizeof(Extent), 1) {}
    std::size_t objects;
    HostCopies<B> copies;
  };
  std::optional<AskedExtents> asked_;
  bool has_asked_ = false;                    ///< since the state, or lists, were set
  std::optional<NotedFailure> failed_before_; ///< before the lists of now
  std::map<int, Kept> kept_;
  std::optional<bool> keeps_on_host_;               ///< from the first keep() on
  std::vector<std::vector<real>> volumes_at_start_; ///< of all objects of each kind, um^3; to be kept
  std::optional<TouchingObjects<B>> touching_;      ///< once asked for
  std::optional<Evaluation> evaluation_;            ///< of the present state
  std::vector<std::vector<int>>
      tellers_; ///< then, of each object of a listed kind: the rank that tells of it
};

/// What the rank that tells of each object has found of it, `each` an object. @param by_lists who tells is
/// who does by the lists, for what all that list an object have alike; else the nearest one (evaluate())
template <class B>
template <class T>
std::vector<T> RankStep<B>::of_all_objects(std::size_t kind, const std::vector<T>& of_listed,
                                           std::size_t each, bool by_lists) const {
  static_assert(std::is_trivially_copyable_v<T>);
  if (listed()[kind].is_all) return of_listed;
  std::size_t most = 0;
  for (const ListedObjects& of_rank : lists_) most = std::max(most, each * of_rank[kind].objects.size());
  std::vector<T> mine = of_listed, told(most * lists_.size()), all(each * objects_of(kind));
  mine.resize(most);
  communicator_->world().all_gather(mine.data(), most * sizeof(T), told.data());
  for (std::size_t rank = 0; rank < lists_.size(); ++rank) {
    const ListedKind& list = lists_[rank][kind];
    for (std::size_t slot = 0; slot < list.objects.size(); ++slot) {
      const auto object = static_cast<std::size_t>(list.objects[slot]);
      if (by_lists ? list.told[slot] >= 0 : tellers_[kind][object] == static_cast<int>(rank))
        std::copy_n(&told[rank * most + each * slot], each, &all[each * object]);
    }
  }
  return all;
}

} // namespace ibsim
