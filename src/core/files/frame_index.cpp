#include "files/frame_index.hpp"

#include "base/units.hpp"
#include "files/file_bytes.hpp"

#include <nlohmann/json.hpp>

namespace ibsim {

FrameIndex::FrameIndex(const std::filesystem::path& folder, std::string name, XdmfGrid grid) {
  const auto series = [name](const Frame& frame) {
    return nlohmann::json{{"name", frame_file(name, frame.number)}, {"time", frame.time}}.dump();
  };
  const auto xdmf = [name, grid = std::move(grid)](const Frame& frame) {
    return "<Grid Name=\"" + name + "\"><Time Value=\"" + shortest_decimals(frame.time) + "\"/>\n" +
           grid(xml(frame_file(name, frame.number))) + "</Grid>\n";
  };
  lists_.push_back({folder / (name + ".vtkhdf.series"), "{\"file-series-version\": \"1.0\", \"files\": [\n",
                    ",\n", "\n]}\n", series});
  lists_.push_back({folder / (name + ".xdmf"),
                    "<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n<Domain>\n<Grid Name=\"frames\" "
                    "GridType=\"Collection\" CollectionType=\"Temporal\">\n",
                    "", "</Grid>\n</Domain>\n</Xdmf>\n", xdmf});
}

void FrameIndex::add(const Frame& frame) { frames_.push_back(frame); }

void FrameIndex::update(bool all) {
  for (List& list : lists_) {
    constexpr std::size_t short_list = 64u << 10, part = 64;
    const std::size_t added = frames_.size() - list.written;
    if (added > 0 &&
        (all || frames_.size() * list.bytes_a_line <= short_list || added >= frames_.size() / part))
      write(list);
  }
}

void FrameIndex::write(List& list) {
  std::string text = list.head;
  for (const Frame& frame : frames_) {
    const std::string line = list.line(frame);
    list.bytes_a_line = line.size();
    text += (&frame == frames_.data() ? "" : list.between) + line;
  }
  write_file(list.path, text + list.tail);
  list.written = frames_.size();
}

std::string frame_file(const std::string& name, std::size_t number) {
  const std::string digits = std::to_string(number);
  return "frames/" + name + "_" + std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits +
         ".vtkhdf";
}

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

} // namespace ibsim
