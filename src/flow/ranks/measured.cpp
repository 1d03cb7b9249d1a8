#include "ranks/measured.hpp"

#include <map>
#include <stdexcept>

namespace ibsim {
namespace {

std::map<QuantityId, Quantity>& all_quantities() {
  static std::map<QuantityId, Quantity> all;
  return all;
}

/// FNV-1a.
QuantityId id_of(const std::string& name) {
  QuantityId id = 0xcbf29ce484222325u;
  for (const char letter : name) id = (id ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return id;
}

} // namespace

QuantityId add_quantity(Quantity made) {
  const QuantityId id = id_of(made.name);
  if (const auto [place, is_new] = all_quantities().emplace(id, std::move(made)); !is_new)
    throw std::logic_error("two quantities have the name " + place->second.name);
  return id;
}

const Quantity& quantity(QuantityId id) { return all_quantities().at(id); }

std::vector<std::byte> sum_of_planes(const std::vector<std::byte>& planes, Index n) {
  const std::vector<real> of_planes = from_bytes<real>(planes);
  std::vector<real> sums(of_planes.size() / static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < of_planes.size(); ++i) sums[i % sums.size()] += of_planes[i];
  return bytes_of(sums);
}

} // namespace ibsim
