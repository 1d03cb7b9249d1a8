#include "flow_files/cells_frames.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace ibsim {
namespace {

const std::string point_data = frame_group + "/PointData/";

/// Contiguous, or in chunks where they are to be compressed.
hdf5::Layout layout(hdf5::Type type, std::vector<hsize_t> shape, int compression, std::string units = "") {
  const std::size_t number = type == hdf5::Type::float32 || type == hdf5::Type::int32 ? 4 : 8;
  std::vector<hsize_t> chunk;
  if (compression > 0 && shape[0] > 64) {
    chunk = shape;
    chunk[0] = chunk_rows(shape[0], number * (shape.size() > 1 ? shape[1] : 1));
  }
  return {type, std::move(shape), std::move(chunk), compression, std::move(units)};
}

hdf5::Type number_type(const FrameFormat& format) {
  return format.precision == FramePrecision::single_precision ? hdf5::Type::float32 : hdf5::Type::float64;
}

/// The objects that are there, under their ids. @param points of the mesh, that stay
SurfaceMesh present_part(const SurfaceMesh& mesh, const std::vector<std::int64_t>& ids,
                         std::vector<std::size_t>& points) {
  SurfaceMesh part;
  std::vector<int> number(mesh.points, -1); // in the part
  for (std::size_t p = 0; p < mesh.points; ++p) {
    const std::int64_t id = ids[static_cast<std::size_t>(mesh.object[p])];
    if (id < 0) continue;
    number[p] = static_cast<int>(part.points++);
    points.push_back(p);
    part.object.push_back(static_cast<int>(id)), part.kind.push_back(mesh.kind[p]);
  }
  for (const Vec3<int>& t : mesh.triangles)
    if (const int first = number[static_cast<std::size_t>(t.x)]; first >= 0)
      part.triangles.push_back(
          {first, number[static_cast<std::size_t>(t.y)], number[static_cast<std::size_t>(t.z)]});
  return part;
}

/// The <Grid> of an .xdmf.
std::string xdmf_grid(const std::string& file, std::size_t n_points, std::size_t n_triangles,
                      const std::vector<OutputField>& fields, const FrameFormat& format) {
  const std::string points = std::to_string(n_points), triangles = std::to_string(n_triangles);
  const std::string precision = format.precision == FramePrecision::single_precision ? "4" : "8";
  const auto item = [&](const std::string& array, const std::string& dimensions, const std::string& type) {
    return "<DataItem Dimensions=\"" + dimensions + "\" " + type + " Format=\"HDF\">" + file + ":" + array +
           "</DataItem>";
  };
  const auto numbers = [&](const std::string& array, int components) {
    return item(array, points + (components > 1 ? " " + std::to_string(components) : ""),
                "NumberType=\"Float\" Precision=\"" + precision + "\"");
  };
  const auto whole_numbers = [&](const std::string& array, const std::string& dimensions) {
    return item(array, dimensions, "NumberType=\"Int\" Precision=\"4\"");
  };
  const auto attribute = [](const std::string& name, int components, const std::string& data) {
    return "<Attribute Name=\"" + xml(name) + "\" AttributeType=\"" +
           (components == 3 ? "Vector" : "Scalar") + "\" Center=\"Node\">" + data + "</Attribute>\n";
  };
  std::string text = "<Topology TopologyType=\"Triangle\" NumberOfElements=\"" + triangles + "\">" +
                     whole_numbers(frame_group + "/Polygons/Connectivity", std::to_string(3 * n_triangles)) +
                     "</Topology>\n<Geometry GeometryType=\"XYZ\">" + numbers(frame_group + "/Points", 3) +
                     "</Geometry>\n";
  for (const OutputField& field : fields)
    text += attribute(field.name, field.components, numbers(point_data + field.name, field.components));
  for (const char* id : {"object", "kind"}) text += attribute(id, 1, whole_numbers(point_data + id, points));
  return text;
}

} // namespace

CellsFrames::CellsFrames(const std::filesystem::path& folder, const std::string& name, SurfaceMesh mesh,
                         std::vector<OutputField> fields, const FrameFormat& format, std::size_t kept,
                         bool changes)
    : mesh_(std::move(mesh)), fields_(std::move(fields)), format_(format), changes_(changes),
      series_(
          folder, name,
          [grid = xdmf_grid("\1", mesh_.points, mesh_.triangles.size(), fields_, format_), changes, folder,
           numbers = numbers_, fields = fields_, format](const std::string& file) {
            if (changes) {
              auto found = numbers->find(file);
              if (found == numbers->end()) found = numbers->emplace(file, numbers_of(folder / file)).first;
              return xdmf_grid(file, found->second.points, found->second.triangles, fields, format);
            }
            std::string text; // the same for every frame but for the file
            for (const char c : grid)
              if (c == '\1')
                text += file;
              else
                text += c;
            return text;
          },
          kept) {
  if (mesh_.object.size() != mesh_.points || mesh_.kind.size() != mesh_.points)
    throw std::invalid_argument("CellsFrames: a number of the object and the kind for each point");
}

template <class T>
void CellsFrames::append(double time, std::span<const T> positions,
                         const std::vector<std::span<const T>>& fields, std::uint64_t state_hash,
                         const std::vector<std::int64_t>& ids) {
  if (fields.size() != fields_.size())
    throw std::invalid_argument("CellsFrames: as many fields as were announced");
  SurfaceMesh part;
  std::vector<std::size_t> points;
  if (changes_) part = present_part(mesh_, ids, points);
  const SurfaceMesh& mesh = changes_ ? part : mesh_;
  std::vector<T> room; // values of the points that are there
  const auto present = [&](std::span<const T> values, std::size_t each) {
    if (!changes_) return values;
    room.resize(each * points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      std::copy_n(&values[each * points[i]], each, room.begin() + static_cast<std::ptrdiff_t>(each * i));
    return std::span<const T>(room);
  };
  const std::filesystem::path next = series_.next_file();
  if (changes_) (*numbers_)["frames/" + next.filename().string()] = {mesh.points, mesh.triangles.size()};
  hdf5::File file = begin_frame(next, 2, "PolyData", time, state_hash);
  write_mesh(file, mesh);
  write_values(file, frame_group + "/Points", 3, "um", present(positions, 3), mesh.points);
  for (std::size_t i = 0; i < fields.size(); ++i)
    write_values(file, point_data + fields_[i].name, fields_[i].components, fields_[i].units,
                 present(fields[i], static_cast<std::size_t>(fields_[i].components)), mesh.points);
  series_.append(file, time, state_hash);
}
template void CellsFrames::append(double, std::span<const float>, const std::vector<std::span<const float>>&,
                                  std::uint64_t, const std::vector<std::int64_t>&);
template void CellsFrames::append(double, std::span<const double>,
                                  const std::vector<std::span<const double>>&, std::uint64_t,
                                  const std::vector<std::int64_t>&);

CellsFrames::Numbers CellsFrames::numbers_of(const std::filesystem::path& file) {
  const hdf5::File frame = hdf5::File::open(file);
  const auto number = [&](const std::string& name) {
    return static_cast<std::size_t>(frame.read_integers(frame_group + "/" + name).at(0));
  };
  return {number("NumberOfPoints"), number("Polygons/NumberOfCells")};
}

template <class T>
void CellsFrames::write_values(hdf5::File& file, const std::string& name, int components,
                               const std::string& units, std::span<const T> values,
                               std::size_t points) const {
  std::vector<hsize_t> shape{points};
  if (components > 1) shape.push_back(static_cast<hsize_t>(components));
  file.make_array(name, layout(number_type(format_), shape, format_.compression, units));
  file.write_all(name, values);
}

void CellsFrames::write_mesh(hdf5::File& file, const SurfaceMesh& mesh) const {
  const auto number = [&](const std::string& name, std::size_t value) {
    file.make_array(frame_group + "/" + name, layout(hdf5::Type::int64, {1}, format_.compression));
    file.write_all(frame_group + "/" + name, std::vector<std::int64_t>{static_cast<std::int64_t>(value)});
  };
  const auto constant = [&](const std::string& name, std::span<const std::int32_t> v) {
    file.make_array(frame_group + "/" + name, layout(hdf5::Type::int32, {v.size()}, format_.compression));
    file.write_all(frame_group + "/" + name, v);
  };
  // as they are in memory: to take them apart costs more than to write them
  static_assert(sizeof(Vec3<int>) == 3 * sizeof(std::int32_t));
  const std::span<const std::int32_t> all_corners(
      reinterpret_cast<const std::int32_t*>(mesh.triangles.data()), 3 * mesh.triangles.size());
  number("NumberOfPoints", mesh.points);
  // Four kinds of cells in a PolyData; all but the polygons are empty.
  for (const std::string kind : {"Vertices", "Lines", "Polygons", "Strips"}) {
    file.make_group(frame_group + "/" + kind);
    const std::size_t n = kind == "Polygons" ? mesh.triangles.size() : 0;
    std::vector<std::int32_t> offsets(n + 1);
    for (std::size_t t = 0; t <= n; ++t) offsets[t] = static_cast<std::int32_t>(3 * t);
    number(kind + "/NumberOfCells", n);
    number(kind + "/NumberOfConnectivityIds", 3 * n);
    constant(kind + "/Offsets", offsets);
    constant(kind + "/Connectivity", all_corners.first(3 * n));
  }
  file.make_group(frame_group + "/PointData");
  constant("PointData/object", mesh.object);
  constant("PointData/kind", mesh.kind);
}

} // namespace ibsim
