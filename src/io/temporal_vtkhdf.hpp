// The part of a temporal VTKHDF file that does not depend on what is in it: group, type, steps and the .xdmf
// beside it.
//
//   /VTKHDF  Version = [2, 0], Type
//   /VTKHDF/Steps  NSteps; Values[frame] (us); offsets[frame] into the arrays of data
//   /VTKHDF/Steps/StateHash[frame]  of the state that the frame shows (simulation/state_hash); VTK passes
//   over it
//
// A frame is data, Steps arrays, NSteps, and one flush, which is all or nothing (io/journaled_driver); then
// the .xdmf.
#pragma once

#include "io/frames.hpp"
#include "io/hdf5.hpp"

namespace ibsim {

/// The .xdmf: one <Grid> a frame within a temporal collection. A frame is added by one write over the closing
/// tags.
class XdmfFile {
 public:
  explicit XdmfFile(std::filesystem::path path) : path_(std::move(path)) {}
  /// The whole file anew (temporary name, then renamed).
  void write(const std::vector<std::string>& grids);
  void append(const std::string& grid);

 private:
  std::filesystem::path path_;
  std::size_t end_ = 0; ///< where the closing tags begin
};

class TemporalVtkhdf {
 public:
  static TemporalVtkhdf create(const std::filesystem::path&, const std::string& type);
  /// @throws InputError if it is no temporal VTKHDF file of this type
  static TemporalVtkhdf open(const std::filesystem::path&, const std::string& type);

  /// An array Steps/`name` of int64 with `columns` values a frame (1: no second dimension).
  void make_step_array(const std::string& name, hsize_t columns = 1);
  void append_step(const std::string& name, const std::vector<std::int64_t>& values) {
    file.append("/VTKHDF/Steps/" + name, 1, values);
  }
  /// Count the frame at `time`, after its data and steps have been appended.
  void commit(double time, std::uint64_t state_hash);
  /// Keep the first `n` frames' entries of all Steps arrays.
  void shorten_steps(std::size_t n);

  hdf5::File file;
  std::vector<double> times;

 private:
  explicit TemporalVtkhdf(hdf5::File f) : file(std::move(f)) {}
};

/// Rows of a chunk for frames of `rows` rows of `row_bytes`: a divisor of the frame, of at most about a
/// megabyte.
hsize_t chunk_rows(std::size_t rows, std::size_t row_bytes);

/// Text that stands in XML.
std::string xml(const std::string&);

} // namespace ibsim
