// Which objects hold together by attraction, and in aggregates of which sizes.
//
// Two objects hold together where their contact area is more than a hundredth of the smaller one's area at
// rest. The contact area is the energy of the pair over minus the energy per area of its law, so it does not
// depend on sites. An aggregate is what hangs together by such pairs; an object by itself is one of size 1.
//
//   order of a pair = |a.d| |b.d|     a, b the axes of both (cell_shape.hpp), d from centre to centre:
//                                     1 for two cells of a straight rouleau, 0 where they lie side by side
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct HeldPair {
  int first = 0, second = 0; ///< numbers among all objects of all kinds, first < second
  real area = 0;             ///< by its energy, um^2
  real flat_area = 0;        ///< the same without the rim (mechanics/contact_rim.hpp), um^2
  real order = 0;            ///< not a number where one of them has no axis
};

struct Aggregates {
  std::vector<HeldPair> pairs; ///< in the order of their numbers
  std::vector<int> sizes;      ///< of all aggregates, the largest first
};

/// Sizes of the aggregates of these objects.
std::vector<int> aggregate_sizes(const std::vector<int>& objects, const std::vector<HeldPair>&);

/// Whether objects of the model attract each other.
bool has_aggregation(const FlowModel&);

/// Aggregates of the kinds that feel an attraction. Waits for the stream.
Aggregates measure_aggregates(Simulation&);

/// What run.csv has of them.
struct AggregateSums {
  double aggregates = 0;    ///< number of sizes above 1
  double largest = 0;       ///< size
  double mean_size = 0;     ///< of all, singles too
  double weight_mean = 0;   ///< size of the aggregate of a mean object
  double in_aggregates = 0; ///< part of the objects
  double area = 0;          ///< um^2, of all pairs
  double flat_area = 0;     ///< um^2, the same
  double order = 0;         ///< mean over pairs by their areas
};
AggregateSums sums_of(const Aggregates&);

inline const std::vector<Column<AggregateSums>> aggregate_columns{
    {"aggregates", "", &AggregateSums::aggregates},
    {"largest aggregate", "", &AggregateSums::largest},
    {"mean aggregate size", "", &AggregateSums::mean_size},
    {"weight-mean aggregate size", "", &AggregateSums::weight_mean},
    {"part in aggregates", "", &AggregateSums::in_aggregates},
    {"aggregated area", "um^2", &AggregateSums::area},
    {"flat contact area", "um^2", &AggregateSums::flat_area},
    {"rouleau order", "", &AggregateSums::order}};

/// Number of aggregates of a size.
struct AggregatesOfSize {
  int size = 0, aggregates = 0;
};
/// In the order of sizes.
std::vector<AggregatesOfSize> by_size(const Aggregates&);

} // namespace ibsim
