// Profile of least energy across the edge of a contact that an attraction of finite range holds
// (mechanics/contact_rim.hpp), by the laws of contact and attraction as forces have them.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/contact_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace ibsim {

/// Solves H x = b for a symmetric matrix with two diagonals beside the main one: H[i] = {H_ii, H_i,i+1,
/// H_i,i+2}. @return whether it is positive definite
inline bool solve_of_five_diagonals(std::vector<std::array<real, 3>> H, std::vector<real>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!(H[i][0] > 0)) return false;
    for (std::size_t k = 1; k < 3 && i + k < n; ++k) {
      const real factor = H[i][k] / H[i][0];
      for (std::size_t j = k; j < 3; ++j)
        if (i + j < n) H[i + k][j - k] -= factor * H[i][j];
      b[i + k] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = 1; k < 3 && i + k < n; ++k) b[i] -= H[i][k] * b[i + k];
    b[i] /= H[i][0];
  }
  return true;
}

/// int k d''^2/2 + W over x = -14 l .. 6 l by differences, flat at the left end and with the curvature of an
/// edge without a range at the right one.
class ContactLayer {
 public:
  ContactLayer(const AggregationLaw& law, const ContactLaw& contact, real bending)
      : law_(law), contact_(contact), bending_(bending),
        length_(std::pow(2 * bending * law.width * law.width / law.energy, 0.25)), step_(20 * length_ / n) {
    for (int i = 0; i <= n; ++i) {
      const real x = std::max(x_of(i), real{0});
      d_.push_back(law.start + curvature() * x * x / 2);
    }
    real energy = energy_of(d_), shift = 1e-9;
    for (int round = 0; round < 200; ++round) {
      std::vector<real> change;
      for (;; shift *= 4) { // towards less energy
        change = newton(shift * bending_ / std::pow(length_, 4));
        std::vector<real> next = d_;
        for (std::size_t i = 0; i < change.size(); ++i) next[i] += change[i];
        if (const real found = energy_of(next); !change.empty() && found <= energy + 1e-14 * law.energy) {
          d_ = next, energy = found;
          break;
        }
      }
      shift = std::max(shift / 8, real{1e-9});
      real most = 0;
      for (const real by : change) most = std::max(most, std::abs(by));
      if (most < 1e-8 * law.width) break;
    }
  }
  /// Area by energy beyond the edge, per length.
  real rim() const { return moments()[0]; }
  /// The first moment of this area about the edge: a round contact of the radius r has the area by energy
  /// pi r^2 + 2 pi r rim + 2 pi moment.
  real moment() const { return moments()[1]; }
  /// Energy per length below the energy of an edge without a range. The latter is -e an area on both sides:
  /// outside, bending has e and the work of the moment -2 e, up to half a step before the end.
  real gain() const { return -energy_of(d_) - law_.energy * (x_of(n) - step_ / 2 - x_of(0)); }

 private:
  static constexpr int n = 800;
  real x_of(int i) const { return -14 * length_ + i * step_; }
  real curvature() const { return std::sqrt(2 * law_.energy / bending_); }
  std::array<real, 2> moments() const {
    const real slope = (d_[n] - d_[n - 1]) / step_, edge = x_of(n) - step_ / 2 - slope / curvature(),
               inside = edge - x_of(0);
    real area = -inside, moment = inside * inside / 2;
    for (int i = 0; i <= n; ++i) {
      const real part = weight(i) * -law_.planar_energy(std::max(d_[i], law_.start)) / law_.energy;
      area += part, moment += part * (x_of(i) - edge);
    }
    return {area, moment};
  }
  real weight(int i) const { return i == 0 || i == n ? step_ / 2 : step_; }
  real bend(const std::vector<real>& d, int i) const {
    return (d[i - 1] - 2 * d[i] + d[i + 1]) / (step_ * step_);
  }
  real energy_of(const std::vector<real>& d) const {
    real energy = -bending_ * curvature() * (d[n] - d[n - 1]) / step_; // the work of the moment at the end
    for (int i = 0; i <= n; ++i) {
      if (i > 0 && i < n) energy += step_ * bending_ * bend(d, i) * bend(d, i) / 2;
      const real s = d[i] / contact_.range;
      energy += weight(i) * (law_.planar_energy(std::max(d[i], law_.start)) +
                             contact_.p0 * contact_.range * ContactLaw::planar_energy(s));
    }
    return energy;
  }
  /// -W' and W''.
  std::pair<real, real> of_film(real d) const {
    if (d > law_.start)
      return d < law_.end() ? std::pair{law_.pressure(d), -law_.pressure_slope(d)}
                            : std::pair<real, real>{0, 0};
    const real s = d / contact_.range;
    return {contact_.p0 * ContactLaw::planar(s), contact_.p0 / contact_.range * ContactLaw::planar_slope(s)};
  }
  /// The step to the zero of the forces, with a stiffness added; none if the energy is not convex there.
  std::vector<real> newton(real shift) const {
    std::vector<std::array<real, 3>> H(n + 1);
    std::vector<real> force(n + 1);
    const real h2 = step_ * step_;
    force[n] += bending_ * curvature() / step_, force[n - 1] -= bending_ * curvature() / step_;
    constexpr real c[3] = {1, -2, 1};
    for (int i = 0; i <= n; ++i) {
      const auto [pressure, stiffness] = of_film(d_[i]);
      force[i] += weight(i) * pressure, H[i][0] += weight(i) * (stiffness + shift);
      if (i == 0 || i == n) continue;
      for (int a = 0; a < 3; ++a) {
        force[i - 1 + a] -= step_ * bending_ * bend(d_, i) * c[a] / h2;
        for (int b = a; b < 3; ++b) H[i - 1 + a][b - a] += step_ * bending_ * c[a] * c[b] / (h2 * h2);
      }
    }
    for (const int held : {0, 1}) { // flat
      force[held] = 0, H[held] = {1, 0, 0};
    }
    return solve_of_five_diagonals(H, force) ? force : std::vector<real>();
  }

  AggregationLaw law_;
  ContactLaw contact_;
  real bending_, length_, step_;
  std::vector<real> d_;
};

} // namespace ibsim
