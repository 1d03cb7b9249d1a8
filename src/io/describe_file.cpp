#include "io/describe_file.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/checkpoint.hpp"
#include "io/flow_keys.hpp"
#include "io/hdf5.hpp"
#include "io/read_scenario.hpp"
#include "io/run_folder.hpp"

#include <fstream>
#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string size_of(const fs::path& path) {
  std::error_code error;
  const auto bytes = fs::file_size(path, error);
  std::ostringstream out;
  out.precision(3);
  if (bytes < 1024)
    out << bytes << " bytes";
  else if (bytes < (1u << 20))
    out << static_cast<double>(bytes) / 1024 << " KiB";
  else
    out << static_cast<double>(bytes) / (1 << 20) << " MiB";
  return out.str();
}

std::string us(double time) { return shortest_decimals(time) + " us"; }

std::string product(const std::vector<hsize_t>& shape) {
  std::string text;
  for (const hsize_t n : shape) text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text;
}

std::string describe_vtkhdf(const fs::path& path, const hdf5::File& file) {
  const std::string type = file.text_attribute("/VTKHDF", "Type");
  std::ostringstream out;
  out << path.string() << ": VTKHDF " << type << ", " << size_of(path) << "\n";
  if (type == "PolyData" && file.exists("/VTKHDF/Polygons/NumberOfCells"))
    out << "  points      " << file.read_integers("/VTKHDF/NumberOfPoints").at(0) << "\n  triangles   "
        << file.read_integers("/VTKHDF/Polygons/NumberOfCells").at(0) << "\n";
  if (type == "ImageData") {
    const auto e = file.integer_attribute("/VTKHDF", "WholeExtent");
    out << "  cells       " << e.at(1) << " x " << e.at(3) << " x " << e.at(5) << " of "
        << shortest_decimals(file.real_attribute("/VTKHDF", "Spacing").at(0)) << " um\n";
  }
  if (file.exists("/VTKHDF/Steps/Values")) {
    std::vector<double> times = file.read_doubles("/VTKHDF/Steps/Values");
    times.resize(std::min(times.size(),
                          static_cast<std::size_t>(file.integer_attribute("/VTKHDF/Steps", "NSteps").at(0))));
    out << "  frames      " << times.size();
    if (!times.empty()) out << ", from " << us(times.front()) << " to " << us(times.back());
    out << "\n";
  }
  for (const char* group : {"/VTKHDF/PointData", "/VTKHDF/CellData"}) {
    if (!file.exists(group)) continue;
    for (const std::string& name : file.names_in(group)) {
      const std::string array = std::string(group) + "/" + name;
      out << "  " << name << std::string(name.size() < 12 ? 12 - name.size() : 1, ' ')
          << product(file.shape(array));
      if (file.has_attribute(array, "units")) out << ", " << file.text_attribute(array, "units");
      out << "\n";
    }
  }
  return out.str();
}

std::string describe_checkpoint(const fs::path& path) {
  const Checkpoint c = read_checkpoint(path);
  std::ostringstream out;
  out << path.string() << ": checkpoint, " << size_of(path) << "\n  step        " << c.step
      << "\n  time        " << us(c.time) << "\n";
  for (const NamedArray& array : c.arrays)
    out << "  " << array.name << std::string(array.name.size() < 12 ? 12 - array.name.size() : 1, ' ')
        << array.values.size() << " numbers\n";
  out << "  whole       yes, its hash matches\n";
  return out.str();
}

std::string describe_scenario(const fs::path& path) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario(path, {}, warnings);
  std::ostringstream out;
  out << path.string() << ": scenario \"" << s.title << "\"\n  cells       " << s.grid.n.x << " x "
      << s.grid.n.y << " x " << s.grid.n.z << " of " << shortest_decimals(s.grid.h) << " um\n  steps       "
      << (s.time.automatic ? "automatic, to begin with " : "")
      << static_cast<long long>(s.time.end / s.time.step + 0.5) << " of " << us(s.time.step) << ", to "
      << us(s.time.end) << "\n";
  for (const ObjectKind& kind : s.objects)
    out << "  " << kind.name << ": " << kind.placements.size() << " x "
        << shape_names()[static_cast<std::size_t>(kind.surface.shape)] << ", " << kind.data_sites
        << " data and " << kind.sample_sites << " sample sites each\n";
  out << "  output      " << s.output.folder.string() << "\n";
  for (const std::string& warning : warnings) out << "  warning     " << warning << "\n";
  return out.str();
}

std::string describe_table(const fs::path& path) {
  std::ifstream file(path);
  std::string line, header, last;
  std::size_t rows = 0;
  std::getline(file, header);
  while (std::getline(file, line)) ++rows, last = line;
  return path.string() + ": table of " + std::to_string(rows) + " rows, " + size_of(path) +
         "\n  columns     " + header + "\n" + (rows ? "  last row    " + last + "\n" : "");
}

std::string describe_folder(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::string text;
  for (const fs::path& path :
       {files.scenario, files.cells, files.fluid, files.cells_csv, files.run_csv, files.checkpoint})
    if (fs::exists(path)) text += describe_file(path);
  if (text.empty()) throw InputError(folder.string() + ": holds no run of ibsim");
  return text;
}

std::string describe(const fs::path& path) {
  if (fs::is_directory(path)) return describe_folder(path);
  const std::string ending = path.extension().string();
  if (ending == ".yaml" || ending == ".yml") return describe_scenario(path);
  if (ending == ".csv") return describe_table(path);
  std::ifstream stream(path, std::ios::binary);
  char start[8] = {};
  stream.read(start, sizeof start);
  if (!stream || std::string_view(start, sizeof start) != "\x89HDF\r\n\x1a\n")
    throw InputError(path.string() + ": is neither a scenario nor a file that ibsim writes");
  const hdf5::File file = hdf5::File::open(path);
  if (file.exists("/checkpoint")) return describe_checkpoint(path);
  if (!file.exists("/VTKHDF") || !file.has_attribute("/VTKHDF", "Type"))
    throw InputError(path.string() + ": an HDF5 file, but none that ibsim writes");
  return describe_vtkhdf(path, file);
}

} // namespace

std::string describe_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError(path.string() + ": no such file");
  try {
    return describe(path);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    const std::string reason = e.what();
    throw InputError(reason.starts_with(path.string()) ? reason : path.string() + ": is damaged: " + reason);
  }
}

} // namespace ibsim
