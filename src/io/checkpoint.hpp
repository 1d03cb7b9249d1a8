// A checkpoint: all that a run needs to go on with the same bits. HDF5, in double precision, without
// compression.
//
// It is written to a temporary name and renamed, and the one before is kept, so a crash while writing loses
// nothing; and it has its name only when it and the tables and frames before it are on the disk, so that a
// crash of the machine leaves it whole. A hash over step, time, scenario and every byte of the arrays is
// stored and checked in reading.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct NamedArray {
  std::string name;
  std::vector<double> values;
};

struct Checkpoint {
  std::uint64_t step = 0;
  double time = 0; ///< us
  std::vector<NamedArray> arrays;
  std::string scenario; ///< as resolved_scenario gives it

  /// @throws InputError if there is none of that name or it has another size
  const std::vector<double>& array(const std::string& name, std::size_t size) const;
};

/// folder/checkpoint.h5; what was there becomes folder/checkpoint.previous.h5. @throws ResourceError
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint&);

/// @throws InputError that says what is wrong with the file
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// The newest checkpoint of a run's folder. If it is not there, the one before, and `warning` says so.
/// @throws InputError if there is none; and if it is damaged: going back further is for the user to decide,
/// and the message says how
Checkpoint read_newest_checkpoint(const std::filesystem::path& folder, std::string& warning);

} // namespace ibsim
