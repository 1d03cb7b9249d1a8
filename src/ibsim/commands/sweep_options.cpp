#include "commands/sweep_options.hpp"

#include "commands/command_line.hpp"

#include <CLI/CLI.hpp>

namespace ibsim {

void add_sweep_options(CLI::App& app, CommandLine& line) {
  app.add_option("SCENARIO", line.file, "YAML file that says what to simulate")->required();
  app.add_option("--set", line.overrides,
                 "Values of a key: a list, \"2.5,5,10 uN/m\"; a range, \"0:100:5 1/s\", with equal ratios "
                 "\"50:1000:8log 1/s\"; or one for all points (repeatable: all combinations)")
      ->type_name("KEY=VALUES")
      ->required()
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-o,--output", line.output,
                 "Folder of the sweep, with one for each point (default: the scenario's and _sweep)")
      ->type_name("DIR")
      ->check([](const std::string& folder) { return folder.empty() ? "is empty" : std::string(); });
  app.add_option("--jobs", line.sweep.jobs,
                 "Runs at a time (default: one a core; on a GPU as many as gain and fit, 16 at most)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  app.add_flag("--retry", line.sweep.retry, "Also points that diverged or failed");
  app.add_option_function<std::size_t>(
         "--point", [&line](std::size_t point) { line.sweep.point = point; },
         "This point alone, from 0: of an array job")
      ->type_name("N");
  app.add_flag("--slurm", line.sweep.slurm,
               "Print an array job for Slurm instead, whose tasks resume themselves");
}

void add_compare_options(CLI::App& app, CommandLine& line) {
  app.add_option("RUNS", line.compare.runs, "Folders of runs or of sweeps")->required();
  app.add_option("--y", line.compare.y, "A column of a table, as in taylor_deformation")->required();
  app.add_option("--x", line.compare.x, "Another than the time");
  app.add_option("--object", line.compare.object, "Number of the object (default: the mean of all)")
      ->type_name("N")
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("-o,--out,--output", line.compare.picture,
                 "The picture: .png, .svg or .pdf (default: compare.png)")
      ->type_name("FILE");
}

} // namespace ibsim
