#include "flow_files/mesh_key.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/mesh_file.hpp"
#include "surface/fit_mesh.hpp"
#include "surface/mapped_shape.hpp"

#include <cctype>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// What check says of a fit that is not near to its mesh; empty: nothing.
std::string about_fit(const MeshFit& fit) {
  const real radius = std::sqrt(fit.mesh_area / (4 * std::numbers::pi));
  const AreaAndVolume smooth = area_and_volume(fit.surface);
  std::string said;
  if (fit.largest > 0.02 * radius)
    said =
        text("the surface is smoother than the mesh: the vertex at %s is %.3g um from it; edges and corners "
             "are rounded by harmonics of degree %d",
             place_text(fit.where).c_str(), fit.largest, fit.degree);
  const real change = smooth.volume / fit.mesh_volume - 1;
  if (std::abs(change) > 0.02)
    said += text("%sthe smooth surface through the vertices has %.3g um^3, the flat triangles %.3g um^3: a "
                 "finer mesh agrees better",
                 said.empty() ? "" : "; ", smooth.volume, fit.mesh_volume);
  return said;
}

std::vector<Real3> read_amounts(const Tree& tree, const std::string& path, real unit) {
  if (tree.kind != Tree::Kind::list) fail_at(tree, path + ": expected rows [x, y, z], got " + shown(tree));
  std::vector<Real3> amounts;
  for (const Tree& row : tree.items) {
    if (row.kind != Tree::Kind::list || row.items.size() != 3)
      fail_at(row, path + ": expected a row [x, y, z], got " + shown(row));
    Real3 amount;
    for (int d = 0; d < 3; ++d) amount[d] = unit * read_number(row.items[d], path);
    amounts.push_back(amount);
  }
  return amounts;
}

ReferenceSurface from_harmonics(const Fields& fields, const Tree& rows) {
  const Tree *const axes = fields.find("half_axes"), *const unit = fields.find("unit");
  if (!axes == !unit)
    fail_at(fields.tree(), fields.path("harmonics") + ": needs unit (amounts are lengths), or half_axes "
                                                      "(amounts are in units of these)");
  const real in = unit ? read_unit_of_length(*unit, fields.path("unit")) : 1;
  std::vector<Real3> amounts = read_amounts(rows, fields.path("harmonics"), in);
  const int degree = static_cast<int>(std::lround(std::sqrt(static_cast<real>(amounts.size())))) - 1;
  if (degree < 1 || amounts.size() != static_cast<std::size_t>((degree + 1) * (degree + 1)))
    fail_at(rows,
            fields.path("harmonics") +
                text(": has %zu rows, and degree L takes (L + 1)^2 of them, 4 or more", amounts.size()));
  Real3 half_axes;
  if (axes) {
    half_axes = read_vector(*axes, fields.path("half_axes"), dimension::length);
    for (int d = 0; d < 3; ++d)
      if (!(half_axes[d] > 0)) fail_at(*axes, fields.path("half_axes") + ": must be greater than zero");
  }
  try {
    return axes ? mapped_surface(degree, std::move(amounts), half_axes)
                : mapped_surface(degree, std::move(amounts));
  } catch (const InputError& e) {
    fail_at(rows, fields.path("harmonics") + ": " + e.what());
  }
}

std::string mesh_yaml(const ReferenceSurface& surface) {
  std::string text = "{half_axes: " + vector_yaml(surface.half_axes, dimension::length) + ", harmonics: [";
  for (std::size_t k = 0; k < surface.map->amounts.size(); ++k) {
    const Real3& c = surface.map->amounts[k];
    text += std::string(k ? ", " : "") + "[" + shortest_decimals(c.x) + ", " + shortest_decimals(c.y) + ", " +
            shortest_decimals(c.z) + "]";
  }
  return text + "]}";
}

} // namespace

real read_unit_of_length(const Tree& tree, const std::string& path) {
  if (tree.kind == Tree::Kind::scalar && !tree.text.empty() &&
      !std::isdigit(static_cast<unsigned char>(tree.text[0]))) {
    Tree one = tree;
    one.text = "1 " + tree.text;
    return read_positive(one, path, dimension::length);
  }
  return read_positive(tree, path, dimension::length);
}

std::filesystem::path read_file_name(const Tree& tree, const std::string& path,
                                     const std::filesystem::path& folder) {
  const std::filesystem::path file = read_text(tree, path);
  return file.is_relative() ? folder / file : file;
}

Key mesh_key(ReferenceSurface& surface, const std::filesystem::path& folder) {
  const auto warning = std::make_shared<std::string>();
  Key key = key::value(
      "mesh", "a map such as {file: cell.stl, unit: 1 um}",
      [&surface, folder, warning](const Tree& tree, const std::string& path) {
        const Fields fields(tree, path, {"file", "unit", "half_axes", "harmonics"});
        const Tree *const rows = fields.find("harmonics"), *const name = fields.find("file");
        if (rows && name) fail_at(tree, path + ": give a file or harmonics, not both");
        if (rows) {
          surface = from_harmonics(fields, *rows);
          return;
        }
        const Tree& file = fields.need("file", "cell.stl");
        const real unit = read_unit_of_length(fields.need("unit", "1 um"), fields.path("unit"));
        if (const Tree* axes = fields.find("half_axes"))
          fail_at(*axes, path + ".half_axes: belongs to harmonics; a mesh has its size from unit");
        try {
          const std::filesystem::path at = read_file_name(file, fields.path("file"), folder);
          const MeshFit fit = fit_mesh(read_mesh(at, unit), at.string());
          surface = fit.surface;
          *warning = about_fit(fit);
        } catch (const InputError& e) {
          fail_at(file, fields.path("file") + ": " + e.what());
        }
      },
      [&surface] { return surface.map ? mesh_yaml(surface) : std::string("none"); },
      "A closed surface without holes through it, for shape: mesh, from an STL, PLY or OFF file whose "
      "numbers are in this unit. Its vertices are fitted by spherical harmonics about the centre of its "
      "volume, which the key at places in the box; its axes are those of the file (docs/geometry.md). The "
      "run's "
      "scenario.yaml has the harmonics, so a resume does not need the file.");
  return key.warn([warning] { return *warning; });
}

} // namespace ibsim
