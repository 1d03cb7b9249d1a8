#include "commands/command_line.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "commands/device_options.hpp"
#include "commands/render_options.hpp"
#include "commands/shell_pages.hpp"
#include "commands/study_options.hpp"
#include "commands/sweep_options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

namespace ibsim {
namespace {

const std::vector<std::string> commands{"run",   "resume",    "check",    "pack",   "info",     "diff",
                                        "sweep", "compare",   "converge", "motion", "geometry", "render",
                                        "view",  "reproduce", "validate", "bench",  "help",     "completion"};

constexpr const char* footer = R"(
  ibsim SCENARIO is short for ibsim run SCENARIO.
  ibsim help KEY explains a key of a scenario, ibsim help COMMAND a command, and ibsim help lists all keys.

Exit codes
  0    done
  1    diff: the runs differ
  2    wrong input or usage
  3    the machine: no device, no memory, a full disk, a library that failed
  4    the simulation diverged
  5    reproduce: a claim of the paper that should hold does not; validate: a number is outside its band
  130  interrupted (Ctrl-C)

The documents are in README.md and docs/.)";

/// The message of CLI11 as one that reads like ours: small letter, no stop.
std::string in_our_words(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '.' || text.back() == '\n')) text.pop_back();
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
    text[0] = static_cast<char>(std::tolower(text[0]));
  return text;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// What is left over after parsing is a misspelt option or one argument too many.
void refuse_leftovers(const CLI::App& app) {
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-')
      throw InputError("unknown option " + word +
                       did_you_mean(word.substr(0, word.find('=')), option_names(app)) + " (see ibsim " +
                       (app.get_name().empty() ? "" : app.get_name() + " ") + "--help)");
    throw InputError("one argument too many: " + word);
  }
}

/// A first word that is no command: a scenario if it looks like a file, else a misspelling.
bool looks_like_a_scenario(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("./\\") != std::string::npos || std::filesystem::exists(word, ignored);
}

std::string not_empty(const std::string& text) { return text.empty() ? "is empty" : ""; }

std::string positive_time(const std::string& text) {
  try {
    return parse_quantity(text, dimension::time) > 0 ? "" : "must be later than 0, got " + in_quotes(text);
  } catch (const InputError& e) {
    return e.what();
  }
}

void add_set_option(CLI::App& app, CommandLine& line) {
  app.add_option("--set", line.overrides,
                 "Change one value of the scenario, as in --set time.end=\"2 ms\" (repeatable)")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check([](const std::string& text) {
        const std::size_t equals = text.find('=');
        return equals == std::string::npos || equals == 0
                   ? "expected path.to.key=value, got " + shortened(text)
                   : std::string();
      });
}

/// @param output what --output is
void add_scenario_options(
    CLI::App& app, CommandLine& line,
    const std::string& output = "Folder of the results (default: the one of the scenario)") {
  app.add_option("SCENARIO", line.file, "YAML file of the scenario")->required();
  add_set_option(app, line);
  add_device_options(app, line);
  app.add_option("-o,--output", line.output, output)->type_name("PATH")->check(not_empty);
  app.add_flag("--overwrite", line.overwrite, "Replace the results in an existing output folder");
}

} // namespace

CommandLine read_command_line(int argc, const char* const* argv) {
  CommandLine line;
  std::vector<std::string> words(argv + 1, argv + argc);

  CLI::App app("ibsim: red blood cells in viscous flow by the immersed boundary method", "ibsim");
  app.footer(footer);
  app.set_help_flag("-h,--help", "Print this text");
  app.set_version_flag("--version", "", "Print versions, backends and the GPU");
  app.require_subcommand(0, 1); // what follows a command is its own: a folder may be called "check"
  CLI::App* run = app.add_subcommand("run", "Simulate a scenario");
  CLI::App* resume = app.add_subcommand("resume", "Continue an interrupted run from its newest checkpoint");
  CLI::App* check = app.add_subcommand("check", "Check a scenario and predict its cost, without running it");
  CLI::App* pack = app.add_subcommand(
      "pack", "Write a table of the places of a scenario's objects, packed if the scenario requires it");
  CLI::App* info = app.add_subcommand("info", "Describe a file or folder that ibsim wrote");
  CLI::App* diff = app.add_subcommand("diff", "Compare two runs, and report where they differ");
  CLI::App* sweep =
      app.add_subcommand("sweep", "Run a scenario with many values of some keys, several at a time");
  CLI::App* compare = app.add_subcommand("compare", "Draw a quantity of several runs together");
  CLI::App* converge = app.add_subcommand(
      "converge", "Measure how a quantity changes with a finer grid, a shorter step and more sites");
  CLI::App* motion = app.add_subcommand(
      "motion", "Report whether objects in shear tumble, tread, swing or roll, and how fast");
  CLI::App* geometry = app.add_subcommand(
      "geometry", "Report volume, throats and wall points of a mesh file or the vessel of a scenario");
  CLI::App* render = app.add_subcommand("render", "Draw the frames of a run, as pictures or a movie");
  CLI::App* view = app.add_subcommand("view", "Show a run in a window, also during the run");
  CLI::App* reproduce =
      app.add_subcommand("reproduce", "Reproduce tables and figures of the paper, and check their claims");
  CLI::App* validate =
      app.add_subcommand("validate", "Run published experiments and theories, and judge the results");
  CLI::App* bench = app.add_subcommand("bench", "Measure the speed of ibsim on this machine");
  add_scenario_options(*run, line);
  run->add_flag("--view", line.view, "Show the run in a window");
  add_ranks_options(*run, line);
  resume->add_option("FOLDER", line.file, "Output folder of the run")->required();
  resume
      ->add_option("--until", line.until,
                   "Stop at this time, as in \"2 ms\"; a time beyond the end of the scenario becomes its end")
      ->type_name("TIME")
      ->check(positive_time);
  resume
      ->add_option("--checkpoint", line.checkpoint,
                   "Continue from this checkpoint (default: the newest of the folder)")
      ->type_name("FILE")
      ->check(not_empty);
  resume
      ->add_option("-o,--output", line.output,
                   "Continue in this new folder, with new tables and frames; FOLDER stays as it is")
      ->type_name("DIR")
      ->check(not_empty);
  add_set_option(*resume, line);
  add_device_options(*resume, line);
  add_ranks_options(*resume, line);
  add_sweep_options(*sweep, line);
  add_device_options(*sweep, line);
  add_compare_options(*compare, line);
  add_converge_options(*converge, line);
  add_set_option(*converge, line);
  add_device_options(*converge, line);
  add_motion_options(*motion, line);
  add_geometry_options(*geometry, line);
  add_set_option(*geometry, line);
  for (CLI::App* command : {check, info, diff, validate, bench})
    command
        ->add_option("--json", line.json,
                     "Write the report to FILE as JSON; - writes it to standard output instead of the text")
        ->type_name("FILE")
        ->check(not_empty);
  for (CLI::App* command : {run, resume, check, sweep, converge, render, reproduce, validate, bench})
    command->add_flag("-q,--quiet", line.quiet, "No progress; errors and warnings remain");
  check->add_flag("-v,--verbose", line.verbose,
                  "All details: every limit of the step, sources of constants, memory and time by part");
  add_scenario_options(*check, line);
  add_ranks_options(*check, line);
  add_scenario_options(*pack, line, "Table of the places and turns (default: placements.csv)");
  add_picture_options(*render, line, true);
  add_picture_options(*view, line, false);
  add_reproduce_options(*reproduce, line);
  add_validate_options(*validate, line);
  add_bench_options(*bench, line);
  info->add_option("FILE", line.file,
                   "A .vtkhdf, .series, .xdmf, .h5, .csv or .yaml file, or the folder of a run")
      ->required();
  diff->add_option("RUN_A", line.file, "Output folder of a run")->required();
  diff->add_option("RUN_B", line.other, "Output folder of another run")->required();
  diff->add_option("--tolerance", line.tolerance,
                   "Allowed difference, relative to the largest number of a kind (default: 0, the same bits)")
      ->type_name("X")
      ->check([](const std::string& text) {
        double x = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
        return error == std::errc() && end == text.data() + text.size() && x >= 0 && x <= 1
                   ? std::string()
                   : "expected a number from 0 to 1, got " + text;
      });
  CLI::App* help = add_help_command(app, line);
  CLI::App* completion = add_completion_command(app, line);
  for (CLI::App* command : {run, resume, check, pack, info, diff, sweep, compare, converge, motion, geometry,
                            render, view, reproduce, validate, bench, help, completion})
    command->allow_extras();

  if (words.empty()) {
    line.help = app.help();
    return line;
  }
  const std::string first = words.front();
  const bool is_command = std::find(commands.begin(), commands.end(), first) != commands.end();
  const bool is_top_option = first == "-h" || first == "--help" || first == "--version";
  if (!is_command && !is_top_option) {
    if (first[0] != '-' && !looks_like_a_scenario(first))
      throw InputError("unknown command or missing file " + first + did_you_mean(first, commands) +
                       " (see ibsim --help)");
    words.insert(words.begin(), "run");
  }

  try {
    std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    line.help = app.help(); // of the command that was named
    return line;
  } catch (const CLI::CallForVersion&) {
    line.command = CommandLine::Command::version;
    return line;
  } catch (const CLI::ParseError& e) {
    // A misspelt option may be what made the rest wrong, so it is what to speak of.
    for (const CLI::App* command : app.get_subcommands()) refuse_leftovers(*command);
    throw InputError(in_our_words(e.what()));
  }
  for (const CLI::App* command : app.get_subcommands()) refuse_leftovers(*command);
  if (*render || *view) settle_look(*render ? *render : *view, line);
  if (*help && std::find(commands.begin(), commands.end(), line.topic) != commands.end()) {
    line.help = app.get_subcommand(line.topic)->help("ibsim");
    return line;
  }
  using Command = CommandLine::Command;
  line.options = options_in_lines(app);
  if (*completion || line.manual) {
    line.help = line.manual ? manual_page(app) : completion_script(app, line.shell);
    return line;
  }
  if (*validate && !line.at.empty() && line.cases.size() != 1)
    throw InputError("--at needs one case, as in ibsim validate capsule_neo_hookean --at 0.05");
  line.command = *run        ? Command::run
                 : *resume   ? Command::resume
                 : *check    ? Command::check
                 : *pack     ? Command::pack
                 : *info     ? Command::info
                 : *diff     ? Command::diff
                 : *sweep    ? Command::sweep
                 : *compare  ? Command::compare
                 : *converge ? Command::converge
                 : *motion   ? Command::motion
                 : *geometry ? Command::geometry
                 : *render   ? Command::render
                 : *view     ? Command::view
                 : *bench    ? Command::bench
                 : *validate ? Command::validate
                 : *help     ? Command::keys
                             : Command::reproduce;
  return line;
}

} // namespace ibsim
