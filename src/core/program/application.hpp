// Applications: one Application for each `kind:`, made by its slice (flow_run, activation_run,
// line_run) and listed in commands/applications.cpp.
//
// The commands run, resume, check, info and diff look up the kind (of a scenario its YAML `kind:`, of a run's
// folder that of the scenario.yaml in it) and hand over to that application. A new kind brings these
// functions and a line in applications.cpp, nothing else changes. What kinds share is the slice `core`:
//
//   schema/schema, schema/common_keys  one entry a key: reading, writing back, comparing, help
//   schema/scenario_file, schema/tree  text -> tree with places, --set applied
//   files/run_folder, folder_lock      the folder of a run: made ready (--overwrite), locked, files whole
//                                      (a kind adds the names of its files to own_files in run_folder.cpp)
//   files/csv, files/checkpoint, hdf5  tables, checkpoints, frames
//   base/log                           log::File: the run's log, open as long as it lives
//   program/apply_options              --output, --device, --threads -> the scenario
//   program/choose_device              --device and --threads -> where to compute
//   program/print_differences          which keys of two scenarios differ, for diff
//   program/interruption               SIGINT, SIGTERM and SIGHUP
//   program/progress                   the progress line, from base/progress.hpp
//   program/machine                    words for this machine, cache folder, peak memory
#pragma once

#include "program/run_request.hpp"
#include "schema/schema.hpp"

namespace ibsim {

struct Application {
  std::string kind;    ///< as a scenario says it, `kind: flow`
  std::string summary; ///< one line
  // Each returns the exit code or throws an Error.
  int (*run)(const RunRequest&);
  int (*resume)(const RunRequest&); ///< request.file: the folder of a run of this kind
  int (*check)(const RunRequest&);
  int (*diff)(
      const RunRequest&); ///< request.file and request.other: two folders of this kind; 1 if they differ
  /// What is in a scenario, or in the folder of a run; for people. @throws InputError
  std::string (*info)(const std::filesystem::path&);
  /// All keys of its scenarios, bound to data that holds the defaults: for the help and docs/scenario.md.
  const Keys& (*keys)();
  /// Writes the table of where the scenario's objects are to request.output; null where a kind has none.
  int (*pack)(const RunRequest&) = nullptr;
};

} // namespace ibsim
