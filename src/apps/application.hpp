// What a scenario can be: one Application for each `kind:`, all of them listed in applications.cpp.
//
// The commands run, resume, check, info and diff look up the kind (of a scenario its YAML `kind:`, of a run's
// folder that of the scenario.yaml in it) and hand over to that application. A new kind brings these
// functions and a line in applications.cpp, nothing else here changes. What they share, none of it knowing of
// flow:
//
//   io/schema, io/common_keys          one entry a key: reading, writing back, comparing, help
//   io/scenario_file, io/tree          text -> tree with places, --set applied
//   io/run_folder, io/folder_lock      the folder of a run: made ready (--overwrite), locked, files whole
//                                      (a kind adds the names of its files to own_files in run_folder.cpp)
//   io/csv, io/checkpoint, io/hdf5     tables, checkpoints, frames
//   base/log                           log::File: the run's log, open as long as it lives
//   apps/apply_options                 --output, --device, --threads -> the scenario
//   apps/choose_device                 --device and --threads -> where to compute
//   apps/print_differences             which keys of two scenarios differ, for diff
//   apps/interruption                  SIGINT and SIGTERM
//   apps/progress                      the progress line, from base/progress.hpp
//   apps/machine                       words for this machine, cache folder, peak memory
#pragma once

#include "apps/command_line.hpp"
#include "io/schema.hpp"

namespace ibsim {

struct Application {
  std::string kind;    ///< as a scenario says it, `kind: flow`
  std::string summary; ///< one line
  // Each returns the exit code or throws an Error. @param typed the command line, for the log
  int (*run)(const CommandLine&, const std::string& typed);
  int (*resume)(const CommandLine&,
                const std::string& typed); ///< line.file: the folder of a run of this kind
  int (*check)(const CommandLine&);
  int (*diff)(const CommandLine&); ///< line.file and line.other: two folders of this kind; 1 if they differ
  /// What is in a scenario, or in the folder of a run; for people. @throws InputError
  std::string (*info)(const std::filesystem::path&);
  /// All keys of its scenarios, bound to data that holds the defaults: for the help and docs/scenario.md.
  const Keys& (*keys)();
};

/// All of them; flow, which needs no `kind:`, comes first.
const std::vector<Application>& applications();

/// By the scenario's `kind:`, with the --set options. @throws InputError at its place
const Application& application_of_scenario(const std::filesystem::path& file,
                                           const std::vector<std::string>& overrides);

/// By the scenario.yaml in the folder of a run. @throws InputError if there is none
const Application& application_of_folder(const std::filesystem::path& folder);

} // namespace ibsim
