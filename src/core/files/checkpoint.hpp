// A checkpoint: all that a run needs to go on with the same bits. HDF5 in double precision, without
// compression, sealed (files/sealed_file).
//
// It is written aside and renamed, and the one before is kept, so a crash while writing loses nothing; and it
// has its name only when it and the tables and frames before it are on the disk, so that a crash of the
// machine leaves it whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ibsim {

struct NamedArray {
  std::string name;
  std::vector<double> values;
};

/// Where an output stood when it was last written on schedule: there a resume cuts it.
struct OutputMark {
  static constexpr double never = -1;
  double time = never;               ///< us
  std::uint64_t frames = 0;          ///< of a series of frames
  std::uint64_t bytes = 0, hash = 0; ///< of a table (files/csv)
};

struct Checkpoint {
  std::uint64_t step = 0;
  double time = 0; ///< us
  std::vector<NamedArray> arrays;
  std::string scenario;                      ///< as resolved_scenario gives it
  std::map<std::string, OutputMark> outputs; ///< "run.csv", "cells"

  /// A mark of no frames and no rows if there is none of that name.
  OutputMark output(const std::string& name) const;

  /// @throws InputError if there is none of that name or it has another size
  const std::vector<double>& array(const std::string& name, std::size_t size) const;
};

/// folder/checkpoint.h5; what was there becomes folder/checkpoint.previous.h5. Tables are on the disk first;
/// who writes frames settles them before. @throws ResourceError
void write_checkpoint(const std::filesystem::path& folder, Checkpoint);

/// @throws InputError that says what is wrong with the file
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// The newest checkpoint of a run's folder. If it is not there, the one before, and `warning` says so.
/// @throws InputError if there is none; and if it is damaged: going back further is for the user to decide,
/// and the message says how
Checkpoint read_newest_checkpoint(const std::filesystem::path& folder, std::string& warning);

} // namespace ibsim
