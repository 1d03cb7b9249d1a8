// See wall_bonds.hpp.
#include "mechanics/wall_bonds.hpp"

#include "mechanics/bond_lives.hpp"
#include "mechanics/bond_rates.hpp"
#include "mechanics/bonds_of_copies.hpp"
#include "mechanics/ligands_of_walls.hpp"
#include "mechanics/receptors.hpp"
#include "mechanics/taken_ligands.hpp"
#include "parallel/atomic_add.hpp"
#include "parallel/atomic_lower.hpp"

namespace ibsim {
namespace {

/// What the term remembers, in the order of its fields; the last where it is needed.
enum Memory { receptors, account, steps, heights };

/// Receptors of all objects at their sites. Copied into lambdas.
struct Receptors {
  DerivativeBlock block;
  ReceptorSites sites;
  VectorsView<real> anchors; ///< of each receptor: a, the step of its birth (see wall_bonds.hpp), b
  /// In a vessel or one of several tubes: c of its anchor and of its last bond that broke. Else of no
  /// receptors
  VectorsView<real> heights;
  BondLives lives;
  LigandSurface ligands;
  BondRates rates;
  TakenLigands taken;

  IBSIM_HD Real3 at(Index object, Index s) const { return block.at(SurfaceOperator::value, object, s); }
  IBSIM_HD bool is_bound(Index i) const { return anchors.y[i] != 0; }

  IBSIM_HD LigandSurface::Anchor anchor(Index i) const {
    return {anchors.x[i], anchors.z[i], anchors.y[i]<0, heights.n> 0 ? heights.x[i] : 0};
  }
  IBSIM_HD void form(Index i, const LigandSurface::Anchor& at, real step) const {
    anchors.set(i, {at.a, at.upper ? -step : step, at.b});
    if (heights.n > 0) heights.x[i] = at.c;
    lives.form(i);
  }
  IBSIM_HD void end(Index i, real stretch) const {
    lives.end(i, anchors.x[i], anchors.z[i], anchors.y[i] < 0, rates.stiffness * stretch);
    if (heights.n > 0) heights.y[i] = heights.x[i];
    anchors.y[i] = 0;
  }

  /// Moves what receptor i of a copy has of its original. @return whether it is bound
  IBSIM_HD bool follow(Index i, const Real3& offset) const {
    lives.take_over(i);
    if (heights.n > 0) heights.y[i] = 0;
    if (!is_bound(i)) return false;
    const LigandSurface::Moved to = ligands.moved(anchor(i), offset, rates.reach);
    if (!to.is_there) {
      anchors.y[i] = 0;
      return false;
    }
    anchors.x[i] = to.anchor.a, anchors.z[i] = to.anchor.b;
    if (heights.n > 0) heights.x[i] = to.anchor.c;
    return true;
  }

  /// From the anchor of receptor i, which is bound, to its site at x.
  IBSIM_HD Real3 apart(Index i, const Real3& x) const { return ligands.apart(anchor(i), x); }
  /// The force of that bond, and what of it acts on its site.
  IBSIM_HD Real3 of_bond(Index i, const Real3& x) const {
    const Real3 d = apart(i, x);
    const real L = norm(d), stretch = rates.stretch(L);
    return stretch > 0 ? (-rates.stiffness * stretch / L) * d : Real3{};
  }
  IBSIM_HD Real3 force(Index i, const Real3& x) const { return ligands.on_receptor(of_bond(i, x), x); }
};

/// One step of all receptors: anchors go with their walls, bonds break and form.
template <class B>
void break_and_form(const Stream<B>& stream, Receptors of, PhiloxKey key, real k,
                    VectorsView<real> account_of, const real* steps_taken) {
  for_each(stream, of.anchors.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = i / of.sites.n, r = i % of.sites.n;
    const Real3 x = of.at(object, of.sites.site(r));
    const bool bound = of.is_bound(i);
    LigandSurface::Place place{};
    real rate, stretch = 0;
    if (bound) {
      const Real3 velocity =
          of.anchors.y[i] > 0 ? of.ligands.lower_velocity : of.ligands.upper_velocity; // of a tube: 0
      of.anchors.x[i] += k * velocity.x, of.anchors.z[i] += k * velocity.z;
      stretch = of.rates.stretch(norm(of.apart(i, x)));
      rate = of.rates.off(stretch);
    } else {
      place = of.ligands.nearest(x, of.rates.reach);
      rate = of.rates.on(place.distance > 0 ? place.distance : 0);
      if (rate == 0) return;
      rate *= of.taken.left(object, place.anchor);
    }
    const auto number = static_cast<Index>(account_of.x[object]);
    if (!(draw_of(key, number, r, *steps_taken) < -std::expm1(-k * rate))) return;
    if (bound) {
      of.end(i, stretch);
      atomic_add(&account_of.z[object], real{1}); // whole numbers: exact in any order
    } else {
      of.form(i, place.anchor, *steps_taken + 1);
      atomic_add(&account_of.y[object], real{1});
    }
  });
}

/// Bonds of copies are at their own places; a copy counts those that it has as formed.
template <class B>
void follow_originals(const Stream<B>& stream, Receptors of, CopiedObjects copies,
                      VectorsView<real> account_of) {
  const Index n = of.sites.n;
  for_each(stream, copies.n, [=] IBSIM_KERNEL(Index c) {
    account_of.y[copies.slots[c]] = 0, account_of.z[copies.slots[c]] = 0;
  });
  for_each(stream, copies.n * n, [=] IBSIM_KERNEL(Index k) {
    const Index object = copies.slots[k / n];
    if (of.follow(object * n + k % n, copies.offsets[k / n])) atomic_add(&account_of.y[object], real{1});
  });
}

/// Counts the bonds of each object where they use up ligands.
template <class B>
void find_taken(const Stream<B>& stream, Receptors of) {
  if (of.taken.counts == nullptr) return;
  const TakenLigands taken = of.taken;
  const Index n = of.sites.n;
  for_each(stream, of.block.n_objects * TakenLigands::of_object,
           [=] IBSIM_KERNEL(Index k) { taken.counts[k] = 0; });
  for_each(stream, of.anchors.n, [=] IBSIM_KERNEL(Index i) {
    if (of.is_bound(i)) atomic_next(&taken.counts[taken.square(i / n, of.anchor(i))]);
  });
}

template <class B>
void add_forces(const Stream<B>& stream, Receptors of, VectorsView<real> F) {
  const Index n_sample = of.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index s) {
    const Index object = s / n_sample, begin = of.sites.first_of(s % n_sample),
                end = of.sites.first_of(s % n_sample + 1);
    Real3 sum{};
    bool any = false;
    for (Index r = begin; r < end; ++r) {
      const Index i = object * of.sites.n + r;
      if (!of.is_bound(i)) continue;
      sum += of.force(i, of.at(object, s % n_sample)), any = true;
    }
    if (any) F.set(s, F.at(s) + sum);
  });
}

template <class B>
std::vector<SumOfBonds> sums_of_objects(const Stream<B>& stream, Receptors of) {
  return reduce(
      stream, of.block.n_objects, of.sites.n, SumOfBonds{0, 0, {}, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index r) {
        const Index i = object * of.sites.n + r;
        if (!of.is_bound(i)) return SumOfBonds{0, 0, {}, 0, 0};
        const Real3 x = of.at(object, of.sites.site(r)), force = of.force(i, x);
        const real amount = norm(of.of_bond(i, x));
        return SumOfBonds{1, amount * amount / (2 * of.rates.stiffness), force, amount, amount};
      },
      TogetherBonds{}, of.block.objects_in_all);
}

template <class B>
std::vector<BoundSites> bound_sites(const Stream<B>& stream, Receptors of) {
  return reduce(
      stream, of.block.n_objects, of.block.n_sample, BoundSites{0, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        real bonds = 0;
        for (Index r = of.sites.first_of(s); r < of.sites.first_of(s + 1); ++r)
          if (of.is_bound(object * of.sites.n + r)) bonds += 1;
        return BoundSites{bonds > 0 ? real{1} : real{0}, bonds, bonds};
      },
      TogetherSites{}, of.block.objects_in_all);
}

template <class B>
class WallBonds final : public SampleTerm<B>, public BondsOfCopies<B> {
 public:
  WallBonds(const Stream<B>& stream, const AdhesionProperties& of, int number, const BondWalls& walls,
            const std::vector<Index>& objects)
      : number_(number), n_(of.receptors), is_vessel_(of.walls == LigandWalls::vessel),
        has_third_(has_third_number(of, walls)), events_(of.events), rates_(bond_rates(of)), walls_(walls),
        density_(of.ligands), taken_(of.used_up ? objects.size() * TakenLigands::of_object : 0),
        objects_(objects), key_{{static_cast<std::uint32_t>(of.seed), static_cast<std::uint32_t>(number)}} {
    if (is_vessel_) {
      const std::vector<float> distances(walls.vessel.begin(), walls.vessel.end());
      distances_ = Array<float, B>(stream, distances);
      stream.synchronize(); // before they go
    }
    walls_.vessel = {};
    ligands_ = ligand_surface(of, walls, distances_.data());
  }

  std::string name() const override { return "adhesion_" + std::to_string(number_); }
  bool is_internal() const override { return false; }

  std::vector<StateField> fields(int objects) const override {
    std::vector<StateField> fields{of_receptors("receptors", n_), account_of_bonds(objects_, objects),
                                   one_number("steps")};
    if (has_third_) fields.push_back(of_receptors(name_of_third_number(is_vessel_), n_));
    if (events_)
      fields.insert(fields.end(),
                    {of_receptors("last", n_), of_receptors("broken", n_), one_number("clock")});
    return fields;
  }
  void advance(const Stream<B>& stream, const Motion<B>& now) override {
    real* const steps_taken = now.state[steps].values.data();
    const Receptors all = receptors_of(now);
    find_taken(stream, all);
    break_and_form(stream, all, key_, now.time_step, view_of(now.state, account), steps_taken);
    count_step(stream, steps_taken, clock(now.state), now.time_step);
  }
  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    add_forces(stream, receptors_of(now), F);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    std::vector<real> energies;
    for (const SumOfBonds& of : sums_of_objects(stream, receptors_of(now))) energies.push_back(of.energy);
    return energies;
  }
  std::vector<real> measure(const Stream<B>& stream, const Motion<B>& now) override {
    const std::vector<real> account = now.state[Memory::account].values.to_host(stream);
    return numbers_of(sums_of_objects(stream, receptors_of(now)), account);
  }
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    if (!(site_area_ > 0)) site_area_ = mean_site_area(stream, now.surface); // at rest: it does not change
    real rate = 0;
    for (const BoundSites& of : bound_sites(stream, receptors_of(now)))
      rate = std::max(rate, rate_of_springs(of, rates_.stiffness, site_area_, walls_));
    return {.anchor = anchor_of_rate(rate, walls_)};
  }
  void follow(const Stream<B>& stream, const CopiedObjects& copies, std::span<StateArray<B>> all) override {
    const std::span<StateArray<B>> mine = arrays_of_term(all, name());
    follow_originals(stream, receptors_of(mine), copies, view_of(mine, account));
  }
  void number(const Stream<B>& stream, const std::vector<Index>& numbers,
              std::span<StateArray<B>> all) override {
    set_numbers(stream, numbers, view_of(arrays_of_term(all, name()), account));
  }

 private:
  Receptors receptors_of(const Motion<B>& now) {
    Receptors of = receptors_of(now.state);
    of.block = now.block, of.sites.n_sample = now.block.n_sample;
    of.lives.step = now.time_step;
    return of;
  }
  /// Without places of sites.
  Receptors receptors_of(std::span<StateArray<B>> state) {
    const std::size_t after = has_third_ ? heights + 1 : heights; // of the optional fields
    BondLives lives;
    if (events_) lives = {view_of(state, after), view_of(state, after + 1), clock(state), 0};
    return {{},
            {n_, 0},
            view_of(state, receptors),
            has_third_ ? view_of(state, heights) : VectorsView<real>{},
            lives,
            ligands_,
            rates_,
            taken_.empty() ? TakenLigands{} : taken_ligands(density_, taken_.data())};
  }
  real* clock(std::span<StateArray<B>> state) const {
    return events_ ? state[(has_third_ ? heights + 1 : heights) + 2].values.data() : nullptr;
  }
  static VectorsView<real> view_of(std::span<StateArray<B>> state, std::size_t which) {
    Array<real, B>& array = state[which].values;
    return vectors_view(array.data(), static_cast<Index>(array.size() / 3));
  }

  int number_;
  Index n_;
  bool is_vessel_, has_third_, events_;
  BondRates rates_;
  BondWalls walls_;
  real density_;          ///< of ligands, 1/um^2
  Array<Index, B> taken_; ///< ligands in squares, where bonds use them up (taken_ligands.hpp)
  std::vector<Index> objects_;
  Array<float, B> distances_; ///< from the wall of a vessel
  LigandSurface ligands_;
  PhiloxKey key_;
  real site_area_ = 0;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_wall_bonds(const Stream<B>& stream, const AdhesionProperties& of,
                                               int number, const BondWalls& walls,
                                               const std::vector<Index>& objects) {
  return std::make_unique<WallBonds<B>>(stream, of, number, walls, objects);
}

template std::unique_ptr<SampleTerm<ThisBackend>> make_wall_bonds(const Stream<ThisBackend>&,
                                                                  const AdhesionProperties&, int,
                                                                  const BondWalls&,
                                                                  const std::vector<Index>&);

} // namespace ibsim
