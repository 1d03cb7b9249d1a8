// Measurements of a state, as columns of a table that carry their names, units and values.
//
// A new diagnostic of run.csv is a file like wall_diagnostics, with its columns beside the numbers that they
// show, and a line in run_diagnostics.cpp; one of an object is a line in object_columns.hpp.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ibsim {

using TableValue = std::variant<double, std::string>; ///< as files/csv.hpp writes them

/// A column of a table whose rows are made of an M: {"flow rate", "um^3/us", &WallDiagnostics::flow_rate}
template <class M>
struct Column {
  std::string name, unit; ///< no unit: empty
  std::function<TableValue(const M&)> value;

  std::string title() const { return unit.empty() ? name : name + " (" + unit + ")"; }
};

template <class M>
std::vector<std::string> titles_of(const std::vector<Column<M>>& columns) {
  std::vector<std::string> titles;
  for (const Column<M>& column : columns) titles.push_back(column.title());
  return titles;
}

template <class M>
void append_values(const std::vector<Column<M>>& columns, const M& measured, std::vector<TableValue>& row) {
  for (const Column<M>& column : columns) row.push_back(column.value(measured));
}

/// Columns of one measurement of a State, whatever it is a measurement of.
template <class State>
struct Diagnostic {
  std::vector<std::string> titles;
  std::function<void(State&, std::vector<TableValue>& row)> append;
};

/// @param measure M(State&) or const M&(State&)
template <class State, class M, class F>
Diagnostic<State> diagnostic(F measure, std::vector<Column<M>> columns) {
  std::vector<std::string> titles = titles_of(columns);
  return {std::move(titles), [measure = std::move(measure),
                              columns = std::move(columns)](State& state, std::vector<TableValue>& row) {
            append_values<M>(columns, measure(state), row);
          }};
}

} // namespace ibsim
