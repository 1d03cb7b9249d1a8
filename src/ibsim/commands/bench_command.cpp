// `ibsim bench`: how fast ibsim is on this machine. What can be measured is listed in
// bench/benchmarks.cpp; beside it, how good the predictions of `ibsim check` are.
#include "base/error.hpp"
#include "base/log.hpp"
#include "bench/bench.hpp"
#include "commands/bench_prediction.hpp"
#include "commands/commands.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"
#include "program/choose_device.hpp"
#include "program/machine.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

namespace ibsim {
namespace {

template <class B>
void measure(const std::string& what, const BenchSettings& settings, BenchReport& report) {
  const Stream<B> stream;
  report.backend = B::name;
  bench_copy(stream, settings, report);
  for (const Benchmark<B>& benchmark : benchmarks<B>())
    if (what == "all" || what == benchmark.name) benchmark.measure(stream, settings, report);
  if (what == "all" || what == "prediction") bench_prediction(stream, settings, report);
}

/// Opens a file for the figures: to append, which harms nothing, before the work; anew after it.
std::ofstream open_json(const std::filesystem::path& path, std::ios::openmode mode) {
  std::ofstream file(path, mode);
  if (!file) throw ResourceError("cannot write " + path.string() + ": " + reason_of(errno));
  return file;
}

} // namespace

int bench_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  const DeviceChoice device = choose_device({line.device, line.threads});
  const bool to_file = !line.json.empty() && line.json != "-";
  if (to_file) open_json(line.json, std::ios::app);

  BenchSettings settings;
  settings.quick = line.quick;
  settings.cache_folder = default_cache_folder();
  settings.say = [](const std::string& what) { log::info("measuring: " + what); };
  BenchReport report;
  log::info(device.line);
#if defined(IBSIM_WITH_CUDA)
  if (device.cuda) {
    report.device = describe_cuda_device().name;
    report.is_h200 = report.device.find("H200") != std::string::npos;
    measure<Cuda>(line.bench, settings, report);
  }
#endif
  if (!device.cuda) {
    report.device = cpu_description();
    measure<Cpu>(line.bench, settings, report);
  }

  const std::string json = bench_json(report, {{"machine", cpu_description()},
                                               {"versions", version_description()},
                                               {"command", line.typed},
                                               {"date", now_utc()}});
  if (line.json == "-") {
    std::cout << json;
    return 0;
  }
  std::cout << bench_text(report);
  if (!to_file) return 0;
  std::ofstream file = open_json(line.json, std::ios::trunc);
  if (!(file << json && file.flush()))
    throw ResourceError("cannot write " + line.json.string() + ": " + reason_of(errno));
  return 0;
}

} // namespace ibsim
