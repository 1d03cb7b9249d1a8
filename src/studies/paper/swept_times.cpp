// `ibsim reproduce swept/heat`, `swept/ks`, `swept/euler`: microseconds a step against the number of points,
// every scheme, beside what the authors of the swept rule measured on a Tesla K40c
// (data/swept/swept_k40c.csv).
#include "base/text.hpp"
#include "bench/line_times.hpp"
#include "paper/experiments.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

using line::EquationKind;
using line::Scheme;

/// Name of the experiment, with _ for /.
std::string table_name(EquationKind equation) {
  return equation == EquationKind::heat    ? "swept_heat"
         : equation == EquationKind::euler ? "swept_euler"
                                           : "swept_ks";
}

std::string experiment_name(EquationKind equation) {
  std::string name = table_name(equation);
  name[name.find('_')] = '/';
  return name;
}

template <class B>
Table measure(const ExperimentSettings& s, EquationKind equation) {
  const Stream<B> stream;
  const std::string& name = line::equation_names()[static_cast<std::size_t>(equation)];
  const Table paper = paper_table("swept_k40c");
  Table table{table_name(equation),
              "",
              {"log2 points", "classic (us)", "graph (us)", "barrier (us)", "swept (us)", "halo (us)",
               "K40c classic (us)", "K40c swept (us)"},
              {}};
  std::vector<int> sizes{11, 14, 17, 20};
  if (s.steps > 0) sizes.resize(2); // a quick look
  for (const int size : sizes) {
    s.stop_if_asked();
    s.report(name + text(", 2^%d points", size));
    std::vector<TableValue> row{double(size)};
    for (const Scheme scheme :
         {Scheme::launches, Scheme::graph, Scheme::barrier, Scheme::swept, Scheme::halo}) {
      const double seconds =
          line_step_time(stream, swept_case(equation, size), scheme, 0, s.steps > 0 ? 1e-3 : 0.2);
      row.push_back(std::isfinite(seconds) ? TableValue(1e6 * seconds) : TableValue(std::string()));
    }
    const std::ptrdiff_t at = paper.find({{"equation", name}, {"log2 points", double(size)}});
    for (const char* column : {"classic (us)", "swept (us)"})
      row.push_back(at < 0 ? TableValue(std::string())
                           : TableValue(paper.number(static_cast<std::size_t>(at), column)));
    table.add(row);
  }
  return table;
}

ExperimentResult swept(const ExperimentSettings& s, EquationKind equation) {
#if defined(IBSIM_WITH_CUDA)
  const auto anew = [&] { return s.cuda ? measure<Cuda>(s, equation) : measure<Cpu>(s, equation); };
#else
  const auto anew = [&] { return measure<Cpu>(s, equation); };
#endif
  ExperimentResult result{{measured(s, table_name(equation), anew)}, {}, {}};
  Table& table = result.tables[0];
  table.title = "Microseconds a time step, double precision, on " +
                std::string(s.cuda ? "the GPU" : "the CPU") + "; K40c: as published";
  std::vector<Evidence> findings;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double ours = table.number(row, "classic (us)") / table.number(row, "swept (us)");
    const double theirs = table.number(row, "K40c classic (us)") / table.number(row, "K40c swept (us)");
    findings.push_back(
        {text("2^%.0f", table.number(row, "log2 points")), (ours > 1) == (theirs > 1), text("x%.2f", ours)});
  }
  result.claims = judge(experiment_name(equation), s, findings);
  result.notes = {"Plain stepping is one kernel a tier, as the authors' classic scheme; graph and barrier "
                  "are plain stepping without most of "
                  "what separates its kernels.",
                  "All columns compute the same bits."};
  return result;
}

} // namespace

ExperimentResult swept_heat(const ExperimentSettings& s) { return swept(s, EquationKind::heat); }
ExperimentResult swept_kuramoto_sivashinsky(const ExperimentSettings& s) {
  return swept(s, EquationKind::kuramoto_sivashinsky);
}
ExperimentResult swept_euler(const ExperimentSettings& s) { return swept(s, EquationKind::euler); }

} // namespace ibsim
