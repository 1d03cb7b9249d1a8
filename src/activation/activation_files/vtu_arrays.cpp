// VTK's XML encodings (VTK file formats, section "XML file formats"): `ascii`; `binary`: base64 of a header
// and the bytes; `appended`: the same, raw or base64, at an offset behind the document's <AppendedData>_. The
// header is the number of bytes, or, compressed, the numbers of blocks, bytes a block and bytes in the last
// one, and the compressed bytes of each block; UInt32 or UInt64. In base64 the header is encoded apart if the
// array is compressed; else it may be either way, and padding behind it shows that it is.
#include "activation_files/vtu_arrays.hpp"

#include "activation_files/base64.hpp"
#include "activation_files/compressors.hpp"
#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace ibsim {
namespace {

constexpr std::size_t largest_array = std::size_t{1} << 37; // of an array

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trimmed_at_end(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
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

/// Comments become blanks, up to the appended data, which are no text.
void blank_comments(std::string& text) {
  std::size_t data = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (data <= at) data = std::min(text.find("<AppendedData", at), text.size());
    const std::size_t comment = std::string_view(text).substr(0, data).find("<!--", at);
    if (comment == std::string::npos) return;
    const std::size_t end = text.find("-->", comment + 4);
    at = end == std::string::npos ? text.size() : end + 3;
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(comment), at - comment, ' ');
  }
}

/// A number of `size` bytes, in the order of this machine.
void copy_number(const char* bytes, std::size_t size, bool turned, void* to) {
  auto* out = static_cast<char*>(to);
  if (turned)
    std::reverse_copy(bytes, bytes + size, out);
  else
    std::copy_n(bytes, size, out);
}

} // namespace

std::string XmlTag::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string() : found->second;
}

void VtkXml::fail(const std::string& message) const { throw InputError(path_.string() + ": " + message); }

VtkXml::VtkXml(std::filesystem::path path, std::string& text) : path_(std::move(path)) {
  static_assert(std::endian::native == std::endian::little);
  blank_comments(text);
  document_ = text;
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
  big_endian_ = file[0].attribute("byte_order") == "BigEndian";
  long_headers_ = file[0].attribute("header_type") == "UInt64";
  if (const std::string name = file[0].attribute("compressor"); !name.empty()) {
    compressor_ = compressor_named(name);
    if (!compressor_)
      fail("is compressed by " + in_quotes(name) + "; understood are " + names_of_compressors());
  }
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
      const std::size_t equals = inside.find('='), quoted = inside.find_first_of("\"'", equals);
      if (quoted == std::string_view::npos) break;
      const std::size_t close = inside.find(inside[quoted], quoted + 1);
      if (close == std::string_view::npos) break;
      tag.attributes[std::string(trimmed_at_end(inside.substr(0, equals)))] =
          one_line(std::string(inside.substr(quoted + 1, close - quoted - 1)));
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
  const auto behind = [&](std::size_t bytes) {
    return data.substr(std::min(data.size(), base64 ? base64_length(bytes) : bytes));
  };
  const auto header = [&](const std::string& bytes, std::size_t i) {
    std::uint64_t value = 0;
    copy_number(bytes.data() + i * word, word, big_endian_, &value);
    if (value > largest_array) fail("a data array says that it has " + std::to_string(value) + " bytes");
    return static_cast<std::size_t>(value);
  };
  const std::size_t first = header(need(data, word), 0);
  if (!compressor_) {
    if (first / 4 > data.size()) fail("a data array is cut off");
    const std::string padding(base64_length(word) / 4 * 3 - word, '='); // a byte behind it would take one
    const bool apart = base64 && data.substr(0, base64_length(word)).ends_with(padding);
    return apart ? need(behind(word), first) : need(data, word + first).substr(word);
  }
  if (first > data.size()) fail("a data array is cut off");
  const std::size_t header_bytes = (3 + first) * word;
  const std::string sizes = need(data, header_bytes);
  std::vector<std::size_t> numbers(3 + first);
  std::size_t all = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = header(sizes, i);
    if (i >= 3) all += numbers[i];
  }
  return unpacked(need(behind(header_bytes), all), numbers);
}

/// @param header the numbers of blocks, bytes a block, bytes in the last one, and packed bytes of each
std::string VtkXml::unpacked(const std::string& packed, const std::vector<std::size_t>& header) const {
  std::string bytes;
  std::size_t at = 0;
  for (std::size_t b = 0; b < header[0]; ++b) {
    const std::size_t size = b + 1 == header[0] && header[2] > 0 ? header[2] : header[1],
                      from = header[3 + b];
    const std::size_t before = bytes.size();
    if (size / compressor_->most_packed > from) fail("a compressed block is damaged");
    bytes.resize(before + size);
    if (!compressor_->unpack(std::string_view(packed).substr(at, from), std::span(bytes).subspan(before)))
      fail("a compressed block is damaged");
    at += from;
  }
  return bytes;
}

std::string VtkXml::bytes_of(const XmlTag& array) const {
  if (array.attribute("format") == "binary") {
    std::string content = without_elements(array.content);
    std::erase_if(content, is_space); // some writers break its lines
    return decoded(content, true);
  }
  const std::string offset = array.attribute("offset");
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(offset.data(), offset.data() + offset.size(), at);
  if (error != std::errc() || at >= appended_.size())
    fail("array " + in_quotes(array.attribute("Name")) + ": its offset is not within the appended data");
  return decoded(appended_.substr(at), appended_base64_);
}

template <class T>
std::vector<double> VtkXml::numbers_as(const std::string& bytes) const {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    T value;
    copy_number(bytes.data() + i * sizeof(T), sizeof(T), big_endian_ && sizeof(T) > 1, &value);
    numbers[i] = static_cast<double>(value);
  }
  return numbers;
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
      const bool plus = *at == '+' && at + 1 < end && at[1] != '-'; // which from_chars does not take
      const auto [next, error] = std::from_chars(at + plus, end, value);
      if (error != std::errc() || (next < end && !is_space(*next)))
        fail(name + ": value " + std::to_string(values.size()) + " is not a number");
      values.push_back(value);
      at = next;
    }
  }
  if (format != "binary" && format != "appended")
    fail(name + ": format " + in_quotes(format) + " is not understood");
  const std::string bytes = bytes_of(array);
  if (type == "Float32") return numbers_as<float>(bytes);
  if (type == "Float64") return numbers_as<double>(bytes);
  if (type == "Int8") return numbers_as<std::int8_t>(bytes);
  if (type == "UInt8") return numbers_as<std::uint8_t>(bytes);
  if (type == "Int16") return numbers_as<std::int16_t>(bytes);
  if (type == "UInt16") return numbers_as<std::uint16_t>(bytes);
  if (type == "Int32") return numbers_as<std::int32_t>(bytes);
  if (type == "UInt32") return numbers_as<std::uint32_t>(bytes);
  if (type == "Int64") return numbers_as<std::int64_t>(bytes);
  if (type == "UInt64") return numbers_as<std::uint64_t>(bytes);
  fail(name + ": numbers of type " + in_quotes(type) + " are not understood");
}

} // namespace ibsim
