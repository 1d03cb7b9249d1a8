#include "files/read_frames.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "files/file_bytes.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>

namespace ibsim {
namespace {

const std::string point_data = frame_group + "/PointData";

[[noreturn]] void damaged(const hdf5::File& file, const std::string& what) {
  throw InputError(file.path().string() + ": is damaged: " + what);
}

std::vector<float> floats(const hdf5::File& file, const std::string& name, std::size_t count) {
  std::vector<float> values = file.read_floats(name);
  if (values.size() != count) damaged(file, name + " has another length than it should");
  return values;
}

/// Numbers of an array: where they stand, or already read.
struct Numbers {
  std::optional<hdf5::Stretch> stretch;
  std::vector<float> values;
};

Numbers find_numbers(const hdf5::File& file, const std::string& name, std::size_t count) {
  Numbers numbers{file.stretch_of(name), {}};
  if (!numbers.stretch) numbers.values = floats(file, name, count);
  if (numbers.stretch && numbers.stretch->count != count)
    damaged(file, name + " has another length than it should");
  return numbers;
}

/// Kind of a frame of surfaces in its seal: cells, or the wall of a vessel. Others are refused as no frame
/// of cells.
std::string kind_of_surface_frame(const std::filesystem::path& path) {
  const std::string what = read_seal(path).what;
  for (const char* name : {wall_series, wall_means_series})
    if (what == kind_of_frame(name)) return what;
  return kind_of_frame(cells_series);
}

/// Reads by all threads: a frame of a thousand cells has a hundred megabytes of positions.
std::vector<float> take_numbers(const FileBytes& file, Numbers& numbers) {
  if (!numbers.stretch) return std::move(numbers.values);
  const hdf5::Stretch& from = *numbers.stretch;
  std::vector<float> values(from.count);
  constexpr std::size_t piece = std::size_t{1} << 17;
  const std::size_t pieces = (from.count + piece - 1) / piece;
  std::exception_ptr wrong;
#pragma omp parallel for schedule(dynamic) if (pieces > 4)
  for (std::size_t p = 0; p < pieces; ++p) {
    const std::size_t first = p * piece, n = std::min(piece, from.count - first);
    try {
      if (from.single) {
        file.read(reinterpret_cast<char*>(values.data() + first), n * sizeof(float),
                  from.at + first * sizeof(float));
      } else {
        std::vector<double> wide(n);
        file.read(reinterpret_cast<char*>(wide.data()), n * sizeof(double), from.at + first * sizeof(double));
        for (std::size_t i = 0; i < n; ++i) values[first + i] = static_cast<float>(wide[i]);
      }
    } catch (...) {
#pragma omp critical(ibsim_take_numbers)
      wrong = std::current_exception();
    }
  }
  if (wrong) std::rethrow_exception(wrong);
  return values;
}

std::string units_of(const hdf5::File& file, const std::string& name) {
  return file.has_attribute(name, "units") ? file.text_attribute(name, "units") : "";
}

/// Indices of points, checked.
std::vector<std::uint32_t> indices(const hdf5::File& file, const std::string& name, std::size_t corners,
                                   std::size_t points) {
  const std::vector<std::int64_t> read = file.read_integers(name);
  if (read.size() % corners != 0) damaged(file, name + " ends within a cell");
  for (const std::int64_t i : read)
    if (i < 0 || i >= static_cast<std::int64_t>(points)) damaged(file, name + " names a point there is not");
  return {read.begin(), read.end()};
}

std::shared_ptr<const SurfaceTriangles> read_topology(const hdf5::File& file, std::size_t points) {
  auto topology = std::make_shared<SurfaceTriangles>();
  topology->triangles = indices(file, frame_group + "/Polygons/Connectivity", 3, points);
  for (auto [name, numbers] : {std::pair{"object", &topology->object}, {"kind", &topology->kind}}) {
    const std::vector<std::int64_t> read = file.read_integers(point_data + "/" + name);
    if (read.size() != points) damaged(file, std::string(name) + " has another length than the points");
    numbers->assign(read.begin(), read.end());
  }
  return topology;
}

/// `wanted`, or the first; @throws InputError with the near name
std::string array_called(const hdf5::File& file, const std::string& wanted) {
  const std::vector<std::string> names = file.names_in(point_data);
  if (names.empty()) damaged(file, "it holds no values");
  if (wanted.empty()) return names.front();
  for (const std::string& name : names)
    if (name == wanted) return name;
  throw InputError(file.path().string() + " has no " + wanted + did_you_mean(wanted, names));
}

} // namespace

SurfaceFrameData read_surface_frame(const std::filesystem::path& path, const std::vector<std::string>& fields,
                                    const std::shared_ptr<const SurfaceTriangles>& known) {
  SurfaceFrameData data;
  data.time = require_whole(path, kind_of_surface_frame(path)).time;
  std::vector<Numbers> wanted;
  {
    static std::mutex one_at_a_time; // HDF5 need not have been built for threads
    const std::lock_guard lock(one_at_a_time);
    const hdf5::File file = hdf5::File::open(path);
    const std::vector<hsize_t> shape = file.shape(frame_group + "/Points");
    if (shape.size() != 2 || shape[1] != 3) damaged(file, "its points are none");
    const std::size_t n = shape[0];
    const std::vector<hsize_t> corners = file.shape(frame_group + "/Polygons/Connectivity");
    const bool same =
        known && known->object.size() == n && corners.size() == 1 && known->triangles.size() == corners[0];
    data.topology = same ? known : read_topology(file, n);
    wanted.push_back(find_numbers(file, frame_group + "/Points", 3 * n));
    for (const std::string& name : fields) {
      const std::string array = point_data + "/" + array_called(file, name);
      const int components = file.shape(array).size() == 2 ? 3 : 1;
      data.fields.push_back({name, units_of(file, array), components, {}});
      wanted.push_back(find_numbers(file, array, static_cast<std::size_t>(components) * n));
    }
  }
  const FileBytes bytes = FileBytes::open(path);
  data.positions = take_numbers(bytes, wanted[0]);
  for (std::size_t f = 0; f < data.fields.size(); ++f)
    data.fields[f].values = take_numbers(bytes, wanted[f + 1]);
  return data;
}

FluidFrameData read_fluid_frame(const std::filesystem::path& path) {
  const hdf5::File file = open_sealed(path, kind_of_frame(fluid_series));
  FluidFrameData data;
  data.time = read_seal(path).time;
  const std::vector<std::int64_t> e = file.integer_attribute(frame_group, "WholeExtent");
  const std::vector<double> spacing = file.real_attribute(frame_group, "Spacing");
  constexpr std::int64_t most = 1 << 15;
  if (e.size() != 6 || spacing.empty() || !(spacing[0] > 0) || std::min({e[1], e[3], e[5]}) < 1 ||
      std::max({e[1], e[3], e[5]}) > most)
    damaged(file, "its grid is none");
  data.nx = static_cast<int>(e[1]), data.ny = static_cast<int>(e[3]), data.nz = static_cast<int>(e[5]);
  data.h = static_cast<float>(spacing[0]);
  data.velocity = floats(file, frame_group + "/CellData/velocity",
                         3 * static_cast<std::size_t>(e[1]) * static_cast<std::size_t>(e[3]) *
                             static_cast<std::size_t>(e[5]));
  return data;
}

ActivationMapData read_activation_map(const std::filesystem::path& path, const std::string& name) {
  const hdf5::File file = hdf5::File::open(path);
  ActivationMapData data;
  const std::vector<hsize_t> shape = file.shape(frame_group + "/Points");
  if (shape.size() != 2 || shape[1] != 3) damaged(file, "its points are none");
  data.points = floats(file, frame_group + "/Points", 3 * shape[0]);
  data.tetrahedra = indices(file, frame_group + "/Connectivity", 4, shape[0]);
  data.name = array_called(file, name);
  data.times = floats(file, point_data + "/" + data.name, shape[0]);
  for (float& t : data.times)
    if (t < 0) t = std::numeric_limits<float>::quiet_NaN();
  return data;
}

SpaceTimeData read_space_time(const std::filesystem::path& path, const std::string& name) {
  const hdf5::File file = open_sealed(path, read_seal(path).what);
  SpaceTimeData data;
  data.name = array_called(file, name);
  const std::vector<std::int64_t> e = file.integer_attribute(frame_group, "WholeExtent");
  const std::vector<double> origin = file.real_attribute(frame_group, "Origin"),
                            spacing = file.real_attribute(frame_group, "Spacing");
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (e.size() != 6 || origin.empty() || spacing.empty() || e[1] < 1 || e[3] < 1 || e[1] > most ||
      e[3] > most)
    damaged(file, "its grid is none");
  data.nx = static_cast<int>(e[1]) + 1, data.nt = static_cast<int>(e[3]) + 1;
  data.first_x = origin[0], data.last_x = origin[0] + spacing[0] * static_cast<double>(e[1]);
  data.times = file.read_doubles(frame_group + "/FieldData/times");
  data.time_units = units_of(file, frame_group + "/FieldData/times");
  data.units = units_of(file, point_data + "/" + data.name);
  data.values = floats(file, point_data + "/" + data.name,
                       static_cast<std::size_t>(data.nx) * static_cast<std::size_t>(data.nt));
  if (data.times.size() != static_cast<std::size_t>(data.nt))
    damaged(file, "its times are not those of its rows");
  return data;
}

} // namespace ibsim
