#include "flow_run/passages.hpp"

#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "simulation/flow_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

namespace ibsim {
namespace {

/// Columns that are interpolated to a passage.
const std::array<const char*, 6> shape_titles{"length (um)",      "width (um)",    "taylor_deformation",
                                              "elongation_index", "extent x (um)", "extent y (um)"};

struct Row {
  real time = 0;
  Real3 centre;
  std::array<real, shape_titles.size()> shape{};
};

struct Passage {
  real time = 0, velocity = 0;
  std::size_t object = 0, plane = 0;
  std::string name, from; ///< the plane that it passed before
  std::optional<real> transit;
  std::array<real, shape_titles.size()> shape{};
};

/// An object as far as it has been followed.
struct Followed {
  std::optional<Row> row;
  std::optional<Passage> last;
};

class Passages {
 public:
  explicit Passages(const FlowModel& model) : model_(model) {}

  void add(const CsvTable& table) {
    std::array<std::size_t, shape_titles.size()> shape{};
    const std::size_t time = table.column("time (us)"), object = table.column("object"),
                      name = table.column("name"), x = table.column("centre x (um)");
    for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = table.column(shape_titles[i]);
    for (const std::vector<std::string>& cells : table.rows) {
      const auto number = [&](std::size_t column) { return std::strtod(cells[column].c_str(), nullptr); };
      Row row{number(time), {number(x), number(x + 1), number(x + 2)}, {}};
      for (std::size_t i = 0; i < shape.size(); ++i) row.shape[i] = number(shape[i]);
      follow(static_cast<std::size_t>(number(object)), cells[name], row);
    }
  }
  std::vector<Passage> in_order_of_time() && {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Passage& a, const Passage& b) { return a.time < b.time; });
    return std::move(found_);
  }

 private:
  void follow(std::size_t object, const std::string& name, const Row& now) {
    Followed& of = objects_[object];
    if (of.row) {
      std::vector<Passage> between;
      for (std::size_t p = 0; p < model_.planes.size(); ++p)
        pass(*of.row, now, p, [&](real part) {
          const int d = model_.planes[p].axis;
          Passage passage{of.row->time + part * (now.time - of.row->time),
                          (now.centre[d] - of.row->centre[d]) / (now.time - of.row->time),
                          object,
                          p,
                          name,
                          "",
                          {},
                          {}};
          for (std::size_t i = 0; i < passage.shape.size(); ++i)
            passage.shape[i] = (1 - part) * of.row->shape[i] + part * now.shape[i];
          between.push_back(passage);
        });
      std::stable_sort(between.begin(), between.end(),
                       [](const Passage& a, const Passage& b) { return a.time < b.time; });
      for (Passage& passage : between) {
        if (of.last)
          passage.from = model_.planes[of.last->plane].name, passage.transit = passage.time - of.last->time;
        of.last = passage;
        found_.push_back(passage);
      }
    }
    of.row = now;
  }
  /// f(part of the way) for each image of the plane that lies between two places.
  template <class F>
  void pass(const Row& before, const Row& now, std::size_t p, F f) const {
    const FlowPlane& plane = model_.planes[p];
    const real length = model_.grid.lengths()[plane.axis],
               from = (before.centre[plane.axis] - plane.at) / length,
               to = (now.centre[plane.axis] - plane.at) / length;
    if (!(now.time > before.time) || !std::isfinite(from) || !std::isfinite(to)) return;
    const real low = std::min(from, to), high = std::max(from, to);
    for (real image = std::floor(low) + 1; image <= high; ++image) f((image - from) / (to - from));
  }

  const FlowModel& model_;
  std::map<std::size_t, Followed> objects_;
  std::vector<Passage> found_;
};

} // namespace

void write_passages(const std::filesystem::path& folder, const FlowModel& model) {
  const RunFiles files = run_files(folder);
  if (model.planes.empty() || !is_file(files.cells_csv)) return;
  Passages passages(model);
  read_run_csv_in_parts(files.cells_csv, [&](const CsvTable& part) { passages.add(part); });
  std::vector<std::string> titles{"time (us)", "object",           "name", "plane", "velocity (um/us)",
                                  "from",      "transit time (us)"};
  titles.insert(titles.end(), shape_titles.begin(), shape_titles.end());
  std::vector<std::vector<CsvValue>> rows;
  for (const Passage& p : std::move(passages).in_order_of_time()) {
    std::vector<CsvValue> row{
        p.time, static_cast<double>(p.object), p.name, model.planes[p.plane].name, p.velocity, p.from};
    row.push_back(p.transit ? CsvValue(*p.transit) : CsvValue(std::string()));
    for (const real value : p.shape) row.push_back(value);
    rows.push_back(std::move(row));
  }
  replace_table(files.passages_csv, titles, rows);
}

} // namespace ibsim
