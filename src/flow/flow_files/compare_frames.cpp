#include "flow_files/compare_frames.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"
#include "flow_files/compare_bonds.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>

namespace ibsim {
namespace {

const std::string triangles = frame_group + "/Polygons/Connectivity";

/// The arrays of a frame that may differ from run to run: points, triangles and fields.
std::set<std::string> arrays_of(const hdf5::File& file) {
  std::set<std::string> names;
  for (const std::string& name : {frame_group + "/Points", triangles})
    if (file.exists(name)) names.insert(name);
  for (const std::string& group : {frame_group + "/PointData", frame_group + "/CellData"})
    if (file.exists(group))
      for (const std::string& name : file.names_in(group)) names.insert(group + "/" + name);
  return names;
}

void require_same_shape(const hdf5::File& a, const hdf5::File& b) {
  const auto layout = [](const hdf5::File& f) {
    return f.has_attribute(frame_group, "WholeExtent") ? f.integer_attribute(frame_group, "WholeExtent")
                                                       : f.read_integers(frame_group + "/PointData/object");
  };
  if (a.text_attribute(frame_group, "Type") != b.text_attribute(frame_group, "Type") ||
      layout(a) != layout(b))
    throw InputError(a.path().string() + " and " + b.path().string() + " hold different surfaces or grids");
}

/// "object 1, site 17" or "cell (3, 0, 5)" for row r of a field; both are counted from 0, as in the arrays.
std::function<std::string(std::size_t)> place_in(const hdf5::File& f, const std::string& array) {
  if (array == triangles) return [](std::size_t r) { return text("triangle %zu", r / 3); };
  if (f.exists(frame_group + "/PointData/object"))
    return [object = f.read_integers(frame_group + "/PointData/object")](std::size_t r) {
      if (r >= object.size()) return text("site %zu", r);
      const auto first = std::find(object.begin(), object.end(), object[r]) - object.begin();
      return text("object %lld, site %lld", static_cast<long long>(object[r]),
                  static_cast<long long>(r) - first);
    };
  const auto e = f.integer_attribute(frame_group, "WholeExtent");
  if (e.size() != 6 || e[1] < 1 || e[3] < 1)
    throw InputError(f.path().string() + ": is damaged: its WholeExtent is not valid");
  const auto nx = static_cast<std::size_t>(e[1]), ny = static_cast<std::size_t>(e[3]);
  return [nx, ny](std::size_t r) { return text("cell (%zu, %zu, %zu)", r % nx, r / nx % ny, r / nx / ny); };
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// How an array of two frames differs, or an empty string. @param scale its largest value, where there is a
/// tolerance
std::string difference(const hdf5::File& a, const hdf5::File& b, const std::string& name, double tolerance,
                       const std::function<double(const std::string&)>& scale) {
  std::vector<double> x = a.read_doubles(name), y = b.read_doubles(name);
  const std::vector<hsize_t> shape = a.shape(name);
  if (shape != b.shape(name))
    throw InputError(b.path().string() + ": " + name + " has another shape than in " + a.path().string());
  if (a.is_single(name) != b.is_single(name))
    for (std::vector<double>* v : {&x, &y})
      for (double& value : *v) value = static_cast<float>(value);
  double apart = -1;
  std::size_t count = 0, worst = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (same_bits(x[v], y[v])) continue;
    const double d = std::abs(x[v] - y[v]);
    if (tolerance > 0 && name != triangles && d <= tolerance * scale(name)) continue;
    ++count;
    if (apart < 0 || d > apart || std::isnan(d)) apart = d, worst = v;
  }
  if (count == 0) return {};
  // of points [row], [row, 3]; of cells [z, y, x], [z, y, x, 3]
  const std::size_t components = shape.size() == 2 || shape.size() == 4 ? 3 : 1;
  const std::string units = a.has_attribute(name, "units") ? " " + a.text_attribute(name, "units") : "";
  return place_in(a, name)(worst / components) + ": " + name.substr(name.rfind('/') + 1) +
         (components > 1 ? std::string(" ") + "xyz"[worst % components] : "") +
         text(" is %.17g and %.17g", x[worst], y[worst]) + units +
         text(", %.2g apart; %zu of %zu values differ", apart, count, x.size());
}

/// The frames of two runs, and the scale of their fields.
struct Runs {
  std::string name;
  std::vector<FoundFrame> a, b;
  std::map<std::string, double> scales; ///< filled in when they are first asked for

  hdf5::File open(const FoundFrame& frame) const { return open_sealed(frame.path, kind_of_frame(name)); }
  /// The largest finite magnitude in all frames of both.
  double scale(const std::string& array) {
    if (scales.empty())
      for (const std::vector<FoundFrame>* frames : {&a, &b})
        for (const FoundFrame& frame : *frames) {
          const hdf5::File file = open(frame);
          for (const std::string& each : arrays_of(file))
            for (const double value : file.read_doubles(each))
              if (std::isfinite(value)) scales[each] = std::max(scales[each], std::abs(value));
        }
    return scales[array];
  }
  std::vector<std::string> differences(const FoundFrame& one, const FoundFrame& other, double tolerance) {
    const hdf5::File x = open(one), y = open(other);
    const auto scale_of = [this](const std::string& array) { return scale(array); };
    std::vector<std::string> lines;
    if (name == bonds_series)
      lines = bond_differences(x, y, tolerance, scale_of);
    else
      lines = field_differences(x, y, tolerance, scale_of);
    if (lines.empty() && tolerance == 0 && one.seal.state_hash != other.seal.state_hash)
      lines.push_back("only the state hash differs, and no field of this frame");
    if (lines.empty() && tolerance == 0 && !same_bits(one.seal.time, other.seal.time))
      lines.push_back(text("the times are %.17g and %.17g us", one.seal.time, other.seal.time));
    return lines;
  }
  static std::vector<std::string>
  field_differences(const hdf5::File& x, const hdf5::File& y, double tolerance,
                    const std::function<double(const std::string&)>& scale_of) {
    require_same_shape(x, y);
    std::vector<std::string> lines;
    const std::set<std::string> in_x = arrays_of(x), in_y = arrays_of(y);
    for (const std::string& array : in_x)
      if (!in_y.contains(array))
        lines.push_back("only the first run has " + array.substr(array.rfind('/') + 1));
      else if (std::string line = difference(x, y, array, tolerance, scale_of); !line.empty())
        lines.push_back(std::move(line));
    for (const std::string& array : in_y)
      if (!in_x.contains(array))
        lines.push_back("only the second run has " + array.substr(array.rfind('/') + 1));
    return lines;
  }
};

} // namespace

SeriesComparison compare_frames(const std::filesystem::path& folder_a, const std::filesystem::path& folder_b,
                                const std::string& name, double tolerance) {
  try {
    Runs runs{name, frames_in(folder_a, name), frames_in(folder_b, name), {}};
    SeriesComparison found;
    for (std::size_t i = 0, j = 0; i < runs.a.size() || j < runs.b.size();) {
      if (i == runs.a.size() || j == runs.b.size() || !same_time(runs.a[i].seal.time, runs.b[j].seal.time)) {
        ++found.alone;
        const bool first =
            j == runs.b.size() || (i < runs.a.size() && runs.a[i].seal.time < runs.b[j].seal.time);
        ++(first ? i : j);
        continue;
      }
      const double t = runs.a[i].seal.time;
      if (found.common++ == 0) found.first = t;
      found.last = t;
      if (found.same) {
        found.lines = runs.differences(runs.a[i], runs.b[j], tolerance);
        found.same = found.lines.empty();
        (found.same ? found.same_until : found.parts_at) = t;
      }
      ++i, ++j;
    }
    return found;
  } catch (const ResourceError& e) {
    throw InputError(e.what());
  }
}

} // namespace ibsim
