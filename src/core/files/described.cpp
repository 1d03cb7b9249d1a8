#include "files/described.hpp"

#include "files/frame_series.hpp"

#include <map>

namespace ibsim {

FrameList frame_list(const std::filesystem::path& path) {
  const std::vector<Frame> listed = listed_frames(path);
  const std::filesystem::path folder = path.parent_path();
  const std::string name = path.extension() == ".series" ? path.stem().stem().string() : path.stem().string();
  std::map<std::size_t, double> there;
  for (const FoundFrame& frame : frames_in(folder, name)) there[frame.number] = frame.seal.time;
  if (there.empty()) throw InputError(path.string() + ": there are no frames of " + name + " in its folder");
  FrameList list{name, listed.size(), 0};
  const auto us = [](double time) { return shortest_decimals(time) + " us"; };
  for (const Frame& frame : listed) {
    const auto found = there.find(frame.number);
    list.gone += found == there.end();
    if (found != there.end() && found->second != frame.time)
      throw InputError(path.string() + ": is damaged: it says that " + frame_file(name, frame.number) +
                       " is of t = " + us(frame.time) + ", but that is of " + us(found->second));
  }
  return list;
}

} // namespace ibsim
