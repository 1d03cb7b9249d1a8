// Frames and checkpoints that are whole as files, but whose arrays and attributes are not those expected:
// absent, of another type, rank or size, declared larger than the file, with other values. They are read,
// described and compared, or refused in one line.
//
// Each byte of the input is a choice. (Bytes changed within HDF5's own structures are the business of
// file_bytes: the seal of the file is looked at first.)
#include "files/checkpoint.hpp"
#include "files/describe_file.hpp"
#include "flow_files/compare_frames.hpp"
#include "fuzzing.hpp"
#include "tiny_frames.hpp"

#include <cmath>

namespace {

using namespace ibsim;
using fuzzing::Choices;

constexpr hdf5::Type types[] = {hdf5::Type::float32, hdf5::Type::float64, hdf5::Type::int32,
                                hdf5::Type::int64,   hdf5::Type::uint8,   hdf5::Type::uint64};

/// An array of the shape that is expected, or of another.
void make_array(hdf5::File& file, const std::string& name, std::vector<hsize_t> shape, Choices& choices) {
  const unsigned how = choices.next();
  if (how % 16 == 1) return; // absent
  if (how % 16 == 2) return file.make_group(name);
  if (how % 16 == 3) shape.clear();
  if (how % 16 == 4) shape.push_back(choices.below(4));
  if (how % 16 == 5 && !shape.empty()) shape[choices.next() % shape.size()] = choices.below(30);
  const bool declared_alone = how % 16 == 6 && !shape.empty();
  std::vector<hsize_t> chunk;
  if (declared_alone) {
    chunk.assign(shape.size(), 1);
    shape[0] = hsize_t{1} << choices.below(62);
  }
  file.make_array(name, {types[choices.below(6)], shape, chunk, 0, choices.below(4) == 0 ? "um" : ""});
  if (declared_alone) return;
  std::size_t n = 1;
  for (const hsize_t s : shape) n *= s;
  std::vector<double> values(n);
  for (double& value : values) {
    value = choices.next();
    if (value == 255) value = std::nan("");
    if (value == 254) value = 1e300;
    if (value == 253) value = -1;
  }
  file.write_all(name, values);
}

void make_attribute(hdf5::File& file, const std::string& object, const std::string& name, std::size_t numbers,
                    const std::string& text, Choices& choices) {
  const unsigned how = choices.next();
  if (how % 8 == 1) return;
  if (how % 8 == 2) numbers = choices.below(9) + 1;
  std::vector<std::int64_t> values(numbers);
  for (std::int64_t& value : values) value = static_cast<std::int64_t>(choices.next()) - 2;
  if (how % 8 == 3)
    return file.set_attribute(object, name, std::vector<double>(values.begin(), values.end()));
  if ((how % 8 == 4) == text.empty()) return file.set_attribute(object, name, text.empty() ? "text" : text);
  file.set_attribute(object, name, values);
}

void make_cells(hdf5::File& file, Choices& choices) {
  make_attribute(file, "/VTKHDF", "Type", 2, "PolyData", choices);
  for (const char* group : {"/VTKHDF/Polygons", "/VTKHDF/PointData"}) file.make_group(group);
  make_array(file, "/VTKHDF/NumberOfPoints", {1}, choices);
  make_array(file, "/VTKHDF/Points", {8, 3}, choices);
  make_array(file, "/VTKHDF/Polygons/NumberOfCells", {1}, choices);
  make_array(file, "/VTKHDF/Polygons/Connectivity", {24}, choices);
  make_array(file, "/VTKHDF/PointData/object", {8}, choices);
  make_array(file, "/VTKHDF/PointData/velocity", {8, 3}, choices);
  make_array(file, "/VTKHDF/PointData/tension_1", {8}, choices);
}

void make_fluid(hdf5::File& file, Choices& choices) {
  make_attribute(file, "/VTKHDF", "Type", 2, "ImageData", choices);
  make_attribute(file, "/VTKHDF", "WholeExtent", 6, "", choices);
  make_attribute(file, "/VTKHDF", "Spacing", 3, "", choices);
  file.make_group("/VTKHDF/CellData");
  make_array(file, "/VTKHDF/CellData/velocity", {2, 3, 4, 3}, choices);
  make_array(file, "/VTKHDF/CellData/pressure", {2, 3, 4}, choices);
}

void make_checkpoint(hdf5::File& file, Choices& choices) {
  file.make_group("/checkpoint");
  if (choices.below(4) == 0)
    make_attribute(file, "/checkpoint", "format", 1, "", choices);
  else
    file.set_scalar("/checkpoint", "format", 2);
  make_attribute(file, "/checkpoint", "step", 1, "", choices);
  make_array(file, "/checkpoint/time", {1}, choices);
  make_array(file, "/checkpoint/scenario", {9}, choices);
  if (choices.below(4) == 0) {
    make_array(file, "/checkpoint/outputs", {20}, choices);
  } else {
    const char* const texts[] = {
        "{}", "[1]", "{\"cells\": {\"time\": 1, \"frames\": -1, \"bytes\": 1e300, \"xxh3\": \"\"}}",
        "{\"cells\": {\"time\": null, \"frames\": 1, \"bytes\": 0, \"xxh3\": \"0123456789abcdef\"}}"};
    const std::string text = texts[choices.below(4)];
    file.make_array("/checkpoint/outputs", {hdf5::Type::uint8, {text.size()}, {}, 0, ""});
    file.write_all("/checkpoint/outputs", std::vector<std::int64_t>(text.begin(), text.end()));
  }
  file.make_group("/checkpoint/arrays");
  make_array(file, "/checkpoint/arrays/velocity", {20}, choices);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace fuzzing;
  static const std::filesystem::path good = folder() / "good", odd = folder() / "odd";
  static const bool prepared = [] {
    for (const auto& path : {good, odd / "frames"}) std::filesystem::create_directories(path);
    tiny::Writer frames(good);
    frames.append(0, 0);
    frames.settle();
    return true;
  }();
  (void)prepared;
  Choices choices{data, size};
  const unsigned which = choices.below(3);
  const std::string name = which == 0 ? "cells" : "fluid";
  const auto path = which == 2 ? odd / "checkpoint.h5" : odd / frame_file(name, 0);
  {
    hdf5::File file = begin_sealed(path);
    if (which < 2) file.make_group("/VTKHDF");
    (which == 0 ? make_cells : which == 1 ? make_fluid : make_checkpoint)(file, choices);
    write_part(file, {which == 2 ? "checkpoint" : kind_of_frame(name), 0, 1});
    finish_part(path);
  }
  read_or_refused([&] { describe_file(path); });
  if (which == 2) {
    read_or_refused([&] {
      const Checkpoint c = read_checkpoint(path);
      c.array("velocity", 20);
    });
  } else {
    for (const double tolerance : {0.0, 1e-3}) {
      read_or_refused([&] { compare_frames(good, odd, name, tolerance); });
      read_or_refused([&] { compare_frames(odd, odd, name, tolerance); });
    }
    std::filesystem::remove(path);
  }
  return 0;
}
