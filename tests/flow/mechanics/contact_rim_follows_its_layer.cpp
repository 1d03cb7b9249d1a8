// The rim of a contact (mechanics/contact_rim.hpp) is that of the layer which it names: the profile of least
// energy across the edge, by the laws of contact and attraction as forces have them.
#include "mechanics/contact_rim.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace ibsim {
namespace {

/// Solves H x = b for a symmetric matrix with two diagonals beside the main one: H[i] = {H_ii, H_i,i+1,
/// H_i,i+2}. @return whether it is positive definite
bool solve_of_five_diagonals(std::vector<std::array<real, 3>> H, std::vector<real>& b) {
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
class Layer {
 public:
  Layer(const AggregationLaw& law, const ContactLaw& contact, real bending)
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
  real rim() const {
    real area = 0;
    for (int i = 0; i <= n; ++i)
      area += weight(i) * -law_.planar_energy(std::max(d_[i], law_.start)) / law_.energy;
    const real slope = (d_[n] - d_[n - 1]) / step_, edge = x_of(n) - step_ / 2 - slope / curvature();
    return area - (edge - x_of(0));
  }

 private:
  static constexpr int n = 800;
  real x_of(int i) const { return -14 * length_ + i * step_; }
  real curvature() const { return std::sqrt(2 * law_.energy / bending_); }
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

// Differences of a fortieth of the layer are exact to 0.1 %, and the fit is to 1 %.
TEST(ContactRim, is_that_of_the_layer_at_its_edge) {
  constexpr real pascal = 1e-3, joule = 1e15, uJ_per_m2 = 1e-3;
  const struct {
    real energy, range, contact_range, pressure, modulus;
  } cases[] = {{0.82, 0.5, 0.5, 100, 4e-19}, {0.82, 0.25, 0.25, 100, 4e-19}, {0.41, 0.5, 0.5, 100, 4e-19},
               {2, 0.5, 0.5, 100, 2e-19},    {1, 0.25, 0.5, 100, 4e-19},     {2, 0.5, 0.5, 10'000, 4e-19}};
  for (const auto& of : cases) {
    AggregationProperties attraction;
    attraction.energy = of.energy * uJ_per_m2, attraction.range = of.range;
    const AggregationLaw law = aggregation_law(attraction, of.contact_range);
    ContactProperties of_contact;
    of_contact.pressure = of.pressure * pascal, of_contact.range = of.contact_range;
    const ContactLaw contact = contact_law(of_contact);
    const real bending = of.modulus * joule / 2, layer = Layer(law, contact, bending).rim(),
               width = rim_width(law, contact, bending);
    std::printf("  %.2f uJ/m^2, %.3f um: %.4f um by the layer, %.4f um by the fit\n", of.energy, of.range,
                layer, width);
    EXPECT_NEAR(width, layer, 0.011 * layer);
  }
}

// A round contact of area A with a rim of the width b: A + 2 sqrt(pi A) b, and back.
TEST(ContactRim, is_taken_off_a_round_contact) {
  for (const real area : {0.1, 3.0, 30.0})
    for (const real rim : {0.0, 0.2, 0.5})
      EXPECT_NEAR(area_within_rim(area + 2 * std::sqrt(std::numbers::pi * area) * rim, rim), area,
                  1e-12 * area);
}

} // namespace
} // namespace ibsim
