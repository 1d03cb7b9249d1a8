#include "flow_run/passages.hpp"

#include "diagnostics/cell_shape.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "model/flow_model.hpp"
#include "objects/population.hpp"
#include "walls/stations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace ibsim {
namespace {

struct Row {
  real time = 0;
  Real3 centre;
  Measures measures{};
  int inlet = -1; ///< through which it came then; -1: none
};

/// An object as far as it has been followed.
struct Followed {
  std::optional<Row> row;
  std::optional<Passage> last;
  Real3 velocity;                  ///< between the last two rows, um/us
  std::optional<std::size_t> came; ///< its passage as it came, whose velocity is not known yet
};

class Passages {
 public:
  Passages(const FlowModel& model, const Population& population)
      : model_(model), stations_(stations_of(model)) {
    for (const Station& station : stations_) cells_.emplace_back(model, station);
    const auto came = [&](std::int64_t id, real time, const Real3& centre, int inlet) {
      came_[static_cast<std::size_t>(id)] = {time, centre, {}, inlet};
    };
    for (const std::vector<Resident>& kind : population.kinds)
      for (const Resident& one : kind)
        if (one.is_there()) came(one.id, one.since, one.centre, one.from);
    for (const Departure& one : population.departures) came(one.id, one.since, one.came_at, one.from);
  }

  void add(const CsvTable& table) {
    std::array<std::size_t, std::tuple_size_v<Measures>> measures{};
    const std::size_t time = table.column("time (us)"), object = table.column("object"),
                      name = table.column("name"), x = table.column("centre x (um)");
    for (std::size_t i = 0; i < measures.size(); ++i) measures[i] = table.column(measure_titles[i]);
    for (const std::vector<std::string>& cells : table.rows) {
      const auto number = [&](std::size_t column) { return std::strtod(cells[column].c_str(), nullptr); };
      Row row{number(time), {number(x), number(x + 1), number(x + 2)}, {}};
      for (std::size_t i = 0; i < measures.size(); ++i) row.measures[i] = number(measures[i]);
      follow(static_cast<std::size_t>(number(object)), cells[name], row);
    }
  }
  void add(const Departure& one) {
    const std::size_t object = static_cast<std::size_t>(one.id);
    const std::string& name = model_.objects[one.kind].name;
    follow(object, name, {one.until, one.surface.centre, measures_of(one)});
    if (one.through >= 0) leave_through(object, name, one);
  }
  std::vector<Passage> in_order_of_time() && {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Passage& a, const Passage& b) { return a.time < b.time; });
    return std::move(found_);
  }

 private:
  void follow(std::size_t object, const std::string& name, const Row& now) {
    Followed& of = objects_[object];
    if (const auto came = came_.find(object); !of.row && came != came_.end()) {
      if (came->second.time < now.time)
        of.row = came->second, of.row->measures = now.measures; // of what it was like then nothing is known
      if (came->second.inlet >= 0 && came->second.time > 0) come_through(of, object, name, came->second, now);
    }
    if (of.came && of.row && now.time > of.row->time) {
      Passage& passage = found_[*of.came];
      const int d = stations_[passage.station].axis;
      passage.velocity = (now.centre[d] - of.row->centre[d]) / (now.time - of.row->time);
      of.came.reset();
    }
    if (of.row) {
      std::vector<Passage> between;
      for (std::size_t s = 0; s < stations_.size(); ++s)
        pass(*of.row, now, s, [&](real part) {
          const Row& before = *of.row;
          if (!cells_[s].has(before.centre + part * (now.centre - before.centre))) return;
          const int d = stations_[s].axis;
          Passage& passage = between.emplace_back();
          passage.time = before.time + part * (now.time - before.time);
          passage.velocity = (now.centre[d] - before.centre[d]) / (now.time - before.time);
          passage.way = passage.velocity > 0 ? 1 : -1;
          passage.object = object, passage.station = s, passage.name = name;
          for (std::size_t i = 0; i < passage.measures.size(); ++i)
            passage.measures[i] = (1 - part) * before.measures[i] + part * now.measures[i];
        });
      std::stable_sort(between.begin(), between.end(),
                       [](const Passage& a, const Passage& b) { return a.time < b.time; });
      for (const Passage& passage : between) record(of, passage);
    }
    if (of.row && now.time > of.row->time)
      of.velocity = (1 / (now.time - of.row->time)) * (now.centre - of.row->centre);
    of.row = now;
  }
  /// Adds the next passage of an object.
  void record(Followed& of, Passage passage) {
    if (of.last)
      passage.from = stations_[of.last->station].name, passage.transit = passage.time - of.last->time;
    of.last = passage;
    found_.push_back(std::move(passage));
  }
  /// Passage of the mouth of an opening, into the vessel; none without an opening of this name.
  std::optional<Passage> through_mouth(const std::string& opening, std::size_t object,
                                       const std::string& name) const {
    for (std::size_t s = 0; s < stations_.size(); ++s) {
      if (!stations_[s].is_opening || stations_[s].name != opening) continue;
      Passage passage;
      passage.way = stations_[s].way, passage.object = object, passage.station = s, passage.name = name;
      return passage;
    }
    return {};
  }
  /// An object that came through an opening during the run has passed its mouth. Its inlet has the name of
  /// the opening.
  void come_through(Followed& of, std::size_t object, const std::string& name, const Row& came,
                    const Row& now) {
    auto passage = through_mouth(model_.inlets[static_cast<std::size_t>(came.inlet)].name, object, name);
    if (!passage) return;
    of.came = found_.size();
    passage->time = came.time, passage->measures = now.measures;
    record(of, *passage);
  }
  /// An object that left through an opening has passed its mouth, also where its outlet begins before the
  /// mouth. The outlet has the name of the opening.
  void leave_through(std::size_t object, const std::string& name, const Departure& one) {
    auto passage = through_mouth(model_.outlets[static_cast<std::size_t>(one.through)].name, object, name);
    if (!passage) return;
    Followed& of = objects_[object];
    passage->way = -passage->way;
    if (of.last && of.last->station == passage->station && of.last->way == passage->way) return; // it did
    passage->time = one.until, passage->measures = measures_of(one);
    passage->velocity = of.velocity[stations_[passage->station].axis];
    record(of, *passage);
  }
  /// f(part of the way) for each image of the plane that lies between two places.
  template <class F>
  void pass(const Row& before, const Row& now, std::size_t s, F f) const {
    const Station& station = stations_[s];
    const real length = model_.grid.lengths()[station.axis],
               from = (before.centre[station.axis] - station.at) / length,
               to = (now.centre[station.axis] - station.at) / length;
    if (!(now.time > before.time) || !std::isfinite(from) || !std::isfinite(to)) return;
    const real low = std::min(from, to), high = std::max(from, to);
    for (real image = std::floor(low) + 1; image <= high; ++image) f((image - from) / (to - from));
  }

  const FlowModel& model_;
  const std::vector<Station> stations_;
  std::vector<StationCells> cells_;
  std::map<std::size_t, Row> came_; ///< of each id: when and where it came
  std::map<std::size_t, Followed> objects_;
  std::vector<Passage> found_;
};

} // namespace

Measures measures_of(const Departure& one) {
  const CellShape shape = cell_shape(one.surface);
  return {one.surface.area,         one.surface.volume,     shape.length,  shape.width,
          shape.taylor_deformation, shape.elongation_index, one.extents.x, one.extents.y};
}

std::vector<Passage> find_passages(const std::filesystem::path& cells_csv, const FlowModel& model,
                                   const Population& population) {
  if (!is_file(cells_csv) || stations_of(model).empty()) return {};
  Passages passages(model, population);
  read_run_csv_in_parts(cells_csv, [&](const CsvTable& part) { passages.add(part); });
  for (const Departure& one : population.departures) passages.add(one);
  return std::move(passages).in_order_of_time();
}

void write_passages(const std::filesystem::path& folder, const FlowModel& model,
                    const std::vector<Passage>& passages) {
  const RunFiles files = run_files(folder);
  const std::vector<Station> stations = stations_of(model);
  if (stations.empty() || !is_file(files.cells_csv)) return;
  std::vector<std::string> titles{"time (us)", "object",           "name", "plane", "velocity (um/us)",
                                  "from",      "transit time (us)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  std::vector<std::vector<CsvValue>> rows;
  for (const Passage& p : passages) {
    std::vector<CsvValue> row{
        p.time, static_cast<double>(p.object), p.name, stations[p.station].name, p.velocity, p.from};
    row.push_back(p.transit ? CsvValue(*p.transit) : CsvValue(std::string()));
    for (const real value : p.measures) row.push_back(value);
    rows.push_back(std::move(row));
  }
  replace_table(files.passages_csv, titles, rows);
}

} // namespace ibsim
