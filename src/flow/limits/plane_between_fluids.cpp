#include "limits/plane_between_fluids.hpp"

#include "base/computed_once.hpp"
#include "coupling/delta_kernels.hpp"
#include "coupling/kernel_transform.hpp"
#include "fluid/time_scheme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <tuple>

namespace ibsim {
namespace {

using Complex = std::complex<real>;

constexpr real pi = std::numbers::pi_v<real>;
constexpr int rows = 24;   ///< of cells, the plane in the middle: waves of 8 cells decay by 1e-4 to the ends
constexpr int places = 32; ///< of the plane in a cell
constexpr int turns = 96;  ///< of z = exp(i pi turn/turns); lines between them are right to 2 %
constexpr std::array waves = {4.0, 5.5, 8.0}; ///< cells, of which membranes have none shorter

/// Weights and viscosities around a plane at y_0, by row.
struct Rows {
  std::array<real, rows> force;      ///< weights of the kernel at the middle of each row
  std::array<real, rows + 2> center; ///< mu, with a row beyond either end
  real edge(int j) const { return (center[at(j)] + center[at(j + 1)]) / 2; } ///< below row j
  real of_row(int j) const { return center[at(j + 1)]; }

 private:
  static std::size_t at(int j) { return static_cast<std::size_t>(j); }
};

/// @param place of the plane within a cell; the fluid above it has the viscosity `ratio`
template <class Pair>
Rows rows_of(real place, real ratio) {
  Rows of{};
  const real y = rows / 2 + place;
  real inside = 0; // the indicator
  of.center[0] = 1;
  for (int j = 0; j < rows; ++j) {
    inside += Pair::Along::phi(j - y);
    of.force[static_cast<std::size_t>(j)] = Pair::Across::phi(j + real{0.5} - y);
    of.center[static_cast<std::size_t>(j + 1)] = std::pow(ratio, std::clamp(inside, real{0}, real{1}));
  }
  of.center[rows + 1] = ratio;
  return of;
}

/// Solves a banded system by elimination. The diagonal dominates where the fluid has a viscosity.
/// @param a  a[j][2 + d] multiplies x[j + d], d = -2 .. 2
template <std::size_t N>
std::array<Complex, N> solve(std::array<std::array<Complex, 5>, N>& a, std::array<Complex, N> x) {
  for (std::size_t j = 0; j < N; ++j)
    for (std::size_t down = 1; down <= 2 && j + down < N; ++down) {
      const Complex factor = a[j + down][2 - down] / a[j][2];
      for (std::size_t d = 0; d <= 2; ++d) a[j + down][2 - down + d] -= factor * a[j][2 + d];
      x[j + down] -= factor * x[j];
    }
  for (std::size_t j = N; j-- > 0;) {
    for (std::size_t d = 1; d <= 2 && j + d < N; ++d) x[j] -= a[j][2 + d] * x[j + d];
    x[j] /= a[j][2];
  }
  return x;
}

/// Velocity across the wave: D(eta G w) = -f.
Complex across(const Rows& of, const auto& eta, real s2) {
  std::array<std::array<Complex, 5>, rows> a{};
  std::array<Complex, rows> f{};
  for (int j = 0; j < rows; ++j) {
    auto& row = a[static_cast<std::size_t>(j)];
    const Complex below = eta(of.edge(j)), above = eta(of.edge(j + 1));
    row[1] = -below, row[2] = eta(of.of_row(j)) * s2 + below + above, row[3] = -above;
    f[static_cast<std::size_t>(j)] = of.force[static_cast<std::size_t>(j)];
  }
  const auto w = solve(a, f);
  Complex sum = 0;
  for (std::size_t j = 0; j < rows; ++j) sum += of.force[j] * w[j];
  return sum;
}

/// Velocity along the wave, by the stream function psi at the edges: u_j = psi_{j+1} - psi_j, v_j = -i s
/// psi_j. The curl of the momentum equation has no pressure.
Complex along(const Rows& of, const auto& eta, real s2) {
  std::array<std::array<Complex, 5>, rows - 1> a{}; // edges 1 .. rows - 1
  std::array<Complex, rows - 1> f{};
  for (int j = 1; j < rows; ++j) {
    auto& row = a[static_cast<std::size_t>(j - 1)];
    const auto add_stress = [&](int edge, Complex times) { // at this edge: e (psi_+ + (s^2 - 2) psi + psi_-)
      const Complex e = times * eta(of.edge(edge));
      for (const int d : {-1, 0, 1}) {
        const int to = edge - j + d + 2;
        if (to >= 0 && to < 5) row[static_cast<std::size_t>(to)] += d == 0 ? e * (s2 - 2) : e;
      }
    };
    add_stress(j + 1, 1), add_stress(j, s2 - 2), add_stress(j - 1, 1);
    const Complex above = 4 * s2 * eta(of.of_row(j)), below = 4 * s2 * eta(of.of_row(j - 1));
    row[1] -= below, row[2] += below + above, row[3] -= above;
    f[static_cast<std::size_t>(j - 1)] =
        of.force[static_cast<std::size_t>(j - 1)] - of.force[static_cast<std::size_t>(j)];
  }
  const auto psi = solve(a, f);
  Complex sum = 0;
  for (std::size_t j = 1; j + 1 < rows; ++j) sum += of.force[j] * (psi[j] - psi[j - 1]);
  return sum;
}

/// G by place and turn.
using Answers = std::array<std::array<Complex, turns>, places>;

struct Turn {
  Complex D, E;
  explicit Turn(int turn) {
    const Complex w = std::polar(real{1}, -pi * (turn + 1) / turns); // 1/z
    D = real{1.5} - real{2} * w + real{0.5} * w * w, E = real{2} * w - w * w;
  }
};

/// The largest 1/(k M) of a limit, of means of the answers over so many places on either side.
real largest_rate(const Answers& G, int scatter) {
  real most = 0;
  for (int place = 0; place < places; ++place) {
    Complex before = 0;
    for (int turn = 0; turn < turns; ++turn) {
      Complex mean = 0;
      for (int d = -scatter; d <= scatter; ++d)
        mean += G[static_cast<std::size_t>((place + d + places) % places)][static_cast<std::size_t>(turn)];
      const Turn at(turn);
      const Complex rate = -at.E * mean / (at.D * real(2 * scatter + 1)); // 1/S
      if (turn == turns - 1)
        most = std::max(most, rate.real());
      else if (turn > 0 && before.imag() * rate.imag() < 0)
        most = std::max(most, (before.real() * rate.imag() - rate.real() * before.imag()) /
                                  (rate.imag() - before.imag()));
      before = rate;
    }
  }
  return most;
}

struct Rates {
  real along = 0, across = 0;
};

template <class Pair>
Rates rates(real ratio, real implicit, real scatter) {
  Rates most;
  const real exact = std::clamp(scatter, real{0}, real{0.5}) * places;
  const int fewer = std::min(static_cast<int>(exact), places / 2 - 1);
  for (const real wave : waves) {
    const real q = 2 * pi / wave, s = 2 * std::sin(q / 2), s2 = s * s;
    const real t_along = q * kernel_transform<typename Pair::Along>(q),
               t_across = q * kernel_transform<typename Pair::Across>(q);
    Answers G_along, G_across;
    for (std::size_t place = 0; place < places; ++place) {
      const Rows of = rows_of<Pair>(real(place) / places, ratio);
      for (std::size_t turn = 0; turn < turns; ++turn) {
        const Complex E = Turn(static_cast<int>(turn)).E;
        const auto eta = [&](real mu) { return implicit + (mu - implicit) * E; };
        G_along[place][turn] = t_along * t_along * along(of, eta, s2);
        G_across[place][turn] = t_across * t_across * across(of, eta, s2);
      }
    }
    const auto at_scatter = [&](const Answers& G) {
      const real less = largest_rate(G, fewer), more = largest_rate(G, fewer + 1), part = exact - fewer;
      return (1 - part) * less + part * more;
    };
    most.along = std::max(most.along, at_scatter(G_along));
    most.across = std::max(most.across, at_scatter(G_across));
  }
  return most;
}

} // namespace

PartsBetweenFluids parts_between_fluids(DeltaKernel kernel, real ratio, real implicit, real scatter) {
  static ComputedOnce<std::tuple<DeltaKernel, real, real, real>, Rates> known;
  const auto rates_of = [&](real inside, real of_implicit, real over) {
    return known.get({kernel, inside, of_implicit, over}, [&] {
      return with_kernel(kernel, [&](auto k) { return rates<decltype(k)>(inside, of_implicit, over); });
    });
  };
  const real thinner = std::min(real{1}, ratio);
  const Rates two = rates_of(ratio, implicit, scatter), one = rates_of(1, implicit_part_of_viscosity, 0);
  return {std::min(real{1}, one.along / (thinner * two.along)),
          std::min(real{1}, one.across / (thinner * two.across))};
}

} // namespace ibsim
