// The curves of a validation case. The program writes them as a table; scripts/plot_results.py draws it.
#pragma once

#include "results/table.hpp"

namespace ibsim {

struct Curve {
  std::string name;
  std::vector<double> x, y; ///< of the same length; NaNs are left out of a picture
  bool points = false;      ///< drawn as circles, as published points are; else as a line
};

/// What a source allows at some places, from low to high.
struct Band {
  std::string name;
  std::vector<double> x, low, high; ///< of the same length
};

struct Chart {
  std::string name;  ///< of its file, without _curves.csv
  std::string title; ///< one line
  std::string x, y;  ///< of the axes, with units
  std::vector<Curve> curves;
  std::vector<Band> bands = {};
};

/// A row a point: name of the curve or band, "line" or "circles", "band from" or "band to", x, y.
Table curve_table(const Chart&);

} // namespace ibsim
