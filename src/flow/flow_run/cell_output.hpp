// Tables of the cells of a run: a row an object (cells.csv), a kind (kinds.csv), a pair of
// objects that touch (contacts.csv); with attraction a size of aggregates (aggregates.csv) and a pair that
// holds together (aggregated_pairs.csv). Steps wait while it is measured, but not while rows are made of it.
#pragma once

#include "diagnostics/aggregates.hpp"
#include "diagnostics/contact_pairs.hpp"
#include "diagnostics/diagnostic.hpp"
#include "diagnostics/kind_columns.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;

/// Where a membrane was pressed most, of all rows so far.
struct Compression {
  static constexpr real small = 0.7; ///< Skalak's law resists less and less below 1/sqrt(3)
  real area_ratio = 1;               ///< areas now over those at rest
  real time = 0;                     ///< us
  std::size_t kind = 0;
  std::string object; ///< its name for a person
};

/// Numbers a cell by which its angles are followed from row to row (diagnostics/cell_angles.hpp); where
/// objects come and go the id of the object that was followed too.
constexpr std::size_t angles_a_cell = 3;
std::size_t numbers_of_angles(const FlowModel&);

/// The columns of contacts.csv, aggregates.csv and aggregated_pairs.csv.
std::vector<std::string> contact_titles();
std::vector<std::string> aggregate_titles();
std::vector<std::string> aggregated_pair_titles();

/// All closed objects at a time, the kinds that have rows, and the pairs that touch.
struct MeasuredCells {
  double time = 0; ///< us
  std::vector<MeasuredObject> objects;
  std::vector<MeasuredKind> kinds;
  std::vector<ContactPair> contacts;
  Aggregates aggregates; ///< none without attraction
};

/// Their rows in cells.csv, kinds.csv, contacts.csv, aggregates.csv and aggregated_pairs.csv.
struct CellRows {
  std::vector<std::vector<TableValue>> of_objects, of_kinds, of_contacts, of_aggregates, of_held_pairs;
};
CellRows rows_of(const MeasuredCells&);

/// Measures what these rows say.
class CellSeries {
 public:
  CellSeries(const FlowModel&, const std::vector<SurfaceKind>&);

  /// @throws Diverged if an object's volume has changed beyond all physics
  MeasuredCells measure(Simulation&);

  /// The angles so far, rad, so many an object: part of a checkpoint.
  std::vector<double>& angles() { return angles_; }
  const Compression& most_pressed() const { return most_pressed_; }

 private:
  struct Tracked {
    real start_angle = 0;
    bool in_room = true; ///< diagnostics/suspension_columns.hpp
  };
  /// Once a run.
  void warn_of_compression(const Simulation&, std::size_t kind, std::size_t object, real area_ratio);
  /// The markers of the objects of a kind, by slot.
  std::vector<Index> markers_of(const Simulation&, std::size_t kind) const;
  /// Begins to follow the angles of those who have come.
  void meet_newcomers(const Simulation&);
  bool warned_ = false;
  Compression most_pressed_;
  real room_;
  std::vector<Tracked> tracked_;            ///< all objects of all kinds
  std::vector<std::vector<Index>> markers_; ///< of each kind: the data site of each object that is followed
  std::vector<double> angles_;              ///< of all slots; then their ids, where objects come and go
};

} // namespace ibsim
