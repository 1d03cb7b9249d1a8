#include "io/cells_file.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/run_folder.hpp"
#include "io/temporal_vtkhdf.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

const std::string root = "/VTKHDF";
const std::string point_data = root + "/PointData/";

/// All of the first component, then of the second, ... -> the components of a point side by side.
std::vector<double> interleaved(const std::vector<double>& values, std::size_t points,
                                std::size_t components) {
  if (values.size() != points * components)
    throw std::invalid_argument("CellsFile: " + std::to_string(values.size()) + " values for " +
                                std::to_string(points) + " points");
  if (components == 1) return values;
  std::vector<double> out(values.size());
  for (std::size_t c = 0; c < components; ++c)
    for (std::size_t i = 0; i < points; ++i) out[i * components + c] = values[c * points + i];
  return out;
}

std::vector<hsize_t> with_components(hsize_t rows, int components) {
  return components == 1 ? std::vector<hsize_t>{rows}
                         : std::vector<hsize_t>{rows, static_cast<hsize_t>(components)};
}

} // namespace

struct CellsFile::Parts {
  TemporalVtkhdf frames;
  XdmfFile xdmf;
  std::size_t points, triangles;
  std::vector<OutputField> fields;
  FrameFormat format;

  std::string xdmf_grid(std::size_t frame) const;
  std::string xdmf_slab(const std::string& array, std::size_t frame, int components) const;
};

CellsFile::CellsFile(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
CellsFile::~CellsFile() = default;
CellsFile::CellsFile(CellsFile&&) noexcept = default;
void CellsFile::settle() { parts_->frames.file.settle(); }
std::size_t CellsFile::frames() const { return parts_->frames.times.size(); }

CellsFile::CellsFile(const std::filesystem::path& path, const SurfaceMesh& mesh,
                     std::vector<OutputField> fields, const FrameFormat& format) {
  using hdf5::Type;
  require_free_space(path, 24 * mesh.triangles.size() + 8 * mesh.points + (256u << 10));
  parts_.reset(new Parts{TemporalVtkhdf::create(path, "PolyData"),
                         XdmfFile(std::filesystem::path(path).replace_extension(".xdmf")), mesh.points,
                         mesh.triangles.size(), std::move(fields), format});
  hdf5::File& file = parts_->frames.file;
  const Type number =
      format.precision == Scenario::Precision::single_precision ? Type::float32 : Type::float64;
  const std::size_t number_bytes = number == Type::float32 ? 4 : 8;
  const auto constant = [&](const std::string& name, const std::vector<std::int64_t>& values) {
    file.make_array(
        root + "/" + name,
        {Type::int64,
         {values.size()},
         values.size() > 64 ? std::vector<hsize_t>{chunk_rows(values.size(), 8)} : std::vector<hsize_t>{},
         format.compression,
         ""});
    file.write_all(root + "/" + name, values);
  };
  constant("NumberOfPoints", {static_cast<std::int64_t>(mesh.points)});
  file.make_array(root + "/Points",
                  {number, {0, 3}, {chunk_rows(mesh.points, 3 * number_bytes), 3}, format.compression, "um"});

  // Four kinds of cells in a PolyData; all but the polygons are empty.
  for (const std::string kind : {"Vertices", "Lines", "Polygons", "Strips"}) {
    file.make_group(root + "/" + kind);
    const std::size_t n = kind == "Polygons" ? mesh.triangles.size() : 0;
    std::vector<std::int64_t> offsets{0}, corners;
    for (std::size_t t = 0; t < n; ++t) {
      for (int d = 0; d < 3; ++d) corners.push_back(mesh.triangles[t][d]);
      offsets.push_back(static_cast<std::int64_t>(corners.size()));
    }
    constant(kind + "/NumberOfCells", {static_cast<std::int64_t>(n)});
    constant(kind + "/NumberOfConnectivityIds", {static_cast<std::int64_t>(corners.size())});
    constant(kind + "/Offsets", offsets);
    constant(kind + "/Connectivity", corners);
  }

  for (const char* name : {"PartOffsets", "NumberOfParts", "PointOffsets"})
    parts_->frames.make_step_array(name);
  for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"}) parts_->frames.make_step_array(name, 4);
  file.make_group(root + "/PointData");
  file.make_group(root + "/Steps/PointDataOffsets");
  for (const OutputField& field : parts_->fields) {
    const auto columns = static_cast<std::size_t>(field.components);
    file.make_array(point_data + field.name,
                    {number, with_components(0, field.components),
                     with_components(chunk_rows(mesh.points, columns * number_bytes), field.components),
                     format.compression, field.units});
    parts_->frames.make_step_array("PointDataOffsets/" + field.name);
  }
  for (const auto& [name, ids] : {std::pair{"object", &mesh.object}, std::pair{"kind", &mesh.kind}}) {
    if (ids->size() != mesh.points)
      throw std::invalid_argument("CellsFile: a number of the object and the kind for each point");
    file.make_array(point_data + name,
                    {Type::int32, {mesh.points}, {chunk_rows(mesh.points, 4)}, format.compression, ""});
    file.write_all(point_data + name, std::vector<std::int64_t>(ids->begin(), ids->end()));
    parts_->frames.make_step_array(std::string("PointDataOffsets/") + name);
  }
  file.flush();
  parts_->xdmf.write({});
}

CellsFile CellsFile::reopen(const std::filesystem::path& path, const SurfaceMesh& mesh,
                            std::vector<OutputField> fields, const FrameFormat& format, std::size_t n) {
  auto parts =
      std::unique_ptr<Parts>(new Parts{TemporalVtkhdf::open(path, "PolyData"),
                                       XdmfFile(std::filesystem::path(path).replace_extension(".xdmf")),
                                       mesh.points, mesh.triangles.size(), std::move(fields), format});
  hdf5::File& file = parts->frames.file;
  if (file.read_integers(root + "/NumberOfPoints") !=
          std::vector<std::int64_t>{static_cast<std::int64_t>(mesh.points)} ||
      file.shape(root + "/Polygons/Connectivity")[0] != 3 * mesh.triangles.size())
    throw InputError(path.string() + ": holds other surfaces than this scenario");
  for (const OutputField& field : parts->fields)
    if (!file.exists(point_data + field.name))
      throw InputError(path.string() + ": has no field " + field.name);
  parts->frames.shorten_steps(n);
  const std::size_t rows = parts->frames.times.size() * mesh.points;
  file.shorten(root + "/Points", rows);
  for (const OutputField& field : parts->fields) file.shorten(point_data + field.name, rows);
  file.flush();
  std::vector<std::string> grids;
  for (std::size_t f = 0; f < parts->frames.times.size(); ++f) grids.push_back(parts->xdmf_grid(f));
  parts->xdmf.write(grids);
  return CellsFile(std::move(parts));
}

void CellsFile::append(double time, const std::vector<double>& positions,
                       const std::vector<std::vector<double>>& fields, std::uint64_t state_hash) {
  Parts& p = *parts_;
  if (fields.size() != p.fields.size())
    throw std::invalid_argument("CellsFile: as many fields as were announced");
  std::size_t values = 3;
  for (const OutputField& field : p.fields) values += static_cast<std::size_t>(field.components);
  require_free_space(p.frames.file.path(), values * p.points * 9 + (64u << 10));

  const auto frame = static_cast<std::int64_t>(p.frames.times.size());
  const std::int64_t first = frame * static_cast<std::int64_t>(p.points);
  p.frames.file.append(root + "/Points", p.points, interleaved(positions, p.points, 3));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    p.frames.file.append(point_data + p.fields[i].name, p.points,
                         interleaved(fields[i], p.points, static_cast<std::size_t>(p.fields[i].components)));
    p.frames.append_step("PointDataOffsets/" + p.fields[i].name, {first});
  }
  for (const char* name : {"object", "kind"})
    p.frames.append_step(std::string("PointDataOffsets/") + name, {0});
  p.frames.append_step("PartOffsets", {0});
  p.frames.append_step("NumberOfParts", {1});
  p.frames.append_step("PointOffsets", {first});
  p.frames.append_step("CellOffsets", {0, 0, 0, 0});
  p.frames.append_step("ConnectivityIdOffsets", {0, 0, 0, 0});
  p.frames.commit(time, state_hash);
  p.xdmf.append(p.xdmf_grid(static_cast<std::size_t>(frame)));
}

std::string CellsFile::Parts::xdmf_slab(const std::string& array, std::size_t frame, int components) const {
  const std::string n = std::to_string(points), c = std::to_string(components),
                    first = std::to_string(frame * points), rows = std::to_string((frame + 1) * points);
  const std::string precision = format.precision == Scenario::Precision::single_precision ? "4" : "8";
  const bool vector = components > 1;
  // ParaView caches a geometry by the first thing in its item, so that has to differ from frame to frame.
  return "<DataItem ItemType=\"HyperSlab\" Dimensions=\"" + n + (vector ? " " + c : "") +
         "\" Type=\"HyperSlab\"><!--frame " + std::to_string(frame) + "--><DataItem Dimensions=\"3 " +
         (vector ? "2" : "1") + "\" Format=\"XML\">" + first + (vector ? " 0 1 1 " : " 1 ") + n +
         (vector ? " " + c : "") + "</DataItem><DataItem Dimensions=\"" + rows + (vector ? " " + c : "") +
         "\" NumberType=\"Float\" Precision=\"" + precision + "\" Format=\"HDF\">" +
         xml(frames.file.path().filename().string()) + ":" + array + "</DataItem></DataItem>\n";
}

std::string CellsFile::Parts::xdmf_grid(std::size_t frame) const {
  const std::string name = xml(frames.file.path().filename().string());
  std::string text = "<Grid Name=\"cells\"><Time Value=\"" + shortest_decimals(frames.times.at(frame)) +
                     "\"/>\n<Topology TopologyType=\"Triangle\" NumberOfElements=\"" +
                     std::to_string(triangles) + "\"><DataItem Dimensions=\"" +
                     std::to_string(3 * triangles) + "\" NumberType=\"Int\" Precision=\"8\" Format=\"HDF\">" +
                     name + ":" + root +
                     "/Polygons/Connectivity</DataItem></Topology>\n<Geometry GeometryType=\"XYZ\">" +
                     xdmf_slab(root + "/Points", frame, 3) + "</Geometry>\n";
  for (const OutputField& field : fields)
    text += "<Attribute Name=\"" + xml(field.name) + "\" AttributeType=\"" +
            (field.components == 3 ? "Vector" : "Scalar") + "\" Center=\"Node\">" +
            xdmf_slab(point_data + field.name, frame, field.components) + "</Attribute>\n";
  for (const std::string id : {"object", "kind"})
    text += "<Attribute Name=\"" + id +
            "\" AttributeType=\"Scalar\" Center=\"Node\"><DataItem Dimensions=\"" + std::to_string(points) +
            "\" NumberType=\"Int\" Precision=\"4\" Format=\"HDF\">" + name + ":" + point_data + id +
            "</DataItem></Attribute>\n";
  return text + "</Grid>\n";
}

} // namespace ibsim
