// Parts that both descriptions of a file (describe_file, describe_json) share.
#pragma once

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/frame_index.hpp"

#include <filesystem>
#include <string>

namespace ibsim {

/// describe(path), every error of it an InputError that names the file.
template <class Describe>
auto described(const std::filesystem::path& path, Describe describe) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw InputError(path.string() + ": " + (error ? reason_of(error.value()) : std::string("no such file")));
  try {
    return describe(path);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    const std::string reason = e.what();
    throw InputError(reason.starts_with(path.string()) ? reason : path.string() + ": is damaged: " + reason);
  }
}

/// NAME.vtkhdf.series or NAME.xdmf, held against the frames beside it.
struct FrameList {
  std::string name;
  std::size_t listed = 0, gone = 0; ///< frames that it names, and those of them that are not there
};
/// @throws InputError of a list that is not that of the frames
FrameList frame_list(const std::filesystem::path&);

} // namespace ibsim
