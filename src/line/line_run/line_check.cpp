// `ibsim check` of `kind: line`.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/wall_clock.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "line_run/line_application.hpp"
#include "line_run/line_outputs.hpp"
#include "parallel/memory.hpp"
#include "parallel/with_cuda.hpp"
#include "program/choose_device.hpp"
#include "program/progress.hpp"

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

struct Measured {
  double step_seconds = 0, array_bytes = 0, row_seconds = 0;
  line::Scheme scheme = line::Scheme::automatic;
  Index node = 0;
};

/// Some steps on this machine, until they take long enough to be measured.
template <class B>
Measured measure(const line::LineScenario& s, const line::LineSetUp& set) {
  const Stream<B> stream;
  const std::size_t before = allocated_bytes<B>();
  const auto solver = line::make_line_solver(stream, s, set);
  Measured m;
  m.array_bytes = static_cast<double>(allocated_bytes<B>() - before);
  m.scheme = solver->scheme(), m.node = solver->node();
  std::uint64_t steps = 16;
  solver->advance(steps);
  solver->wait();
  for (double took = 0; took < 0.1 && steps < (1u << 24); steps *= 2) {
    const double begin = now();
    solver->advance(2 * steps);
    solver->wait();
    took = now() - begin;
    m.step_seconds = took / (2.0 * static_cast<double>(steps));
  }
  const double begin = now();
  line::series_row(s, set, solver->values());
  m.row_seconds = now() - begin;
  return m;
}

} // namespace

int check_line(const RunRequest& request) {
  require_json(request.json);
  std::vector<std::string> warnings;
  const line::LineScenario s = line_scenario_of(request, request.file, warnings);
  const line::LineSetUp set = line::set_up(s);
  const line::StepLimit limit = require_stable_step(s, set, request.file, warnings);
  const DeviceChoice device = choose_device(s.device);
  try {
    check_run_folder(s.output.folder, request.overwrite);
  } catch (const InputError& e) {
    warnings.push_back(e.what()); // no reason not to check the rest
  }
  Measured m;
  log::info("a dry run of some steps, which measures their cost");
#if defined(IBSIM_WITH_CUDA)
  if (device.cuda) m = measure<Cuda>(s, set);
#endif
  if (!device.cuda) m = measure<Cpu>(s, set);
  for (const std::string& warning : warnings) log::warning(warning);

  const double steps = static_cast<double>(steps_in_all(s));
  const auto times = [&](real every) {
    const std::uint64_t n = steps_between(s, every);
    return n ? std::ceil(steps / static_cast<double>(n)) + 1 : 2; // with the start and the end
  };
  const double frames = s.output.frames ? times(s.output.frames_every) : 0;
  const double run = steps * m.step_seconds + (times(s.output.series_every) + 2 * frames) * m.row_seconds;
  const char* const unit = s.equation == line::EquationKind::pulse ? "us" : "";
  write_json(request.json, json_text({{"kind", "line"},
                                      {"title", s.title},
                                      {"equation", line_in_words(s, set)},
                                      {"points", set.lines.points()},
                                      {"time",
                                       {{"unit", unit},
                                        {"step", s.time.step},
                                        {"end", s.time.end},
                                        {"steps", steps},
                                        {"step_limit", limit.step}}},
                                      {"method", line::to_string(m.scheme)},
                                      {"folder", s.output.folder},
                                      {"device", device.line},
                                      {"prediction",
                                       {{"run_seconds", run},
                                        {"step_seconds", m.step_seconds},
                                        {"array_bytes", m.array_bytes},
                                        {"frames", frames}}},
                                      {"warnings", warnings}}));
  if (request.quiet || is_json_alone(request.json)) return 0;
  std::cout << "scenario  " << s.title << "\nequation  " << line_in_words(s, set) << "\n";
  for (std::size_t k = 0; k < s.network.vessels.size(); ++k) {
    const line::VesselSpec& v = s.network.vessels[k];
    std::cout << text("vessel    %s: %d points of %.3g um, wave speed %.3g um/us", v.name.c_str(),
                      set.lines.segments[k].points, set.cell[k], line::wave_speed(v, s.network.density));
    if (set.vessels[k].slope != 0)
      std::cout << text(" where it begins, %.3g where it ends", line::wave_speed(v, s.network.density, 1));
    std::cout << "\n";
  }
  std::cout << text("time      %.0f steps of ", steps) << line_time_text(s, s.time.step) << " to "
            << line_time_text(s, s.time.end)
            << "\nlimit     of the time step: " << line_time_text(s, limit.step)
            << text(" (%.3g times the step): ", limit.step / s.time.step) << limit.why << "\n";
  std::cout << "method    " << line::to_string(m.scheme)
            << (m.node ? text(", nodes of %d points", m.node) : "") << "\n";
  std::cout << text("memory    %.3g MB in arrays\n", m.array_bytes / 1e6);
  std::cout << text("speed     %.3g us a step; the whole run in about ", 1e6 * m.step_seconds)
            << duration_text(run) << "\n";
  const double fields = static_cast<double>(line::fields_of(s.equation).size());
  const bool table = static_cast<std::size_t>(set.lines.points()) <= most_csv_points;
  std::cout << "output    " << s.output.folder
            << text(": %.0f frames, about %.3g MB in all\n", frames,
                    frames * set.lines.points() * (8 * (3 + fields) + (table ? 20 * (1 + fields) : 0)) / 1e6);
  std::cout << "device    " << device.line << "\n";
  return 0;
}

} // namespace ibsim
