// PLY: a header of text that names elements and their properties, then the numbers as text or binary. Read
// are the properties x, y, z of `vertex` and the list vertex_indices (or vertex_index) of `face`; all others
// are passed over.
#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/mesh_formats.hpp"
#include "geometry/mesh_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

namespace ibsim {
namespace {

enum class PlyForm { ascii, little, big };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct PlyProperty {
  std::string name;
  PlyType type{};
  std::optional<PlyType> count; ///< of a list
};
struct PlyElement {
  std::string name;
  long count = 0;
  std::vector<PlyProperty> properties;
};
struct PlyHeader {
  PlyForm form = PlyForm::ascii;
  std::vector<PlyElement> elements;
};

PlyType type_called(const MeshText& text, std::string_view word) {
  static const std::vector<std::pair<std::string_view, PlyType>> types{
      {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
      {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
      {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
      {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
      {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
      {"float64", PlyType::float64}};
  for (const auto& [name, type] : types)
    if (name == word) return type;
  text.fail(in_quotes(word) + " is no type of a property");
}

PlyHeader read_header(MeshText& text) {
  PlyHeader header;
  text.word(); // ply
  for (;;) {
    const std::string_view word = text.word();
    if (word.empty()) text.fail("the file ends within its header");
    if (word == "end_header") {
      text.rest_of_line();
      return header;
    }
    if (word == "comment" || word == "obj_info") {
      text.rest_of_line();
    } else if (word == "format") {
      const std::string_view form = text.word();
      if (form != "ascii" && form != "binary_little_endian" && form != "binary_big_endian")
        text.fail(in_quotes(form) + " is no format of PLY");
      header.form = form == "ascii"                  ? PlyForm::ascii
                    : form == "binary_little_endian" ? PlyForm::little
                                                     : PlyForm::big;
      text.rest_of_line();
    } else if (word == "element") {
      const std::string name(text.word());
      header.elements.push_back({name, text.integer("number of elements", 0, most_mesh_numbers), {}});
    } else if (word == "property") {
      if (header.elements.empty()) text.fail("a property stands before the first element");
      PlyProperty property;
      std::string_view type = text.word();
      if (type == "list") {
        property.count = type_called(text, text.word());
        type = text.word();
      }
      property.type = type_called(text, type);
      property.name = text.word();
      header.elements.back().properties.push_back(property);
    } else {
      text.fail(in_quotes(word) + " stands in the header where element, property or end_header is expected");
    }
  }
}

/// Numbers one after the other, whatever their form.
class PlyNumbers {
 public:
  PlyNumbers(MeshText& text, std::string_view bytes, const std::string& name, PlyForm form)
      : text_(text), bytes_(bytes), name_(name), form_(form), at_(text.at()) {}

  real next(PlyType type, const char* what) {
    if (form_ == PlyForm::ascii) return text_.number(what);
    static constexpr int sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    const int size = sizes[static_cast<int>(type)];
    if (at_ + size > bytes_.size())
      throw InputError(name_ + text(": the file ends where %s is expected: a part of it is missing", what));
    std::uint64_t bits = 0;
    for (int i = 0; i < size; ++i)
      bits = bits << 8 | static_cast<unsigned char>(bytes_[at_ + (form_ == PlyForm::big ? i : size - 1 - i)]);
    at_ += size;
    return value_of(type, bits);
  }

 private:
  static real value_of(PlyType type, std::uint64_t bits) {
    switch (type) {
    case PlyType::int8:
      return static_cast<std::int8_t>(bits);
    case PlyType::int16:
      return static_cast<std::int16_t>(bits);
    case PlyType::int32:
      return static_cast<std::int32_t>(bits);
    case PlyType::float32: {
      const std::uint32_t word = static_cast<std::uint32_t>(bits);
      float value;
      std::memcpy(&value, &word, sizeof value);
      return value;
    }
    case PlyType::float64: {
      double value;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
    default:
      return static_cast<real>(bits);
    }
  }
  MeshText& text_;
  std::string_view bytes_;
  const std::string& name_;
  PlyForm form_;
  std::size_t at_;
};

} // namespace

TriangleMesh parse_ply(std::string_view bytes, const std::string& name) {
  MeshText words(bytes, name, 0);
  const PlyHeader header = read_header(words);
  PlyNumbers numbers(words, bytes, name, header.form);
  TriangleMesh mesh;
  long vertices = -1;
  bool has_faces = false;
  std::vector<int> corners;
  for (const PlyElement& element : header.elements) {
    const bool is_vertex = element.name == "vertex", is_face = element.name == "face";
    if (is_vertex) vertices = element.count;
    for (long e = 0; e < element.count; ++e) {
      Real3 x{NAN, NAN, NAN};
      for (const PlyProperty& property : element.properties) {
        if (!property.count) {
          const real value = numbers.next(property.type, "a number");
          for (int d = 0; d < 3 && is_vertex; ++d)
            if (property.name == std::string(1, "xyz"[d])) x[d] = value;
          continue;
        }
        const real count = numbers.next(*property.count, "the length of a list");
        if (!(count >= 0 && count <= 1e6))
          throw InputError(name + text(": %s %ld has a list of %g numbers", element.name.c_str(), e, count));
        const bool is_corners =
            is_face && (property.name == "vertex_indices" || property.name == "vertex_index");
        corners.clear();
        for (int i = 0; i < static_cast<int>(count); ++i) {
          const real value = numbers.next(property.type, "a number of a list");
          if (!is_corners) continue;
          if (!(value >= 0 && value < static_cast<real>(vertices)))
            throw InputError(name + text(": face %ld names vertex %g, and there are %ld", e, value,
                                         std::max(vertices, 0L)));
          corners.push_back(static_cast<int>(value));
        }
        if (!is_corners) continue;
        if (corners.size() < 3)
          throw InputError(name + text(": face %ld has %zu corners", e, corners.size()));
        add_fan(mesh, corners), has_faces = true;
      }
      if (!is_vertex) continue;
      if (!std::isfinite(norm(x))) throw InputError(name + text(": vertex %ld has no finite x, y and z", e));
      mesh.vertices.push_back(x);
    }
  }
  if (!has_faces)
    throw InputError(name + ": has no faces (an element \"face\" with a list \"vertex_indices\")");
  return mesh;
}

} // namespace ibsim
