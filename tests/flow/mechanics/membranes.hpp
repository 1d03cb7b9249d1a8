// Helpers for tests of membranes: a closed surface with a law, data sites from a map of the unit sphere,
// everything that their Structure says about them, and exact derivatives and integrals to compare with.
#pragma once

#include "backends.hpp"
#include "fields.hpp"
#include "mechanics/laws.hpp"
#include "state/structure.hpp"
#include "surface/reference_surface.hpp"

#include <functional>

namespace ibsim {

using Map = std::function<Real3(const Real3&)>;

inline const ReferenceSurface red_cell{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
inline const ReferenceSurface the_sphere{ReferenceShape::sphere, {3.91, 3.91, 3.91}};
inline const Skalak red_cell_law{2.5e-3, 0.25}; // the paper's, dyn/cm

struct MembraneKind : SurfaceKind {
  AnyLaw law;
};
inline MembraneKind make_membrane_kind(const ReferenceSurface& reference, const Skalak& law, int n_data,
                                       int n_sample, const std::string& cache_folder) {
  return {make_closed_surface(reference, n_data, n_sample, cache_folder), law};
}

template <class B>
Structure<B> make_membrane(const Stream<B>& stream, const MembraneKind& kind, int objects,
                           bool remove_net_force = false) {
  typename Structure<B>::Terms terms;
  terms.push_back(make_in_plane<B>(kind.law));
  return Structure<B>(stream, kind, objects, std::move(terms), remove_net_force);
}

/// Data sites of several objects, in the layout of surface.hpp.
inline std::vector<real> data_sites(const SurfaceKind& kind, const std::vector<Map>& maps) {
  const std::size_t n = kind.data_nodes.size(), all = n * maps.size();
  std::vector<real> X(3 * all);
  for (std::size_t o = 0; o < maps.size(); ++o)
    for (std::size_t k = 0; k < n; ++k) {
      const Real3 x = maps[o](kind.data_nodes[k]);
      for (int d = 0; d < 3; ++d) X[d * all + o * n + k] = x[d];
    }
  return X;
}

struct Answers {
  std::vector<Real3> positions, forces; ///< at all sample sites
  std::vector<real> t1, t2;
  std::vector<StructureIntegrals> integrals;
};

inline std::vector<Real3> vectors(const std::vector<real>& values) {
  const std::size_t n = values.size() / 3;
  std::vector<Real3> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = {values[i], values[n + i], values[2 * n + i]};
  return out;
}

template <class B>
Answers ask(const Stream<B>& stream, Structure<B> structure, const SurfaceKind& kind,
            const std::vector<Map>& maps) {
  const Array<real, B> X(stream, data_sites(kind, maps));
  const Index samples = structure.surface().sample_sites();
  const auto sites = static_cast<std::size_t>(samples);
  Array<real, B> positions(3 * sites), forces(3 * sites), t1(sites), t2(sites);
  const VectorsView<const real> view = vectors_view(X.data(), structure.surface().data_sites());
  structure.forces(stream, view, {}, 0, vectors_view(positions.data(), samples),
                   vectors_view(forces.data(), samples));
  structure.resolve_forces(stream, vectors_view(forces.data(), samples));
  Answers answers;
  answers.integrals = structure.integrals(stream, view);
  structure.principal_tensions(stream, view, t1.data(), t2.data());
  answers.positions = vectors(positions.to_host(stream));
  answers.forces = vectors(forces.to_host(stream));
  answers.t1 = t1.to_host(stream);
  answers.t2 = t2.to_host(stream);
  return answers;
}

template <class B>
Answers ask(const Stream<B>& stream, const MembraneKind& kind, const std::vector<Map>& maps,
            bool remove_net_force = false) {
  return ask(stream, make_membrane(stream, kind, static_cast<int>(maps.size()), remove_net_force), kind,
             maps);
}

/// Integral over the unit sphere of f(xi), by a product of Gauss and trapezoidal rules with n points in xi_z.
template <class F>
real integrate_over_sphere(int n, F f) {
  real sum = 0;
  for (const auto& [z, weight] : gauss_legendre(n))
    for (int m = 0; m < 2 * n; ++m) {
      const real azimuth = pi * m / n, rho = std::sqrt(1 - z * z);
      sum += weight * pi / n * f(Real3{rho * std::cos(azimuth), rho * std::sin(azimuth), z});
    }
  return sum;
}

/// The sum of point forces, and of their torques about a point.
inline std::pair<Real3, Real3> force_and_torque(const Answers& a, const Real3& about) {
  std::pair<Real3, Real3> sums;
  for (std::size_t s = 0; s < a.forces.size(); ++s)
    sums.first += a.forces[s], sums.second += cross(a.positions[s] - about, a.forces[s]);
  return sums;
}

/// The largest |a| of a list of vectors.
inline real largest(const std::vector<Real3>& vectors) {
  real most = 0;
  for (const Real3& v : vectors) most = std::max(most, norm(v));
  return most;
}

inline Real3 rotated(const Real3& x) { // by 0.7 about (1, 2, 3)
  const Real3 axis = normalized(Real3{1, 2, 3});
  return std::cos(0.7) * x + std::sin(0.7) * cross(axis, x) + (1 - std::cos(0.7)) * dot(axis, x) * axis;
}

} // namespace ibsim
