// Frames and checkpoints whose bytes were changed anywhere, or that were cut off: refused in one line, by all
// that reads them.
//
// The input is a list of changes to a good file, four bytes each: two for the place, the new byte, and
// whether the file ends there. An input that changes nothing must be read. The first byte chooses the file;
// 255 in it takes the rest of the input as the file itself.
#include "files/checkpoint.hpp"
#include "files/describe_file.hpp"
#include "flow_files/compare_frames.hpp"
#include "fuzzing.hpp"
#include "tiny_frames.hpp"

namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Good {
  std::string cells, fluid, checkpoint;
  Good() {
    using namespace ibsim;
    for (const char* name : {"good", "changed"}) {
      std::filesystem::create_directory(fuzzing::folder() / name);
      tiny::Writer frames(fuzzing::folder() / name);
      frames.append(0, 0);
      frames.settle();
      Checkpoint c;
      c.step = 7, c.time = 3.5, c.scenario = "title: a\n",
      c.arrays = {{"velocity", {1, 2, 3}}, {"clock", {0.5}}};
      c.outputs["cells"] = {0, 1};
      write_checkpoint(fuzzing::folder() / name, c);
    }
    cells = content(fuzzing::folder() / "good" / frame_file("cells", 0));
    fluid = content(fuzzing::folder() / "good" / frame_file("fluid", 0));
    checkpoint = content(fuzzing::folder() / "good/checkpoint.h5");
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace fuzzing;
  using namespace ibsim;
  static const Good good;
  Choices choices{data, size};
  const unsigned chosen = choices.next();
  const unsigned which = chosen % 3;
  const std::string& before = which == 0 ? good.cells : which == 1 ? good.fluid : good.checkpoint;
  std::string bytes = before;
  if (chosen == 255)
    bytes.assign(reinterpret_cast<const char*>(choices.data), choices.size);
  else
    while (choices.size >= 4) {
      const std::size_t at = (choices.next() << 8 | choices.next()) % before.size();
      const char byte = static_cast<char>(choices.next());
      if (choices.next() % 16 == 0) bytes.resize(std::min(bytes.size(), at));
      if (at < bytes.size()) bytes[at] = byte;
    }
  const auto changed = folder() / "changed", same = folder() / "good";
  const auto file =
      which == 2 ? changed / "checkpoint.h5" : changed / frame_file(which == 0 ? "cells" : "fluid", 0);
  write(file, bytes);
  const bool described = read_or_refused([&] { describe_file(file); });
  require(described == (bytes == before), "whole, and refused; or damaged, and read", file.string());
  std::string warning;
  if (which == 2)
    read_or_refused([&] { read_newest_checkpoint(changed, warning); });
  else
    read_or_refused([&] { compare_frames(same, changed, which == 0 ? "cells" : "fluid", 0); });
  write(file, before);
  return 0;
}
