#include "files/compare_series.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
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
  if (const auto change = largest.find("volume_change"); change != largest.end())
    change->second = std::max(change->second, 1.0); // of the volume itself
  return largest;
}

/// Two directions of an axis, rad: the same if they differ by half turns.
double angle_between(double x, double y) { return std::abs(std::sin(x - y)); }

bool depends_on_the_step(const std::string& column) { return column == "step" || column == "CFL"; }

/// The rows of one time.
struct Rows {
  std::size_t begin = 0, end = 0;
  double time = 0;
};

/// @throws InputError
std::vector<Rows> rows_by_time(const CsvTable& table) {
  const std::size_t column = table.column("time (us)");
  if (column == table.columns.size()) throw InputError(table.file + ": has no column \"time (us)\"");
  std::vector<Rows> all;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::string& cell = table.rows[r][column];
    char* end = nullptr;
    const double time = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end != '\0' || !std::isfinite(time))
      throw InputError(table.file + ":" + std::to_string(r + 2) + ": the time \"" + cell.substr(0, 40) +
                       "\" is no number");
    if (!all.empty() && time < all.back().time)
      throw InputError(table.file + ":" + std::to_string(r + 2) +
                       ": is of an earlier time than the line before it");
    if (all.empty() || time != all.back().time) all.push_back({r, r, time});
    all.back().end = r + 1;
  }
  return all;
}

/// Compares the cells of two rows.
class Cells {
 public:
  Cells(const CsvTable& a, const CsvTable& b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance), deformation_(a.column("taylor_deformation")),
        largest_(tolerance > 0 ? scales(a, b) : std::map<std::string, double>{}) {}

  std::vector<std::string> differences(const std::vector<std::string>& x,
                                       const std::vector<std::string>& y) const {
    std::vector<std::string> lines;
    bool hash_differs = false;
    for (std::size_t c = 0; c < a_.columns.size(); ++c) {
      const std::string& column = a_.columns[c];
      const std::size_t other = b_.column(column);
      if (other == b_.columns.size() || !differ(column, x[c], y[other], x)) continue;
      if (column == "state_hash")
        hash_differs = true;
      else
        lines.push_back(column + ": " + x[c] + " and " + y[other] +
                        (std::isfinite(number(x[c]) - number(y[other])) && number(x[c]) != number(y[other])
                             ? text(", %.2g apart", std::abs(number(x[c]) - number(y[other])))
                             : ""));
    }
    if (hash_differs && lines.empty())
      lines.push_back("only the state hash differs, and no quantity of this table");
    return lines;
  }

 private:
  bool differ(const std::string& column, const std::string& x, const std::string& y,
              const std::vector<std::string>& row) const {
    if (x == y) return false;
    if (tolerance_ == 0) return true;
    if (column == "name") return true;
    if (column == "time (us)" || column == "object") return false; // by which the rows were found
    if (column == "state_hash" || vanishes_but_for_rounding(column) || depends_on_the_step(column))
      return false;
    // of a shape that is nearly a circle it is known only as well as the shape differs from one
    if (column == "inclination (rad)")
      return !(angle_between(number(x), number(y)) *
                   (deformation_ < row.size() ? number(row[deformation_]) : 1) <=
               tolerance_);
    const auto scale = largest_.find(scale_of(column));
    return !(std::abs(number(x) - number(y)) <= tolerance_ * (scale == largest_.end() ? 0 : scale->second));
  }
  const CsvTable &a_, &b_;
  double tolerance_;
  std::size_t deformation_;
  std::map<std::string, double> largest_;
};

} // namespace

bool same_time(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

SeriesComparison compare_series(const CsvTable& a, const CsvTable& b, double tolerance) {
  const std::vector<Rows> rows_a = rows_by_time(a), rows_b = rows_by_time(b);
  const std::size_t object_a = a.column("object"), object_b = b.column("object"), name = a.column("name");
  const auto object = [](const std::vector<std::string>& row, std::size_t column) {
    const double value = column < row.size() ? number(row[column]) : 0.0;
    return std::isfinite(value) ? value : std::nan("");
  };
  const Cells cells(a, b, tolerance);

  // of one time: rows by their objects, each of which both must have
  const auto differences = [&](const Rows& x, const Rows& y, std::size_t& common) {
    std::vector<std::string> lines;
    for (std::size_t i = x.begin, j = y.begin; i < x.end || j < y.end;) {
      const double in_a = i < x.end ? object(a.rows[i], object_a) : std::numeric_limits<double>::infinity();
      const double in_b = j < y.end ? object(b.rows[j], object_b) : std::numeric_limits<double>::infinity();
      if (in_a == in_b) {
        const auto& row = a.rows[i];
        const std::string of =
            object_a < row.size()
                ? "object " + row[object_a] + (name < row.size() ? " (" + row[name] + "), " : ", ")
                : "";
        for (const std::string& line : cells.differences(row, b.rows[j])) lines.push_back(of + line);
        ++common, ++i, ++j;
      } else if (in_a < in_b || std::isnan(in_b)) {
        lines.push_back(text("object %g has a row in the first run alone", in_a)), i += i < x.end;
        if (std::isnan(in_b)) ++j;
      } else {
        lines.push_back(text("object %g has a row in the second run alone", in_b)), j += j < y.end;
        if (std::isnan(in_a)) ++i;
      }
    }
    return lines;
  };

  SeriesComparison found;
  for (const std::string& column : a.columns)
    if (tolerance == 0 && b.column(column) == b.columns.size())
      found.lines.push_back("only the first run has the column " + column);
  for (const std::string& column : b.columns)
    if (tolerance == 0 && a.column(column) == a.columns.size())
      found.lines.push_back("only the second run has the column " + column);
  for (std::size_t i = 0, j = 0; i < rows_a.size() || j < rows_b.size();) {
    if (i == rows_a.size() || j == rows_b.size() || !same_time(rows_a[i].time, rows_b[j].time)) {
      const bool first = j == rows_b.size() || (i < rows_a.size() && rows_a[i].time < rows_b[j].time);
      const Rows& alone = first ? rows_a[i++] : rows_b[j++];
      found.alone += alone.end - alone.begin;
      continue;
    }
    const double t = rows_a[i].time;
    if (found.common == 0) found.first = t;
    found.last = t;
    const std::vector<std::string> here = differences(rows_a[i++], rows_b[j++], found.common);
    if (!found.same) continue; // only the count of what is common is still of interest
    found.lines.insert(found.lines.end(), here.begin(), here.end());
    found.same = found.lines.empty();
    (found.same ? found.same_until : found.parts_at) = t;
  }
  return found;
}

} // namespace ibsim
