// What one of several ranks has of a simulation (step_of_ranks.hpp): a slab of the fluid, the sites of all
// objects, and of what force terms remember that of the objects of which it makes the forces
// (listed_objects.hpp).
//
// All functions but must_be_dealt are called by all ranks at once, threads or processes: they speak to each
// other by their Communicator and its World alone. What of a state goes in or out is rank 0's; others pass
// null.
#pragma once

#include "simulation/step_of_ranks.hpp"

#include <map>
#include <mutex>

namespace ibsim {

template <class B>
class RankStep {
 public:
  /// @param scenario, kinds, stream must outlive it
  /// @param one_by_one held while a rank's step is made, by ranks of one process
  RankStep(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds,
           std::unique_ptr<Communicator<B>>, std::mutex& one_by_one);
  ~RankStep();

  /// The state at time zero. @param state sites_at_start(); what fluid and terms remember is filled in
  void start(State<B>* state);
  /// StepOfRanks::deal. @param kept the number of the fields; below 0: those of now
  void deal(const State<B>* state, int kept);
  /// StepOfRanks::must_be_dealt, on rank 0.
  bool must_be_dealt();
  /// @param clock of which the clock alone is read and advanced @param timer of rank 0; null: its own
  void advance(State<B>& clock, PhaseTimer<B>* timer);
  void gather(State<B>* state) const;

  // As StepOfRanks has them:
  void keep_fields(int number);
  void copy_kept_fields(int from, int to);
  void field_on_host(bool before, std::vector<real>* of_box) const;
  void keep_field(const std::vector<real>* of_box, bool before, int number);

  // What frames show, on rank 0's host; others pass null. T is float or double.
  template <class T>
  void surface_field(const State<B>& clock, std::size_t kind, SurfaceField, T* to);
  template <class T>
  void fluid_field(const State<B>& clock, T* to);

  // As StepOfRanks has them, and the same on all ranks:
  std::uint64_t terms_of_hash(bool before, std::uint64_t first) const;
  std::vector<StructureIntegrals> integrals(const State<B>& clock, std::size_t kind);
  std::vector<real> unresolved_part_of_forces(const State<B>& clock, std::size_t kind);
  std::vector<FarthestSites> farthest_sites(const State<B>& clock, std::size_t kind);
  VectorsView<const real> site_velocities(const State<B>& clock, std::size_t kind);
  Stiffness stiffness(const State<B>& clock, std::size_t kind);
  std::vector<FlowTotals> flow_totals(const State<B>& clock);
  std::vector<real> plane_sums(const State<B>& clock, PlaneSums);
  std::vector<real> object_sums(const State<B>& clock, ObjectSums, std::size_t kind);
  std::vector<real> gaps_to_walls(const State<B>& clock, std::size_t kind);
  PairMeasures pair_measures(const State<B>& clock);
  Real3 sample_site(const State<B>& clock, std::size_t kind, Index object, Index site);
  std::vector<Real3> velocities_at(std::vector<Real3> points_of_first);
  std::optional<Failure> failure() const;
  real max_speed() const;
  /// @param of_first StepOfRanks::times, on rank 0
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first);

  /// Structure::term_names
  std::vector<std::string> term_names(std::size_t kind) const;

 private:
  struct Fields {
    FaceField<B> velocity, before;
  };
  void make_lists(const std::vector<std::vector<Extent>>& extents);
  void follow_list();
  State<B> new_state(Fields fields) const;
  Slab slab_of_rank(std::size_t rank) const;
  const ListedObjects& listed() const { return lists_[static_cast<std::size_t>(communicator_->rank())]; }
  void deal_sites(const State<B>* state);
  void deal_remembered(const State<B>* state);
  void gather_remembered(State<B>* state) const;
  std::vector<std::vector<Extent>> extents_of(const State<B>&) const;
  std::vector<std::vector<Extent>> extents_of_first(const State<B>* state) const;
  const FaceField<B>& field(bool before) const { return before ? state_.velocity_before : state_.velocity; }
  void copy_field(const FaceField<B>& from, FaceField<B>& to) const;
  void evaluate(const State<B>& clock, bool with_derivatives = true);
  PartOfState<B> evaluated(const State<B>& clock, bool with_derivatives = true);
  template <class T>
  std::vector<T> of_all_planes(const std::vector<T>& of_own) const;
  template <class T>
  std::vector<T> of_all_objects(std::size_t kind, const std::vector<T>& of_listed,
                                std::size_t each = 1) const;
  template <class F>
  void for_planes(F f) const;
  void to_first(int rank, const void* mine, void* room, std::size_t bytes) const;
  Array<real, B> first_row_of_all();

  const Stream<B>& stream_;
  const Scenario& scenario_;
  const std::vector<SurfaceKind>& kinds_;
  std::unique_ptr<Communicator<B>> communicator_;
  std::mutex& one_by_one_;
  LocalGrid<B> local_;
  std::optional<ImmersedBoundaryStep<B>> step_;
  State<B> state_;
  PhaseTimer<B> timer_;
  std::vector<ListedObjects> lists_; ///< of all ranks
  bool has_lists_ = false;           ///< some rank makes the forces of some objects alone
  int steps_since_look_ = 0;
  std::map<int, Fields> kept_;
  std::vector<std::vector<real>> volumes_at_start_; ///< of all objects of each kind, um^3; to be kept
  std::optional<Evaluation> evaluation_;            ///< of the present state
  std::vector<std::vector<int>>
      tellers_; ///< then, of each object of a listed kind: the rank that tells of it
};

} // namespace ibsim
