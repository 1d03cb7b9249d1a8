// See object_bonds.hpp.
#include "mechanics/object_bonds.hpp"

#include "mechanics/bond_partners.hpp"
#include "mechanics/triangles_of_sites.hpp"
#include "parallel/atomic_add.hpp"
#include "parallel/atomic_lower.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ibsim {
namespace {

/// What the term remembers, in the order of its fields; the last where events are recorded.
enum BondMemoryField { bonds_field, partners_field, account_field, steps_field, lives_field };

template <class B>
void nothing_near(const Stream<B>& stream, Index sites, Index* nearest) {
  for_each(stream, sites, [=] IBSIM_KERNEL(Index s) { nearest[s] = -1; });
}

/// The ligand that receptors of each site may bind.
template <class B>
void find_places(const Stream<B>& stream, ObjectReceptors of, const Index* nearest, LigandPlace* places) {
  for_each(stream, of.positions.n, [=] IBSIM_KERNEL(Index s) {
    places[s] = nearest[s] < 0 ? LigandPlace{} : of.place_at(nearest[s], of.positions.at(s));
  });
}

/// One step of all receptors: bonds break and form.
template <class B>
void break_and_form_between(const Stream<B>& stream, ObjectReceptors of, PhiloxKey key, real k,
                            const LigandPlace* places, VectorsView<real> account_of,
                            const real* steps_taken) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / of.sites.n;
    const bool bound = of.is_bound(i);
    ObjectReceptors::Held held{};
    LigandPlace place;
    real rate;
    if (bound) {
      held = of.held(i);
      rate = of.rates.off(held.stretch);
    } else {
      place = places[of.site_of(i)];
      if (place.partner < 0) return;
      rate = of.rates.on(place.distance);
      if (rate == 0) return;
    }
    const auto number = static_cast<Index>(account_of.x[object]);
    if (!(draw_of(key, number, i % of.sites.n, *steps_taken) < -std::expm1(-k * rate))) return;
    if (bound) {
      of.end(i, held);
      atomic_add(&account_of.z[object], real{1}); // whole numbers: exact in any order
    } else {
      of.form(i, place, *steps_taken + 1);
      atomic_add(&account_of.y[object], real{1});
    }
  });
}

IBSIM_IN_KERNEL void add_at(VectorsView<real> to, Index site, const Real3& force) {
  for (int d = 0; d < 3; ++d) atomic_add(&to[d][site], force[d]);
}

/// The forces of bonds on sites of both structures, as exact sums.
template <class B>
void sum_forces(const Stream<B>& stream, ObjectReceptors of, VectorsView<real> own,
                VectorsView<real> others) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    if (!of.is_bound(i)) return;
    const ObjectReceptors::Held h = of.held(i);
    if (!(h.stretch > 0)) return;
    const LigandTriangle::OnCorners pull = h.of.on_corners(of.bonds.x[i], of.bonds.z[i], h.bond, h.u);
    const Real3 on_receptor = exact_part(-h.u), second = exact_part(pull.second),
                third = exact_part(pull.third);
    add_at(own, of.site_of(i), on_receptor);
    add_at(others, of.corner(h.partner, h.triangle, 0), -(on_receptor + second + third));
    add_at(others, of.corner(h.partner, h.triangle, 1), second);
    add_at(others, of.corner(h.partner, h.triangle, 2), third);
  });
}

template <class B>
void add_sums(const Stream<B>& stream, VectorsView<const real> sums, VectorsView<real> F) {
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index s) {
    const Real3 sum = sums.at(s);
    if (sum.x != 0 || sum.y != 0 || sum.z != 0) F.set(s, F.at(s) + sum);
  });
}

template <class B>
std::vector<SumOfBonds> sums_of_bonds(const Stream<B>& stream, Index objects, ObjectReceptors of) {
  return reduce(
      stream, objects, of.sites.n, SumOfBonds{0, 0, {}, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index r) {
        const Index i = object * of.sites.n + r;
        if (!of.is_bound(i)) return SumOfBonds{0, 0, {}, 0, 0};
        const ObjectReceptors::Held h = of.held(i);
        const real amount = of.rates.stiffness * h.stretch;
        return SumOfBonds{1, amount * h.stretch / 2, -h.u, amount, amount};
      },
      TogetherBonds{});
}

/// The number of bonds at each site: that of the receptor, and the corner with the largest weight.
template <class B>
void count_at_sites(const Stream<B>& stream, ObjectReceptors of, Index* own, Index* others) {
  for_each(stream, of.bonds.n, [=] IBSIM_KERNEL(Index i) {
    if (!of.is_bound(i)) return;
    const real b = of.bonds.x[i], c = of.bonds.z[i], a = 1 - b - c;
    const int k = a >= b && a >= c ? 0 : b >= c ? 1 : 2;
    atomic_next(&own[of.site_of(i)]);
    atomic_next(
        &others[of.corner(static_cast<Index>(of.partners.x[i]), static_cast<Index>(of.partners.y[i]), k)]);
  });
}

template <class B>
std::vector<BoundSites> sites_with_bonds(const Stream<B>& stream, Index objects, Index n_sample,
                                         const Index* bonds) {
  return reduce(
      stream, objects, n_sample, BoundSites{0, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const auto n = static_cast<real>(bonds[object * n_sample + s]);
        return BoundSites{n > 0 ? real{1} : real{0}, n, n};
      },
      TogetherSites{});
}

template <class B>
class BondsBetweenObjects final : public ObjectBonds<B> {
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

  std::vector<StateField> fields(int objects) const override {
    const auto [of_receptors, account] = start_of_bonds(objects_, objects, n_);
    std::vector<StateField> fields{
        {"receptors", of_receptors}, {"partners", of_receptors}, {"account", account}, {"steps", {0}}};
    if (events_)
      fields.insert(fields.end(), {{"last", of_receptors},
                                   {"formed_at", of_receptors},
                                   {"broken_from", of_receptors},
                                   {"broken_at", of_receptors},
                                   {"broken", of_receptors},
                                   {"clock", {0}}});
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
    ObjectBondLives lives;
    if (events_) {
      const auto view = [&](std::size_t k) { return view_of(state, lives_field + k); };
      lives = {view(0), view(1), view(2), view(3), view(4), clock(state), time_step_};
    }
    const Index n_sample = seen_->surface->samples_per_object();
    return {.sites = {n_, n_sample},
            .positions = seen_->positions,
            .ligands = {seen_->of_others->samples_per_object(), is_closed_, corners_.data(), first_.data(),
                        of_site_.data(), seen_->ligands},
            .cells = seen_->cells,
            .gap = fluid_.gap,
            .rates = rates_,
            .bonds = view_of(state, bonds_field),
            .partners = view_of(state, partners_field),
            .lives = lives};
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
  std::span<StateArray<B>> state_;            ///< as add() had it last
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
