#include "walls/opening_zones.hpp"

#include "base/text.hpp"
#include "walls/pilots.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

constexpr int layers_before_pump = 2, least_layers_of_pump = 4;
/// Cells between the place of an opening and the fluid of its mouth at most.
constexpr int farthest_from_opening = 4;

/// The cells of the box, as numbers of nodes of the sampled distance.
class Cells {
 public:
  Cells(const SampledDistance& at, const Openings& openings)
      : at_(at), openings_(openings), in_pilot_(static_cast<std::size_t>(at.n.x) * at.n.y, 0) {
    if (openings.pilots() == 0) return;
    for (int j = 0; j < at.n.y; ++j)
      for (int i = 0; i < at.n.x; ++i)
        in_pilot_[at.number(i, j, 0)] = openings.in_pilot(at.node(i, j, 0)) ? 1 : 0;
  }
  bool is_fluid(const Int3& c) const { return at_.values[number(c)] < 0; }
  real distance(const Int3& c) const { return at_.values[number(c)]; }
  bool in_block(const Int3& c) const {
    return !in_pilot_[at_.number(c.x, c.y, 0)] && openings_.between_faces(at_.node(c.x, c.y, c.z));
  }
  std::size_t number(const Int3& c) const { return at_.number(c.x, c.y, c.z); }
  std::size_t all() const { return at_.values.size(); }
  Int3 place(std::size_t cell) const {
    const auto nx = static_cast<std::size_t>(at_.n.x), ny = static_cast<std::size_t>(at_.n.y);
    return {static_cast<int>(cell % nx), static_cast<int>(cell / nx % ny),
            static_cast<int>(cell / (nx * ny))};
  }
  Int3 neighbour(Int3 c, int d, int way) const {
    c[d] = (c[d] + way + at_.n[d]) % at_.n[d];
    return c;
  }
  /// Calls f(cell) for `from` and all fluid in the block that is connected to it through cells of
  /// which f is true.
  template <class F>
  void flood(const Int3& from, const F& f) const {
    std::vector<Int3> next{from};
    if (!f(from)) return;
    while (!next.empty()) {
      const Int3 c = next.back();
      next.pop_back();
      for (int way = 0; way < 6; ++way) {
        const Int3 to = neighbour(c, way / 2, way % 2 ? 1 : -1);
        if (is_fluid(to) && in_block(to) && f(to)) next.push_back(to);
      }
    }
  }

 private:
  const SampledDistance& at_;
  const Openings& openings_;
  std::vector<char> in_pilot_; ///< by cell of the first plane: pilots take many distances of the vessel
};

/// Layers of cells within the block, from the mouth of an opening inwards: 0 is the first.
struct Inwards {
  int d, inward, first, n;
  real h;
  Inwards(const Opening& o, const Grid& grid) : d(o.axis), inward(-o.side), n(grid.n[o.axis]), h(grid.h) {
    const real place = o.at[d] / h - 0.5; // of the plane among the middles of cells
    first = static_cast<int>(inward > 0 ? std::floor(place + 1e-9) + 1 : std::ceil(place - 1e-9) - 1);
  }
  int layer_of(int c) const { return inward * (c - first); }
  int cell_at(int layer) const { return first + inward * layer; }
};

/// The fluid cell of the first layer that is nearest to the place of an opening. @return false: none is near
bool find_mouth(const Cells& cells, const Grid& grid, const Opening& o, const Inwards& in, Int3& found) {
  if (in.first < 0 || in.first >= in.n) return false;
  const int a = (o.axis + 1) % 3, b = (o.axis + 2) % 3;
  Int3 centre;
  for (int d = 0; d < 3; ++d) centre[d] = static_cast<int>(std::floor(o.at[d] / grid.h));
  real nearest = -1;
  for (int j = -farthest_from_opening; j <= farthest_from_opening; ++j)
    for (int i = -farthest_from_opening; i <= farthest_from_opening; ++i) {
      Int3 c;
      c[o.axis] = in.first, c[a] = centre[a] + i, c[b] = centre[b] + j;
      if (c[a] < 0 || c[a] >= grid.n[a] || c[b] < 0 || c[b] >= grid.n[b]) continue;
      const real apart = std::hypot((c[a] + 0.5) * grid.h - o.at[a], (c[b] + 0.5) * grid.h - o.at[b]);
      if (!cells.is_fluid(c) || !cells.in_block(c) || (nearest >= 0 && apart >= nearest)) continue;
      nearest = apart, found = c;
    }
  return nearest >= 0;
}

/// Labels of the cells of all zones: 0 where there is none, else one more than the opening's number.
using Labels = std::vector<unsigned char>;

/// The label of a cell in the wall: of the first neighbour that has one.
unsigned char label_near(const Cells& cells, const Labels& labels, const Int3& c) {
  if (const unsigned char own = labels[cells.number(c)]) return own;
  for (int i = 0; i < 27; ++i) {
    const Int3 near =
        cells.neighbour(cells.neighbour(cells.neighbour(c, 0, i % 3 - 1), 1, i / 3 % 3 - 1), 2, i / 9 - 1);
    if (const unsigned char label = labels[cells.number(near)]) return label;
  }
  return 0;
}

/// Mouths in the faces of the block that no opening has.
void find_mouths_without_opening(const Cells& cells, const Grid& grid, const Openings& openings,
                                 const Labels& labels, std::vector<OpeningFault>& faults) {
  for (int d = 0; d < 3; ++d)
    for (const int side : {-1, 1}) {
      if (!openings.across[d]) continue;
      Opening face;
      face.axis = d, face.side = side, face.at[d] = (side < 0 ? openings.low : openings.high)[d];
      const Inwards in(face, grid);
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      Int3 c;
      c[d] = in.first;
      for (c[b] = 0; c[b] < grid.n[b]; ++c[b])
        for (c[a] = 0; c[a] < grid.n[a]; ++c[a]) {
          if (!cells.is_fluid(c) || !cells.in_block(c) || labels[cells.number(c)]) continue;
          Real3 at = face.at;
          at[a] = (c[a] + 0.5) * grid.h, at[b] = (c[b] + 0.5) * grid.h;
          faults.push_back(
              {"", text("the vessel is open at the side %c%c, at %s, where it has no opening; name "
                        "one there, or close the vessel",
                        side < 0 ? '-' : '+', "xyz"[d], place_text(at).c_str())});
          return;
        }
    }
}

/// The cells that are two cells or more from walls, or in a narrow vessel half as deep as its deepest one:
/// nearer to a wall the pressure is smeared between both of its sides.
PartsOfCells away_from_walls(const PartsOfCells& all, const SampledDistance& at, real h) {
  const auto depth = [&](std::size_t i) { return -at.values[static_cast<std::size_t>(all.cell[i])]; };
  real deepest = 0;
  for (std::size_t i = 0; i < all.cell.size(); ++i) deepest = std::max(deepest, depth(i));
  PartsOfCells away;
  for (std::size_t i = 0; i < all.cell.size(); ++i)
    if (depth(i) >= std::min(2 * h, deepest / 2)) away.cell.push_back(all.cell[i]), away.part.push_back(1);
  return away;
}

} // namespace

real OpeningZone::radius() const { return std::sqrt(area / std::numbers::pi_v<real>); }

OpeningZones find_opening_zones(const SampledDistance& at, const Grid& grid, const Openings& openings) {
  const Cells cells(at, openings);
  const real h = grid.h;
  OpeningZones found;
  Labels labels(cells.all(), 0);
  std::vector<Inwards> ways;
  for (std::size_t i = 0; i < openings.all.size(); ++i) {
    const Opening& o = openings.all[i];
    const auto fault = [&](const std::string& message) { found.faults.push_back({o.name, message}); };
    const Inwards in(o, grid);
    ways.push_back(in);
    OpeningZone zone{o.axis, in.inward, 0, 0, {}, {}, 0, {}, 0};
    Int3 mouth;
    if (!find_mouth(cells, grid, o, in, mouth)) {
      fault(text("there is no fluid of the vessel within %d h of %s, just inside the block. `at` is the "
                 "middle of its mouth, and the vessel reaches the plane of it or goes beyond",
                 farthest_from_opening, place_text(o.at).c_str()));
      continue;
    }
    std::vector<Int3> of_mouth;
    const auto label = static_cast<unsigned char>(i + 1);
    int other = 0;
    Int3 common; // a cell of both vessels
    const auto take = [&](const Int3& c, int last_layer) {
      const int layer = in.layer_of(c[o.axis]);
      unsigned char& now = labels[cells.number(c)];
      if (layer < 0 || layer > last_layer || now == label) return false;
      if (now && !other) other = now, common = c;
      if (!now && layer == 0) of_mouth.push_back(c);
      if (!now) now = label;
      return now == label;
    };
    cells.flood(mouth, [&](const Int3& c) { return take(c, 0); });
    for (const Int3& c : of_mouth) {
      Real3 apart;
      for (int d = 0; d < 3; ++d) apart[d] = d == o.axis ? 0 : (c[d] + 0.5) * h - o.at[d];
      zone.mouth_centre += at.box.nearest(apart) / static_cast<real>(of_mouth.size());
      zone.area += h * h;
    }
    zone.mouth_centre += o.at;
    const real length = o.pump_length > 0 ? o.pump_length : zone.radius();
    zone.layers = std::max(least_layers_of_pump, static_cast<int>(std::lround(length / h)));
    const int last = layers_before_pump + zone.layers; // of cells: one more, for the faces and what is behind
    if (!other && last >= static_cast<int>((openings.high[o.axis] - openings.low[o.axis]) / h) - 1) {
      fault(text("its pump of %.4g um is longer than the block", zone.pump_length(h)));
      continue;
    }
    // again from the mouth, now with all layers of the pump
    for (const Int3& c : of_mouth) labels[cells.number(c)] = 0;
    of_mouth.clear();
    cells.flood(mouth, [&](const Int3& c) { return take(c, last); });
    if (other) {
      const Real3 there = at.node(common.x, common.y, common.z);
      fault(text("its vessel joins the vessel of %s near %s, within their pumps; openings are farther apart, "
                 "or pump_length is less",
                 openings.all[static_cast<std::size_t>(other - 1)].name.c_str(), place_text(there).c_str()));
      continue;
    }
    // faces between the layers: face c is at the low side of cell c
    zone.first = in.inward > 0 ? in.cell_at(layers_before_pump) : in.cell_at(zone.layers);
    static_assert(layers_before_pump == 2, "the first face is between layers 1 and 2");
    found.of.push_back(std::move(zone));
  }
  find_mouths_without_opening(cells, grid, openings, labels, found.faults);
  if (!found.faults.empty()) return found;
  for (std::size_t number = 0; number < cells.all(); ++number) {
    if (!(at.values[number] < 2 * h)) continue;
    const Int3 c = cells.place(number);
    const unsigned char label = label_near(cells, labels, c);
    if (!label) continue;
    OpeningZone& zone = found.of[label - 1u];
    const Inwards& in = ways[label - 1u];
    const int layer = in.layer_of(c[zone.axis]);
    if (c[zone.axis] >= zone.first && c[zone.axis] < zone.first + zone.layers) {
      const real distance = (cells.distance(c) + cells.distance(cells.neighbour(c, zone.axis, -1))) / 2;
      if (const real part = part_of_fluid(distance, h); part > 0)
        zone.faces.cell.push_back(static_cast<Index>(number)), zone.faces.part.push_back(zone.inward * part);
    }
    if (layer == layers_before_pump + zone.layers)
      if (const real part = part_of_fluid(cells.distance(c), h); part > 0)
        zone.behind.cell.push_back(static_cast<Index>(number)), zone.behind.part.push_back(part);
  }
  for (OpeningZone& zone : found.of) {
    zone.area = h * h * std::accumulate(zone.behind.part.begin(), zone.behind.part.end(), real{0});
    zone.behind = away_from_walls(zone.behind, at, h);
  }
  // connected parts of the block's fluid, by the mouths that they have
  std::vector<char> seen(cells.all(), 0);
  int vessels = 0;
  for (std::size_t i = 0; i < found.of.size(); ++i) {
    Int3 mouth;
    find_mouth(cells, grid, openings.all[i], ways[i], mouth);
    if (seen[cells.number(mouth)]) continue;
    ++vessels;
    cells.flood(mouth, [&](const Int3& c) {
      char& is_seen = seen[cells.number(c)];
      if (is_seen) return false;
      is_seen = 1;
      if (const unsigned char label = labels[cells.number(c)]) found.of[label - 1u].vessel = vessels;
      return true;
    });
  }
  found.faults = pilot_faults(at, grid, openings, found.of);
  return found;
}

std::vector<OpeningFault> why_not_balanced(const Openings& openings, const std::vector<OpeningZone>& zones) {
  std::vector<OpeningFault> faults;
  int vessels = 0;
  for (const OpeningZone& zone : zones) vessels = std::max(vessels, zone.vessel);
  for (int vessel = 1; vessel <= vessels; ++vessel) {
    int rates = 0, others = 0;
    real sum = 0;
    bool constant = true;
    std::string names, last;
    for (std::size_t i = 0; i < zones.size(); ++i) {
      if (zones[i].vessel != vessel) continue;
      const Opening& o = openings.all[i];
      if (o.kind != OpeningKind::flow_rate) {
        ++others;
        continue;
      }
      ++rates, sum += o.value.at(0), constant = constant && o.value.constant();
      names += (names.empty() ? "" : ", ") + o.name, last = o.name;
    }
    if (others > 0) continue;
    if (rates == 1)
      faults.push_back({last, "it is the only opening of its vessel, and what flows in must flow out"});
    else
      faults.push_back(
          {last,
           text("all openings of one vessel have a flow rate (%s), and their sum%s is %.6g nL/s into it; "
                "what flows in flows out, so give %s a pressure instead, as pressure: 0 Pa: its flow "
                "rate then follows from the others",
                names.c_str(), constant ? "" : " at time 0", sum, last.c_str())});
  }
  return faults;
}

} // namespace ibsim
