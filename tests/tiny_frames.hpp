// Two tetrahedra that move and a flow on 4 x 3 x 2 cells, for tests of the files of frames.
// tests/ibsim/files/open_with_vtk.py knows the same formulas, and checks what VTK reads against them.
#pragma once

#include "flow_files/cells_frames.hpp"
#include "flow_files/fluid_frames.hpp"
#include "grid/at_cell_centres.hpp"

#include <cmath>

namespace ibsim::tiny {

inline const std::vector<double> times{0, 0.5, 2.25};
inline const Grid grid{{4, 3, 2}, 0.5};
inline const std::vector<OutputField> fields{{"velocity", "um/us", 3}, {"tension_1", "dyn/cm", 1}};

inline SurfaceMesh mesh() {
  SurfaceMesh m;
  m.points = 8;
  for (int o = 0; o < 2; ++o) {
    for (const Vec3<int>& t : {Vec3<int>{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
      m.triangles.push_back({4 * o + t.x, 4 * o + t.y, 4 * o + t.z});
    for (int i = 0; i < 4; ++i) m.object.push_back(o), m.kind.push_back(7 * o);
  }
  return m;
}

/// Corner i % 4 of a unit tetrahedron, moved by 3 (i / 4) in x, 0.1 f in y, and 0.2 f in z.
inline std::vector<double> positions(int f) {
  std::vector<double> x(24);
  for (int i = 0; i < 8; ++i) {
    x[3 * i] = (i % 4 == 1) + 3 * (i / 4);
    x[3 * i + 1] = (i % 4 == 2) + 0.1 * f;
    x[3 * i + 2] = (i % 4 == 3) + 0.2 * f;
  }
  return x;
}

/// velocity (i, 10 i, 100 f); tension i + f/8.
inline std::vector<std::vector<double>> point_fields(int f) {
  std::vector<double> velocity(24), tension(8);
  for (int i = 0; i < 8; ++i)
    velocity[3 * i] = i, velocity[3 * i + 1] = 10 * i, velocity[3 * i + 2] = 100 * f,
                 tension[i] = i + f / 8.0;
  return {velocity, tension};
}

/// Face velocity component d: (d + 1) cos(2 pi index_d / n_d) + f.
inline std::vector<double> velocity(int f) {
  std::vector<double> u(72);
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 4; ++i)
          u[24 * d + grid.index(i, j, k)] =
              (d + 1) * std::cos(2 * 3.14159265358979323846 * Int3{i, j, k}[d] / grid.n[d]) + f;
  return u;
}

/// With the highest bit set: a number that would be negative if it lost its type.
inline std::uint64_t hash(int f) { return 0xfedcba9876543210ull + static_cast<std::uint64_t>(f); }

/// i + 10 j + 100 k + 1000 f.
inline std::vector<double> pressure(int f) {
  std::vector<double> p(24);
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i) p[grid.index(i, j, k)] = i + 10 * j + 100 * k + 1000 * f;
  return p;
}

/// Both kinds of frames in a folder.
struct Writer {
  CellsFrames cells;
  FluidFrames fluid;
  explicit Writer(const std::filesystem::path& folder, const FrameFormat& format = {}, std::size_t kept = 0)
      : cells(folder, "cells", mesh(), fields, format, kept), fluid(folder, "fluid", grid, format, kept) {}
  /// Frame f, of the time `time`.
  void append(double time, int f) {
    const std::vector<std::vector<double>> values = point_fields(f);
    cells.append<double>(time, positions(f), {values[0], values[1]}, hash(f));
    std::vector<double> centred(72);
    const std::vector<double> u = velocity(f);
    at_cell_centres(Stream<Cpu>(), grid, {u.data(), u.data() + 24, u.data() + 48}, 0, centred.data());
    fluid.append<double>(time, centred, pressure(f), hash(f));
  }
  void settle() { cells.settle(), fluid.settle(); }
};

} // namespace ibsim::tiny
