// Receptors of objects, for bonds to walls (wall_bonds.hpp) and to objects (object_bonds.hpp): the site of
// each, its random draw, and the step limit of the springs that hold an object. For kernel files only.
#pragma once

#include "base/philox.hpp"
#include "mechanics/force_term.hpp"
#include "mechanics/wall_bonds.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

namespace ibsim {

/// Receptor r of n belongs to sample site floor(r N/n) of N. Copied into lambdas.
struct ReceptorSites {
  Index n, n_sample; ///< receptors and sample sites of an object

  IBSIM_HD Index site(Index r) const {
    return static_cast<Index>(static_cast<std::int64_t>(r) * n_sample / n);
  }
  /// The first receptor of a site, or of one after it.
  IBSIM_HD Index first_of(Index s) const {
    return static_cast<Index>((static_cast<std::int64_t>(s) * n + n_sample - 1) / n_sample);
  }
};

/// The draw of a receptor in a step, from 0 to 1. @param object its number among all objects of all kinds
IBSIM_HD real draw_of(const PhiloxKey& key, Index object, Index receptor, real steps_taken) {
  const auto step = static_cast<std::uint64_t>(steps_taken);
  const PhiloxWords counter{{static_cast<std::uint32_t>(object), static_cast<std::uint32_t>(receptor),
                             static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32)}};
  return uniform(philox(counter, key), 0);
}

/// @param clock null: there is none @param k time step, us
template <class B>
void count_step(const Stream<B>& stream, real* steps_taken, real* clock, real k) {
  for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) {
    *steps_taken += 1;
    if (clock) *clock += k;
  });
}

/// State of bonds at the start: vectors of the n receptors of each object, zero; its number, bonds formed and
/// bonds broken; and a number for all, zero.
inline StateField of_receptors(const char* name, Index n) {
  return {name, by_objects(n), std::vector<real>(3 * static_cast<std::size_t>(n))};
}
inline StateField account_of_bonds(const std::vector<Index>& numbers, int objects) {
  std::vector<real> account(3 * static_cast<std::size_t>(objects));
  std::copy_n(numbers.begin(), objects, account.begin());
  return {"account", by_objects(1), account};
}
inline StateField one_number(const char* name) { return {name, the_same_for_all, {0}}; }

/// Arrays of a term, and those behind them, among all that a structure remembers.
template <class B>
std::span<StateArray<B>> arrays_of_term(std::span<StateArray<B>> all, const std::string& term) {
  const std::string mine = "." + term + ".";
  const auto first = std::find_if(all.begin(), all.end(), [&](const StateArray<B>& array) {
    return array.name.find(mine) != std::string::npos;
  });
  return all.subspan(static_cast<std::size_t>(first - all.begin()));
}

/// Sets the numbers of objects for random draws. Waits for the stream. @param account of account_of_bonds
template <class B>
void set_numbers(const Stream<B>& stream, const std::vector<Index>& numbers, VectorsView<real> account) {
  const std::vector<real> as_reals(numbers.begin(), numbers.end());
  copy_to_device(stream, account.x, as_reals.data(), sizeof(real) * as_reals.size());
  stream.synchronize(); // before they go
}

/// Bonds of an object and their springs, summed.
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

/// ForceTerm::measure of bonds (numbers_of_bonds). @param account of all objects: numbers, formed, broken
inline std::vector<real> numbers_of(const std::vector<SumOfBonds>& sums, const std::vector<real>& account) {
  std::vector<real> numbers;
  for (std::size_t o = 0; o < sums.size(); ++o) {
    const SumOfBonds& of = sums[o];
    numbers.insert(numbers.end(), {of.bonds, account[sums.size() + o], account[2 * sums.size() + o],
                                   of.force.x, of.force.y, of.force.z, of.forces, of.largest});
  }
  return numbers;
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

/// The mean area at rest of a sample site, um^2. Waits for the stream.
template <class B>
real mean_site_area(const Stream<B>& stream, const Surface<B>& surface) {
  const real* const weights = surface.weights();
  const ReferenceMetrics at_rest = surface.reference();
  const Index n = surface.samples_per_object();
  return sum<real>(stream, n, [=] IBSIM_KERNEL(Index s) { return weights[s] * at_rest.at(s).area; }) / n;
}

/// The rate at which the springs of an object take it back, 1/us. A disc of radius R feels 32/3 mu R U,
/// averaged over its directions; a site is one of two cells. @param gap lever of the springs, um: they turn
/// the disc too, whose drag is R^2 times as large. 0: they do not
inline real rate_of_springs(const BoundSites& of, real stiffness, real site_area, const BondWalls& walls,
                            real gap = 0) {
  constexpr real disc = 32.0 / 3, cells_of_site = 2;
  const real least = cells_of_site * walls.cell;
  const auto rate = [&](real bonds, real radius) {
    return bonds * stiffness * (1 + gap * gap / (radius * radius)) / (disc * walls.viscosity * radius);
  };
  return std::max(rate(of.bonds, std::max(least, std::sqrt(of.sites * site_area / std::numbers::pi))),
                  rate(of.most, least));
}

/// The stiffness of anchors by which the limit of anchored_steps.hpp for a plane, c beta m(beta) < C with
/// m = sqrt(beta/(rho mu))/2, is the limit beta r < C of a disc that springs hold at a rate r.
inline real anchor_of_rate(real rate, const BondWalls& walls) {
  constexpr real most = 0.95; // C
  if (!(rate > 0)) return 0;
  const real beta = most / rate;
  return rate / (std::sqrt(beta / (walls.density * walls.viscosity)) / 2);
}

} // namespace ibsim
