// A sealed file: 512 bytes of text, then an HDF5 file. The text says what it is, of which time, how long and
// with which hash, so that a file that is cut off or damaged is known before HDF5 reads a byte of it, and
// thousands of them are listed without HDF5.
//
//   ibsim frame of cells          what it is
//   time 0.5                      us
//   state fedcba9876543210        the hash of the simulation's state (state/state_hash)
//   bytes 16384                   of the whole file
//   xxh3 0123456789abcdef         of all bytes of the file, these digits taken as zeros
//
// HDF5 calls such a text a user block: its own tools, VTK and ParaView pass over it.
#pragma once

#include "files/hdf5.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ibsim {

struct Seal {
  std::string what; ///< "frame of cells", "checkpoint"
  double time = 0;  ///< us
  std::uint64_t state_hash = 0;
  std::uint64_t bytes = 0, content_hash = 0; ///< filled in by write_part
};

/// A file to be sealed.
hdf5::File begin_sealed(const std::filesystem::path&);

/// NAME.part, whole but perhaps not yet on the disk. @return its bytes. @throws ResourceError; NAME.part is
/// then gone
std::uint64_t write_part(hdf5::File&, Seal);
/// Wait until NAME.part is on the disk, then give it its name. @throws ResourceError
void finish_part(const std::filesystem::path&);

/// The text of a sealed file, which is as long as it says. @throws InputError if it is cut off, or none
Seal read_seal(const std::filesystem::path&);

/// Opens a file whose content has been compared with its hash. @throws InputError if it is damaged, or is not
/// `what`
hdf5::File open_sealed(const std::filesystem::path&, const std::string& what);
/// Compare the content of a file with its hash. @throws InputError
void require_whole(const std::filesystem::path&);
/// Reads a sealed file that must be `what`.
/// @return its text. Without HDF5: from any thread
Seal require_whole(const std::filesystem::path&, const std::string& what);

} // namespace ibsim
