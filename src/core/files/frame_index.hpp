// The lists by which ParaView opens the frames of a run as one thing over time: NAME.vtkhdf.series (JSON, for
// ParaView and VTK that read VTKHDF) and NAME.xdmf (for older ones, and VisIt), beside the folder `frames`.
//
// A list is written whole (files/file_bytes: aside, then renamed), so whoever reads it while the run goes on
// meets an old list or a new one. It is written when frames have come, as long as it is short; a long one
// when it has grown by a 64th. Then a frame costs at most 65 times its own line, or 64 KiB, however many
// there are; and the last 64th may be missing from the lists of a run that goes on or was killed. At a
// checkpoint, at the end of a run and in a resume they are complete.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ibsim {

struct Frame {
  std::size_t number = 0;
  double time = 0; ///< us
};

/// The <Grid> of a frame in an .xdmf file, without its time. @param file of the frame, as the .xdmf names it
using XdmfGrid = std::function<std::string(const std::string& file)>;

class FrameIndex {
 public:
  FrameIndex(const std::filesystem::path& folder, std::string name, XdmfGrid);
  void add(const Frame&);
  /// Write what is due; or all, at once.
  void update(bool all);

 private:
  struct List {
    std::filesystem::path path;
    std::string head, between, tail;
    std::function<std::string(const Frame&)> line;
    std::size_t written = 0;      ///< frames in the file
    std::size_t bytes_a_line = 0; ///< of the last line
  };
  void write(List&);
  std::vector<Frame> frames_;
  std::vector<List> lists_;
};

/// Text that stands in XML.
std::string xml(const std::string&);

/// The frames that a list names. @throws InputError if it is damaged
std::vector<Frame> listed_frames(const std::filesystem::path&);

/// frames/NAME_000123.vtkhdf
std::string frame_file(const std::string& name, std::size_t number);

} // namespace ibsim
