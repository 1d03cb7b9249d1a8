// See object_bonds.hpp.
#include "mechanics/object_bonds.hpp"

#include "mechanics/object_bond_kernels.hpp"
#include "mechanics/triangles_of_sites.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ibsim {
namespace {

using namespace object_bond_kernels;

/// What the term remembers, in the order of its fields; the last where events are recorded.
enum BondMemoryField { bonds_field, partners_field, account_field, steps_field, lives_field };

template <class B>
class BondsBetweenObjects final : public ObjectBonds<B>, public BondsOfCopies<B> {
 public:
  BondsBetweenObjects(const Stream<B>& stream, const AdhesionProperties& of, int number,
                      const SurfaceKind& own, const LigandObjects& ligands, const std::vector<Index>& objects)
      : number_(number), n_(of.receptors), events_(of.events), rates_(bond_rates(of)), fluid_(ligands.fluid),
        kind_(ligands.kind), is_closed_(ligands.surface.topology == SurfaceTopology::closed),
        objects_(objects), key_{{static_cast<std::uint32_t>(of.seed), static_cast<std::uint32_t>(number)}},
        nearest_(own.sample_nodes.size() * objects.size()), places_(nearest_.size()),
        pulls_(3 * nearest_.size()), pulls_of_others_(3 * ligands.surface.sample_nodes.size() *
                                                      static_cast<std::size_t>(ligands.objects)) {
    const TrianglesOfSites mesh = triangles_of_sites(ligands.surface);
    corners_ = Array<Index, B>(stream, mesh.corners), first_ = Array<Index, B>(stream, mesh.first);
    of_site_ = Array<Index, B>(stream, mesh.of_site);
    stream.synchronize(); // before they go
  }

  std::string name() const override { return "adhesion_" + std::to_string(number_); }
  bool is_internal() const override { return false; }
  std::size_t ligand_kind() const override { return kind_; }
  void list(const Stream<B>& stream, const ListedPartners& of) override {
    std::vector<Index> places(of.ids.size(), -1);
    for (std::size_t place = 0; place < of.slots.size(); ++place)
      places[static_cast<std::size_t>(of.slots[place])] = static_cast<Index>(place);
    n_slots_ = static_cast<Index>(of.ids.size());
    std::vector<Index> slots = of.slots, follows = of.follows; // arrays stay where they are
    slots.resize(of.ids.size(), -1), follows.resize(objects_.size());
    set(stream, slots, slots_), set(stream, places, places_of_slots_), set(stream, of.ids, ids_);
    set(stream, of.copies, copies_), set(stream, follows, follows_);
    stream.synchronize(); // before they go
  }
  void free_of(const Stream<B>& stream, const std::vector<Index>& gone,
               std::span<StateArray<B>> all) override {
    const std::span<StateArray<B>> mine = arrays_of_term(all, name());
    const Array<Index, B> flags(stream, gone);
    free_partners(stream, memory_of(mine), flags.data(), view_of(mine, account_field));
    stream.synchronize(); // before the flags go
  }
  void follow(const Stream<B>& stream, const CopiedObjects& copies, std::span<StateArray<B>> all) override {
    const std::span<StateArray<B>> mine = arrays_of_term(all, name());
    follow_partners(stream, memory_of(mine), copies, copies_.data(), n_slots_, view_of(mine, account_field));
  }
  void number(const Stream<B>& stream, const std::vector<Index>& numbers,
              std::span<StateArray<B>> all) override {
    set_numbers(stream, numbers, view_of(arrays_of_term(all, name()), account_field));
  }

  std::vector<StateField> fields(int objects) const override {
    std::vector<StateField> fields{of_receptors("receptors", n_), of_receptors("partners", n_),
                                   account_of_bonds(objects_, objects), one_number("steps")};
    if (!events_) return fields;
    for (const char* of_event : {"last", "formed_at", "broken_from", "broken_at", "broken"})
      fields.push_back(of_receptors(of_event, n_));
    fields.push_back(one_number("clock"));
    return fields;
  }
  /// The forces follow in act(), once all sites are known.
  void add(const Stream<B>&, const Motion<B>& now, VectorsView<real>) override {
    state_ = now.state, time_step_ = now.time_step;
  }
  void act(const Stream<B>& stream, const StructureSites<B>& own, const StructureSites<B>& ligands,
           const NeighbourSearch<B>& search) override {
    seen_.emplace(
        Seen{own.positions, ligands.positions, search.list().cells, &own.surface, &ligands.surface});
    const ObjectReceptors of = receptors_of(state_);
    if (time_step_ > 0) {
      find_nearest(stream, own.kind, search);
      find_places(stream, of, nearest_.data(), places_.data());
      real* const taken = state_[steps_field].values.data();
      break_and_form_between(stream, of, key_, time_step_, places_.data(), view_of(state_, account_field),
                             taken);
      count_step(stream, taken, clock(state_), time_step_);
    }
    const bool is_same = own.kind == ligands.kind;
    pulls_.zero(stream), pulls_of_others_.zero(stream);
    const VectorsView<real> pulls = vectors_view(pulls_.data(), own.positions.n),
                            of_others =
                                is_same ? pulls : vectors_view(pulls_of_others_.data(), ligands.positions.n);
    sum_forces(stream, of, pulls, of_others);
    add_sums<B>(stream, pulls, own.forces);
    if (!is_same) add_sums<B>(stream, of_others, ligands.forces);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    std::vector<real> energies;
    for (const SumOfBonds& of : sums(stream, now)) energies.push_back(of.energy);
    return energies;
  }
  std::vector<real> measure(const Stream<B>& stream, const Motion<B>& now) override {
    return numbers_of(sums(stream, now), now.state[account_field].values.to_host(stream));
  }
  /// Both objects move, so the rate is twice that of an object at a wall.
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    if (!seen_) return {}; // no bonds without a step
    const ObjectReceptors of = receptors_of(now.state);
    Array<Index, B> own(stream, static_cast<std::size_t>(of.positions.n)),
        others(stream, static_cast<std::size_t>(of.ligands.positions.n));
    count_at_sites(stream, of, own.data(), others.data());
    real rate = 0;
    const auto add = [&](Surface<B>& surface, const Array<Index, B>& bonds, real& area) {
      if (!(area > 0)) area = mean_site_area(stream, surface); // at rest: it does not change
      for (const BoundSites& bound :
           sites_with_bonds(stream, surface.objects(), surface.samples_per_object(), bonds.data()))
        rate = std::max(rate, 2 * rate_of_springs(bound, rates_.stiffness, area, fluid_, fluid_.gap));
    };
    add(*seen_->surface, own, site_area_), add(*seen_->of_others, others, site_area_of_others_);
    return {.anchor = anchor_of_rate(rate, fluid_)};
  }

 private:
  /// Where the sites of both structures are, as act() had them last.
  struct Seen {
    VectorsView<const real> positions, ligands;
    ContactCells cells;
    Surface<B>*surface, *of_others;
  };
  /// Sums of no bonds before act(), as at the start of a run, when only volumes are asked for.
  std::vector<SumOfBonds> sums(const Stream<B>& stream, const Motion<B>& now) const {
    if (!seen_) return std::vector<SumOfBonds>(objects_.size(), SumOfBonds{0, 0, {}, 0, 0});
    return sums_of_bonds(stream, now.block.n_objects, receptors_of(now.state));
  }
  /// @throws std::logic_error before act()
  ObjectReceptors receptors_of(std::span<StateArray<B>> state) const {
    if (!seen_) throw std::logic_error("bonds between objects before the sites of these are known");
    ObjectReceptors of = memory_of(state);
    of.sites.n_sample = seen_->surface->samples_per_object();
    of.positions = seen_->positions;
    of.ligands = {seen_->of_others->samples_per_object(),
                  is_closed_,
                  corners_.data(),
                  first_.data(),
                  of_site_.data(),
                  seen_->ligands};
    of.cells = seen_->cells;
    return of;
  }
  /// Receptors without places of sites.
  ObjectReceptors memory_of(std::span<StateArray<B>> state) const {
    ObjectBondLives lives;
    if (events_) {
      const auto view = [&](std::size_t k) { return view_of(state, lives_field + k); };
      lives = {view(0), view(1), view(2), view(3), view(4), clock(state), time_step_};
    }
    ObjectReceptors of{.sites = {n_, 0},
                       .positions = {},
                       .ligands = {},
                       .cells = {},
                       .gap = fluid_.gap,
                       .rates = rates_,
                       .bonds = view_of(state, bonds_field),
                       .partners = view_of(state, partners_field),
                       .lives = lives};
    if (n_slots_ > 0)
      of.names = {slots_.data(), places_of_slots_.data(), ids_.data()}, of.follows = follows_.data();
    return of;
  }
  /// Sets an array that kernels of a recorded step may read: it stays where it is.
  static void set(const Stream<B>& stream, const std::vector<Index>& values, Array<Index, B>& array) {
    if (array.size() != values.size()) array = Array<Index, B>(values.size());
    if (!values.empty()) copy_to_device(stream, array.data(), values.data(), sizeof(Index) * values.size());
  }
  real* clock(std::span<StateArray<B>> state) const {
    return events_ ? state[lives_field + 5].values.data() : nullptr;
  }
  static VectorsView<real> view_of(std::span<StateArray<B>> state, std::size_t which) {
    Array<real, B>& array = state[which].values;
    return vectors_view(array.data(), static_cast<Index>(array.size() / 3));
  }
  void find_nearest(const Stream<B>& stream, std::size_t kind, const NeighbourSearch<B>& search) {
    nothing_near(stream, static_cast<Index>(nearest_.size()), nearest_.data());
    const std::size_t mine = search.structure_of(kind).value(), theirs = search.structure_of(kind_).value();
    Index first = 0, first_own = 0;
    for (std::size_t k = 0; k < std::max(mine, theirs); ++k) {
      if (k < theirs) first += search.objects(k);
      if (k < mine) first_own += search.objects(k);
    }
    const CloseSites& list = search.list();
    const OwnSites own{first_own, first_own + search.objects(mine), {}, {}};
    for_each_pair_of_others(stream, list, own, search.points(),
                            NearestLigandSites{first, first + search.objects(theirs) - 1, list.objects,
                                               list.numbers, nearest_.data()});
  }

  int number_;
  Index n_;
  bool events_;
  BondRates rates_;
  BondWalls fluid_;
  std::size_t kind_;
  bool is_closed_;
  std::vector<Index> objects_;
  PhiloxKey key_;
  Array<Index, B> corners_, first_, of_site_; ///< LigandMesh
  Index n_slots_ = 0;                         ///< of objects with ligands; 0: nothing comes or goes
  Array<Index, B> slots_, places_of_slots_, ids_, follows_; ///< PartnerNames, ObjectReceptors::follows
  Array<Index, B> copies_;                                  ///< ListedPartners
  std::span<StateArray<B>> state_;                          ///< as add() had it last
  real time_step_ = 0;
  std::optional<Seen> seen_;
  Array<Index, B> nearest_;
  Array<LigandPlace, B> places_;
  Array<real, B> pulls_, pulls_of_others_; ///< forces at sites
  real site_area_ = 0, site_area_of_others_ = 0;
};

} // namespace

template <class B>
std::unique_ptr<ObjectBonds<B>>
make_object_bonds(const Stream<B>& stream, const AdhesionProperties& of, int number, const SurfaceKind& own,
                  const LigandObjects& ligands, const std::vector<Index>& objects) {
  return std::make_unique<BondsBetweenObjects<B>>(stream, of, number, own, ligands, objects);
}

template std::unique_ptr<ObjectBonds<ThisBackend>> make_object_bonds(const Stream<ThisBackend>&,
                                                                     const AdhesionProperties&, int,
                                                                     const SurfaceKind&, const LigandObjects&,
                                                                     const std::vector<Index>&);
} // namespace ibsim
