// The frames of one kind in the folder of a run: frames/NAME_000000.vtkhdf and so on, each a sealed file
// (files/sealed_file), and the lists of them (files/frame_index).
//
// A frame is written as NAME_000123.vtkhdf.part and gets its name when the disk has it; so whatever ends a
// run, a frame that has its name is whole, and what is lost are the last ones. To wait for a disk takes 0.1
// to 20 ms, whatever the size: frames therefore wait for it together, so often that it takes at most a tenth
// of the time, and at a checkpoint. Any process may copy or delete frames while a run goes on.
#pragma once

#include "files/frame_index.hpp"
#include "files/frame_precision.hpp"
#include "files/sealed_file.hpp"

namespace ibsim {

/// A quantity of every frame.
struct OutputField {
  std::string name;  ///< "velocity"
  std::string units; ///< "um/us"; empty for a pure number
  int components = 1;
};

struct FrameFormat {
  FramePrecision precision = FramePrecision::double_precision;
  int compression = 0; ///< gzip 0..9
};

inline const std::string frame_group = "/VTKHDF"; ///< holds all of a frame

/// A file to be filled and handed to FrameSeries::append: frame_group with Version, Type and, as field data,
/// TimeValue (us, unless `time_unit` says otherwise) and StateHash.
hdf5::File begin_frame(const std::filesystem::path&, int version, const std::string& type, double time,
                       std::uint64_t state_hash, const std::string& time_unit = "us");

class FrameSeries {
 public:
  /// @param kept so many frames of an earlier part of the run stay; those after them are removed, and frames
  /// that are no longer there are passed over. @throws ResourceError
  FrameSeries(const std::filesystem::path& folder, std::string name, XdmfGrid, std::size_t kept = 0);

  /// The file of the next frame.
  std::filesystem::path next_file() const;
  void append(hdf5::File&, double time, std::uint64_t state_hash);
  /// All frames so far are on the disk under their names, and in the lists. @throws ResourceError
  void settle();
  std::size_t frames() const { return next_; }

 private:
  void publish(bool all);
  std::filesystem::path folder_;
  std::string name_;
  FrameIndex index_;
  std::size_t next_;
  std::vector<Frame> waiting_; ///< written, without their names
  double last_publish_ = -1;   ///< when it ended, s
  double publish_seconds_ = 0; ///< how long it took
  bool names_are_on_the_disk_ = true;
};

/// A frame of a run's folder.
struct FoundFrame {
  std::size_t number = 0;
  std::filesystem::path path;
  Seal seal;
};

/// The frames of NAME by their numbers, from their first lines alone. @throws InputError where one is damaged
/// or times do not grow
std::vector<FoundFrame> frames_in(const std::filesystem::path& folder, const std::string& name);

/// All files of frames of NAME, and what a killed run may have left of them: their numbers and paths.
std::vector<std::pair<std::size_t, std::filesystem::path>>
frame_paths(const std::filesystem::path& folder, const std::string& name, bool with_parts);

/// What the seal of a frame says that it is.
std::string kind_of_frame(const std::string& name);

/// Rows of a chunk for arrays of `rows` rows of `row_bytes`: a divisor of them, of at most about a megabyte.
hsize_t chunk_rows(std::size_t rows, std::size_t row_bytes);

} // namespace ibsim
