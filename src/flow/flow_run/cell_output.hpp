// What a run writes of its cells: the surfaces (frames/cells_*.vtkhdf), a row an object (cells.csv) and a row
// a kind (kinds.csv).
#pragma once

#include "diagnostics/contact_pairs.hpp"
#include "diagnostics/diagnostic.hpp"
#include "files/background_writer.hpp"
#include "flow_files/cells_frames.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;
struct OutputPlan;

/// All objects of all kinds as one mesh: their sample sites, and the triangles between them.
SurfaceMesh surface_mesh(const FlowModel&, const std::vector<SurfaceKind>&);

/// The fields at each point of a frame: velocity, traction and the principal tensions.
std::vector<OutputField> surface_fields();

/// Their values in the present state, on the host: all objects of all kinds, in the order of surface_mesh;
/// vectors all x, all y, all z. The traction is F/|X_1 x X_2|, the force on the fluid per present area.
struct SurfaceFrame {
  std::vector<double> positions, velocity, traction, tension_1, tension_2;
};
template <class B>
SurfaceFrame surface_frame(Simulation<B>&);

/// The same with forces instead of tractions, and the areas that they belong to: what has to be copied while
/// the run waits.
struct RawSurfaceFrame {
  SurfaceFrame frame;
  std::vector<double> areas;
};
template <class B>
RawSurfaceFrame raw_surface_frame(Simulation<B>&);
SurfaceFrame finished(RawSurfaceFrame);

/// Appends frames of the surfaces, in the background.
template <class B>
class SurfaceWriter {
 public:
  /// @param series the name of the frames, "cells"
  /// @param kept so many frames of an earlier part of the run stay
  SurfaceWriter(const FlowModel&, const OutputPlan&, const std::vector<SurfaceKind>&,
                const std::string& series, std::size_t kept = 0);
  void append(Simulation<B>&, std::uint64_t state_hash, BackgroundWriter&);
  /// In the background, when what was appended has been written: wait until it is on the disk.
  void settle() { file_.settle(); }

 private:
  SurfaceMesh mesh_;
  CellsFrames file_;
};

/// Where a membrane was pressed most, of all rows so far.
struct Compression {
  static constexpr real small = 0.7; ///< Skalak's law resists less and less below 1/sqrt(3)
  real area_ratio = 1;               ///< areas now over those at rest
  real time = 0;                     ///< us
  std::size_t kind = 0, object = 0;
};

/// Numbers a cell by which its angles are followed from row to row (diagnostics/cell_angles.hpp).
constexpr std::size_t angles_a_cell = 3;

/// The columns of contacts.csv.
std::vector<std::string> contact_titles();

/// Measures the rows of cells.csv, kinds.csv and contacts.csv.
template <class B>
class CellSeries {
 public:
  CellSeries(const Stream<B>&, const FlowModel&, const std::vector<SurfaceKind>&);

  struct Rows {
    std::vector<std::vector<TableValue>> of_objects, of_kinds, of_contacts;
  };
  /// @throws Diverged if an object's volume has changed beyond all physics
  Rows measure(Simulation<B>&);

  /// The angles so far, rad, so many an object: part of a checkpoint.
  std::vector<double>& angles() { return angles_; }
  const Compression& most_pressed() const { return most_pressed_; }

 private:
  struct Tracked {
    real start_angle = 0;
    bool in_room = true; ///< diagnostics/suspension_columns.hpp
  };
  /// Once a run.
  void warn_of_compression(const FlowModel&, std::size_t kind, std::size_t object, real area_ratio,
                           real time);
  bool warned_ = false;
  Compression most_pressed_;
  real room_;
  std::vector<Tracked> tracked_;         ///< all objects of all kinds
  std::vector<Array<Index, B>> markers_; ///< of each kind: the data site of each object that is followed
  std::vector<double> angles_;
  ContactPairs<B> contacts_;
};

} // namespace ibsim
