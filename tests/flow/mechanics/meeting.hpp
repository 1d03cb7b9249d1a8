// Objects of several kinds in a box, and what contact does to them.
#pragma once

#include "mechanics/contact.hpp"
#include "mechanics/membranes.hpp"
#include "mechanics/neighbour_search.hpp"
#include "parallel/device.hpp"

#include <gtest/gtest.h>

namespace ibsim {

/// Contact with a search of its own.
template <class B>
std::unique_ptr<PairForce<B>>
make_contact_alone(const Stream<B>& stream, const ContactProperties& contact, const Grid& grid,
                   const std::vector<ContactStructure>& structures, Storage storage = Storage::doubles) {
  return make_contact(stream, contact, grid, {},
                      std::make_shared<NeighbourSearch<B>>(stream, grid, contact.range, structures), storage);
}

/// What there is to know of a force at these sites, of all objects together.
template <class B>
PairMeasures measured(const Stream<B>& stream, PairForce<B>& force,
                      const std::vector<StructureSites<B>>& sites) {
  force.search()->find(stream, sites);
  PairMeasures found = together(force.measure_objects(stream, sites));
  force.complete(found);
  return found;
}

/// Structures at rest in a box, a kind each, and what contact does to them.
template <class B>
struct Meeting {
  explicit Meeting(const Stream<B>& on) : stream(on) {}
  const Stream<B>& stream;
  std::vector<const SurfaceKind*> kinds; ///< that outlive this
  std::vector<std::vector<Real3>> starts;
  std::vector<Structure<B>> structures;
  std::vector<Array<real, B>> X, x, F; ///< data sites, sample sites, forces
  const ShearNow* shear = nullptr;     ///< of the box

  /// @param at_start the shape of each, in which it feels nothing of itself; null: it never does
  void add(const SurfaceKind& kind, const std::vector<Map>& maps, const Map& at_start = nullptr) {
    starts.emplace_back();
    for (std::size_t s = 0; at_start && s < kind.sample_nodes.size(); ++s)
      starts.back().push_back(at_start(kind.sample_nodes[s]));
    structures.emplace_back(stream, kind, static_cast<int>(maps.size()), typename Structure<B>::Terms{},
                            false);
    kinds.push_back(&kind);
    X.emplace_back(stream, data_sites(kind, maps));
    const auto samples = 3 * static_cast<std::size_t>(structures.back().surface().sample_sites());
    x.emplace_back(samples), F.emplace_back(samples);
  }
  std::vector<StructureSites<B>> sites() {
    std::vector<StructureSites<B>> all;
    for (std::size_t k = 0; k < structures.size(); ++k) {
      Surface<B>& surface = structures[k].surface();
      const Index n = surface.sample_sites();
      const VectorsView<const real> at = vectors_view<const real>(X[k].data(), surface.data_sites());
      const DerivativeBlock block =
          structures[k].forces(stream, at, {}, 0, vectors_view(x[k].data(), n), vectors_view(F[k].data(), n));
      all.push_back(
          {surface, block, vectors_view<const real>(x[k].data(), n), vectors_view(F[k].data(), n), shear, k});
    }
    return all;
  }
  std::vector<ContactStructure> structures_in_contact() const {
    std::vector<ContactStructure> all;
    for (std::size_t k = 0; k < kinds.size(); ++k)
      all.push_back({*kinds[k], structures[k].surface().objects(), starts[k], k});
    return all;
  }
  /// Of all sites of each structure.
  std::vector<std::vector<Real3>> forces(PairForce<B>& contact) {
    const std::vector<StructureSites<B>> all_sites = sites();
    contact.search()->find(stream, all_sites);
    contact.add(stream, all_sites);
    std::vector<std::vector<Real3>> all;
    for (const Array<real, B>& f : F) all.push_back(vectors(f.to_host(stream)));
    return all;
  }
  /// The same, which must be the same bits however often and by however many threads they are found.
  std::vector<std::vector<Real3>> repeated_forces(PairForce<B>& contact) {
    const std::vector<std::vector<Real3>> first = forces(contact);
    for (const int threads : {1, 2, 5}) {
      set_cpu_threads(threads);
      EXPECT_EQ(forces(contact), first) << threads << " threads";
    }
    set_cpu_threads(0);
    return first;
  }
};

/// Of the sample sites of one object, um^2.
template <class B>
std::vector<real> areas_at_rest(const Stream<B>& stream, const Surface<B>& surface) {
  const auto n = static_cast<std::size_t>(surface.samples_per_object());
  std::vector<real> metrics(reference_metric_numbers * n), areas(n);
  copy_to_host(stream, metrics.data(), surface.reference().values, sizeof(real) * metrics.size());
  copy_to_host(stream, areas.data(), surface.weights(), sizeof(real) * n);
  const ReferenceMetrics at_rest{metrics.data(), static_cast<Index>(n)};
  for (std::size_t s = 0; s < n; ++s) areas[s] *= at_rest.at(static_cast<Index>(s)).area;
  return areas;
}

inline Real3 sum(const std::vector<Real3>& forces, std::size_t begin = 0, std::size_t end = ~std::size_t{0}) {
  Real3 total;
  for (std::size_t i = begin; i < std::min(end, forces.size()); ++i) total += forces[i];
  return total;
}

inline Map ball(const Real3& centre, real radius) {
  return [=](const Real3& xi) { return centre + radius * xi; };
}

/// A disc of radius 3 and thickness 1.2 um, an ellipsoid.
inline Real3 flat_disc(const Real3& xi) { return {3 * xi.x, 3 * xi.y, 0.6 * xi.z}; }
/// The same rolled about y until its rims meet, to 0.2 um: x is 3 rad of a circle of 1 um either way.
inline Map rolled_disc(const Real3& centre) {
  return [=](const Real3& xi) {
    const Real3 x = flat_disc(xi);
    return centre + Real3{(1 - x.z) * std::sin(x.x), x.y, 1 - (1 - x.z) * std::cos(x.x)};
  };
}

inline Real3 red_cell_at_start(const Real3& xi) { return position(red_cell, xi); }
/// A red cell with so much of its thickness left in the middle, and all of it at the rim.
inline Map pressed_red_cell(const Real3& centre, real left) {
  return [=](const Real3& xi) {
    Real3 x = position(red_cell, xi);
    x.z *= 1 - (1 - left) * std::exp(-(x.x * x.x + x.y * x.y) / 4);
    return centre + x;
  };
}

} // namespace ibsim
