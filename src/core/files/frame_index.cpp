#include "files/frame_index.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/file_bytes.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

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

std::vector<Frame> listed_frames(const std::filesystem::path& path) {
  const std::string content = read_file(path);
  const bool is_series = path.extension() == ".series";
  const std::string name = is_series ? path.stem().stem().string() : path.stem().string();
  std::vector<Frame> frames;
  const auto add = [&](const std::string& file, double time) {
    const std::size_t digits = ("frames/" + name + "_").size();
    const std::size_t number = digits < file.size() ? std::strtoull(file.c_str() + digits, nullptr, 10) : 0;
    if (file != frame_file(name, number)) throw std::runtime_error("it names " + in_quotes(file));
    frames.push_back({number, time});
  };
  try {
    if (is_series) {
      const nlohmann::json list = nlohmann::json::parse(content);
      for (const auto& frame : list.at("files")) add(frame.at("name"), frame.at("time"));
      return frames;
    }
    if (!content.starts_with("<?xml") || !content.ends_with("</Xdmf>\n"))
      throw std::runtime_error("it does not go from <?xml to </Xdmf>");
    const std::string before_time = "<Time Value=\"", file = "frames/" + name + "_", ending = ".vtkhdf";
    for (std::size_t at = 0; (at = content.find(before_time, at)) != std::string::npos;) {
      at += before_time.size();
      const std::size_t time_ends = content.find('"', at), begin = content.find(file, at),
                        end = content.find(ending, begin);
      if (end == std::string::npos) throw std::runtime_error("a time has no frame");
      add(content.substr(begin, end + ending.size() - begin),
          parse_number(content.substr(at, time_ends - at)));
    }
    return frames;
  } catch (const std::exception& e) {
    throw InputError(path.string() + ": is damaged: " + one_line(shortened(e.what())));
  }
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
