// openCARP's kinds of elements.
#pragma once

#include "activation_files/mesh_file.hpp"

#include <string_view>

namespace ibsim {

struct CarpKind {
  const char* name; ///< in NAME.elem
  int number;       ///< in NAME.belem; -1: not there
  int vertices;
  const char* many;  ///< for messages
  bool has_a_volume; ///< and so must be a tetrahedron
};
/// nullptr if there is none.
const CarpKind* carp_kind(std::string_view name);
const CarpKind* carp_kind(int number);
inline bool is_tetrahedron(const CarpKind& kind) { return kind.number == 0; }
/// Why elements of a kind are refused; empty: they are not.
std::string refusal(const CarpKind&);

/// Elements as the file has them, before those that are no tetrahedra are taken out.
struct CarpElements {
  std::vector<const CarpKind*> kind; ///< [elements]
  std::vector<Tetrahedron> vertices; ///< [elements] -1 where an element has fewer
  std::vector<float> region;         ///< [elements]
  explicit CarpElements(std::size_t n) : kind(n), vertices(n), region(n) {}
};

/// From NAME.belem. @throws InputError
CarpElements read_binary_elements(const std::filesystem::path&, Index points);
/// From NAME.bpts, in units of the file. @throws InputError
std::vector<Real3> read_binary_points(const std::filesystem::path&);
/// From NAME.blon, in the order of the elements: one or two directions each. @throws InputError
std::vector<std::vector<float>> read_binary_directions(const std::filesystem::path&, Index elements);

} // namespace ibsim
