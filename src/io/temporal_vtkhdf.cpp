#include "io/temporal_vtkhdf.hpp"

#include "base/error.hpp"
#include "io/run_folder.hpp"
#include "io/unkillable.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ibsim {
namespace {

const char* xdmf_head = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n<Domain>\n<Grid Name=\"frames\" "
                        "GridType=\"Collection\" CollectionType=\"Temporal\">\n";
const char* xdmf_tail = "</Grid>\n</Domain>\n</Xdmf>\n";
const std::string steps = "/VTKHDF/Steps";

} // namespace

void XdmfFile::write(const std::vector<std::string>& grids) {
  std::string text = xdmf_head;
  for (const std::string& grid : grids) text += grid;
  end_ = text.size();
  write_file(path_, text + xdmf_tail);
}

void XdmfFile::append(const std::string& grid) {
  const std::string text = grid + xdmf_tail;
  const int error = unkillable([path = path_.c_str(), &text, at = static_cast<off_t>(end_)] {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const ssize_t written = ::pwrite(file, text.data(), text.size(), at);
    const int reason = written < 0 ? errno : written < static_cast<ssize_t>(text.size()) ? ENOSPC : 0;
    ::close(file);
    return reason;
  });
  if (error != 0) throw ResourceError("cannot write " + path_.string() + ": " + reason_of(error));
  end_ += grid.size();
}

TemporalVtkhdf TemporalVtkhdf::create(const std::filesystem::path& path, const std::string& type) {
  TemporalVtkhdf frames(hdf5::File::create_journaled(path));
  hdf5::File& file = frames.file;
  file.make_group("/VTKHDF");
  file.set_attribute("/VTKHDF", "Version", std::vector<std::int64_t>{2, 0});
  file.set_attribute("/VTKHDF", "Type", type);
  file.make_group(steps);
  file.set_scalar(steps, "NSteps", 0);
  file.make_array(steps + "/Values", {hdf5::Type::float64, {0}, {256}, 0, "us"});
  file.make_array(steps + "/StateHash", {hdf5::Type::uint64, {0}, {256}, 0, ""});
  return frames;
}

TemporalVtkhdf TemporalVtkhdf::open(const std::filesystem::path& path, const std::string& type) {
  try {
    TemporalVtkhdf frames(hdf5::File::open_journaled(path));
    hdf5::File& file = frames.file;
    if (!file.exists(steps) || !file.has_attribute("/VTKHDF", "Type") ||
        file.text_attribute("/VTKHDF", "Type") != type)
      throw InputError(path.string() + ": is not a temporal VTKHDF file of " + type);
    frames.times = file.read_doubles(steps + "/Values");
    frames.times.resize(std::min(frames.times.size(),
                                 static_cast<std::size_t>(file.integer_attribute(steps, "NSteps").at(0))));
    return frames;
  } catch (const ResourceError& e) {
    throw InputError(e.what());
  }
}

void TemporalVtkhdf::make_step_array(const std::string& name, hsize_t columns) {
  if (columns == 1)
    file.make_array(steps + "/" + name, {hdf5::Type::int64, {0}, {256}, 0, ""});
  else
    file.make_array(steps + "/" + name, {hdf5::Type::int64, {0, columns}, {256, columns}, 0, ""});
}

void TemporalVtkhdf::commit(double time, std::uint64_t state_hash) {
  file.append(steps + "/Values", 1, std::vector<double>{time});
  file.append(steps + "/StateHash", 1, std::vector<std::uint64_t>{state_hash});
  times.push_back(time);
  file.set_scalar(steps, "NSteps", static_cast<std::int64_t>(times.size()));
  file.flush();
}

void TemporalVtkhdf::shorten_steps(std::size_t n) {
  times.resize(std::min(n, times.size()));
  file.set_scalar(steps, "NSteps", static_cast<std::int64_t>(times.size()));
  const auto shorten_group = [&](auto&& self, const std::string& group) -> void {
    for (const std::string& name : file.names_in(group)) {
      const std::string path = group + "/" + name;
      if (name.ends_with("DataOffsets"))
        self(self, path);
      else
        file.shorten(path, times.size());
    }
  };
  shorten_group(shorten_group, steps);
}

hsize_t chunk_rows(std::size_t rows, std::size_t row_bytes) {
  const std::size_t most =
      std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(1, row_bytes));
  if (rows <= most) return std::max<std::size_t>(1, rows);
  std::size_t parts = (rows - 1) / most + 1;
  while (parts < 4 * ((rows - 1) / most + 1) && rows % parts != 0) ++parts;
  return (rows - 1) / parts + 1;
}

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::vector<double> frame_times(const std::filesystem::path& path) {
  try {
    const hdf5::File file = hdf5::File::open(path);
    std::vector<double> times = file.read_doubles(steps + "/Values");
    times.resize(
        std::min(times.size(), static_cast<std::size_t>(file.integer_attribute(steps, "NSteps").at(0))));
    return times;
  } catch (const ResourceError& e) {
    throw InputError(e.what());
  }
}

std::size_t frames_up_to(const std::filesystem::path& path, double time) {
  const std::vector<double> times = frame_times(path);
  const double limit = time * (1 + 1e-12) + 1e-12;
  return static_cast<std::size_t>(
      std::count_if(times.begin(), times.end(), [&](double t) { return t <= limit; }));
}

} // namespace ibsim
