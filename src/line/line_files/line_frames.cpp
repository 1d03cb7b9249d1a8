#include "line_files/line_frames.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/hdf5.hpp"
#include "files/run_folder.hpp"

#include <algorithm>
#include <cstdlib>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_picture_values = 1u << 26; // 512 MB a quantity

const char* const picture = "space-time picture of a line";

/// The <Grid> of an .xdmf: the points, with what is known at them.
std::string xdmf_grid(const std::string& file, std::size_t points,
                      const std::vector<line::LineField>& fields) {
  const std::string n = std::to_string(points);
  const auto item = [&](const std::string& array, const std::string& dimensions) {
    return "<DataItem Dimensions=\"" + dimensions +
           "\" NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">" + file + ":/VTKHDF/" + array +
           "</DataItem>";
  };
  std::string text = "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"" + n +
                     "\"/>\n<Geometry GeometryType=\"XYZ\">" + item("Points", n + " 3") + "</Geometry>\n";
  for (const line::LineField& field : fields)
    text += "<Attribute Name=\"" + xml(field.name) + "\" AttributeType=\"Scalar\" Center=\"Node\">" +
            item("PointData/" + xml(field.name), n) + "</Attribute>\n";
  return text;
}

fs::path csv_file(const fs::path& frame) { return fs::path(frame).replace_extension(".csv"); }

void write_array(hdf5::File& file, const std::string& name, std::vector<hsize_t> shape,
                 const std::vector<double>& values, const std::string& units = {}) {
  file.make_array(name, {hdf5::Type::float64, std::move(shape), {}, 0, units});
  if (!values.empty()) file.write_all(name, values);
}
void write_integers(hdf5::File& file, const std::string& name, const std::vector<std::int64_t>& values) {
  file.make_array(name, {hdf5::Type::int64, {values.size()}, {}, 0, {}});
  if (!values.empty()) file.write_all(name, values);
}

/// A frame as CSV.
std::string table_of(const LinePlaces& places, const std::string& time_unit, const LineFrame& frame) {
  std::string table = "segment,x" + std::string(time_unit.empty() ? "" : " (um)");
  for (std::size_t f = 0; f < frame.names.size(); ++f)
    table += "," + frame.names[f] + (frame.units[f].empty() ? "" : " (" + frame.units[f] + ")");
  table += "\n";
  for (std::size_t k = 0; k + 1 < places.starts.size(); ++k)
    for (auto i = static_cast<std::size_t>(places.starts[k]);
         i < static_cast<std::size_t>(places.starts[k + 1]); ++i) {
      table += places.names[k] + "," + shortest_decimals(places.x[i]);
      for (const auto& values : frame.values) table += "," + shortest_decimals(values[i]);
      table += "\n";
    }
  return table;
}

} // namespace

LinePlaces::LinePlaces(const line::LineScenario& s, const line::LineSetUp& set) {
  const double offset =
      s.ends == line::LineEnds::periodic && s.equation != line::EquationKind::pulse ? 0 : 0.5;
  for (std::size_t k = 0; k < set.lines.segments.size(); ++k) {
    const line::Segment& segment = set.lines.segments[k];
    starts.push_back(segment.first);
    for (Index i = 0; i < segment.points; ++i) {
      x.push_back((i + offset) * set.cell[k]);
      y.push_back(k == 0 ? 0 : static_cast<double>(k) * 0.05 * set.cell[0] * set.lines.segments[0].points);
    }
    names.push_back(s.equation == line::EquationKind::pulse ? s.network.vessels[k].name : "line");
  }
  starts.push_back(static_cast<std::int64_t>(x.size()));
}

LineFrames::LineFrames(fs::path folder, const line::LineScenario& s, const line::LineSetUp& set,
                       std::size_t kept)
    : folder_(std::move(folder)), places_(s, set), time_unit_(s.has_dimensions() ? "us" : ""),
      series_(
          folder_, line_series,
          [points = static_cast<std::size_t>(set.lines.points()), fields = line::fields_of(s.equation)](
              const std::string& file) { return xdmf_grid(file, points, fields); },
          kept) {
  std::error_code ignored;
  std::vector<fs::path> late;
  for (const auto& entry : fs::directory_iterator(folder_ / "frames", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("line_") && name.find(".csv") != std::string::npos &&
        (name.ends_with(".part") || std::strtoull(name.c_str() + 5, nullptr, 10) >= kept))
      late.push_back(entry.path());
  }
  for (const fs::path& file : late) remove_file(file);
}

void LineFrames::write(const LineFrame& frame) {
  const std::size_t n = places_.x.size();
  const fs::path path = series_.next_file();
  if (n <= most_csv_points) write_file(csv_file(path), table_of(places_, time_unit_, frame));

  hdf5::File file = begin_frame(path, 2, "PolyData", frame.time, frame.state_hash, time_unit_);
  std::vector<double> points(3 * n, 0);
  std::vector<std::int64_t> order(n), offsets;
  for (std::size_t i = 0; i < n; ++i)
    points[3 * i] = places_.x[i], points[3 * i + 1] = places_.y[i], order[i] = static_cast<std::int64_t>(i);
  write_array(file, "/VTKHDF/Points", {n, 3}, points);
  write_integers(file, "/VTKHDF/NumberOfPoints", {static_cast<std::int64_t>(n)});
  for (const std::string cells : {"Vertices", "Lines", "Polygons", "Strips"}) {
    const std::string group = "/VTKHDF/" + cells;
    const bool lines = cells == "Lines";
    file.make_group(group);
    write_integers(file, group + "/NumberOfCells",
                   {lines ? static_cast<std::int64_t>(places_.starts.size()) - 1 : 0});
    write_integers(file, group + "/NumberOfConnectivityIds", {lines ? static_cast<std::int64_t>(n) : 0});
    write_integers(file, group + "/Offsets", lines ? places_.starts : std::vector<std::int64_t>{0});
    write_integers(file, group + "/Connectivity", lines ? order : std::vector<std::int64_t>{});
  }
  file.make_group("/VTKHDF/PointData");
  for (std::size_t f = 0; f < frame.names.size(); ++f)
    write_array(file, "/VTKHDF/PointData/" + frame.names[f], {n}, frame.values[f], frame.units[f]);
  series_.append(file, frame.time, frame.state_hash);
}

void LineFrames::write_space_time() const {
  const std::vector<FoundFrame> found = frames_in(folder_, line_series);
  const std::size_t n = places_.x.size();
  if (places_.starts.size() != 2 || found.size() < 2 || n < 2 || n * found.size() > most_picture_values)
    return;
  std::vector<LineFrame> frames;
  for (const FoundFrame& frame : found) frames.push_back(read_line_frame(frame.path));
  const fs::path path = folder_ / "space_time.vtkhdf";
  hdf5::File file =
      begin_frame(path, 1, "ImageData", frames.back().time, frames.back().state_hash, time_unit_);
  const auto rows = static_cast<std::int64_t>(frames.size());
  // drawn as a square: the axis of time is stretched to the length of the line
  const double length = places_.x.back() - places_.x.front();
  file.set_attribute("/VTKHDF", "WholeExtent",
                     std::vector<std::int64_t>{0, static_cast<std::int64_t>(n) - 1, 0, rows - 1, 0, 0});
  file.set_attribute("/VTKHDF", "Origin", std::vector<double>{places_.x.front(), 0, 0});
  file.set_attribute(
      "/VTKHDF", "Spacing",
      std::vector<double>{places_.x[1] - places_.x[0], length / static_cast<double>(rows - 1), 1});
  file.set_attribute("/VTKHDF", "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file.make_group("/VTKHDF/PointData");
  for (std::size_t f = 0; f < frames[0].names.size(); ++f) {
    std::vector<double> values;
    for (const LineFrame& frame : frames)
      values.insert(values.end(), frame.values.at(f).begin(), frame.values.at(f).end());
    write_array(file, "/VTKHDF/PointData/" + frames[0].names[f], {frames.size(), n}, values,
                frames[0].units[f]); // VTK: two dimensions for what is flat
  }
  std::vector<double> times;
  for (const LineFrame& frame : frames) times.push_back(frame.time);
  write_array(file, "/VTKHDF/FieldData/times", {times.size()}, times, time_unit_);
  write_part(file, {picture, frames.back().time, frames.back().state_hash});
  finish_part(path);
}

LineFrame read_line_frame(const fs::path& path) {
  const Seal seal = read_seal(path);
  const hdf5::File file = open_sealed(path, kind_of_frame(line_series));
  LineFrame frame;
  frame.time = seal.time, frame.state_hash = seal.state_hash;
  for (const std::string& name : file.names_in("/VTKHDF/PointData")) {
    const std::string array = "/VTKHDF/PointData/" + name;
    frame.names.push_back(name);
    frame.units.push_back(file.has_attribute(array, "units") ? file.text_attribute(array, "units") : "");
    frame.values.push_back(file.read_doubles(array));
  }
  return frame;
}

void require_line_tables(const fs::path& folder, const line::LineScenario& s, const line::LineSetUp& set,
                         std::size_t frames) {
  const LinePlaces places(s, set);
  for (const auto& [number, path] : frame_paths(folder, line_series, false)) {
    const fs::path file = csv_file(path);
    if (number >= frames || !is_file(file)) continue;
    const LineFrame found = read_line_frame(path);
    LineFrame frame; // with quantities in the order of the table
    for (const line::LineField& field : line::fields_of(s.equation)) {
      const auto at = std::find(found.names.begin(), found.names.end(), field.name);
      if (at == found.names.end() ||
          found.values[static_cast<std::size_t>(at - found.names.begin())].size() != places.x.size())
        throw InputError(path.string() + ": is no frame of this run");
      frame.names.push_back(field.name), frame.units.push_back(field.units);
      frame.values.push_back(found.values[static_cast<std::size_t>(at - found.names.begin())]);
    }
    if (read_file(file) != table_of(places, s.has_dimensions() ? "us" : "", frame))
      throw InputError(file.string() + ": was changed: it does not hold what " + path.filename().string() +
                       " holds; bring it back, or remove it");
  }
}

} // namespace ibsim
