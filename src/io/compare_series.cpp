#include "io/compare_series.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace ibsim {
namespace {

double number(const std::string& cell) { return std::strtod(cell.c_str(), nullptr); }

/// Quantities that are measured on one scale: "centre x (um)" and "centre y (um)", the energies.
std::string scale_of(const std::string& column) {
  for (const char* group : {"centre", "momentum", "energy"})
    if (column.find(group) != std::string::npos) return group;
  return column;
}

bool vanishes_but_for_rounding(const std::string& column) {
  return column.starts_with("max divergence") || column.starts_with("momentum");
}

/// The largest finite magnitude on each scale in either table.
std::map<std::string, double> scales(const CsvTable& a, const CsvTable& b) {
  std::map<std::string, double> largest;
  for (const CsvTable* table : {&a, &b})
    for (const auto& row : table->rows)
      for (std::size_t c = 0; c < row.size(); ++c)
        if (const double value = std::abs(number(row[c])); std::isfinite(value)) {
          double& most = largest[scale_of(table->columns[c])];
          most = std::max(most, value);
        }
  return largest;
}

/// Two directions of an axis, rad: the same if they differ by half turns.
double angle_between(double x, double y) { return std::abs(std::sin(x - y)); }

bool is_label(const std::string& column) {
  return column == "step" || column == "time (us)" || column == "object" || column == "name" ||
         column == "CFL";
}

} // namespace

bool same_time(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

Comparison compare_series(const CsvTable& a, const CsvTable& b, double tolerance) {
  const std::size_t time_a = a.column("time (us)"), time_b = b.column("time (us)");
  const std::size_t object_a = a.column("object"), object_b = b.column("object"), name = a.column("name");
  const std::map<std::string, double> largest =
      tolerance > 0 ? scales(a, b) : std::map<std::string, double>{};
  const auto object = [](const std::vector<std::string>& row, std::size_t column) {
    return column < row.size() ? number(row[column]) : 0.0;
  };
  const std::size_t deformation = a.column("taylor_deformation");
  const auto differ = [&](const std::string& column, const std::string& x, const std::string& y,
                          const std::vector<std::string>& row) {
    if (x == y) return false;
    if (tolerance == 0) return true;
    if (column == "state_hash" || vanishes_but_for_rounding(column)) return false;
    // of a shape that is nearly a circle it is known only as well as the shape differs from one
    if (column == "inclination (rad)")
      return !(angle_between(number(x), number(y)) *
                   (deformation < row.size() ? number(row[deformation]) : 1) <=
               tolerance);
    return !(std::abs(number(x) - number(y)) <= tolerance * largest.at(scale_of(column)));
  };

  Comparison found;
  for (std::size_t i = 0, j = 0; i < a.rows.size() && j < b.rows.size();) {
    const auto &x = a.rows[i], &y = b.rows[j];
    const double t = number(x.at(time_a)), u = number(y.at(time_b));
    if (!same_time(t, u)) {
      ++(t < u ? i : j);
      continue;
    }
    if (object(x, object_a) != object(y, object_b)) {
      ++(object(x, object_a) < object(y, object_b) ? i : j);
      continue;
    }
    ++i, ++j;
    if (found.common++ == 0) found.first = t;
    found.last = t;
    // only the count of what is common is still of interest
    if (!found.same && !same_time(t, found.parts_at)) continue;
    std::vector<std::string> here;
    bool hash_differs = false;
    for (std::size_t c = 0; c < a.columns.size(); ++c) {
      const std::size_t other = b.column(a.columns[c]);
      if (is_label(a.columns[c]) || other == b.columns.size() || !differ(a.columns[c], x[c], y[other], x))
        continue;
      if (a.columns[c] == "state_hash")
        hash_differs = true;
      else
        here.push_back(a.columns[c] + ": " + x[c] + " and " + y[other] +
                       text(", %.2g apart", std::abs(number(x[c]) - number(y[other]))));
    }
    if (hash_differs && here.empty())
      here.push_back("only the state hash differs, and no quantity of this table");
    if (here.empty()) {
      if (found.same) found.same_until = t;
      continue;
    }
    found.same = false, found.parts_at = t;
    for (std::string& line : here)
      found.lines.push_back((object_a < x.size()
                                 ? "object " + x[object_a] + (name < x.size() ? " (" + x[name] + "), " : ", ")
                                 : "") +
                            line);
  }
  // another object of the same time
  if (!found.same && same_time(found.same_until, found.parts_at)) found.same_until = -1;
  return found;
}

} // namespace ibsim
