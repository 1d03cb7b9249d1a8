// What a run writes of its cells: the surfaces (cells.vtkhdf) and a row an object (cells.csv).
#pragma once

#include "io/background_writer.hpp"
#include "io/cells_file.hpp"
#include "io/csv.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

/// All objects of all kinds as one mesh: their sample sites, and the triangles between them.
SurfaceMesh surface_mesh(const Scenario&, const std::vector<MembraneKind>&);

/// The fields at each point of a frame of cells.vtkhdf: velocity, traction and the principal tensions.
std::vector<OutputField> surface_fields();

/// Appends frames to cells.vtkhdf, in the background.
template <class B>
class SurfaceWriter {
 public:
  SurfaceWriter(CellsFile file, SurfaceMesh mesh) : file_(std::move(file)), mesh_(std::move(mesh)) {}
  void append(Simulation<B>&, std::uint64_t state_hash, BackgroundWriter&);
  /// In the background, when what was appended has been written: wait until it is on the disk.
  void settle() { file_.settle(); }

 private:
  CellsFile file_;
  SurfaceMesh mesh_;
};

/// Appends rows to cells.csv. Remembers the tank-treading angle of each object, so that it has no jumps.
template <class B>
class CellSeries {
 public:
  CellSeries(CsvFile file, const Scenario&, const std::vector<MembraneKind>&);
  /// @return the elastic energy of all objects, pg um^2/us^2. @throws Diverged if an object's volume has
  /// changed beyond all physics
  real append(Simulation<B>&);

  /// The angles so far, rad, one an object: part of a checkpoint.
  std::vector<double>& angles() { return angles_; }

 private:
  struct Tracked {
    std::size_t kind;
    int object;
    Index marker;
    real start_angle;
    std::string name;
  };
  CsvFile file_;
  std::vector<Tracked> tracked_;
  std::vector<double> angles_;
};

} // namespace ibsim
