// VTK's XML encodings (VTK file formats, section "XML file formats"): `ascii`; `binary`: base64 of a header
// and the bytes; `appended`: the same, raw or base64, at an offset behind the document's <AppendedData>_. The
// header is the number of bytes, or, compressed, the numbers of blocks, bytes a block and bytes in the last
// one, and the compressed bytes of each block; UInt32 or UInt64. In base64 the header is encoded apart if it
// is compressed.
#include "activation_files/vtu_arrays.hpp"

#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <zlib.h>

namespace ibsim {
namespace {

constexpr std::size_t largest_array = std::size_t{1} << 37; // of an array

/// Up to `most` bytes of base64 text; stops at padding.
std::string from_base64(std::string_view text, std::size_t most = std::string::npos) {
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (value < 0) break;
    group = group << 6 | static_cast<std::uint32_t>(value);
    if ((bits += 6) >= 8) {
      bytes.push_back(static_cast<char>(group >> (bits -= 8) & 255));
      if (bytes.size() == most) break;
    }
  }
  return bytes;
}
std::size_t base64_length(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

/// What stands in an array itself, without the elements in it (VTK writes <InformationKey> there).
std::string without_elements(std::string_view content) {
  std::string text;
  int depth = 0;
  while (!content.empty()) {
    const std::size_t open = content.find('<');
    if (depth == 0) text += content.substr(0, open);
    if (open == std::string_view::npos) break;
    content.remove_prefix(open);
    const std::size_t close = content.find('>');
    if (close == std::string_view::npos) break;
    if (content[1] == '/')
      --depth;
    else if (content[close - 1] != '/')
      ++depth;
    content.remove_prefix(close + 1);
  }
  return text;
}

template <class T>
void append_as(const std::string& bytes, std::vector<double>& out) {
  out.resize(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(value);
  }
}

} // namespace

std::string XmlTag::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string() : found->second;
}

void VtkXml::fail(const std::string& message) const { throw InputError(path_.string() + ": " + message); }

VtkXml::VtkXml(std::filesystem::path path, const std::string& text)
    : path_(std::move(path)), document_(text) {
  if (const std::size_t at = document_.find("<AppendedData"); at != std::string_view::npos) {
    const std::size_t mark = document_.find('_', document_.find('>', at));
    if (mark == std::string_view::npos) fail("<AppendedData> has no data: the file is cut off");
    appended_base64_ =
        document_.substr(at, document_.find('>', at) - at).find("base64") != std::string_view::npos;
    appended_ = document_.substr(mark + 1);
    document_ = document_.substr(0, at);
  }
  const std::vector<XmlTag> file = tags(document_, "VTKFile");
  if (file.empty()) fail("is no VTK XML file");
  if (file[0].attribute("type") != "UnstructuredGrid")
    fail("is a VTK file of type " + in_quotes(file[0].attribute("type")) + ", not an UnstructuredGrid");
  if (file[0].attribute("byte_order") == "BigEndian")
    fail("has big-endian numbers, which are not understood");
  long_headers_ = file[0].attribute("header_type") == "UInt64";
  const std::string compressor = file[0].attribute("compressor");
  compressed_ = !compressor.empty();
  if (compressed_ && compressor != "vtkZLibDataCompressor")
    fail("is compressed by " + in_quotes(compressor) + "; only zlib is understood (save it anew)");
}

std::vector<XmlTag> VtkXml::tags(std::string_view content, const std::string& name) const {
  std::vector<XmlTag> found;
  const std::string opening = "<" + name, closing = "</" + name + ">";
  for (std::size_t at = content.find(opening); at != std::string_view::npos;
       at = content.find(opening, at + 1)) {
    const char after = at + opening.size() < content.size() ? content[at + opening.size()] : '\0';
    if (!is_space(after) && after != '>' && after != '/') continue;
    const std::size_t end = content.find('>', at);
    if (end == std::string_view::npos) fail("<" + name + "> is not closed: the file is cut off");
    XmlTag tag;
    tag.name = name;
    std::string_view inside = content.substr(at + opening.size(), end - at - opening.size());
    while (true) { // key="value"
      inside = trimmed(inside);
      const std::size_t equals = inside.find('=');
      if (equals == std::string_view::npos || equals + 1 >= inside.size()) break;
      const char quote = inside[equals + 1];
      const std::size_t close = inside.find(quote, equals + 2);
      if (close == std::string_view::npos) break;
      tag.attributes[std::string(inside.substr(0, equals))] =
          one_line(std::string(inside.substr(equals + 2, close - equals - 2)));
      inside.remove_prefix(close + 1);
    }
    if (content[end - 1] != '/') {
      const std::size_t close = content.find(closing, end);
      // what is appended has been taken off, and with it the end of <VTKFile>
      tag.content = content.substr(end + 1, close == std::string_view::npos ? close : close - end - 1);
    }
    found.push_back(std::move(tag));
  }
  return found;
}

std::string VtkXml::decoded(std::string_view data, bool base64) const {
  const std::size_t word = long_headers_ ? 8 : 4;
  const auto need = [&](std::string_view from, std::size_t bytes) {
    std::string some = base64 ? from_base64(from, bytes) : std::string(from.substr(0, bytes));
    if (some.size() < bytes) fail("a data array is cut off");
    return some;
  };
  const auto header = [&](const std::string& bytes, std::size_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * word, word);
    if (value > largest_array) fail("a data array says that it has " + std::to_string(value) + " bytes");
    return static_cast<std::size_t>(value);
  };
  if (!compressed_) {
    const std::size_t bytes = header(need(data, word), 0);
    if (bytes / 4 > data.size()) fail("a data array is cut off");
    return need(data, word + bytes).substr(word);
  }
  const std::size_t blocks = header(need(data, word), 0);
  if (blocks > data.size()) fail("a data array is cut off");
  const std::size_t header_bytes = (3 + blocks) * word;
  const std::string sizes = need(data, header_bytes);
  const std::size_t each = header(sizes, 1), last = header(sizes, 2);
  std::size_t all = 0;
  for (std::size_t b = 0; b < blocks; ++b) all += header(sizes, 3 + b);
  const std::string packed =
      need(data.substr(std::min(data.size(), base64 ? base64_length(header_bytes) : header_bytes)), all);
  std::string bytes;
  std::size_t at = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t size = b + 1 == blocks && last > 0 ? last : each, from = header(sizes, 3 + b);
    if (size / 2000 > from) fail("a compressed block is damaged"); // zlib packs no better
    const std::size_t before = bytes.size();
    bytes.resize(before + size);
    uLongf length = size;
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data() + before), &length,
                   reinterpret_cast<const Bytef*>(packed.data() + at), static_cast<uLong>(from)) != Z_OK ||
        length != size)
      fail("a compressed block is damaged");
    at += from;
  }
  return bytes;
}

std::string VtkXml::bytes_of(const XmlTag& array) const {
  if (array.attribute("format") == "binary") {
    const std::string content = without_elements(array.content);
    return decoded(trimmed(content), true);
  }
  const std::string offset = array.attribute("offset");
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(offset.data(), offset.data() + offset.size(), at);
  if (error != std::errc() || at >= appended_.size())
    fail("array " + in_quotes(array.attribute("Name")) + ": its offset is not within the appended data");
  return decoded(appended_.substr(at), appended_base64_);
}

std::vector<double> VtkXml::numbers(const XmlTag& array) const {
  std::vector<double> values;
  const std::string format = array.attribute("format"), type = array.attribute("type");
  const std::string name = "array " + in_quotes(array.attribute("Name"));
  if (format == "ascii" || format.empty()) {
    const std::string content = without_elements(array.content);
    const char *at = content.data(), *end = at + content.size();
    while (true) {
      while (at < end && is_space(*at)) ++at;
      if (at == end) return values;
      double value = 0;
      const auto [next, error] = std::from_chars(at, end, value);
      if (error != std::errc() || (next < end && !is_space(*next)))
        fail(name + ": value " + std::to_string(values.size()) + " is not a number");
      values.push_back(value);
      at = next;
    }
  }
  if (format != "binary" && format != "appended")
    fail(name + ": format " + in_quotes(format) + " is not understood");
  const std::string bytes = bytes_of(array);
  if (type == "Float32")
    append_as<float>(bytes, values);
  else if (type == "Float64")
    append_as<double>(bytes, values);
  else if (type == "Int8")
    append_as<std::int8_t>(bytes, values);
  else if (type == "UInt8")
    append_as<std::uint8_t>(bytes, values);
  else if (type == "Int16")
    append_as<std::int16_t>(bytes, values);
  else if (type == "UInt16")
    append_as<std::uint16_t>(bytes, values);
  else if (type == "Int32")
    append_as<std::int32_t>(bytes, values);
  else if (type == "UInt32")
    append_as<std::uint32_t>(bytes, values);
  else if (type == "Int64")
    append_as<std::int64_t>(bytes, values);
  else if (type == "UInt64")
    append_as<std::uint64_t>(bytes, values);
  else
    fail(name + ": numbers of type " + in_quotes(type) + " are not understood");
  return values;
}

} // namespace ibsim
