// run, resume, check, info and diff: what all kinds of scenario share; then the kind's own.
#include "base/error.hpp"
#include "base/log.hpp"
#include "commands/applications.hpp"
#include "commands/commands.hpp"
#include "commands/view_beside.hpp"
#include "files/describe_file.hpp"
#include "files/run_folder.hpp"
#include "program/interruption.hpp"
#include "program/temporary_folder.hpp"

#include <iostream>

namespace ibsim {
namespace fs = std::filesystem;

int run_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  const Application& application = application_of_scenario(line.file, line.overrides);
  if (line.view && application.kind != "flow")
    throw InputError("--view shows runs of kind flow; afterwards ibsim view FOLDER shows those of kind " +
                     application.kind);
  RunRequest request = line;
  request.live_pictures = view::make_live_pictures;
  if (line.view) request.open_window = open_view_beside;
  return application.run(request);
}

int resume_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  RunRequest request = line;
  request.live_pictures = view::make_live_pictures;
  return application_of_folder(line.file).resume(request);
}

int check_command(const CommandLine& line) {
  clean_up_when_interrupted(remove_temporary_folders); // of dry runs
  return application_of_scenario(line.file, line.overrides).check(line);
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
