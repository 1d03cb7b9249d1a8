#include "activation_files/activation_files.hpp"

#include "activation_files/mesh_file.hpp"
#include "base/error.hpp"
#include "base/units.hpp"
#include "files/hdf5.hpp"
#include "files/run_folder.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace ibsim {
namespace {

constexpr real mm = 1e3, ms = 1e3;
real shown(real time) { return std::isfinite(time) ? time / ms : -1.0; }

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// One array of VTU's appended data, with its length before it.
struct Block {
  std::string tag, bytes;
};
template <class T, class F>
Block block(const std::string& type, const std::string& name, int components, std::size_t n, F value) {
  Block b;
  b.tag = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
          std::to_string(components) + "\" format=\"appended\" offset=\"";
  const std::size_t count = n * static_cast<std::size_t>(components);
  append(b.bytes, static_cast<std::uint64_t>(count * sizeof(T)));
  b.bytes.reserve(8 + count * sizeof(T));
  for (std::size_t i = 0; i < count; ++i) append(b.bytes, static_cast<T>(value(i)));
  return b;
}

} // namespace

void write_vtu(const std::filesystem::path& path, const TetMesh& mesh,
               const std::vector<ActivationMap>& maps) {
  const std::size_t points = mesh.points.size(), cells = mesh.tetrahedra.size();
  std::vector<Block> point_data, cell_data, geometry, topology;
  for (const ActivationMap& map : maps)
    point_data.push_back(
        block<double>("Float64", map.name, 1, points, [&](std::size_t i) { return shown((*map.times)[i]); }));
  if (!mesh.region.empty())
    cell_data.push_back(
        block<std::int32_t>("Int32", "region", 1, cells, [&](std::size_t i) { return mesh.region[i]; }));
  if (!mesh.fibre.empty())
    cell_data.push_back(block<float>("Float32", "fibre", 3, cells, [&](std::size_t i) {
      return mesh.fibre[i / 3][static_cast<int>(i % 3)];
    }));
  geometry.push_back(block<double>("Float64", "points", 3, points, [&](std::size_t i) {
    return mesh.points[i / 3][static_cast<int>(i % 3)] / mm;
  }));
  topology.push_back(block<std::int32_t>("Int32", "connectivity", 1, 4 * cells, [&](std::size_t i) {
    return mesh.tetrahedra[i / 4].vertex[i % 4];
  }));
  topology.push_back(
      block<std::int64_t>("Int64", "offsets", 1, cells, [](std::size_t i) { return 4 * (i + 1); }));
  topology.push_back(block<std::uint8_t>("UInt8", "types", 1, cells, [](std::size_t) { return vtk_tetra; }));

  std::string xml =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
      std::to_string(points) + "\" NumberOfCells=\"" + std::to_string(cells) + "\">\n";
  std::string data;
  const auto section = [&](const char* name, std::vector<Block>& blocks) {
    xml += std::string("<") + name + ">\n";
    for (Block& b : blocks) {
      xml += b.tag + std::to_string(data.size()) + "\"/>\n";
      data += b.bytes;
      b.bytes = std::string();
    }
    xml += std::string("</") + name + ">\n";
  };
  section("PointData", point_data), section("CellData", cell_data), section("Points", geometry);
  section("Cells", topology);
  xml += "</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
  write_file(path, xml + data + "\n</AppendedData>\n</VTKFile>\n");
}

void write_vtkhdf(const std::filesystem::path& path, const TetMesh& mesh,
                  const std::vector<ActivationMap>& maps) {
  const std::size_t points = mesh.points.size(), cells = mesh.tetrahedra.size();
  hdf5::File file = hdf5::File::create(path, 0);
  file.make_group("/VTKHDF");
  file.set_attribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0}); // that of ParaView 5.11
  file.set_attribute("/VTKHDF", "Type", "UnstructuredGrid");
  const auto doubles = [&](const std::string& name, hdf5::Type type, std::vector<hsize_t> shape,
                           const char* units, auto value) {
    hsize_t count = 1;
    for (const hsize_t n : shape) count *= n;
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(value(i));
    file.make_array(name, {type, shape, {}, 0, units});
    file.write_all(name, values);
  };
  const auto integers = [&](const std::string& name, hdf5::Type type, hsize_t count, auto value) {
    std::vector<std::int64_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int64_t>(value(i));
    file.make_array(name, {type, {count}, {}, 0, ""});
    file.write_all(name, values);
  };
  integers("/VTKHDF/NumberOfPoints", hdf5::Type::int64, 1, [&](std::size_t) { return points; });
  integers("/VTKHDF/NumberOfCells", hdf5::Type::int64, 1, [&](std::size_t) { return cells; });
  integers("/VTKHDF/NumberOfConnectivityIds", hdf5::Type::int64, 1, [&](std::size_t) { return 4 * cells; });
  doubles("/VTKHDF/Points", hdf5::Type::float64, {points, 3}, "mm",
          [&](std::size_t i) { return mesh.points[i / 3][static_cast<int>(i % 3)] / mm; });
  integers("/VTKHDF/Connectivity", hdf5::Type::int64, 4 * cells,
           [&](std::size_t i) { return mesh.tetrahedra[i / 4].vertex[i % 4]; });
  integers("/VTKHDF/Offsets", hdf5::Type::int64, cells + 1, [](std::size_t i) { return 4 * i; });
  integers("/VTKHDF/Types", hdf5::Type::uint8, cells, [](std::size_t) { return vtk_tetra; });
  file.make_group("/VTKHDF/PointData");
  for (const ActivationMap& map : maps)
    doubles("/VTKHDF/PointData/" + map.name, hdf5::Type::float64, {points}, "ms",
            [&](std::size_t i) { return shown((*map.times)[i]); });
  file.make_group("/VTKHDF/CellData");
  if (!mesh.region.empty())
    integers("/VTKHDF/CellData/region", hdf5::Type::int32, cells,
             [&](std::size_t i) { return mesh.region[i]; });
  if (!mesh.fibre.empty())
    doubles("/VTKHDF/CellData/fibre", hdf5::Type::float32, {cells, 3}, "",
            [&](std::size_t i) { return mesh.fibre[i / 3][static_cast<int>(i % 3)]; });
  const std::span<char> bytes = file.bytes();
  write_file(path, std::string(bytes.data(), bytes.size()));
}

void write_dat(const std::filesystem::path& path, const ActivationMap& map) {
  std::string text;
  text.reserve(map.times->size() * 12);
  for (const real time : *map.times) text += shortest_decimals(shown(time)) + "\n";
  write_file(path, text);
}

void write_igb(const std::filesystem::path& path, const ActivationMap& map) {
  std::string header =
      "x:" + std::to_string(map.times->size()) +
      " y:1 z:1 t:1 type:float systeme:little_endian org_t:0 dim_t:0 unites_x:um unites_y:um "
      "unites_z:um unites_t:ms unites:ms facteur:1 zero:0 ";
  constexpr std::size_t header_bytes = 1024;
  std::string bytes = header + "\r\n";
  bytes.resize(header_bytes - 1, ' ');
  bytes += '\f';
  bytes.reserve(header_bytes + 4 * map.times->size());
  for (const real time : *map.times) append(bytes, static_cast<float>(shown(time)));
  write_file(path, bytes);
}

std::vector<real> read_dat(const std::filesystem::path& path) {
  const std::string text = file_content(path);
  std::vector<real> values;
  const char *at = text.data(), *end = at + text.size();
  for (long line = 1; at < end; ++line) {
    real value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (next < end && *next != '\n'))
      throw InputError(path.string() + ":" + std::to_string(line) + ": expected a number");
    values.push_back(value);
    at = next + 1;
  }
  return values;
}

} // namespace ibsim
