// Layout: /checkpoint with the attributes format = 2 and step; /checkpoint/time; the texts
// /checkpoint/scenario and /checkpoint/outputs (JSON); /checkpoint/arrays/NAME.
#include "files/checkpoint.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/content_hash.hpp"
#include "files/run_folder.hpp"
#include "files/sealed_file.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

constexpr std::int64_t format = 2;
const std::string top = "/checkpoint", what = "checkpoint";

void write_text(hdf5::File& file, const std::string& name, const std::string& text) {
  std::vector<std::int64_t> bytes;
  for (const char letter : text) bytes.push_back(static_cast<unsigned char>(letter));
  file.make_array(name, {hdf5::Type::uint8, {text.size()}, {}, 0, ""});
  file.write_all(name, bytes);
}

std::string read_text(const hdf5::File& file, const std::string& name) {
  std::string text;
  for (const std::int64_t byte : file.read_integers(name)) text += static_cast<char>(byte);
  return text;
}

std::string to_json(const std::map<std::string, OutputMark>& outputs) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, mark] : outputs)
    json[name] = {
        {"time", mark.time}, {"frames", mark.frames}, {"bytes", mark.bytes}, {"xxh3", hex_of(mark.hash)}};
  return json.dump(1);
}

std::map<std::string, OutputMark> from_json(const std::string& text) {
  std::map<std::string, OutputMark> outputs;
  const nlohmann::json json = nlohmann::json::parse(text);
  for (const auto& [name, mark] : json.items())
    outputs[name] = {mark.at("time").get<double>(), mark.at("frames").get<std::uint64_t>(),
                     mark.at("bytes").get<std::uint64_t>(),
                     number_of_hex(mark.at("xxh3").get<std::string>())};
  return outputs;
}

/// Arrays are given up one by one, so that there are not two of all.
void write_checkpoint_part(const std::filesystem::path& path, Checkpoint c) {
  hdf5::File file = begin_sealed(path);
  file.make_group(top);
  file.set_scalar(top, "format", format);
  file.set_scalar(top, "step", static_cast<std::int64_t>(c.step));
  file.make_array(top + "/time", {hdf5::Type::float64, {1}, {}, 0, "us"});
  file.write_all(top + "/time", std::vector<double>{c.time});
  write_text(file, top + "/scenario", c.scenario);
  write_text(file, top + "/outputs", to_json(c.outputs));
  file.make_group(top + "/arrays");
  for (NamedArray& array : c.arrays) {
    file.make_array(top + "/arrays/" + array.name, {hdf5::Type::float64, {array.values.size()}, {}, 0, ""});
    file.write_all(top + "/arrays/" + array.name, array.values);
    array.values = std::vector<double>(); // {} alone would keep its memory
  }
  write_part(file, {what, c.time, 0});
}

Checkpoint read_arrays(const std::filesystem::path& path) {
  const hdf5::File file = open_sealed(path, what);
  if (!file.exists(top) || !file.has_attribute(top, "format"))
    throw InputError(path.string() + ": is not a checkpoint");
  if (file.integer_attribute(top, "format").at(0) != format)
    throw InputError(path.string() + ": is a checkpoint of another version of ibsim");
  Checkpoint c;
  c.step = static_cast<std::uint64_t>(file.integer_attribute(top, "step").at(0));
  c.time = file.read_doubles(top + "/time").at(0);
  if (!std::isfinite(c.time)) throw InputError(path.string() + ": is damaged: its time is no number");
  c.scenario = read_text(file, top + "/scenario");
  c.outputs = from_json(read_text(file, top + "/outputs"));
  for (const std::string& name : file.names_in(top + "/arrays"))
    c.arrays.push_back({name, file.read_doubles(top + "/arrays/" + name)});
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

OutputMark Checkpoint::output(const std::string& name) const {
  const auto found = outputs.find(name);
  return found == outputs.end() ? OutputMark{} : found->second;
}

void write_checkpoint(const std::filesystem::path& folder, Checkpoint checkpoint) {
  const RunFiles files = run_files(folder);
  for (const std::filesystem::path& file :
       {files.scenario, files.run_csv, files.cells_csv, files.kinds_csv, files.contacts_csv,
        files.aggregates_csv, files.aggregated_pairs_csv, files.profiles_csv, files.bonds_csv,
        files.bond_events_csv, files.stations_csv, files.station_profiles_csv})
    if (is_file(file)) make_durable(file);
  write_checkpoint_part(files.checkpoint, std::move(checkpoint));
  const std::filesystem::path part = files.checkpoint.string() + ".part",
                              second_name = files.previous_checkpoint.string() + ".part";
  try {
    make_durable(part);
    if (is_file(files.checkpoint)) {
      // By a second name for it, so that there is a checkpoint.h5 at every moment; where a file cannot have
      // two, it is renamed.
      std::error_code error;
      remove_file(second_name);
      std::filesystem::create_hard_link(files.checkpoint, second_name, error);
      rename_file(error ? files.checkpoint : second_name, files.previous_checkpoint);
    }
    rename_file(part, files.checkpoint);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
  make_durable(folder);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  try {
    return read_arrays(path);
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
        files.checkpoint.string() + " is missing; continuing from " + files.previous_checkpoint.string();
    return read_checkpoint(files.previous_checkpoint);
  }
  if (!there(files.checkpoint))
    throw InputError("there is no checkpoint to continue from: " + files.checkpoint.string() +
                     ": no such file");
  try {
    return read_checkpoint(files.checkpoint);
  } catch (const InputError& damaged) {
    if (!there(files.previous_checkpoint))
      throw InputError(damaged.what() + std::string("; there is no other to continue from"));
    std::string previous;
    try {
      previous = "; the one before is whole, of t = " +
                 shortest_decimals(read_checkpoint(files.previous_checkpoint).time) +
                 " us; continue from it with: ibsim resume " + folder.string() + " --checkpoint " +
                 files.previous_checkpoint.string();
    } catch (const InputError& also) {
      previous = std::string("; and the one before: ") + also.what();
    }
    throw InputError(damaged.what() + previous);
  }
}

} // namespace ibsim
