#include "io/compare_frames.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "io/hdf5.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

namespace ibsim {
namespace {

/// One file, with what is needed to read a field of a frame.
struct Frames {
  hdf5::File file;
  std::vector<double> times;
  std::vector<std::uint64_t> hashes;
  hsize_t rows = 1; ///< of a field in a frame

  explicit Frames(const std::filesystem::path& path) : file(hdf5::File::open(path)) {
    times = file.read_doubles("/VTKHDF/Steps/Values");
    times.resize(std::min(times.size(),
                          static_cast<std::size_t>(file.integer_attribute("/VTKHDF/Steps", "NSteps").at(0))));
    if (file.exists("/VTKHDF/Steps/StateHash")) hashes = file.read_words("/VTKHDF/Steps/StateHash");
    hashes.resize(times.size());
    if (file.exists("/VTKHDF/NumberOfPoints"))
      rows = static_cast<hsize_t>(file.read_integers("/VTKHDF/NumberOfPoints").at(0));
  }
  std::vector<double> field(const std::string& name, std::size_t frame) const {
    return file.read_rows(name, frame * rows, rows);
  }
  /// The largest finite magnitude in all frames.
  double largest(const std::string& name) const {
    double most = 0;
    for (std::size_t frame = 0; frame < times.size(); ++frame)
      for (const double value : field(name, frame))
        if (std::isfinite(value)) most = std::max(most, std::abs(value));
    return most;
  }
};

/// The arrays that change from frame to frame, for both kinds of file.
std::vector<std::string> fields_of(const Frames& a, const Frames& b) {
  std::vector<std::string> fields;
  if (a.file.exists("/VTKHDF/Points")) fields.push_back("/VTKHDF/Points");
  for (const std::string group : {"/VTKHDF/PointData", "/VTKHDF/CellData"}) {
    if (!a.file.exists(group) || !b.file.exists(group)) continue;
    for (const std::string& name : a.file.names_in(group))
      if (name != "object" && name != "kind" && b.file.exists(group + "/" + name))
        fields.push_back(group + "/" + name);
  }
  return fields;
}

void require_same_shape(const Frames& a, const Frames& b) {
  const auto layout = [](const Frames& f) {
    return f.file.has_attribute("/VTKHDF", "WholeExtent") ? f.file.integer_attribute("/VTKHDF", "WholeExtent")
                                                          : f.file.read_integers("/VTKHDF/PointData/object");
  };
  if (a.file.text_attribute("/VTKHDF", "Type") != b.file.text_attribute("/VTKHDF", "Type") ||
      layout(a) != layout(b))
    throw InputError(a.file.path().string() + " and " + b.file.path().string() +
                     " hold other surfaces or grids");
}

/// "object 1, site 17" or "cell (3, 0, 5)" for row r of a field; both are counted from 0, as in the arrays.
std::function<std::string(std::size_t)> place_in(const Frames& f) {
  if (f.file.exists("/VTKHDF/PointData/object")) {
    return [object = f.file.read_integers("/VTKHDF/PointData/object")](std::size_t r) {
      const auto first = std::find(object.begin(), object.end(), object.at(r)) - object.begin();
      return text("object %lld, site %lld", static_cast<long long>(object[r]),
                  static_cast<long long>(r) - first);
    };
  }
  const auto e = f.file.integer_attribute("/VTKHDF", "WholeExtent");
  const auto nx = static_cast<std::size_t>(e.at(1)), ny = static_cast<std::size_t>(e.at(3));
  return [nx, ny](std::size_t r) { return text("cell (%zu, %zu, %zu)", r % nx, r / nx % ny, r / nx / ny); };
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// How a field of two frames differs, or an empty string.
std::string difference(const Frames& a, const Frames& b, std::size_t i, std::size_t j,
                       const std::string& name, double tolerance,
                       const std::function<double(const std::string&)>& scale,
                       const std::function<std::string(std::size_t)>& place) {
  std::vector<double> x = a.field(name, i), y = b.field(name, j);
  if (x.size() != y.size())
    throw InputError(b.file.path().string() + ": " + name + " has another shape than in " +
                     a.file.path().string());
  if (a.file.is_single(name) != b.file.is_single(name))
    for (std::vector<double>* v : {&x, &y})
      for (double& value : *v) value = static_cast<float>(value);
  const double allowed = tolerance > 0 ? tolerance * scale(name) : 0;
  double apart = -1;
  std::size_t count = 0, worst = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (same_bits(x[v], y[v])) continue;
    const double d = std::abs(x[v] - y[v]);
    if (tolerance > 0 && d <= allowed) continue;
    ++count;
    if (apart < 0 || d > apart || std::isnan(d)) apart = d, worst = v;
  }
  if (count == 0) return {};
  // points and cells: [row], [row, 3], [frame, z, y, x], [frame, z, y, x, 3]
  const std::size_t dimensions = a.file.shape(name).size();
  const std::size_t components = dimensions == 2 || dimensions == 5 ? 3 : 1;
  const std::string units =
      a.file.has_attribute(name, "units") ? " " + a.file.text_attribute(name, "units") : "";
  return place(worst / components) + ": " + name.substr(name.rfind('/') + 1) +
         (components > 1 ? std::string(" ") + "xyz"[worst % components] : "") +
         text(" is %.17g and %.17g", x[worst], y[worst]) + units +
         text(", %.2g apart; %zu of %zu values differ", apart, count, x.size());
}

Comparison compare(const Frames& a, const Frames& b, double tolerance) {
  require_same_shape(a, b);
  const auto place = place_in(a);
  const std::vector<std::string> fields = fields_of(a, b);
  std::map<std::string, double> scales;
  const auto scale = [&](const std::string& name) {
    const auto [at, is_new] = scales.try_emplace(name, 0.0);
    if (is_new) at->second = std::max(a.largest(name), b.largest(name));
    return at->second;
  };
  Comparison found;
  for (std::size_t i = 0, j = 0; i < a.times.size() && j < b.times.size();) {
    const double t = a.times[i], u = b.times[j];
    if (!same_time(t, u)) {
      ++(t < u ? i : j);
      continue;
    }
    if (found.common++ == 0) found.first = t;
    found.last = t;
    if (found.same) {
      for (const std::string& field : fields)
        if (std::string line = difference(a, b, i, j, field, tolerance, scale, place); !line.empty())
          found.lines.push_back(std::move(line));
      if (found.lines.empty() && tolerance == 0 && a.hashes[i] != b.hashes[j])
        found.lines.push_back("only the state hash differs, and no field of this file");
      found.same = found.lines.empty();
      (found.same ? found.same_until : found.parts_at) = t;
    }
    ++i, ++j;
  }
  return found;
}

} // namespace

Comparison compare_frames(const std::filesystem::path& a, const std::filesystem::path& b, double tolerance) {
  try {
    return compare(Frames(a), Frames(b), tolerance);
  } catch (const ResourceError& e) {
    throw InputError(e.what());
  }
}

} // namespace ibsim
