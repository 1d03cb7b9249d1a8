// A chart of curves and points as SVG: what `ibsim validate` draws.
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct Curve {
  std::string name;
  std::vector<double> x, y; ///< of the same length; NaNs are left out
  bool points = false;      ///< published points as circles; else a line
};

struct Chart {
  std::string name;  ///< of its file, without .svg
  std::string title; ///< one line
  std::string x, y;  ///< of the axes, with units
  std::vector<Curve> curves;
};

/// 720 x 460, linear axes with round ticks, curves in colours that people who see few colours tell apart
/// (Okabe and Ito 2008). The same chart gives the same text.
std::string to_svg(const Chart&);

/// The ticks of an axis from low to high: about `wished`, at 1, 2 or 5 times a power of ten.
std::vector<double> round_ticks(double low, double high, int wished);

} // namespace ibsim
