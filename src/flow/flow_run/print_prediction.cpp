#include "flow_run/print_prediction.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "flow_run/run_prediction.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <utility>

namespace ibsim {
namespace {

std::string step_text(double seconds) {
  return seconds < 1e-3 ? text("%.3g us", 1e6 * seconds)
         : seconds < 1  ? text("%.3g ms", 1e3 * seconds)
                        : text("%.3g s", seconds);
}

void print_speed(const TimeSettings& time, const OutputPlan& output, const DryRun& r, bool on_cuda) {
  std::cout << "speed     " << step_text(r.step_seconds) << " a step:";
  const char* before = " ";
  for (const PhaseTime& phase : r.phases)
    if (phase.phase != "step" && phase.median > 1e-3 * r.step_seconds)
      std::cout << std::exchange(before, ", ") << phase.phase << " " << step_text(phase.median);
  const double percent = 100 * predicted_slowing(time, output, r, !on_cuda);
  std::cout << "\n          the whole run in about "
            << duration_text(predicted_seconds(time, output, r, !on_cuda)) << ", set-up included; "
            << text("output makes it %.*f %% longer", percent < 10 ? 1 : 0, percent);
}

std::string gpus_in_words(const DryRun& r) {
  return r.gpus_elsewhere == 1 ? " of the GPU" : text(" of each of %d GPUs", r.gpus_elsewhere);
}

void print_memory_elsewhere(const FlowModel& model, const TimeSettings& time, const OutputPlan& output,
                            CopiesIn copies, const DryRun& r, bool on_cuda) {
  const BytesElsewhere bytes = bytes_elsewhere(model, time, output, copies, r, on_cuda);
  std::cout << "memory    about " << size_in_words(bytes.gpu) << gpus_in_words(r) << " ("
            << size_in_words(r.array_bytes) << " in arrays on the " << (on_cuda ? "GPU" : "CPU") << " here), "
            << size_in_words(bytes.host) << " of the host\n";
  if (copies == CopiesIn::automatic)
    std::cout
        << "          and " << size_in_words(copy_bytes_of_each_gpu_elsewhere(r))
        << " for the two copies of the state, of each GPU with room for twice as much, else of its host\n";
}

void print_memory(const FlowModel& model, const TimeSettings& time, const OutputPlan& output, CopiesIn copies,
                  const DryRun& r, bool on_cuda) {
  if (r.gpus_elsewhere > 0) return print_memory_elsewhere(model, time, output, copies, r, on_cuda);
  const std::string host = size_in_words(predicted_host_bytes(model, time, output, r));
  if (!on_cuda) {
    std::cout << "memory    " << host << " (" << size_in_words(r.array_bytes) << " in arrays)\n";
    return;
  }
  std::cout << "memory    " << size_in_words(r.device_bytes + cuda_context_bytes)
            << (r.other_device_bytes > 0
                    ? " of the first GPU, " + size_in_words(r.other_device_bytes + cuda_context_bytes) +
                          " of each other ("
                    : std::string(" of the GPU ("))
            << size_in_words(r.array_bytes) << " in arrays), " << host << " of the host\n";
  if (r.copies_on_host)
    std::cout << "          of which " << size_in_words(r.copy_bytes) << " for the two copies of the state"
              << (copies == CopiesIn::automatic ? ", which have no room on the GPU" : "") << "\n";
}

} // namespace

std::string size_in_words(double bytes) {
  return bytes < 1e9 ? text("%.0f MB", std::ceil(bytes / 1e6)) : text("%.3g GB", bytes / 1e9);
}

std::string memory_in_brief(const FlowModel& model, const TimeSettings& time, const OutputPlan& output,
                            CopiesIn copies, const DryRun& r, bool on_cuda) {
  if (r.gpus_elsewhere > 0) {
    const BytesElsewhere bytes = bytes_elsewhere(model, time, output, copies, r, on_cuda);
    return size_in_words(bytes.gpu) + gpus_in_words(r) + " and " + size_in_words(bytes.host) + " of the host";
  }
  const std::string host = size_in_words(predicted_host_bytes(model, time, output, r));
  return on_cuda
             ? size_in_words(r.device_bytes + cuda_context_bytes) + " of the GPU and " + host + " of the host"
             : host + " of memory";
}

std::optional<DryRun> dry_run_of(const Scenario& scenario, bool on_cuda, std::vector<std::string>& warnings) {
  log::info("a dry run of some steps, which measures their cost");
  try {
    return on_stream(on_cuda, [&](const AnyStream& stream) {
      return dry_run(stream, scenario, default_cache_folder().string());
    });
  } catch (const ResourceError& e) {
    warnings.push_back(std::string("memory and time cannot be predicted: ") + e.what());
  }
  return {};
}

void warn_of_cadence(const TimeSettings& time, const OutputPlan& output, const DryRun& r, bool on_cuda,
                     std::vector<std::string>& warnings) {
  if (predicted_slowing(time, output, r, !on_cuda) < 1) return;
  constexpr real few = 5, frames_of_any_run = 10; // where nothing is said, however short it is
  const auto look = [&](const char* key, bool wanted, real every) {
    if (!wanted || !(every > 0) || time.end <= 1.001 * frames_of_any_run * every) return;
    if (const real steps = std::max(real{1}, std::round(every / time.step)); steps < few)
      warnings.push_back(text("output.%s: a frame every %.0f %s; writing will take longer than computing",
                              key, steps, steps == 1 ? "step" : "steps"));
  };
  look("cells_every", output.cells, output.cells_every);
  look("fluid_every", output.fluid, output.fluid_every);
}

void warn_of_resources(const FlowModel& model, const TimeSettings& time, const OutputPlan& output,
                       const DevicePlan& device, const DryRun& r, bool on_cuda,
                       std::vector<std::string>& warnings) {
  const double free_host = static_cast<double>(free_host_memory()) + r.host_bytes_before;
  if (const double bytes = predicted_host_bytes(model, time, output, r); bytes > free_host)
    warnings.push_back("not enough memory: the run needs " + size_in_words(bytes) + " of the host, " +
                       size_in_words(free_host) + " are free");
  const int gpus = on_cuda ? device.gpus_wanted() : 0;
  for (int i = 0; i < gpus; ++i) {
    const double bytes = i == 0 ? r.device_bytes : r.other_device_bytes,
                 free = static_cast<double>(free_cuda_memory(device.gpu_of(i)));
    if (bytes > free)
      warnings.push_back("not enough memory: the run needs " + size_in_words(bytes) + " of " +
                         (gpus == 1 ? "the GPU" : "GPU " + std::to_string(i)) + ", " + size_in_words(free) +
                         " are free");
  }
  std::filesystem::path folder = std::filesystem::absolute(output.folder);
  while (!std::filesystem::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
  std::error_code unknown;
  const auto space = std::filesystem::space(folder, unknown);
  if (const double bytes = predicted_disk_bytes(time, output, r);
      !unknown && bytes > static_cast<double>(space.available))
    warnings.push_back("output.folder: the output will take about " + size_in_words(bytes) +
                       ", the disk of " + output.folder + " has " +
                       size_in_words(static_cast<double>(space.available)) + " left");
}

void print_prediction(const FlowModel& model, const TimeSettings& time, const OutputPlan& output,
                      CopiesIn copies, const DryRun& r, bool on_cuda) {
  print_memory(model, time, output, copies, r, on_cuda);
  if (r.gpus_elsewhere > 0)
    std::cout << "speed     not known: the GPUs are not here";
  else
    print_speed(time, output, r, on_cuda);
  std::cout << "\noutput    " << one_line(output.folder) << ":";
  for (const OutputCost& cost : r.outputs)
    if (cost.name == "cells" || cost.name == "fluid")
      std::cout << text(" %.0f frames of the %s (%s each),", times_in_run(time, output, cost.name),
                        cost.name.c_str(), size_in_words(cost.bytes).c_str());
  std::cout << " about " << size_in_words(predicted_disk_bytes(time, output, r)) << " in all\n";
  std::cout << "          "
            << (r.whole ? "found by a dry run of some steps on this machine\n"
                        : "extrapolated from a dry run with " + r.reduced_to + "\n");
}

} // namespace ibsim
