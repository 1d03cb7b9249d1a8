#include "swept/tiles.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace ibsim::line {
namespace {

/// Points [begin, end) of a segment that a tile keeps or reads.
struct Range {
  Index begin, end, tile;
};

/// Finds for each tile of `later` the tiles of `earlier` that keep what it reads, `margin` points around each
/// part.
void find_waits(const Lines& lines, std::vector<Tile>& later, const std::vector<Tile>& earlier,
                Index margin) {
  std::vector<std::vector<Range>> kept(lines.segments.size());
  for (std::size_t i = 0; i < earlier.size(); ++i)
    for (int p = 0; p < earlier[i].parts; ++p) {
      const Part& part = earlier[i].part[p];
      const Segment& s = lines.segments[static_cast<std::size_t>(part.segment)];
      const auto add = [&](Index shift) {
        kept[static_cast<std::size_t>(part.segment)].push_back(
            {part.begin + shift, part.end + shift, static_cast<Index>(i)});
      };
      add(0);
      if (s.meeting[0] < 0)
        for (const Index turn : {-2, -1, 1, 2}) add(turn * s.points);
    }
  for (auto& list : kept)
    std::sort(list.begin(), list.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (Tile& tile : later) {
    std::vector<Index> found;
    for (int p = 0; p < tile.parts; ++p) {
      const Part& part = tile.part[p];
      const auto& list = kept[static_cast<std::size_t>(part.segment)];
      const Index from = part.begin - margin, to = part.end + margin;
      // kept ranges do not overlap, so their ends are sorted too
      auto r = std::lower_bound(list.begin(), list.end(), from,
                                [](const Range& a, Index x) { return a.end <= x; });
      for (; r != list.end() && r->begin < to; ++r)
        if (std::find(found.begin(), found.end(), r->tile) == found.end()) found.push_back(r->tile);
    }
    if (found.size() > most_waits) throw InputError("method: a tile would have to wait for too many others");
    tile.waits = static_cast<int>(found.size());
    std::copy(found.begin(), found.end(), tile.wait);
  }
}

/// One tile for each meeting, a part of it for each end.
std::vector<Tile> end_tiles(const Lines& lines, Index width, const auto& kept_points) {
  std::vector<Tile> tiles;
  for (std::size_t m = 0; m < lines.meetings.size(); ++m) {
    const Meeting& meeting = lines.meetings[m];
    Tile tile;
    tile.parts = meeting.ends;
    tile.meeting = static_cast<Index>(m);
    for (int i = 0; i < meeting.ends; ++i) {
      const Segment& s = lines.segments[static_cast<std::size_t>(meeting.segment[i])];
      const Index last = s.first + s.points, keep = kept_points(s);
      tile.part[i] = meeting.side[i] == left_side
                         ? Part{meeting.segment[i], s.first, s.first, s.first + keep, left_side}
                         : Part{meeting.segment[i], last - width, last - keep, last, right_side};
    }
    tiles.push_back(tile);
  }
  return tiles;
}

} // namespace

Tiles swept_tiles(const Lines& lines, Index node, int radius) {
  Tiles tiles;
  tiles.pass[1] = end_tiles(lines, node / 2, [&](const Segment&) { return node / 2; });
  for (std::size_t k = 0; k < lines.segments.size(); ++k) {
    const Segment& s = lines.segments[k];
    if (s.points % node != 0)
      throw InputError(text("method.node: %d points cannot be divided into nodes of %d", s.points, node));
    for (Index x = s.first; x < s.first + s.points; x += node) {
      Tile tile;
      tile.part[0] = {static_cast<Index>(k), x, x, x + node, -1};
      tiles.pass[0].push_back(tile);
      tile.part[0] = {static_cast<Index>(k), x + node / 2, x + node / 2, x + node / 2 + node, -1};
      if (s.meeting[0] < 0 || x + node < s.first + s.points) tiles.pass[1].push_back(tile);
    }
  }
  find_waits(lines, tiles.pass[0], tiles.pass[1], 0);
  find_waits(lines, tiles.pass[1], tiles.pass[0], 0);
  (void)radius;
  return tiles;
}

Tiles halo_tiles(const Lines& lines, Index width, Index end_width, Index halo) {
  const auto kept = [&](const Segment& s) { return std::min(end_width - halo, s.points / 2); };
  Tiles tiles;
  tiles.pass[0] = end_tiles(lines, end_width, kept);
  for (std::size_t k = 0; k < lines.segments.size(); ++k) {
    const Segment& s = lines.segments[k];
    const bool periodic = s.meeting[0] < 0;
    const Index inner = width - 2 * halo;
    if (periodic ? inner <= 0 : s.points < 2 * halo || kept(s) < std::min(halo, s.points / 2))
      throw InputError(
          text("method: a segment of %d points is too short for tiles with %d more on either side", s.points,
               halo));
    const Index from = periodic ? s.first : s.first + kept(s);
    const Index to = periodic ? s.first + s.points : s.first + s.points - kept(s);
    for (Index x = from; x < to; x += inner) {
      Tile tile;
      tile.part[0] = {static_cast<Index>(k), x - halo, x, std::min(x + inner, to), -1};
      tiles.pass[0].push_back(tile);
    }
  }
  find_waits(lines, tiles.pass[0], tiles.pass[0], halo);
  return tiles;
}

} // namespace ibsim::line
