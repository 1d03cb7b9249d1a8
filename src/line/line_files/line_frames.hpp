// The values along lines at one time: a VTKHDF PolyData with a polyline a segment, and the same as CSV.
//
//   frames/line_000012.vtkhdf   points (x, segment's place in y, 0); point data by name, with units
//                               (files/frame_series)
//   frames/line_000012.csv      segment, x, a column a quantity; of up to 2^17 points
//   space_time.vtkhdf           ImageData, x times frames: of a single segment, made of the frames when a run
//                               ends
//
// x and y are in um, times in us, where the equation has dimensions.
#pragma once

#include "files/frame_series.hpp"
#include "swept/line_scenario.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace ibsim {

constexpr std::size_t most_csv_points = std::size_t{1} << 17; ///< 5 MB a quantity

struct LineFrame {
  double time = 0;
  std::uint64_t state_hash = 0;
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> values; ///< [field][point]
};

/// Where the points of a frame are.
struct LinePlaces {
  LinePlaces(const line::LineScenario&, const line::LineSetUp&);
  std::vector<double> x, y;         ///< of the points
  std::vector<std::int64_t> starts; ///< of segments, and the end
  std::vector<std::string> names;   ///< of segments
};

class LineFrames {
 public:
  /// @param kept so many frames of an earlier part of the run stay; those after them are removed
  LineFrames(std::filesystem::path folder, const line::LineScenario&, const line::LineSetUp&,
             std::size_t kept);

  void write(const LineFrame&);
  void settle() { series_.settle(); }
  std::size_t frames() const { return series_.frames(); }
  /// Writes the diagram of all frames, if it is not too large for one file.
  void write_space_time() const;

 private:
  std::filesystem::path folder_;
  LinePlaces places_;
  std::string time_unit_;
  FrameSeries series_;
};

/// @throws InputError if it is none, or damaged
LineFrame read_line_frame(const std::filesystem::path&);

/// The tables of frames hold what the frames hold; those that are no longer there do not matter.
/// @param frames so many of them. @throws InputError for a frame or table that is damaged
void require_line_tables(const std::filesystem::path& folder, const line::LineScenario&,
                         const line::LineSetUp&,
                         std::size_t frames = std::numeric_limits<std::size_t>::max());

} // namespace ibsim
