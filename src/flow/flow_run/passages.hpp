// Passages of objects through the stations of a scenario (walls/stations.hpp): planes and mouths of
// openings. They follow at the end from the rows of cells.csv and from the population, so that nothing of
// them is state. Places between two rows are interpolated.
//
// An object is followed from where it came to where it left, also between two rows of the table.
#pragma once

#include "base/vec3.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct Departure;
struct FlowModel;
struct Population;

/// Columns of passages.csv and departures.csv that say what an object is like.
inline const std::vector<std::string> measure_titles{
    "area (um^2)",        "volume (um^3)",    "length (um)",   "width (um)",
    "taylor_deformation", "elongation_index", "extent x (um)", "extent y (um)"};
constexpr std::size_t volume_measure = 1; ///< place of the volume among them
using Measures = std::array<real, 8>;
/// Measures of an object when it left.
Measures measures_of(const Departure&);

struct Passage {
  real time = 0, velocity = 0; ///< us; um/us along the axis
  int way = 1;                 ///< direction along the axis
  std::size_t object = 0;      ///< id
  std::size_t station = 0;     ///< number in stations_of()
  std::string name;            ///< of its kind
  std::string from;            ///< the station that it passed before; empty: none
  std::optional<real> transit; ///< time since then, us
  Measures measures{};         ///< interpolated
};

/// All passages in the order of their times. @param population at the end of the run
/// @throws InputError if the table cannot be read
std::vector<Passage> find_passages(const std::filesystem::path& cells_csv, const FlowModel&,
                                   const Population& population);

/// Writes passages.csv, a row a passage. Nothing without passages to look for: no stations, or no cells.csv.
/// @throws InputError, ResourceError
void write_passages(const std::filesystem::path& folder, const FlowModel&, const std::vector<Passage>&);

} // namespace ibsim
