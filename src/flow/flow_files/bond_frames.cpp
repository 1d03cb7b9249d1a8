#include "flow_files/bond_frames.hpp"

#include "files/run_folder.hpp"

#include <cstdint>

namespace ibsim {
namespace {

const std::string bond_data = frame_group + "/PointData/";

hdf5::Type bond_number_type(const FrameFormat& format) {
  return format.precision == FramePrecision::single_precision ? hdf5::Type::float32 : hdf5::Type::float64;
}

/// The <Grid> of an .xdmf: the two ends of each line follow each other.
std::string xdmf_grid_of_bonds(const std::string& file, std::size_t lines, const FrameFormat& format) {
  const std::string precision = format.precision == FramePrecision::single_precision ? "4" : "8",
                    ends = std::to_string(2 * lines);
  const auto item = [&](const std::string& array, const std::string& dimensions, const std::string& type) {
    return "<DataItem Dimensions=\"" + dimensions + "\" " + type + " Format=\"HDF\">" + file + ":" + array +
           "</DataItem>";
  };
  const std::string floats = "NumberType=\"Float\" Precision=\"" + precision + "\"",
                    integers = "NumberType=\"Int\" Precision=\"4\"";
  std::string text = "<Topology TopologyType=\"Polyline\" NodesPerElement=\"2\" NumberOfElements=\"" +
                     std::to_string(lines) + "\">" +
                     item(frame_group + "/Lines/Connectivity", ends, integers) +
                     "</Topology>\n<Geometry GeometryType=\"XYZ\">" +
                     item(frame_group + "/Points", ends + " 3", floats) + "</Geometry>\n";
  const auto attribute = [&](const std::string& name, const std::string& type) {
    text += "<Attribute Name=\"" + name + "\" AttributeType=\"Scalar\" Center=\"Node\">" +
            item(bond_data + name, ends, type) + "</Attribute>\n";
  };
  attribute("force", floats);
  for (const char* name : {"object", "adhesion", "receptor", "partner"}) attribute(name, integers);
  return text;
}

std::size_t lines_in(const std::filesystem::path& file) {
  return static_cast<std::size_t>(
      hdf5::File::open(file).read_integers(frame_group + "/Lines/NumberOfCells").at(0));
}

} // namespace

BondFrames::BondFrames(const std::filesystem::path& folder, const FrameFormat& format, std::size_t kept)
    : BondFrames(folder, format, kept, std::make_shared<Lines>()) {}

BondFrames::BondFrames(const std::filesystem::path& folder, const FrameFormat& format, std::size_t kept,
                       std::shared_ptr<Lines> lines)
    : format_(format), lines_(std::move(lines)),
      series_(
          folder, bonds_series,
          [of = lines_, folder, format](const std::string& file) {
            auto found = of->find(file);
            if (found == of->end()) found = of->insert({file, lines_in(folder / file)}).first; // of a resume
            return xdmf_grid_of_bonds(file, found->second, format);
          },
          kept) {}

void BondFrames::append(double time, const std::vector<BondLine>& lines, std::uint64_t state_hash) {
  const std::size_t n = lines.size();
  std::vector<double> points, forces;
  std::vector<std::int32_t> objects, adhesions, receptors, partners, ends, offsets{0};
  for (const BondLine& line : lines) {
    for (const Real3& x : {line.receptor, line.ligand}) {
      for (int d = 0; d < 3; ++d) points.push_back(x[d]);
      forces.push_back(line.force);
      objects.push_back(line.object), adhesions.push_back(line.adhesion);
      receptors.push_back(line.number), partners.push_back(line.partner);
      ends.push_back(static_cast<std::int32_t>(ends.size()));
    }
    offsets.push_back(static_cast<std::int32_t>(ends.size()));
  }
  const std::string file_name = frame_file(bonds_series, series_.frames());
  hdf5::File file = begin_frame(series_.next_file(), 2, "PolyData", time, state_hash);
  const auto number = [&](const std::string& name, std::size_t value) {
    file.make_array(frame_group + "/" + name, {hdf5::Type::int64, {1}, {}, 0, ""});
    file.write_all(frame_group + "/" + name, std::vector<std::int64_t>{static_cast<std::int64_t>(value)});
  };
  const auto integers = [&](const std::string& name, std::span<const std::int32_t> values) {
    file.make_array(name, {hdf5::Type::int32, {values.size()}, {}, 0, ""});
    file.write_all(name, values);
  };
  const auto numbers = [&](const std::string& name, const std::vector<double>& values,
                           std::vector<hsize_t> shape, const std::string& units) {
    file.make_array(name, {bond_number_type(format_), std::move(shape), {}, 0, units});
    file.write_all(name, std::span<const double>(values));
  };
  number("NumberOfPoints", 2 * n);
  numbers(frame_group + "/Points", points, {2 * n, 3}, "um");
  for (const std::string kind : {"Vertices", "Lines", "Polygons", "Strips"}) {
    const bool is_here = kind == "Lines"; // the other kinds of a PolyData are empty
    file.make_group(frame_group + "/" + kind);
    number(kind + "/NumberOfCells", is_here ? n : 0);
    number(kind + "/NumberOfConnectivityIds", is_here ? 2 * n : 0);
    integers(frame_group + "/" + kind + "/Offsets", is_here ? offsets : std::vector<std::int32_t>{0});
    integers(frame_group + "/" + kind + "/Connectivity", is_here ? ends : std::vector<std::int32_t>{});
  }
  file.make_group(frame_group + "/PointData");
  numbers(bond_data + "force", forces, {2 * n}, "pN");
  integers(bond_data + "object", objects);
  integers(bond_data + "adhesion", adhesions);
  integers(bond_data + "receptor", receptors);
  integers(bond_data + "partner", partners);
  (*lines_)[file_name] = n;
  series_.append(file, time, state_hash);
}

} // namespace ibsim
