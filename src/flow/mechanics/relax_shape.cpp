#include "mechanics/relax_shape.hpp"

#include "base/error.hpp"
#include "base/second_order.hpp"
#include "linalg/dense_solve.hpp"
#include "mechanics/laws.hpp"
#include "surface/reference_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;
constexpr int points = 96; ///< from pole to equator

/// What the integrals are made of: r, r', r'', z', z''.
constexpr int r = 0, r1 = 1, r2 = 2, z1 = 3, z2 = 4, locals = 5;
using Local = SecondOrder<locals>;

/// x and w of int_0^(pi/2) f(t) sin(t) dt = sum w f.
struct Point {
  real t, weight;
};
const std::vector<Point>& rule() {
  static const std::vector<Point> all = [] {
    std::vector<Point> points_of_rule;
    for (const auto& [x, weight] : gauss_legendre(points))
      points_of_rule.push_back({std::acos(0.5 * (x + 1)), 0.5 * weight});
    return points_of_rule;
  }();
  return all;
}

/// A function of the unknowns with its first and second derivatives: matrix column by column.
struct Expansion {
  real value = 0;
  std::vector<real> gradient, hessian;
  explicit Expansion(std::size_t n) : gradient(n), hessian(n * n) {}
};

/// The integrals over the surface, as functions of the unknowns x = (a_k, b_k).
class Integrals {
 public:
  Integrals(const RelaxationProblem& problem, const DentedShape& like)
      : problem_(problem), n_(2 * (like.mirrored.across.size() + like.d.size())),
        mirrored_(like.is_mirrored()) {
    const std::size_t all = rule().size() * (mirrored_ ? 1 : 2);
    for (std::size_t p = 0; p < all; ++p) {
      const MeridianBasis basis = basis_at(p);
      std::array<std::vector<real>, locals> rows;
      for (std::vector<real>& row : rows) row.assign(n_, 0);
      for (std::size_t k = 0; k < n_ / 2; ++k) {
        rows[r][k] = basis.across[k].value, rows[r1][k] = basis.across[k].first;
        rows[r2][k] = basis.across[k].second;
        rows[z1][n_ / 2 + k] = basis.along[k].first, rows[z2][n_ / 2 + k] = basis.along[k].second;
      }
      rows_.push_back(std::move(rows));
    }
  }
  std::size_t unknowns() const { return n_; }

  /// E.
  Expansion energy(const std::vector<real>& x) const {
    Expansion sum(n_);
    for (std::size_t p = 0; p < rows_.size(); ++p) add(sum, p, density(p, at(p, x)), around());
    if (problem_.global_area_modulus > 0) add_global_area(sum, area(x));
    return sum;
  }
  Expansion area(const std::vector<real>& x) const {
    Expansion sum(n_);
    for (std::size_t p = 0; p < rows_.size(); ++p) {
      const auto y = at(p, x);
      add(sum, p, y[r] * sqrt(y[r1] * y[r1] + y[z1] * y[z1]), around());
    }
    return sum;
  }
  /// V = pi int r^2 (-z') dt, linear in the b_k.
  Expansion volume(const std::vector<real>& x) const {
    Expansion sum(n_);
    for (std::size_t p = 0; p < rows_.size(); ++p) {
      const auto y = at(p, x);
      add(sum, p, y[r] * y[r] * y[z1], -0.5 * around());
    }
    return sum;
  }
  /// int phi_i phi_j dA of displacements: of r and of z, whose basis functions are rows r and, by its value,
  /// z.
  std::vector<real> mass(const std::vector<real>& x) const {
    std::vector<real> matrix(n_ * n_);
    for (std::size_t p = 0; p < rows_.size(); ++p) {
      const MeridianBasis basis = basis_at(p);
      const auto y = at(p, x);
      const real element = around() * scale(p) * y[r].value * std::hypot(y[r1].value, y[z1].value);
      for (std::size_t i = 0; i < n_ / 2; ++i)
        for (std::size_t j = 0; j < n_ / 2; ++j) {
          matrix[i + n_ * j] += element * basis.across[i].value * basis.across[j].value;
          matrix[n_ / 2 + i + n_ * (n_ / 2 + j)] += element * basis.along[i].value * basis.along[j].value;
        }
    }
    return matrix;
  }

 private:
  // Points go from pole to equator, whose mirror images count too; of shapes without that symmetry they come
  // after these.
  static const Point& point(std::size_t p) { return rule()[p % rule().size()]; }
  static real scale(std::size_t p) { return point(p).weight / std::sin(point(p).t); } // dt of a point
  real around() const { return mirrored_ ? 4 * pi : 2 * pi; }
  MeridianBasis basis_at(std::size_t p) const {
    const real t = p < rule().size() ? point(p).t : pi - point(p).t;
    const auto half = static_cast<int>(n_ / 2);
    return mirrored_ ? meridian_basis(t, half) : dented_meridian_basis(t, half / 2);
  }
  const RestingPoint& at_rest(std::size_t p) const { return problem_.at_rest[p % rule().size()]; }

  std::array<Local, locals> at(std::size_t p, const std::vector<real>& x) const {
    std::array<Local, locals> y;
    for (int l = 0; l < locals; ++l) {
      real value = 0;
      for (std::size_t k = 0; k < n_; ++k) value += rows_[p][l][k] * x[k];
      y[l] = Local::variable(value, l);
    }
    return y;
  }
  /// The energy per 2 pi dt.
  Local density(std::size_t p, const std::array<Local, locals>& y) const {
    const RestingPoint& rest = at_rest(p);
    const Local speed2 = y[r1] * y[r1] + y[z1] * y[z1], speed = sqrt(speed2);
    const Local l1 = 1 / (rest.speed * rest.speed) * speed2,
                l2 = 1 / (rest.radius * rest.radius) * (y[r] * y[r]);
    const real unit = rest.radius * rest.speed;
    const LawEnergy w = law_energy(problem_.law, l1.value + l2.value, l1.value * l2.value);
    Local energy = of_invariants(w, l1 + l2, l1 * l2);
    energy = unit * energy;
    if (problem_.bending.modulus > 0) {
      const Local along = (y[r1] * y[z2] - y[z1] * y[r2]) * inverse(speed2 * speed),
                  around = y[z1] * inverse(speed * y[r]);
      const real H0 = problem_.bending.about_reference ? rest.curvature : -problem_.bending.curvature;
      const Local excess = 0.5 * (along + around) - Local(H0);
      energy = energy + 2 * problem_.bending.modulus * (y[r] * speed * excess * excess);
    }
    return energy;
  }
  static Local of_invariants(const LawEnergy& w, const Local& i1, const Local& i2) {
    Local e(w.w);
    for (int i = 0; i < locals; ++i) {
      e.first[i] = w.w1 * i1.first[i] + w.w2 * i2.first[i];
      for (int j = 0; j < locals; ++j)
        e.second[i][j] = w.w1 * i1.second[i][j] + w.w2 * i2.second[i][j] + w.w11 * i1.first[i] * i1.first[j] +
                         w.w12 * (i1.first[i] * i2.first[j] + i2.first[i] * i1.first[j]) +
                         w.w22 * i2.first[i] * i2.first[j];
    }
    return e;
  }
  void add(Expansion& sum, std::size_t p, const Local& local, real factor) const {
    const real weight = factor * scale(p);
    const auto& rows = rows_[p];
    sum.value += weight * local.value;
    for (std::size_t j = 0; j < n_; ++j) {
      std::array<real, locals> of_j{};
      real first = 0;
      for (int l = 0; l < locals; ++l) {
        first += local.first[l] * rows[l][j];
        for (int m = 0; m < locals; ++m) of_j[l] += local.second[l][m] * rows[m][j];
      }
      sum.gradient[j] += weight * first;
      for (std::size_t i = 0; i < n_; ++i) {
        real second = 0;
        for (int l = 0; l < locals; ++l) second += rows[l][i] * of_j[l];
        sum.hessian[i + n_ * j] += weight * second;
      }
    }
  }
  void add_global_area(Expansion& sum, const Expansion& area) const {
    real resting = 0;
    for (std::size_t p = 0; p < rows_.size(); ++p)
      resting += around() * scale(p) * at_rest(p).radius * at_rest(p).speed;
    const real tension = problem_.global_area_modulus * (area.value / resting - 1),
               stiffness = problem_.global_area_modulus / resting;
    sum.value += 0.5 * stiffness * (area.value - resting) * (area.value - resting);
    for (std::size_t j = 0; j < n_; ++j) {
      sum.gradient[j] += tension * area.gradient[j];
      for (std::size_t i = 0; i < n_; ++i)
        sum.hessian[i + n_ * j] +=
            tension * area.hessian[i + n_ * j] + stiffness * area.gradient[i] * area.gradient[j];
    }
  }

  const RelaxationProblem& problem_;
  std::size_t n_;
  bool mirrored_;
  std::vector<std::array<std::vector<real>, locals>> rows_; ///< of each point: d(local)/dx
};

real product(const std::vector<real>& a, const std::vector<real>& b) {
  real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// x + s with the b_k multiplied so that the volume is that wanted, which is linear in them.
std::vector<real> with_volume(const Integrals& integrals, std::vector<real> x, real volume) {
  const real ratio = volume / integrals.volume(x).value;
  for (std::size_t k = x.size() / 2; k < x.size(); ++k) x[k] *= ratio;
  return x;
}

/// The root mean square over the surface of the force per area that the pressure leaves, and that pressure:
/// M f = -(dE - p dV), p that with the least of it.
std::pair<real, real> unbalanced(const Integrals& integrals, const std::vector<real>& x, const Expansion& E,
                                 const Expansion& V) {
  const DenseFactors M(integrals.mass(x));
  const std::vector<real> of_V = M.solve(V.gradient);
  const real pressure = product(of_V, E.gradient) / product(of_V, V.gradient);
  std::vector<real> rest(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) rest[i] = E.gradient[i] - pressure * V.gradient[i];
  const real square = std::max(real{0}, product(rest, M.solve(rest)));
  return {std::sqrt(square / integrals.area(x).value), pressure};
}

/// The step s of (H + m I) s + l dV = -dE, dV s = 0, H the second derivatives of E - p V.
std::vector<real> newton_step(const Expansion& E, const Expansion& V, real pressure, real damping) {
  const std::size_t n = E.gradient.size(), all = n + 1;
  std::vector<real> matrix(all * all), b(all);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      matrix[i + all * j] = E.hessian[i + n * j] - pressure * V.hessian[i + n * j] + (i == j ? damping : 0);
    matrix[n + all * j] = matrix[j + all * n] = V.gradient[j];
    b[j] = -E.gradient[j];
  }
  std::vector<real> step = solve_dense(matrix, b);
  step.resize(n);
  return step;
}

} // namespace

std::vector<real> relaxation_points() {
  std::vector<real> colatitudes;
  for (const Point& point : rule()) colatitudes.push_back(point.t);
  return colatitudes;
}

Relaxation relax(const DentedShape& from, const RelaxationProblem& problem, int most_iterations) {
  const Integrals integrals(problem, from);
  std::vector<real> x;
  for (const auto* part : {&from.mirrored.across, &from.d, &from.mirrored.along, &from.e})
    x.insert(x.end(), part->begin(), part->end());
  Relaxation found;
  found.volume_before = integrals.volume(x).value;
  found.area_before = integrals.area(x).value;

  Expansion E = integrals.energy(x), V = integrals.volume(x);
  std::tie(found.force_before, found.pressure) = unbalanced(integrals, x, E, V);
  found.force_after = found.force_before;
  found.energy_before = E.value;
  found.energies.push_back(E.value);
  real stiffest = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    stiffest = std::max(stiffest, std::abs(E.hessian[i * (x.size() + 1)]));
  real damping = 1e-4 * stiffest;
  // At rest an iteration can lower the energy by no more than its round-off.
  constexpr real round_off = 1e-15;
  const real scale = E.value;
  bool at_rest = false;
  while (!at_rest && found.iterations < most_iterations) {
    const std::vector<real> step = newton_step(E, V, found.pressure, damping);
    const real expected = -product(E.gradient, step); // twice what a quadratic energy would fall by
    std::vector<real> next(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] + step[i];
    next = with_volume(integrals, std::move(next), found.volume_before);
    const Expansion lower = integrals.energy(next);
    if (expected > 0 && lower.value < E.value) {
      x = next, E = lower, V = integrals.volume(x);
      found.pressure = unbalanced(integrals, x, E, V).second;
      found.energies.push_back(E.value);
      ++found.iterations;
      damping /= 8;
      if (damping < 1e-12 * stiffest) damping = 0;
      at_rest = damping == 0 && expected < round_off * scale;
    } else if (expected >= 0 && expected < 100 * round_off * scale) {
      at_rest = true;
    } else {
      damping = std::max(8 * damping, 1e-10 * stiffest);
      if (damping > 1e8 * stiffest) break;
    }
  }
  std::tie(found.force_after, found.pressure) = unbalanced(integrals, x, E, V);
  if (!at_rest)
    throw NumericalError("the shape did not come to rest at its volume within " +
                         std::to_string(found.iterations) + " iterations");
  found.energy_after = E.value;
  found.area = integrals.area(x).value, found.volume = integrals.volume(x).value;
  auto next_part = x.begin();
  for (auto* part :
       {&found.shape.mirrored.across, &found.shape.d, &found.shape.mirrored.along, &found.shape.e}) {
    const bool of_dent = part == &found.shape.d || part == &found.shape.e;
    const auto terms = static_cast<std::ptrdiff_t>(of_dent ? from.d.size() : from.mirrored.across.size());
    part->assign(next_part, next_part + terms);
    next_part += terms;
  }
  return found;
}

} // namespace ibsim
