// See wall_bonds.hpp.
#include "mechanics/wall_bonds.hpp"

#include "base/philox.hpp"
#include "mechanics/bond_rates.hpp"
#include "mechanics/ligand_surface.hpp"
#include "parallel/atomic_add.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// What the term remembers, in the order of its fields.
enum Memory { receptors, account, steps };

/// Receptors of all objects at their sites. Copied into lambdas.
struct Receptors {
  DerivativeBlock block;
  Index n;                   ///< of an object
  VectorsView<real> anchors; ///< of each receptor: a, the step of its birth (see wall_bonds.hpp), b
  LigandSurface ligands;
  BondRates rates;

  IBSIM_HD Index site(Index r) const {
    return static_cast<Index>(static_cast<std::int64_t>(r) * block.n_sample / n);
  }
  /// The first receptor of a site, or of one after it.
  IBSIM_HD Index first_of(Index s) const {
    return static_cast<Index>((static_cast<std::int64_t>(s) * n + block.n_sample - 1) / block.n_sample);
  }
  IBSIM_HD Real3 at(Index object, Index s) const { return block.at(SurfaceOperator::value, object, s); }
  IBSIM_HD bool is_bound(Index i) const { return anchors.y[i] != 0; }

  /// From the anchor of receptor i, which is bound, to its site at x.
  IBSIM_HD Real3 apart(Index i, const Real3& x) const {
    return ligands.apart(anchors.x[i], anchors.z[i], anchors.y[i] < 0, x);
  }
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
    const Index object = i / of.n, r = i % of.n;
    const Real3 x = of.at(object, of.site(r));
    const bool bound = of.is_bound(i);
    LigandSurface::Place place{};
    real rate;
    if (bound) {
      const Real3 velocity =
          of.anchors.y[i] > 0 ? of.ligands.lower_velocity : of.ligands.upper_velocity; // of a tube: 0
      of.anchors.x[i] += k * velocity.x, of.anchors.z[i] += k * velocity.z;
      rate = of.rates.off(of.rates.stretch(norm(of.apart(i, x))));
    } else {
      place = of.ligands.nearest(x);
      rate = of.rates.on(place.distance > 0 ? place.distance : 0);
      if (rate == 0) return;
    }
    const auto step = static_cast<std::uint64_t>(*steps_taken);
    const PhiloxWords counter{{static_cast<std::uint32_t>(account_of.x[object]),
                               static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(step),
                               static_cast<std::uint32_t>(step >> 32)}};
    if (!(uniform(philox(counter, key), 0) < -std::expm1(-k * rate))) return;
    if (bound) {
      of.anchors.y[i] = 0;
      atomic_add(&account_of.z[object], real{1}); // whole numbers: exact in any order
    } else {
      of.anchors.set(i, {place.a, place.upper ? -(*steps_taken + 1) : *steps_taken + 1, place.b});
      atomic_add(&account_of.y[object], real{1});
    }
  });
}

template <class B>
void count_step(const Stream<B>& stream, real* steps_taken) {
  for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *steps_taken += 1; });
}

template <class B>
void add_forces(const Stream<B>& stream, Receptors of, VectorsView<real> F) {
  const Index n_sample = of.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index s) {
    const Index object = s / n_sample, begin = of.first_of(s % n_sample), end = of.first_of(s % n_sample + 1);
    Real3 sum{};
    bool any = false;
    for (Index r = begin; r < end; ++r) {
      const Index i = object * of.n + r;
      if (!of.is_bound(i)) continue;
      sum += of.force(i, of.at(object, s % n_sample)), any = true;
    }
    if (any) F.set(s, F.at(s) + sum);
  });
}

struct SumOfBonds {
  real bonds, energy;
  Real3 force;
  real forces, largest;
};
struct TogetherBonds {
  IBSIM_HD SumOfBonds operator()(const SumOfBonds& a, const SumOfBonds& b) const {
    return {a.bonds + b.bonds, a.energy + b.energy, a.force + b.force, a.forces + b.forces,
            a.largest > b.largest ? a.largest : b.largest};
  }
};

template <class B>
std::vector<SumOfBonds> sums_of_objects(const Stream<B>& stream, Receptors of) {
  return reduce(
      stream, of.block.n_objects, of.n, SumOfBonds{0, 0, {}, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index r) {
        const Index i = object * of.n + r;
        if (!of.is_bound(i)) return SumOfBonds{0, 0, {}, 0, 0};
        const Real3 x = of.at(object, of.site(r)), force = of.force(i, x);
        const real amount = norm(of.of_bond(i, x));
        return SumOfBonds{1, amount * amount / (2 * of.rates.stiffness), force, amount, amount};
      },
      TogetherBonds{}, of.block.objects_in_all);
}

/// Sites of an object that are bound, their bonds, and the most at a site.
struct BoundSites {
  real sites, bonds, most;
};
struct TogetherSites {
  IBSIM_HD BoundSites operator()(const BoundSites& a, const BoundSites& b) const {
    return {a.sites + b.sites, a.bonds + b.bonds, a.most > b.most ? a.most : b.most};
  }
};

template <class B>
std::vector<BoundSites> bound_sites(const Stream<B>& stream, Receptors of) {
  return reduce(
      stream, of.block.n_objects, of.block.n_sample, BoundSites{0, 0, 0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        real bonds = 0;
        for (Index r = of.first_of(s); r < of.first_of(s + 1); ++r)
          if (of.is_bound(object * of.n + r)) bonds += 1;
        return BoundSites{bonds > 0 ? real{1} : real{0}, bonds, bonds};
      },
      TogetherSites{}, of.block.objects_in_all);
}

/// The mean area at rest of a sample site, um^2.
template <class B>
real mean_site_area(const Stream<B>& stream, const Motion<B>& now) {
  const real* const weights = now.surface.weights();
  const ReferenceMetrics at_rest = now.surface.reference();
  const Index n = now.block.n_sample;
  return sum<real>(stream, n, [=] IBSIM_KERNEL(Index s) { return weights[s] * at_rest.at(s).area; }) / n;
}

/// The stiffness of anchors by which the limit of anchored_steps.hpp for a plane, c beta m(beta) < C with
/// m = sqrt(beta/(rho mu))/2, is the limit beta r < C of a disc that springs hold at a rate r.
real anchor_of_rate(real rate, const BondWalls& walls) {
  constexpr real most = 0.95; // C
  if (!(rate > 0)) return 0;
  const real beta = most / rate;
  return rate / (std::sqrt(beta / (walls.density * walls.viscosity)) / 2);
}

LigandSurface ligand_surface(LigandWalls on, const BondWalls& walls) {
  LigandSurface of{.height = walls.height, .gap = walls.gap};
  if (on == LigandWalls::tube) {
    of.radius = walls.tube.radius, of.axis_x = walls.tube.x, of.axis_y = walls.tube.y;
    of.period_x = walls.width, of.period_y = walls.height;
    return of;
  }
  of.lower = on != LigandWalls::upper, of.upper = on != LigandWalls::lower;
  of.lower_velocity = walls.lower, of.upper_velocity = walls.upper;
  return of;
}

template <class B>
class WallBonds final : public SampleTerm<B> {
 public:
  WallBonds(const AdhesionProperties& of, int number, const BondWalls& walls,
            const std::vector<Index>& objects)
      : number_(number), n_(of.receptors), rates_(bond_rates(of)), walls_(walls), objects_(objects),
        ligands_(ligand_surface(of.walls, walls)), key_{{static_cast<std::uint32_t>(of.seed),
                                                         static_cast<std::uint32_t>(number)}} {}

  std::string name() const override { return "adhesion_" + std::to_string(number_); }
  bool is_internal() const override { return false; }

  std::vector<StateField> fields(int objects) const override {
    const auto all = static_cast<std::size_t>(objects);
    std::vector<real> at_start(3 * all);
    for (std::size_t o = 0; o < all; ++o) at_start[o] = objects_[o];
    return {{"receptors", std::vector<real>(3 * all * static_cast<std::size_t>(n_))},
            {"account", at_start}, // of each object: its number, bonds formed, bonds broken
            {"steps", {0}}};
  }
  void advance(const Stream<B>& stream, const Motion<B>& now) override {
    real* const taken = now.state[steps].values.data();
    break_and_form(stream, receptors_of(now), key_, now.time_step, account_of(now), taken);
    count_step(stream, taken);
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
    const std::vector<SumOfBonds> sums = sums_of_objects(stream, receptors_of(now));
    std::vector<real> numbers;
    for (std::size_t o = 0; o < sums.size(); ++o) {
      const SumOfBonds& of = sums[o];
      numbers.insert(numbers.end(), {of.bonds, account[sums.size() + o], account[2 * sums.size() + o],
                                     of.force.x, of.force.y, of.force.z, of.forces, of.largest});
    }
    return numbers;
  }
  /// A disc of radius R feels 32/3 mu R U, averaged over its directions; a site is one of two cells.
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    constexpr real disc = 32.0 / 3, cells_of_site = 2;
    if (!(site_area_ > 0)) site_area_ = mean_site_area(stream, now); // at rest: it does not change
    const real least = cells_of_site * walls_.cell;
    real rate = 0;
    for (const BoundSites& of : bound_sites(stream, receptors_of(now))) {
      const real radius = std::max(least, std::sqrt(of.sites * site_area_ / std::numbers::pi));
      rate = std::max({rate, of.bonds * rates_.stiffness / (disc * walls_.viscosity * radius),
                       of.most * rates_.stiffness / (disc * walls_.viscosity * least)});
    }
    return {.anchor = anchor_of_rate(rate, walls_)};
  }

 private:
  Receptors receptors_of(const Motion<B>& now) const {
    return {now.block, n_, view_of(now, receptors), ligands_, rates_};
  }
  VectorsView<real> account_of(const Motion<B>& now) const { return view_of(now, account); }
  VectorsView<real> view_of(const Motion<B>& now, Memory which) const {
    Array<real, B>& array = now.state[which].values;
    return vectors_view(array.data(), static_cast<Index>(array.size() / 3));
  }

  int number_;
  Index n_;
  BondRates rates_;
  BondWalls walls_;
  std::vector<Index> objects_;
  LigandSurface ligands_;
  PhiloxKey key_;
  real site_area_ = 0;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_wall_bonds(const Stream<B>&, const AdhesionProperties& of, int number,
                                               const BondWalls& walls, const std::vector<Index>& objects) {
  return std::make_unique<WallBonds<B>>(of, number, walls, objects);
}

template std::unique_ptr<SampleTerm<ThisBackend>> make_wall_bonds(const Stream<ThisBackend>&,
                                                                  const AdhesionProperties&, int,
                                                                  const BondWalls&,
                                                                  const std::vector<Index>&);

} // namespace ibsim
