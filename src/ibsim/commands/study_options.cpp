#include "commands/study_options.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/units.hpp"
#include "bench/bench.hpp"
#include "commands/command_line.hpp"
#include "commands/device_options.hpp"
#include "paper/experiment.hpp"
#include "validation/validation.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace ibsim {

void add_reproduce_options(CLI::App& app, CommandLine& line) {
  std::vector<std::string> names{"all"};
  std::string others;
  for (const Experiment& experiment : experiments()) {
    names.push_back(experiment.name);
    if (experiment.name.find('/') != std::string::npos) others += ", " + experiment.name;
  }
  app.add_option("EXPERIMENT", line.experiments,
                 "One or more of the paper's table1 .. table5, figure3 .. figure5 and laplace, or all" +
                     others)
      ->required()
      ->check([names](const std::string& name) {
        return experiments_called(name).empty() ? "unknown experiment " + name + did_you_mean(name, names)
                                                : std::string();
      });
  add_device_options(app, line);
  app.add_option("--steps", line.steps,
                 "Largest number of steps of a measurement, for a quick look (default: as in the paper)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  app.add_option("-o,--out,--output", line.output,
                 "Folder of the results of one program and device (default: results)")
      ->type_name("DIR");
  app.add_flag(
      "--coarse", line.coarse,
      "Convergence study without its finest grid, h = 1/8 um; hearts with an eighth of the tetrahedra");
  app.add_option_function<std::string>(
         "--kernel", [&line](const std::string& name) { line.kernel = *delta_kernel_from(name); },
         "Delta kernel of the convergence study (default: cosine)")
      ->type_name("NAME")
      ->check(CLI::IsMember(delta_kernel_names()));
  app.add_flag("--rbf-quadrature", line.rbf_quadrature,
               "Quadrature weights of the convergence study as in the paper (up to 4000 sample sites)");
  app.add_flag("--force", line.force,
               "Measure again, and remove the results of another program from the folder");
}

void add_validate_options(CLI::App& app, CommandLine& line) {
  std::vector<std::string> names;
  for (const ValidationCase& one : validation_cases()) names.push_back(one.name);
  app.add_option("CASE", line.cases, "Cases to run (default: all); --list names them")
      ->check([names](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end()
                   ? std::string()
                   : "unknown case " + name + did_you_mean(name, names);
      });
  app.add_flag("--list", line.list, "Name all cases, with their sources and times");
  app.add_flag("--quick", line.quick,
               "Coarser cases, for minutes on two cores; cases without a quick form are left out");
  app.add_flag("--convergence", line.convergence,
               "Repeat cases with numbers outside their bands, with 2/3 of h, 3/2 of the data sites and half "
               "of the step; about ten times as long");
  app.add_option(
         "--at", line.at,
         "Values of the quantity that the case varies, instead of the published ones, as in --at 0.05,0.2")
      ->type_name("VALUES")
      ->delimiter(',')
      ->check([](const std::string& text) {
        try {
          parse_number(text);
          return std::string();
        } catch (const InputError& e) {
          return std::string(e.what());
        }
      });
  app.add_option("--precision", line.precision,
                 "device.precision of the runs: double, mixed or single (default: double). Cases that "
                 "cannot run in it are left out")
      ->type_name("NAME")
      ->check(CLI::IsMember({"double", "mixed", "single"}));
  add_device_options(app, line);
  app.add_option("-o,--out,--output", line.output,
                 "Folder of the results (default: validation, or validation_single and _mixed)")
      ->type_name("DIR");
}

void add_bench_options(CLI::App& app, CommandLine& line) {
  std::vector<std::string> names;
  std::string help;
  for (const Benchmark& benchmark : benchmarks()) {
    names.push_back(benchmark.name);
    help += benchmark.name + ": " + benchmark.what + ". ";
  }
  names.push_back("prediction");
  help += "prediction: the times that `ibsim check` predicts, against measured ones. ";
  names.push_back("all");
  app.add_option("WHAT", line.bench, help + "all: each of these")->required()->check(CLI::IsMember(names));
  add_device_options(app, line);
  add_ranks_options(app, line);
  app.add_flag("--quick", line.quick, "Small sizes and few calls, as a test and not for comparisons");
}

} // namespace ibsim
