#include "commands/sweep_options.hpp"

#include "commands/command_line.hpp"

#include <CLI/CLI.hpp>

namespace ibsim {

void add_sweep_options(CLI::App& app, CommandLine& line) {
  app.add_option("SCENARIO", line.file, "YAML file of the scenario")->required();
  app.add_option("--set", line.overrides,
                 "Values of a key: a list, \"2.5,5,10 uN/m\"; a range, \"0:100:5 1/s\", with equal ratios "
                 "\"50:1000:8log 1/s\"; or one value for all points. Repeated options give all combinations")
      ->type_name("KEY=VALUES")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--together", line.sweep.together,
                 "Values of a key that vary together with the other --together keys, value by value; all "
                 "have the same number (repeatable)")
      ->type_name("KEY=VALUES")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--check", line.sweep.check, "Predict the cost of each point and of all, without a run");
  app.add_option(
         "-o,--output", line.output,
         "Folder of the sweep, with a folder for each point (default: the scenario's folder with _sweep)")
      ->type_name("DIR")
      ->check([](const std::string& folder) { return folder.empty() ? "is empty" : std::string(); });
  app.add_option("--jobs", line.sweep.jobs,
                 "Number of runs at a time (default: one for each core; on a GPU the number that is fastest "
                 "and fits, at most 16)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  app.add_flag("--retry", line.sweep.retry, "Repeat points that diverged or failed");
  app.add_option_function<std::size_t>(
         "--point", [&line](std::size_t point) { line.sweep.point = point; },
         "Run this point alone, numbered from 0, as in an array job")
      ->type_name("N");
  app.add_flag("--slurm", line.sweep.slurm,
               "Print an array job for Slurm instead; its tasks resume by themselves");
}

void add_compare_options(CLI::App& app, CommandLine& line) {
  app.add_option("RUNS", line.compare.runs, "Folders of runs or of sweeps")->required();
  app.add_option("--y", line.compare.y, "A column of a table, as in taylor_deformation")->required();
  app.add_option("--x", line.compare.x, "Column instead of the time; strain is the strain of the flow");
  app.add_option("--mean", line.compare.mean,
                 "Mean over a window of x, as in \"20 ms:60 ms\", or 10:40 with --x strain. It is printed "
                 "for each run, and drawn over the swept key")
      ->type_name("FROM:TO");
  app.add_flag("--degrees", line.compare.degrees, "Angles in degrees");
  app.add_option("--data", line.compare.data,
                 "Table of an experiment, drawn as points. Its columns have the names of the picture's "
                 "columns, or are two, x and y (repeatable)")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--object", line.compare.object, "Number of the object (default: the mean of all)")
      ->type_name("N")
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("-o,--out,--output", line.compare.picture,
                 "File of the picture: .png, .svg or .pdf (default: compare.png)")
      ->type_name("FILE");
}

void add_converge_options(CLI::App& app, CommandLine& line) {
  app.add_option("SCENARIO", line.file, "YAML file of the scenario")->required();
  app.add_option("--of", line.converge.of, "A column of a table, as in inclination")
      ->type_name("COLUMN")
      ->required();
  app.add_option("--factor", line.converge.factor,
                 "Factor by which the grid, the step and the distance of sites become finer (default: 2)")
      ->type_name("X")
      ->check(CLI::Range(1.1, 8.0));
  app.add_option(
         "-o,--output", line.output,
         "Folder of the runs (default: the scenario's folder with _converge); finished runs are not repeated")
      ->type_name("DIR");
  app.add_option("--jobs", line.sweep.jobs, "Number of runs at a time (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
}

void add_motion_options(CLI::App& app, CommandLine& line) {
  app.add_option("FOLDER", line.file, "Folder of a run or of a sweep")->required();
  app.add_option("-o,--output", line.output, "File of the table, as CSV")->type_name("FILE");
}

} // namespace ibsim
