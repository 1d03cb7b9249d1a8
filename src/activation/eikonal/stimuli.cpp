#include "eikonal/stimuli.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

std::string in_words(const Stimulus& s) {
  return s.key + (s.name.empty() ? "" : " (" + shortened(s.name) + ")");
}

} // namespace

Stimulator::Stimulator(const TetMesh& mesh, const Medium& medium, std::vector<Index> place_of,
                       real longest_edge)
    : mesh_(mesh), medium_(medium), locator_(mesh.points), place_of_(std::move(place_of)),
      cell_of_(mesh.points.size(), -1), longest_edge_(longest_edge) {
  for (Index cell = mesh.cells() - 1; cell >= 0; --cell)
    for (const Index v : mesh.tetrahedra[cell].vertex) cell_of_[v] = cell; // the first
}

StartValues Stimulator::start_values(const Stimulus& stimulus) const {
  StartValues values;
  const Index count = place_of_.empty() ? mesh_.vertices() : static_cast<Index>(place_of_.size());
  for (const Index number : stimulus.vertices) {
    if (number < 0 || number >= count)
      throw InputError(in_words(stimulus) + ": there is no vertex " + std::to_string(number) +
                       "; the mesh has " + std::to_string(count) + ", numbered from 0");
    const Index place = place_of_.empty() ? number : place_of_[number];
    if (place < 0)
      throw InputError(in_words(stimulus) + ": vertex " + std::to_string(number) +
                       " belongs to no tissue that conducts");
    values.push_back({place, stimulus.time});
  }
  if (!values.empty()) return values;

  const Index nearest = locator_.nearest(stimulus.at);
  const real distance = norm(mesh_.points[nearest] - stimulus.at);
  if (distance > longest_edge_ && distance > stimulus.radius) {
    const Real3& p = mesh_.points[nearest];
    const bool all_conduct = std::find(place_of_.begin(), place_of_.end(), -1) == place_of_.end();
    const auto mm = [](real um) { return shortest_decimals(std::round(um) / 1e3); };
    throw InputError(in_words(stimulus) + ": is " + text("%.2g", distance / 1e3) + " mm outside the " +
                     (all_conduct ? "mesh" : "tissue that conducts") + ", whose nearest vertex is at [" +
                     mm(p.x) + " mm, " + mm(p.y) + " mm, " + mm(p.z) + " mm]");
  }
  const TissueMetric W = medium_.of(mesh_, cell_of_[nearest]);
  const auto add = [&](Index v) {
    values.push_back({v, stimulus.time + travel_time(W, mesh_.points[v] - stimulus.at)});
  };
  if (stimulus.radius > 0)
    for (const Index v : locator_.within(stimulus.at, stimulus.radius)) add(v);
  if (values.empty()) add(nearest);
  return values;
}

} // namespace ibsim
