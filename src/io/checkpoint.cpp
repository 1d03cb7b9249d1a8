// Layout: /checkpoint with the attributes format = 1, step, hash; /checkpoint/time, /checkpoint/scenario
// (bytes), /checkpoint/arrays/NAME.
#include "io/checkpoint.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/file_bytes.hpp"
#include "io/hdf5.hpp"
#include "io/run_folder.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr std::int64_t format = 1;
const std::string root = "/checkpoint";

std::uint64_t hash_of(const Checkpoint& c) {
  std::uint64_t hash = hash_bytes(&c.step, sizeof c.step);
  hash = hash_bytes(&c.time, sizeof c.time, hash);
  hash = hash_bytes(c.scenario.data(), c.scenario.size(), hash);
  for (const NamedArray& array : c.arrays) {
    hash = hash_bytes(array.name.data(), array.name.size(), hash);
    hash = hash_bytes(array.values.data(), array.values.size() * sizeof(double), hash);
  }
  return hash;
}

void sort_by_name(std::vector<NamedArray>& arrays) {
  std::sort(arrays.begin(), arrays.end(),
            [](const NamedArray& a, const NamedArray& b) { return a.name < b.name; });
}

void write_whole(const std::filesystem::path& path, const Checkpoint& c) {
  hdf5::File file = hdf5::File::create(path);
  file.make_group(root);
  file.set_scalar(root, "format", format);
  file.set_scalar(root, "step", static_cast<std::int64_t>(c.step));
  file.set_scalar(root, "hash", static_cast<std::int64_t>(hash_of(c)));
  file.make_array(root + "/time", {hdf5::Type::float64, {1}, {}, 0, "us"});
  file.write_all(root + "/time", std::vector<double>{c.time});
  file.make_array(root + "/scenario", {hdf5::Type::uint8, {c.scenario.size()}, {}, 0, ""});
  std::vector<std::int64_t> bytes;
  for (const char letter : c.scenario) bytes.push_back(static_cast<unsigned char>(letter));
  file.write_all(root + "/scenario", bytes);
  file.make_group(root + "/arrays");
  for (const NamedArray& array : c.arrays) {
    file.make_array(root + "/arrays/" + array.name, {hdf5::Type::float64, {array.values.size()}, {}, 0, ""});
    file.write_all(root + "/arrays/" + array.name, array.values);
  }
  file.flush();
  file.close();
}

Checkpoint read_whole(const std::filesystem::path& path) {
  const hdf5::File file = hdf5::File::open(path);
  if (!file.exists(root) || !file.has_attribute(root, "format"))
    throw InputError(path.string() + ": is not a checkpoint");
  if (file.integer_attribute(root, "format").at(0) != format)
    throw InputError(path.string() + ": is a checkpoint of another version of ibsim");
  Checkpoint c;
  c.step = static_cast<std::uint64_t>(file.integer_attribute(root, "step").at(0));
  c.time = file.read_doubles(root + "/time").at(0);
  for (const std::int64_t byte : file.read_integers(root + "/scenario"))
    c.scenario += static_cast<char>(byte);
  for (const std::string& name : file.names_in(root + "/arrays"))
    c.arrays.push_back({name, file.read_doubles(root + "/arrays/" + name)});
  if (hash_of(c) != static_cast<std::uint64_t>(file.integer_attribute(root, "hash").at(0)))
    throw InputError(path.string() + ": is damaged, its content does not match its hash");
  return c;
}

} // namespace

const std::vector<double>& Checkpoint::array(const std::string& name, std::size_t size) const {
  for (const NamedArray& array : arrays)
    if (array.name == name) {
      if (array.values.size() != size)
        throw InputError("the checkpoint's array " + name + " has " + std::to_string(array.values.size()) +
                         " values, this scenario needs " + std::to_string(size));
      return array.values;
    }
  throw InputError("the checkpoint has no array " + name);
}

void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint) {
  Checkpoint sorted = checkpoint; // HDF5 lists names in this order, and the hash depends on it
  sort_by_name(sorted.arrays);
  const RunFiles files = run_files(folder);
  std::size_t bytes = sorted.scenario.size() + (64u << 10);
  for (const NamedArray& array : sorted.arrays) bytes += array.values.size() * sizeof(double) + 4096;
  require_free_space(files.checkpoint, bytes);
  // On the disk before the checkpoint has its name: itself, and the tables that a resume from it appends to.
  // Who writes frames settles them before.
  for (const std::filesystem::path& file : {files.scenario, files.run_csv, files.cells_csv})
    make_durable(file);
  const std::filesystem::path temporary = files.checkpoint.string() + ".writing";
  std::error_code error;
  try {
    write_whole(temporary, sorted);
    make_durable(temporary);
  } catch (...) {
    std::filesystem::remove(temporary, error);
    throw;
  }
  if (std::filesystem::exists(files.checkpoint, error)) {
    // By a second name for it, so that there is a checkpoint.h5 at every moment; where a file cannot have
    // two, it is renamed.
    const std::filesystem::path second_name = files.previous_checkpoint.string() + ".writing";
    std::filesystem::remove(second_name, error);
    std::filesystem::create_hard_link(files.checkpoint, second_name, error);
    std::filesystem::rename(error ? files.checkpoint : second_name, files.previous_checkpoint, error);
  }
  if (!error) std::filesystem::rename(temporary, files.checkpoint, error);
  if (error)
    throw ResourceError("cannot write " + files.checkpoint.string() + ": " + reason_of(error.value()));
  make_durable(folder);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  try {
    return read_whole(path);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    const std::string reason = e.what();
    throw InputError(reason.starts_with(path.string()) ? reason : path.string() + ": is damaged: " + reason);
  }
}

Checkpoint read_newest_checkpoint(const std::filesystem::path& folder, std::string& warning) {
  const RunFiles files = run_files(folder);
  const auto there = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
  };
  if (!there(files.checkpoint) && there(files.previous_checkpoint)) { // killed between two renames
    warning =
        files.checkpoint.string() + " is not there; going on from " + files.previous_checkpoint.string();
    return read_checkpoint(files.previous_checkpoint);
  }
  if (!there(files.checkpoint))
    throw InputError("there is no checkpoint to go on from: " + files.checkpoint.string() + ": no such file");
  try {
    return read_checkpoint(files.checkpoint);
  } catch (const InputError& damaged) {
    if (!there(files.previous_checkpoint))
      throw InputError(damaged.what() + std::string("; there is no other to go on from"));
    std::string previous;
    try {
      previous = "; the one before is whole, of t = " +
                 shortest_decimals(read_checkpoint(files.previous_checkpoint).time) +
                 " us; go on from it with: ibsim resume " + folder.string() + " --checkpoint " +
                 files.previous_checkpoint.string();
    } catch (const InputError& also) {
      previous = std::string("; and the one before: ") + also.what();
    }
    throw InputError(damaged.what() + previous);
  }
}

} // namespace ibsim
