#include "activation_files/carp_elements.hpp"

#include "base/text.hpp"

namespace ibsim {
namespace {

// In the order of the numbers in binary files.
constexpr CarpKind kinds[] = {
    {"Tt", 0, 4, "tetrahedra", true}, {"Hx", 1, 8, "hexahedra", true}, {"Oc", 2, 6, "octahedra", true},
    {"Py", 3, 5, "pyramids", true},   {"Pr", 4, 6, "prisms", true},    {"Qd", 5, 4, "quadrilaterals", false},
    {"Tr", 6, 3, "triangles", false}, {"Ln", 7, 2, "lines", false},    {"Cx", -1, 2, "lines", false}};

} // namespace

const CarpKind* carp_kind(std::string_view name) {
  for (const CarpKind& kind : kinds)
    if (name == kind.name) return &kind;
  return nullptr;
}

const CarpKind* carp_kind(int number) {
  for (const CarpKind& kind : kinds)
    if (number >= 0 && number == kind.number) return &kind;
  return nullptr;
}

std::string refusal(const CarpKind& kind) {
  if (is_tetrahedron(kind) || !kind.has_a_volume) return {};
  return "element of kind " + in_quotes(kind.name) +
         ": tetrahedra (Tt) are the only elements with a volume that can be read";
}

} // namespace ibsim
