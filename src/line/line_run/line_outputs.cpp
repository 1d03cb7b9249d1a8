#include "line_run/line_outputs.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/content_hash.hpp"
#include "files/run_folder.hpp"
#include "line_files/read_line_scenario.hpp"
#include "line_run/line_application.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string time_column(const line::LineScenario& s) { return s.has_dimensions() ? "time (us)" : "time"; }

std::string shear_table(const line::VesselSpec& v) { return "wall_shear_" + v.name + ".csv"; }

struct TitledTable {
  std::string name;
  std::vector<std::string> columns;
};

/// The tables of a run: run.csv first; for vessels vessels.csv, then one of wall shear for each.
std::vector<TitledTable> tables_of(const line::LineScenario& s) {
  std::vector<std::string> columns{"step", time_column(s)};
  for (const std::string& column : line::series_columns(s)) columns.push_back(column);
  columns.push_back("state_hash");
  std::vector<TitledTable> tables{{"run.csv", columns}};
  if (s.equation == line::EquationKind::pulse) {
    tables.push_back({"vessels.csv",
                      {"time (us)", "object", "name", "pressure (kPa)", "flow (um^3/us)", "area (um^2)",
                       "velocity (um/us)", "wall shear rate (1/us)", "pressure at the inlet (kPa)",
                       "pressure at the outlet (kPa)"}});
    for (const line::VesselSpec& v : s.network.vessels)
      tables.push_back({shear_table(v), {"time (us)", "wall shear rate (1/us)"}});
  }
  return tables;
}

} // namespace

std::uint64_t steps_in_all(const line::LineScenario& s) {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(s.time.end / s.time.step - 1e-9)));
}
std::uint64_t steps_between(const line::LineScenario& s, real interval) {
  return interval > 0 ? static_cast<std::uint64_t>(std::max(1.0, std::round(interval / s.time.step))) : 0;
}
std::uint64_t line_state_hash(std::uint64_t step, const std::vector<real>& values) {
  ContentHash hash;
  hash.add(&step, sizeof step);
  hash.add(values.data(), values.size() * sizeof(real));
  return hash.value();
}

LineOutputs::LineOutputs(const line::LineScenario& s, const line::LineSetUp& set,
                         const std::optional<Checkpoint>& from)
    : s_(s), set_(set), last_(steps_in_all(s)), series_every_(steps_between(s, s.output.series_every)),
      frames_every_(steps_between(s, s.output.frames_every)),
      checkpoint_every_(steps_between(s, s.output.checkpoint_every)), from_(from) {
  const std::vector<TitledTable> tables = tables_of(s);
  if (from) // look at all before the first is cut
    for (const auto& [name, names] : tables) {
      const OutputMark mark = from->output(name);
      require_table(fs::path(s.output.folder) / name, names, {mark.bytes, mark.hash});
    }
  series_.emplace(open(tables[0].name, tables[0].columns));
  if (tables.size() > 1) vessels_.emplace(open(tables[1].name, tables[1].columns));
  for (std::size_t i = 2; i < tables.size(); ++i) shear_.push_back(open(tables[i].name, tables[i].columns));
  if (s.output.frames) {
    if (from) frames_mark_ = from->output(line_series);
    frames_.emplace(s.output.folder, s, set, frames_mark_.frames);
  }
}

FoundOutputs require_line_outputs(const line::LineScenario& s, const line::LineSetUp& set,
                                  const Checkpoint& checkpoint) {
  const fs::path folder = s.output.folder;
  FoundOutputs found;
  for (const TitledTable& table : tables_of(s))
    look_at_table(folder / table.name, table.columns, checkpoint.output(table.name), found);
  const OutputMark mark = checkpoint.output(line_series);
  look_at_frames(folder, line_series, mark,
                 state_hashes(run_files(folder).run_csv, checkpoint.output("run.csv")), found);
  require_line_tables(folder, s, set, mark.frames);
  return found;
}

LineOutputs::Table LineOutputs::open(const std::string& name, const std::vector<std::string>& columns) const {
  const fs::path path = fs::path(s_.output.folder) / name;
  if (from_) {
    const OutputMark mark = from_->output(name);
    return {CsvFile::reopen(path, columns, {mark.bytes, mark.hash}), mark};
  }
  CsvFile file(path, columns);
  const TablePosition header = file.position();
  return {std::move(file), {OutputMark::never, 0, header.bytes, header.hash}};
}

void LineOutputs::mark(double time, bool rows, bool frames) {
  const auto at = [&](Table& table) {
    const TablePosition position = table.file.position();
    table.mark = {time, 0, position.bytes, position.hash};
  };
  if (rows) {
    at(*series_);
    if (vessels_) at(*vessels_);
    for (Table& table : shear_) at(table);
  }
  if (frames) frames_mark_ = {time, frames_->frames(), 0, 0};
}

std::uint64_t LineOutputs::next_after(std::uint64_t step) const {
  std::uint64_t next = last_;
  for (const std::uint64_t every :
       {series_every_, s_.output.frames ? frames_every_ : 0, s_.output.checkpoints ? checkpoint_every_ : 0})
    if (every) next = std::min(next, (step / every + 1) * every);
  return next;
}

void LineOutputs::write(line::LineSolver& solver) {
  const std::uint64_t step = solver.steps();
  const double time = static_cast<double>(step) * s_.time.step;
  const bool row = due(step, series_every_), frame = frames_ && due(step, frames_every_);
  if (row || frame) {
    const std::vector<real> values = solver.values();
    if (!std::all_of(values.begin(), values.end(), [](real v) { return std::isfinite(v); })) {
      if (good_.values.empty()) good_ = {0, set_.start};
      throw NumericalError(divergence_message(s_, set_, solver, good_, step));
    }
    good_ = {step, values};
    const std::uint64_t hash = line_state_hash(step, values);
    const auto fields = line::output_fields(s_, set_, values);
    if (row) {
      std::vector<CsvValue> cells{static_cast<double>(step), time};
      for (const real v : line::series_row(s_, set_, values)) cells.emplace_back(v);
      cells.emplace_back(text("%016llx", static_cast<unsigned long long>(hash)));
      series_->file.append(cells);
      if (vessels_) write_vessels(time, fields);
    }
    if (frame) {
      LineFrame f{time, hash, {}, {}, fields};
      for (const line::LineField& field : line::fields_of(s_.equation))
        f.names.push_back(field.name), f.units.push_back(field.units);
      frames_->write(f);
    }
  }
  mark(time, scheduled(step, series_every_), frame && scheduled(step, frames_every_));
  if (step > 0 && s_.output.checkpoints && due(step, checkpoint_every_)) write_checkpoint(solver);
}

/// Writes what is at the middle of each vessel, between two points.
void LineOutputs::write_vessels(double time, const std::vector<std::vector<real>>& fields) {
  for (std::size_t k = 0; k < set_.lines.segments.size(); ++k) {
    const line::Segment& segment = set_.lines.segments[k];
    const auto first = static_cast<std::size_t>(segment.first),
               last = first + static_cast<std::size_t>(segment.points) - 1;
    const std::size_t i = first + static_cast<std::size_t>(segment.points) / 2;
    const auto middle = [&](std::size_t f) { return (fields[f][i - 1] + fields[f][i]) / 2; };
    const real shear = line::wall_shear_rate(s_.network.profile, middle(2), middle(3));
    vessels_->file.append({time, static_cast<double>(k), s_.network.vessels[k].name, middle(0), middle(1),
                           middle(2), middle(3), shear, fields[0][first], fields[0][last]});
    shear_[k].file.append({time, shear});
  }
}

void LineOutputs::write_checkpoint(const line::LineSolver& solver) {
  Checkpoint checkpoint;
  checkpoint.step = solver.steps(), checkpoint.time = static_cast<double>(solver.steps()) * s_.time.step;
  checkpoint.arrays = {{"values", solver.values()}};
  checkpoint.scenario = resolved_line_scenario(s_);
  if (from_) checkpoint.outputs = from_->outputs; // also of those that are not written now
  const auto mark = [&](const std::string& name, const OutputMark& m) { checkpoint.outputs[name] = m; };
  mark("run.csv", series_->mark);
  if (vessels_) mark("vessels.csv", vessels_->mark);
  for (std::size_t k = 0; k < shear_.size(); ++k) mark(shear_table(s_.network.vessels[k]), shear_[k].mark);
  if (frames_) mark(line_series, frames_mark_);
  settle(); // a checkpoint is never ahead of the files that a resume goes on with
  ibsim::write_checkpoint(s_.output.folder, std::move(checkpoint));
}

} // namespace ibsim
