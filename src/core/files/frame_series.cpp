#include "files/frame_series.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/wall_clock.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <charconv>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// The number in NAME_000123.vtkhdf, -1 if the file is not called so.
long long number_in(const std::string& file, const std::string& name, bool or_part) {
  std::string_view rest = file;
  if (or_part && rest.ends_with(".part")) rest.remove_suffix(5);
  if (!rest.starts_with(name + "_") || !rest.ends_with(".vtkhdf")) return -1;
  rest.remove_prefix(name.size() + 1), rest.remove_suffix(7);
  long long number = -1;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  const bool all = error == std::errc() && end == rest.data() + rest.size() && number >= 0;
  return all && rest.size() == std::max<std::size_t>(6, std::to_string(number).size()) ? number : -1;
}

} // namespace

std::string kind_of_frame(const std::string& name) { return "frame of " + name; }

std::vector<std::pair<std::size_t, fs::path>> frame_paths(const fs::path& folder, const std::string& name,
                                                          bool with_parts) {
  std::vector<std::pair<std::size_t, fs::path>> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder / "frames", error);
       !error && entry != fs::directory_iterator(); entry.increment(error))
    if (const long long number = number_in(entry->path().filename().string(), name, with_parts); number >= 0)
      found.emplace_back(static_cast<std::size_t>(number), entry->path());
  const bool none = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
  if (error && !none) cannot_be_read(folder / "frames", error.value());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<FoundFrame> frames_in(const fs::path& folder, const std::string& name) {
  std::vector<FoundFrame> frames;
  for (auto& [number, path] : frame_paths(folder, name, false)) {
    const Seal seal = read_seal(path);
    if (seal.what != kind_of_frame(name))
      throw InputError(path.string() + ": is a " + seal.what + ", not a " + kind_of_frame(name));
    if (!frames.empty() && !(seal.time > frames.back().seal.time))
      throw InputError(path.string() + ": is of t = " + shortest_decimals(seal.time) +
                       " us, not later than the frame before it");
    frames.push_back({number, std::move(path), seal});
  }
  return frames;
}

hdf5::File begin_frame(const fs::path& path, int version, const std::string& type, double time,
                       std::uint64_t state_hash, const std::string& time_unit) {
  hdf5::File file = begin_sealed(path);
  file.make_group("/VTKHDF");
  file.set_attribute("/VTKHDF", "Version", std::vector<std::int64_t>{version, 0});
  file.set_attribute("/VTKHDF", "Type", type);
  file.make_group("/VTKHDF/FieldData");
  file.make_array("/VTKHDF/FieldData/TimeValue", {hdf5::Type::float64, {1}, {}, 0, time_unit});
  file.write_all("/VTKHDF/FieldData/TimeValue", std::vector<double>{time});
  file.make_array("/VTKHDF/FieldData/StateHash", {hdf5::Type::uint64, {1}, {}, 0, ""});
  file.write_all("/VTKHDF/FieldData/StateHash", std::vector<std::uint64_t>{state_hash});
  return file;
}

FrameSeries::FrameSeries(const fs::path& folder, std::string name, XdmfGrid grid, std::size_t kept)
    : folder_(folder), name_(name), index_(folder, name, std::move(grid)), next_(kept) {
  std::error_code error;
  fs::create_directory(folder / "frames", error);
  if (error && !fs::is_directory(folder / "frames"))
    throw ResourceError("cannot create " + (folder / "frames").string() + ": " + reason_of(error.value()));
  // First the lists, then the frames that are no longer in them: killed in between, nothing is named that is
  // not there.
  bool any = false;
  for (const auto& [number, path] : frame_paths(folder, name, false))
    if (number < kept) index_.add({number, read_seal(path).time}), any = true;
  if (any) {
    index_.update(true);
  } else {
    remove_file(folder / (name + ".vtkhdf.series"));
    remove_file(folder / (name + ".xdmf"));
  }
  const auto all = frame_paths(folder, name, true);
  for (auto frame = all.rbegin(); frame != all.rend();
       ++frame) // the newest first: killed in between, no gap is left
    if (frame->first >= kept || frame->second.extension() == ".part") remove_file(frame->second);
}

fs::path FrameSeries::next_file() const { return folder_ / frame_file(name_, next_); }

void FrameSeries::append(hdf5::File& file, double time, std::uint64_t state_hash) {
  write_part(file, {kind_of_frame(name_), time, state_hash});
  waiting_.push_back({next_++, time});
  constexpr double times_as_long = 9; // then a tenth of the time is spent waiting for the disk
  if (now() - last_publish_ >= times_as_long * publish_seconds_) publish(false);
}

void FrameSeries::publish(bool all) {
  const double start = now();
  for (const Frame& frame : waiting_) {
    finish_part(folder_ / frame_file(name_, frame.number));
    index_.add(frame);
    names_are_on_the_disk_ = false;
  }
  waiting_.clear();
  index_.update(all);
  last_publish_ = now(), publish_seconds_ = last_publish_ - start;
}

void FrameSeries::settle() {
  publish(true);
  if (!names_are_on_the_disk_) make_durable(folder_ / "frames");
  names_are_on_the_disk_ = true;
}

hsize_t chunk_rows(std::size_t rows, std::size_t row_bytes) {
  const std::size_t most =
      std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(1, row_bytes));
  if (rows <= most) return std::max<std::size_t>(1, rows);
  std::size_t parts = (rows - 1) / most + 1;
  while (parts < 4 * ((rows - 1) / most + 1) && rows % parts != 0) ++parts;
  return (rows - 1) / parts + 1;
}

} // namespace ibsim
