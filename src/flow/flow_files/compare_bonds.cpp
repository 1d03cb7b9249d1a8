#include "flow_files/compare_bonds.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/frame_series.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <map>

namespace ibsim {
namespace {

/// Object, adhesion and receptor, from 0.
using BondName = std::array<long long, 3>;

/// Values of each end of a bond, in two rows of an array.
struct BondEnds {
  double values[2][4]; ///< x, y, z, um, and force, pN
  long long partner;
};

const std::string bond_points = frame_group + "/Points", bond_group = frame_group + "/PointData/";

std::map<BondName, BondEnds> bonds_in(const hdf5::File& file) {
  std::array<std::vector<long long>, 4> names;
  const char* const arrays[] = {"object", "adhesion", "receptor", "partner"};
  const std::vector<double> points = file.read_doubles(bond_points),
                            forces = file.read_doubles(bond_group + "force");
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!file.exists(bond_group + arrays[k]))
      throw InputError(file.path().string() + ": has no " + arrays[k] + " of its bonds; an older version " +
                       "wrote it");
    for (const auto value : file.read_integers(bond_group + arrays[k])) names[k].push_back(value);
    if (names[k].size() != forces.size() || points.size() != 3 * forces.size() || forces.size() % 2 != 0)
      throw InputError(file.path().string() + ": is damaged: its arrays have other lengths than its bonds");
  }
  std::map<BondName, BondEnds> bonds;
  for (std::size_t row = 0; row < forces.size(); row += 2) {
    BondEnds ends{};
    for (std::size_t end = 0; end < 2; ++end) {
      for (std::size_t d = 0; d < 3; ++d) ends.values[end][d] = points[3 * (row + end) + d];
      ends.values[end][3] = forces[row + end];
    }
    ends.partner = names[3][row];
    if (!bonds.insert({{names[0][row], names[1][row], names[2][row]}, ends}).second)
      throw InputError(file.path().string() + ": is damaged: a receptor has two bonds");
  }
  return bonds;
}

std::string in_words(const BondName& name) {
  return text("object %lld, adhesion %lld, receptor %lld", name[0], name[1], name[2]);
}

/// The first of those that only one has, and how many there are.
std::string alone(const std::map<BondName, BondEnds>& one, const std::map<BondName, BondEnds>& other,
                  const std::string& which) {
  std::size_t count = 0;
  std::string first;
  for (const auto& [name, ends] : one)
    if (!other.contains(name) && count++ == 0) first = in_words(name);
  return count == 0 ? "" : text("%zu bonds of the %s run alone, first: ", count, which.c_str()) + first;
}

} // namespace

std::vector<std::string> bond_differences(const hdf5::File& a, const hdf5::File& b, double tolerance,
                                          const std::function<double(const std::string&)>& scale) {
  const std::map<BondName, BondEnds> x = bonds_in(a), y = bonds_in(b);
  const bool rounds = a.is_single(bond_points) != b.is_single(bond_points);
  std::vector<std::string> lines;
  for (std::string line : {alone(x, y, "first"), alone(y, x, "second")})
    if (!line.empty()) lines.push_back(std::move(line));
  struct Worst {
    double apart = -1, first = 0, second = 0;
    BondName name{};
    std::size_t count = 0;
  } worst[2]; // of places and forces
  std::size_t others = 0;
  for (const auto& [name, ends] : x) {
    const auto found = y.find(name);
    if (found == y.end()) continue;
    others += ends.partner != found->second.partner;
    for (std::size_t v = 0; v < 8; ++v) {
      double p = ends.values[v / 4][v % 4], q = found->second.values[v / 4][v % 4];
      if (rounds) p = static_cast<float>(p), q = static_cast<float>(q);
      if (std::memcmp(&p, &q, sizeof p) == 0) continue;
      const bool is_force = v % 4 == 3;
      const double d = std::abs(p - q);
      if (tolerance > 0 && d <= tolerance * scale(is_force ? bond_group + "force" : bond_points)) continue;
      Worst& of = worst[is_force];
      ++of.count;
      if (of.apart < 0 || d > of.apart || std::isnan(d))
        of.apart = d, of.first = p, of.second = q, of.name = name;
    }
  }
  for (const bool is_force : {false, true})
    if (const Worst& of = worst[is_force]; of.count > 0)
      lines.push_back(in_words(of.name) + (is_force ? ": force" : ": place") +
                      text(" is %.17g and %.17g %s, %.2g apart; %zu values differ", of.first, of.second,
                           is_force ? "pN" : "um", of.apart, of.count));
  if (others > 0) lines.push_back(text("%zu bonds have another partner", others));
  return lines;
}

} // namespace ibsim
