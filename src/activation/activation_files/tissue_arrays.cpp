#include "activation_files/tissue_arrays.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr float most_region = 1 << 24; // up to there single precision holds whole numbers

const MeshArray& array_named(const MeshArrays& arrays, const char* of, const std::string& key,
                             const std::string& array, const std::string& name, int least, int most) {
  const auto found = arrays.find(array);
  if (found == arrays.end()) {
    std::string known;
    for (const auto& [other, ignored] : arrays) known += (known.empty() ? "" : ", ") + in_quotes(other);
    throw InputError(key + ": " + name + " has no " + of + " array \"" + array + "\"" +
                     (known.empty() ? "; it has none at all" : "; it has " + known));
  }
  const int components = found->second.components;
  if (components != least && components != most)
    throw InputError(key + ": the array \"" + array + "\" of " + name + " has " + std::to_string(components) +
                     " components a " + of + ", not " + std::to_string(least) +
                     (most != least ? " or " + std::to_string(most) : ""));
  return found->second;
}

/// Directions of unit length, or zero where there is none.
std::vector<UnitVector> directions(const MeshArray& array) {
  std::vector<UnitVector> result(array.values.size() / 3);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Real3 d{array.values[3 * i], array.values[3 * i + 1], array.values[3 * i + 2]};
    const real length = norm(d);
    if (length > 0 && std::isfinite(length))
      result[i] = {static_cast<float>(d.x / length), static_cast<float>(d.y / length),
                   static_cast<float>(d.z / length)};
  }
  return result;
}

/// The mean axis of the four directions at the vertices of each tetrahedron, whose signs mean nothing.
std::vector<UnitVector> means_at_cells(const std::vector<UnitVector>& at_vertices, const TetMesh& mesh) {
  std::vector<UnitVector> result(mesh.tetrahedra.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    Real3 sum;
    for (const Index v : mesh.tetrahedra[i].vertex) {
      const UnitVector& d = at_vertices[static_cast<std::size_t>(v)];
      const Real3 axis{d.x, d.y, d.z};
      sum += dot(sum, axis) < 0 ? -1.0 * axis : axis;
    }
    if (const real length = norm(sum); length > 0)
      result[i] = {static_cast<float>(sum.x / length), static_cast<float>(sum.y / length),
                   static_cast<float>(sum.z / length)};
  }
  return result;
}

bool is_zero(const UnitVector& d) { return d.x == 0 && d.y == 0 && d.z == 0; }

/// Tetrahedra of fibre [0, 0, 0] whose speeds depend on it: 1, else 0. openCARP writes a bath so.
std::vector<unsigned char> baths(const MeshArray& fibres, const TetMesh& mesh, const Medium& medium) {
  std::vector<unsigned char> bath(mesh.tetrahedra.size(), 0);
  for (std::size_t i = 0; i < bath.size(); ++i) {
    const float* d = &fibres.values[3 * i];
    bath[i] = is_zero({d[0], d[1], d[2]}) && !medium.speeds_of(mesh, static_cast<Index>(i)).isotropic();
  }
  return bath;
}

/// Each tetrahedron whose speed depends on the direction has a fibre. @throws InputError
void require_fibres(const char* key, const TetMesh& mesh, const Medium& medium,
                    const std::vector<unsigned char>& bath) {
  for (std::size_t i = 0; i < mesh.fibre.size(); ++i) {
    if (!is_zero(mesh.fibre[i]) || (!bath.empty() && bath[i])) continue;
    if (medium.speeds_of(mesh, static_cast<Index>(i)).isotropic()) continue;
    throw InputError(
        std::string(key) + ": tetrahedron " + std::to_string(i) +
        " (counted from 0) has no fibre: its direction is zero or not finite. If it is a bath or "
        "other tissue that does not conduct, give its region a velocity of 0 m/s");
  }
}

/// Speeds of cells, one number or three each, in m/s. @throws InputError
void take_speeds(const MeshArray& speeds, const TetMesh& mesh, Medium& medium) {
  const auto n = static_cast<std::size_t>(mesh.cells()), stride = static_cast<std::size_t>(speeds.components);
  medium.cells.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const float v = speeds.values[stride * i + (stride == 3 ? c : 0)];
      if (!(v >= 0 && std::isfinite(v)))
        throw InputError("velocity.cells: the speed of tetrahedron " + std::to_string(i) +
                         " (counted from 0) is " + text("%g", v) +
                         " m/s; speeds are positive, or 0 where tissue does not conduct");
      medium.cells[i][static_cast<int>(c)] = v;
    }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<float>& v = medium.cells[i];
    if (!(v.x > 0 && v.y > 0 && v.z > 0) && !(v.x == 0 && v.y == 0 && v.z == 0))
      throw InputError(
          "velocity.cells: the speeds of tetrahedron " + std::to_string(i) +
          text(" (counted from 0) are %g, %g and %g m/s: all are zero, or none is", v.x, v.y, v.z));
  }
}

} // namespace

std::vector<unsigned char> take_arrays(const MeshFile& file, const std::string& name,
                                       const ActivationScenario& s, TetMesh& mesh, Medium& medium) {
  std::string region = s.mesh.region;
  if (region.empty())
    for (const char* usual : {"region", "elemTag", "tag", "gmsh:physical"})
      if (region.empty() && file.cells.count(usual)) region = usual;
  if (!region.empty()) {
    const MeshArray& array = array_named(file.cells, "cell", "mesh.regions", region, name, 1, 1);
    mesh.region.resize(array.values.size());
    for (std::size_t i = 0; i < array.values.size(); ++i) {
      const float number = array.values[i];
      if (!(std::fabs(number) <= most_region && number == std::trunc(number)))
        throw InputError("mesh.regions: the region of tetrahedron " + std::to_string(i) +
                         " (counted from 0) is " + text("%.9g", number) +
                         "; regions are whole numbers of at most 2^24");
      mesh.region[i] = static_cast<Index>(number);
    }
  }
  const std::string cell_speeds = s.cell_speeds();
  if (!cell_speeds.empty())
    take_speeds(array_named(file.cells, "cell", "velocity.cells", cell_speeds, name, 1, 3), mesh, medium);
  const bool at_vertices = s.fibres.kind == FibreChoice::Kind::vertices;
  if (s.fibres.kind != FibreChoice::Kind::cells && !at_vertices) return {};
  const auto directions_of = [&](const char* key, const std::string& array) {
    if (at_vertices)
      return means_at_cells(directions(array_named(file.vertices, "vertex", key, array, name, 3, 3)), mesh);
    return directions(array_named(file.cells, "cell", key, array, name, 3, 3));
  };
  mesh.fibre = directions_of(at_vertices ? "fibres.vertices" : "fibres.cells", s.fibres.fibre);
  std::vector<unsigned char> bath;
  if (s.mesh.kind == MeshChoice::Kind::carp && !at_vertices)
    bath = baths(file.cells.at(s.fibres.fibre), mesh, medium);
  require_fibres(at_vertices ? "fibres.vertices" : "fibres.cells", mesh, medium, bath);
  std::string sheet = s.fibres.sheet;
  if (sheet.empty() && s.mesh.kind == MeshChoice::Kind::carp && file.cells.count("sheet")) sheet = "sheet";
  if (!sheet.empty()) mesh.sheet = directions_of("fibres.sheets", sheet);
  return bath;
}

void set_direction(const FibreChoice& choice, TetMesh& mesh) {
  const auto unit = [](const Real3& d) {
    const Real3 u = norm(d) > 0 ? normalized(d) : d;
    return UnitVector{static_cast<float>(u.x), static_cast<float>(u.y), static_cast<float>(u.z)};
  };
  mesh.fibre.assign(mesh.tetrahedra.size(), unit(choice.direction));
  mesh.sheet.assign(mesh.tetrahedra.size(), unit(choice.sheet_direction));
}

void require_sheets(const std::string& key, const TetMesh& mesh, const Medium& medium,
                    const std::vector<unsigned char>& bath) {
  if (!medium.needs_sheets()) return;
  if (mesh.sheet.empty())
    throw InputError(
        "velocity: differs across the fibre and normal to the sheet, but there are no sheets: name "
        "their array (fibres.sheets), or give one speed for both");
  for (Index i = 0; i < mesh.cells(); ++i) {
    const UnitVector &f = mesh.fibre[static_cast<std::size_t>(i)],
                     &s = mesh.sheet[static_cast<std::size_t>(i)];
    if (!bath.empty() && bath[static_cast<std::size_t>(i)]) continue;
    if (!medium.speeds_of(mesh, i).needs_sheet() || spans_sheet({f.x, f.y, f.z}, {s.x, s.y, s.z})) continue;
    throw InputError(key +
                     text(": the direction in the sheet of tetrahedron %d (counted from 0), [%g, %g, %g], is "
                          "zero or parallel to its fibre",
                          i, s.x, s.y, s.z));
  }
}

} // namespace ibsim
