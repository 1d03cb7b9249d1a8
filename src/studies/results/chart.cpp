#include "results/chart.hpp"

namespace ibsim {

Table curve_table(const Chart& chart) {
  Table table{chart.name + "_curves", chart.title, {"curve", "drawn as", chart.x, chart.y}, {}};
  for (const Curve& curve : chart.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      table.add({curve.name, std::string(curve.points ? "circles" : "line"), curve.x[i], curve.y[i]});
  for (const Band& band : chart.bands)
    for (std::size_t i = 0; i < band.x.size(); ++i) {
      table.add({band.name, std::string("band from"), band.x[i], band.low[i]});
      table.add({band.name, std::string("band to"), band.x[i], band.high[i]});
    }
  return table;
}

} // namespace ibsim
