// The data arrays of a VTK XML file: found by their tags, decoded from any of VTK's encodings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

struct Compressor;

/// An opening tag: its name, its attributes and what stands between it and its end.
struct XmlTag {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string_view content;

  /// "" if there is none.
  std::string attribute(const std::string& key) const;
};

/// A VTK XML file, with the appended data apart.
class VtkXml {
 public:
  /// @param text must stay; comments in it become blanks. @throws InputError
  VtkXml(std::filesystem::path, std::string& text);

  /// All tags of a name within some content, in their order. @throws InputError where a tag is not closed
  std::vector<XmlTag> tags(std::string_view content, const std::string& name) const;
  std::string_view document() const { return document_; }
  /// The numbers of a DataArray. @throws InputError
  std::vector<double> numbers(const XmlTag&) const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::string bytes_of(const XmlTag&) const;
  std::string decoded(std::string_view data, bool base64) const;
  std::string unpacked(const std::string& packed, const std::vector<std::size_t>& header) const;
  template <class T>
  std::vector<double> numbers_as(const std::string& bytes) const;

  std::filesystem::path path_;
  std::string_view document_, appended_;
  bool appended_base64_ = false, long_headers_ = false, big_endian_ = false;
  const Compressor* compressor_ = nullptr;
};

} // namespace ibsim
