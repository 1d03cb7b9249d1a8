#include "geometry/write_vtp.hpp"

#include "base/text.hpp"
#include "files/file_bytes.hpp"

namespace ibsim {
namespace {

std::string vectors(const char* name, const std::vector<Real3>& values) {
  std::string text = "<DataArray type=\"Float32\"";
  if (name) text += std::string(" Name=\"") + name + "\"";
  text += " NumberOfComponents=\"3\" format=\"ascii\">\n";
  for (const Real3& v : values) text += ibsim::text("%.7g %.7g %.7g\n", v.x, v.y, v.z);
  return text + "</DataArray>\n";
}

/// Cells of `corners` points each, as VTK lists them.
std::string cells(const char* kind, std::size_t count, const std::string& connectivity, int corners) {
  std::string text = std::string("<") + kind +
                     "><DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n" + connectivity +
                     "</DataArray><DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n";
  for (std::size_t i = 1; i <= count; ++i)
    text += std::to_string(i * static_cast<std::size_t>(corners)) + "\n";
  return text + "</DataArray></" + kind + ">\n";
}

void write_piece(const std::filesystem::path& file, std::size_t points, std::size_t vertices,
                 std::size_t polygons, const std::string& content) {
  write_file(file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                   "byte_order=\"LittleEndian\">\n<PolyData>" +
                       text("<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\" "
                            "NumberOfStrips=\"0\" NumberOfPolys=\"%zu\">\n",
                            points, vertices, polygons) +
                       content + "</Piece></PolyData></VTKFile>\n");
}

} // namespace

void write_vtp(const std::filesystem::path& file, const TriangleMesh& mesh) {
  std::string corners;
  for (const Vec3<int>& t : mesh.triangles) corners += text("%d %d %d\n", t.x, t.y, t.z);
  write_piece(file, mesh.vertices.size(), 0, mesh.triangles.size(),
              "<Points>" + vectors(nullptr, mesh.vertices) + "</Points>\n" +
                  cells("Polys", mesh.triangles.size(), corners, 3));
}

void write_vtp(const std::filesystem::path& file, const WallPoints& wall) {
  const std::size_t n = wall.at.size();
  std::string numbers, areas;
  for (std::size_t i = 0; i < n; ++i)
    numbers += std::to_string(i) + "\n", areas += text("%.7g\n", wall.area[i]);
  write_piece(file, n, n, 0,
              "<PointData Normals=\"normal\">" + vectors("normal", wall.outward) +
                  "<DataArray type=\"Float32\" Name=\"area\" format=\"ascii\">\n" + areas +
                  "</DataArray></PointData>\n<Points>" + vectors(nullptr, wall.at) + "</Points>\n" +
                  cells("Verts", n, numbers, 1));
}

} // namespace ibsim
