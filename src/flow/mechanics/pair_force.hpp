// Forces between structures, or between objects of one: contact, springs. Each an object behind this
// interface; the IB step calls them after the structures have made their own forces, for the forces of all of
// them are then at hand.
//
// A pair of equal and opposite point forces keeps the momentum; nothing is taken away afterwards as it is
// from the internal forces of an object.
#pragma once

#include "grid/sheared_box.hpp"
#include "mechanics/force_term.hpp"

#include <limits>
#include <vector>

namespace ibsim {

/// The sample sites of a structure, as pair forces see them.
template <class B>
struct StructureSites {
  Surface<B>& surface;
  DerivativeBlock block;             ///< at the present sites: w |X_1 x X_2| is a site's area
  VectorsView<const real> positions; ///< um, object by object, not wrapped into the box
  VectorsView<real> forces;          ///< pg um/us^2
  const ShearNow* shear = nullptr;   ///< of the box at the time of these positions; null: it is not sheared
  std::size_t kind = 0;              ///< number of the kind in the model
  /// Terms of the structure: a pair force may act for one that remembers (object_bonds.hpp)
  std::span<ForceTerm<B>* const> terms = {};
};

/// How near things come to each other, um, where a force knows it; negative where they overlap.
struct LeastDistances {
  real objects = std::numeric_limits<real>::infinity(); ///< of two objects
  real within = std::numeric_limits<real>::infinity();  ///< of two parts of one that feel each other
  real walls = std::numeric_limits<real>::infinity();   ///< of an object and a wall
};

/// What there is to know of a pair force at some sites, of an object or of all.
struct PairMeasures {
  real energy = 0;     ///< pg um^2/us^2, of all pairs; of an object half that of its pairs
  Stiffness stiffness; ///< at the stiffest site
  LeastDistances least;
};

/// Membrane of an object that another one holds. Objects are numbers within their kind, among those here.
struct HeldArea {
  std::size_t kind;
  Index object;
  std::size_t other_kind;
  Index other;
  real area; ///< um^2
};

/// Measures of all objects together, from one of each: sums in this order, and extremes.
PairMeasures together(std::span<const PairMeasures> of_objects);
/// Measures of several forces together: sums, and least distances.
PairMeasures sum_of(std::span<const PairMeasures> of_forces);

/// Measures of each object of all structures, in their order; to begin with, nothing is felt.
template <class B>
struct MeasuresOfObjects {
  std::span<const StructureSites<B>> structures;
  std::vector<PairMeasures> all;

  explicit MeasuresOfObjects(std::span<const StructureSites<B>> of_structures) : structures(of_structures) {
    std::size_t objects = 0;
    for (const StructureSites<B>& of : structures) objects += static_cast<std::size_t>(of.surface.objects());
    all.resize(objects);
  }
  /// Measures of the objects of one structure.
  std::span<PairMeasures> of(const StructureSites<B>& structure) {
    std::size_t first = 0;
    for (const StructureSites<B>& before : structures) {
      const auto objects = static_cast<std::size_t>(before.surface.objects());
      if (before.kind == structure.kind) return std::span(all).subspan(first, objects);
      first += objects;
    }
    return {};
  }
};

template <class B>
class NeighbourSearch;

template <class B>
class PairForce {
 public:
  virtual ~PairForce() = default;

  /// The search whose list the force reads; null: none. Forces of a model share one.
  virtual NeighbourSearch<B>* search() { return nullptr; }

  /// forces += its own, of all structures. find_neighbours() has been called for these sites. Allocates
  /// nothing and does not wait for the stream.
  virtual void add(const Stream<B>&, std::span<const StructureSites<B>>) = 0;

  /// Adds forces where measure_objects() follows for these sites. Work that both need is done once.
  virtual void add_and_look(const Stream<B>& stream, std::span<const StructureSites<B>> all) {
    add(stream, all);
  }

  /// Measures of each object of all structures, in their order, at the sites that one of these had last.
  /// Several ranks take those of an object from one that has all that it may feel: it does not depend on what
  /// else is there. Waits for the stream.
  virtual std::vector<PairMeasures> measure_objects(const Stream<B>&, std::span<const StructureSites<B>>) = 0;
  /// What holds objects together, in the order of objects, each pair from both sides. Waits for the stream.
  virtual std::vector<HeldArea> held_areas(const Stream<B>&, std::span<const StructureSites<B>>) {
    return {};
  }
  /// What of all objects together() follows from that.
  virtual void complete(PairMeasures&) const {}
};

} // namespace ibsim
