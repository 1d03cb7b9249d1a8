#include "commands/device_options.hpp"

#include "parallel/cores.hpp"
#include "parallel/world.hpp"

#include <CLI/CLI.hpp>

namespace ibsim {

void add_device_options(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::string>(
         "--device",
         [&line](const std::string& name) {
           line.device_given = true;
           line.device = name == "cuda"  ? DeviceKind::cuda
                         : name == "cpu" ? DeviceKind::cpu
                                         : DeviceKind::automatic;
         },
         "Device: auto (the GPU if there is one), cpu or cuda")
      ->type_name("DEVICE")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  app.add_option("--threads", line.threads, "Number of CPU threads (default: all cores)")
      ->type_name("N")
      ->check(CLI::Range(1, most_threads));
}

void add_ranks_options(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::string>(
         "--gpus",
         [&line](const std::string& number) { line.gpus = number == "all" ? 0 : std::stoi(number); },
         "Number of GPUs of this machine that share the steps of a flow, or all (default: 1); results are "
         "the same")
      ->type_name("N")
      ->check(CLI::Range(1, most_ranks) | CLI::IsMember({"all"}));
  app.add_option("--ranks", line.ranks,
                 "Number of ranks that share the steps of a flow (default: one a GPU; on the CPU 1); results "
                 "are the same")
      ->type_name("N")
      ->check(CLI::Range(1, most_ranks));
}

} // namespace ibsim
