// `ibsim bench`: how fast ibsim is on this machine. What can be measured is listed in
// bench/benchmarks.cpp; beside it, how good the predictions of `ibsim check` are.
#include "base/error.hpp"
#include "base/log.hpp"
#include "bench/bench.hpp"
#include "commands/bench_prediction.hpp"
#include "commands/commands.hpp"
#include "files/json_report.hpp"
#include "parallel/device.hpp"
#include "program/choose_device.hpp"
#include "program/machine.hpp"

#include <iostream>

namespace ibsim {
namespace {

void measure(const AnyStream& stream, const std::string& what, const BenchSettings& settings,
             BenchReport& report) {
  report.backend = stream.on_cuda() ? Cuda::name : Cpu::name;
  bench_copy(stream, settings, report);
  for (const Benchmark& benchmark : benchmarks())
    if (what == "all" || what == benchmark.name) benchmark.measure(stream, settings, report);
  if (what == "all" || what == "prediction") bench_prediction(stream, settings, report);
}

} // namespace

int bench_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  DevicePlan plan{line.device, line.threads};
  plan.gpus_asked = line.gpus, plan.ranks = line.ranks;
  const DeviceChoice device = choose_device(plan);
  if (device.ranks > 1 && line.bench != "step")
    throw InputError(std::string(line.ranks > 1 ? "--ranks" : "--gpus") + " is for ibsim bench step; " +
                     line.bench + " uses one; leave it out");
  require_json(line.json);

  BenchSettings settings;
  settings.gpus = device.gpus, settings.ranks = device.ranks;
  settings.quick = line.quick;
  settings.cache_folder = default_cache_folder();
  settings.say = [](const std::string& what) { log::info("measuring: " + what); };
  BenchReport report;
  log::info(device.line);
  report.device = device.cuda ? describe_cuda_device().name : cpu_description();
  report.is_h200 = device.cuda && report.device.find("H200") != std::string::npos;
  on_stream(device.cuda, [&](const AnyStream& stream) { measure(stream, line.bench, settings, report); });

  const std::string json = bench_json(report, {{"machine", cpu_description()},
                                               {"versions", version_description()},
                                               {"command", line.typed},
                                               {"date", now_utc()}});
  if (!is_json_alone(line.json)) std::cout << bench_text(report);
  write_json(line.json, json);
  return 0;
}

} // namespace ibsim
