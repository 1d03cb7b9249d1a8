// run, resume, check, info and diff: what all kinds of scenario share; then the kind's own.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/units.hpp"
#include "commands/applications.hpp"
#include "commands/commands.hpp"
#include "commands/view_beside.hpp"
#include "files/describe_file.hpp"
#include "files/describe_json.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "program/interruption.hpp"
#include "program/temporary_folder.hpp"
#include "schema/scenario_file.hpp"

#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;

namespace {

/// What `f` gives; its errors about a key of the scenario get the place of that key.
template <class F>
int with_places(const fs::path& file, const std::vector<std::string>& overrides, F f) {
  try {
    return f();
  } catch (const InputError& e) {
    throw InputError(with_place(e.what(), scenario_tree(scenario_text(file), file.string(), overrides)));
  }
}

/// A tree of a scenario: numbers where they are bare, else text as it stands.
nlohmann::ordered_json json_of(const Tree& tree) {
  using Json = nlohmann::ordered_json;
  Json json;
  if (tree.kind == Tree::Kind::map) {
    json = Json::object();
    for (std::size_t i = 0; i < tree.items.size(); ++i) json[tree.keys[i].text] = json_of(tree.items[i]);
  } else if (tree.kind == Tree::Kind::list) {
    json = Json::array();
    for (const Tree& item : tree.items) json.push_back(json_of(item));
  } else if (tree.kind == Tree::Kind::scalar) {
    json = tree.text;
    if (!tree.quoted && (tree.text == "true" || tree.text == "false")) json = tree.text == "true";
    long whole = 0;
    const char* const end = tree.text.data() + tree.text.size();
    const auto read = std::from_chars(tree.text.data(), end, whole);
    try {
      if (!tree.quoted) json = parse_number(tree.text);
      if (!tree.quoted && read.ec == std::errc() && read.ptr == end) json = whole; // a count
    } catch (const InputError&) {                                                  // a word, or a quantity
    }
  }
  return json;
}

/// @param scenario of a run or a .yaml file; empty: of another file
nlohmann::ordered_json info_json(const fs::path& path, const fs::path& scenario) {
  if (scenario.empty() || !is_file(scenario)) return describe_json(path);
  const Application& application = application_of_scenario(scenario, {});
  application.info(path); // which reads it, and says what is wrong with it
  std::error_code ignored;
  nlohmann::ordered_json json{
      {"kind", application.kind},
      {"scenario", json_of(scenario_tree(scenario_text(scenario), scenario.string(), {}))}};
  if (fs::is_directory(path, ignored)) json.update(describe_json(path));
  return json;
}

void require_one_rank_but_for_flows(const CommandLine& line, const Application& application) {
  if (application.kind == "flow") return;
  const char* const several = line.ranks > 1                     ? "--ranks"
                              : line.gpus >= 0 && line.gpus != 1 ? "--gpus"
                                                                 : nullptr;
  if (several)
    throw InputError(std::string(several) + " is for runs of kind flow; one of kind " + application.kind +
                     " uses one; leave it out");
}

} // namespace

int run_command(const CommandLine& line) {
  watch_for_interruption();
  if (line.quiet) log::set_console_level(log::Level::warning);
  const Application& application = application_of_scenario(line.file, line.overrides);
  require_one_rank_but_for_flows(line, application);
  if (line.view && application.kind != "flow")
    throw InputError("--view shows runs of kind flow; afterwards ibsim view FOLDER shows those of kind " +
                     application.kind);
  RunRequest request = line;
  request.live_pictures = view::make_live_pictures;
  if (line.view) request.open_window = open_view_beside;
  return with_places(line.file, line.overrides, [&] { return application.run(request); });
}

int resume_command(const CommandLine& line) {
  watch_for_interruption();
  if (line.quiet) log::set_console_level(log::Level::warning);
  RunRequest request = line;
  request.live_pictures = view::make_live_pictures;
  const Application& application = application_of_folder(line.file);
  require_one_rank_but_for_flows(line, application);
  return with_places(run_files(line.file).scenario, line.overrides,
                     [&] { return application.resume(request); });
}

int check_command(const CommandLine& line) {
  clean_up_when_interrupted(remove_temporary_folders); // of dry runs
  if (line.quiet) log::set_console_level(log::Level::warning);
  const Application& application = application_of_scenario(line.file, line.overrides);
  require_one_rank_but_for_flows(line, application);
  return with_places(line.file, line.overrides, [&] { return application.check(line); });
}

int pack_command(const CommandLine& line) {
  const Application& application = application_of_scenario(line.file, line.overrides);
  if (!application.pack)
    throw InputError(line.file.string() + " is of kind " + application.kind +
                     ", which has no objects to pack");
  return with_places(line.file, line.overrides, [&] { return application.pack(line); });
}

int diff_command(const CommandLine& line) {
  const Application &a = application_of_folder(line.file), &b = application_of_folder(line.other);
  if (&a != &b)
    throw InputError(line.file.string() + " is a run of kind " + a.kind + ", " + line.other.string() +
                     " one of kind " + b.kind + ", so they cannot be compared");
  return a.diff(line);
}

int info_command(const CommandLine& line) {
  const std::string ending = line.file.extension().string();
  std::error_code ignored;
  const fs::path scenario = fs::is_directory(line.file, ignored)    ? run_files(line.file).scenario
                            : ending == ".yaml" || ending == ".yml" ? line.file
                                                                    : fs::path();
  if (!line.json.empty()) {
    write_json(line.json, json_text(info_json(line.file, scenario)));
    if (is_json_alone(line.json)) return 0;
  }
  std::string text;
  if (!scenario.empty() && is_file(scenario))
    text = application_of_scenario(scenario, {}).info(line.file);
  else
    text = describe_file(line.file); // a single file, or what is left of a folder
  if (!text.empty() && text.back() != '\n') text += '\n';
  std::cout << printable(std::move(text));
  return 0;
}

} // namespace ibsim
