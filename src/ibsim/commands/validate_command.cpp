// `ibsim validate`: the cases of validation/validation.hpp, their tables and curves, and whether all is
// inside its band.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "files/file_bytes.hpp"
#include "files/json_report.hpp"
#include "parallel/device.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"
#include "results/claims.hpp"
#include "results/result_files.hpp"
#include "validation/convergence.hpp"
#include "validation/shared_runs.hpp"
#include "validation/validation.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

std::string time_in_words(double seconds) {
  return seconds < 100 ? text("%.0f s", seconds) : text("%.0f min", seconds / 60);
}

void list_cases() {
  for (const ValidationCase& c : validation_cases()) {
    std::cout << c.name << "\n    " << c.what << "\n    " << c.source << "\n    "
              << (c.quick_seconds > 0 ? "--quick: about " + time_in_words(c.quick_seconds) + " on two cores; "
                                      : std::string("no quick form; "))
              << "in full about " << time_in_words(c.full_seconds) << " on an H200";
    if (!c.parameter.empty()) std::cout << "; --at: " << c.parameter;
    std::cout << "\n";
  }
}

nlohmann::ordered_json case_json(const ValidationCase& c, const ValidationResult& result, double seconds) {
  nlohmann::ordered_json numbers = nlohmann::ordered_json::array();
  for (const Comparison& one : result.comparisons)
    numbers.push_back({{"quantity", one.quantity},
                       {"ours", one.ours},
                       {"error", one.error},
                       {"theirs", one.theirs},
                       {"low", one.low},
                       {"high", one.high},
                       {"band", one.band},
                       {"verdict", words_of(one.verdict())}});
  return {{"name", c.name},     {"what", c.what},        {"source", c.source},
          {"numbers", numbers}, {"notes", result.notes}, {"seconds", seconds}};
}

std::vector<ValidationCase> cases_of(const CommandLine& line) {
  std::vector<ValidationCase> chosen;
  for (const ValidationCase& c : validation_cases()) {
    const bool named = std::find(line.cases.begin(), line.cases.end(), c.name) != line.cases.end();
    if (!line.cases.empty() && !named) continue;
    if (line.quick && c.quick_seconds == 0) {
      if (named) throw InputError(c.name + " has no quick form: run it without --quick");
      continue;
    }
    if (!c.has_precision(line.precision)) {
      if (named) throw InputError(c.name + " cannot run in " + line.precision + " precision");
      continue;
    }
    if (!line.at.empty() && c.parameter.empty())
      throw InputError(c.name + " has no quantity that --at could set");
    chosen.push_back(c);
  }
  return chosen;
}

std::string list(const std::vector<std::string>& notes) {
  std::string lines = notes.empty() ? "" : "\n";
  for (const std::string& note : notes) lines += "- " + note + "\n";
  return lines;
}

std::string markdown(const ValidationCase& c, const ValidationResult& result, const Convergence& finer) {
  std::string page = "# " + c.name + ": " + c.what + "\n\n" + c.source + "\n\n" +
                     to_markdown(comparison_table(c, result)) + list(result.notes);
  if (!finer.table.rows.empty())
    page += "\n" + finer.table.title + ":\n\n" + to_markdown(finer.table) + list(finer.notes);
  return page;
}

void write(const std::filesystem::path& folder, const ValidationCase& c, const ValidationResult& result,
           const Convergence& finer, const Provenance& made) {
  std::string curves;
  for (const Chart& chart : result.charts) {
    const Table table = curve_table(chart);
    write_file(folder / (table.name + ".csv"), "# " + table.title + "\n" + to_csv(table));
    curves += "- [" + table.title + "](" + table.name + ".csv)\n";
  }
  write_file(folder / (c.name + ".csv"), to_csv(comparison_table(c, result)));
  if (!finer.table.rows.empty()) write_file(folder / (finer.table.name + ".csv"), to_csv(finer.table));
  std::string page = markdown(c, result, finer);
  if (!curves.empty()) page += "\n## Curves\n\n" + curves;
  page += "\n## Made\n\n";
  for (const auto& [key, value] : made) page += "- " + key + ": " + value + "\n";
  write_file(folder / (c.name + ".md"), page); // last: its being there says that all is
}

} // namespace

int validate_command(const CommandLine& line) {
  require_json(line.json);
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
  if (line.list && is_json_alone(line.json)) {
    for (const ValidationCase& c : validation_cases())
      report.push_back({{"name", c.name},
                        {"what", c.what},
                        {"source", c.source},
                        {"at", c.parameter},
                        {"quick_seconds", c.quick_seconds},
                        {"full_seconds", c.full_seconds}});
    write_json(line.json, json_text(report));
    return 0;
  }
  if (line.list) {
    list_cases();
    return 0;
  }
  if (line.quiet) log::set_console_level(log::Level::warning);
  const std::vector<ValidationCase> chosen = cases_of(line);
  watch_for_interruption();
  hold_interruptions();
  const DeviceChoice device = choose_device({line.device, line.threads});
  const std::string usual = line.precision == "double" ? "validation" : "validation_" + line.precision;
  const std::filesystem::path folder = line.output.empty() ? std::filesystem::path(usual) : line.output;
  make_results_folder(folder);

  ProgressDisplay display(ProgressDisplay::style(line.quiet));
  ValidationSettings settings;
  settings.cuda = device.cuda;
  settings.quick = line.quick;
  settings.at = line.at;
  settings.precision = line.precision;
  settings.cache_folder = default_cache_folder();
  settings.control.progress = [&display](const Progress& progress) { display.show(progress); };
  settings.control.stop_requested = interruption_requested;
  log::info(device.line);

  const Provenance made{
      {"machine", cpu_description() + ", GPU " + (device.cuda ? describe_cuda_device().name : "none")},
      {"versions", version_description()},
      {"command", line.typed},
      {"precision", line.precision},
      {"date", now_utc()}};
  int compared = 0;
  std::string outside, too_short;
  for (const ValidationCase& c : chosen) {
    log::info(c.name + ": " + c.what);
    SharedCase shared(folder, c.name);
    settings.kept_folder = shared.runs();
    settings.say = [&](const std::string& words) {
      display.clear();
      log::info(c.name + ": " + words);
    };
    const auto begin = std::chrono::steady_clock::now();
    ValidationResult result;
    Convergence finer;
    try {
      result = c.run(settings);
      if (line.convergence && c.refines) finer = convergence(c, result, settings);
    } catch (const Interrupted&) {
      display.clear();
      throw Interrupted(
          "stopped in " + c.name + "; the cases that are complete are kept in " + folder.string() +
          (shared.has_finished_runs() ? ", and so are its finished runs for the next time" : ""));
    } catch (const NumericalError& e) { // a number that there is not is in no band; the other cases go on
      result.notes.push_back(std::string("The run failed: ") + e.what());
      outside += (outside.empty() ? "" : "; ") + c.name + ": " + e.what();
    }
    display.clear();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    Provenance with_time = made;
    with_time.push_back({"time", text("%.3g s", seconds)});
    shared.complete([&] { write(folder, c, result, finer, with_time); });
    report.push_back(case_json(c, result, seconds));
    if (!is_json_alone(line.json))
      std::cout << markdown(c, result, finer) << text("\n%.3g s\n", seconds) << std::endl;
    for (const Comparison& one : result.comparisons) {
      ++compared;
      using Verdict = Comparison::Verdict;
      if (one.holds()) continue;
      std::string& named = one.verdict() == Verdict::outside ? outside : too_short;
      named += (named.empty() ? "" : "; ") + c.name + ": " + one.quantity;
    }
  }
  log::info(text("%d numbers compared; tables and curves in ", compared) + folder.string() +
            "; draw them with scripts/plot_results.py " + folder.string());
  if (!too_short.empty())
    log::info("runs too short to say, of numbers whose errors reach beyond one end of their band: " +
              too_short);
  nlohmann::ordered_json about = nlohmann::ordered_json::object();
  for (const auto& [name, value] : made) about[name] = value;
  about["cases"] = report;
  write_json(line.json, json_text(about));
  if (!outside.empty())
    throw ClaimError("outside their bands, or without a result: " + outside + "; see " + folder.string());
  return 0;
}

} // namespace ibsim
