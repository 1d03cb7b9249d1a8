// `ibsim run` and `ibsim check` of an activation.
#include "activation_files/activation_files.hpp"
#include "activation_files/prepare_activation.hpp"
#include "activation_files/read_activation.hpp"
#include "activation_run/activation_application.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "eikonal/solver.hpp"
#include "eikonal/statistics.hpp"
#include "files/csv.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "parallel/memory.hpp"
#include "parallel/with_cuda.hpp"
#include "program/choose_device.hpp"
#include "program/heartbeat.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace ibsim {
namespace {

/// A case that takes longer is not solved to its end by `ibsim check`.
constexpr double most_seconds_of_dry_run = 20;

std::string mesh_line(const PreparedActivation& p) {
  const Index silent = p.part ? p.part->whole.cells() - p.mesh.cells() : 0;
  return text("%d tetrahedra, %d vertices, edges of %.4g mm (%.3g to %.3g), %.4g cm^3%s%s", p.mesh.cells(),
              p.mesh.vertices(), p.size.mean_edge / 1e3, p.size.shortest_edge / 1e3,
              p.size.longest_edge / 1e3, p.size.volume / 1e12,
              p.parts == 1 ? "" : text(", %d parts", p.parts).c_str(),
              silent == 0 ? "" : text("; %d further tetrahedra do not conduct", silent).c_str());
}

/// Warns of stimuli in tissue that the front reached before they were. (Within the radius of a stimulus it
/// may come earlier than on the straight way through tissue as it is at the centre; that is no reason to
/// warn.)
void warn_of_late_stimuli(const PreparedActivation& p, std::size_t c, const std::string& name,
                          const std::vector<real>& times) {
  Index late = 0;
  real most = 0;
  for (std::size_t i = 0; i < p.starts[c].size(); ++i) {
    const real stimulus = p.stimulus_times[c][i], before = stimulus - times[p.starts[c][i].vertex];
    if (!(before > 1e-6 * stimulus + 1e-3)) continue;
    ++late;
    most = std::max(most, before);
  }
  if (late > 0)
    log::warning(text(
        "%s%d of %zu stimulated vertices were reached before their stimulus, by up to %.4g ms: the front "
        "came first there",
        name.empty() ? "" : ("case " + name + ": ").c_str(), late, p.starts[c].size(), most / 1e3));
}

PreparedActivation prepared(const ActivationScenario& s) {
  const Heartbeat heartbeat("getting the mesh, checking and ordering it");
  return prepare_activation(s);
}

/// The tables, a row a region or point and case. They are kept until the maps are written: regions.csv comes
/// last, and where it is the run is complete.
class Tables {
 public:
  void add(const ActivationScenario& s, const PreparedActivation& p, const std::string& name,
           const std::vector<real>& times) {
    std::map<Index, RegionTimes> by_region = times_by_region(p.mesh, times);
    if (p.part) // regions that do not conduct stand in the table too
      for (const auto& [region, t] :
           times_by_region(p.part->whole, std::vector<real>(p.part->whole.points.size(),
                                                            std::numeric_limits<real>::infinity())))
        by_region.try_emplace(region, t);
    for (const auto& [region, t] : by_region)
      regions_.push_back({name, double(region), double(t.cells), double(t.vertices), double(t.unreached),
                          t.volume / 1e9, t.first / 1e3, t.mean / 1e3, t.last / 1e3});
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      const Index v = p.points[i];
      const Real3& x = p.mesh.points[v];
      points_.push_back({name, s.points[i].name, double(p.renumbering.vertex[v]), x.x / 1e3, x.y / 1e3,
                         x.z / 1e3, std::isfinite(times[v]) ? times[v] / 1e3 : -1.0});
    }
  }
  void write(const ActivationFiles& files) const {
    if (!points_.empty())
      write(files.points, {"case", "point", "vertex", "x (mm)", "y (mm)", "z (mm)", "time (ms)"}, points_);
    write(files.regions,
          {"case", "region", "tetrahedra", "vertices", "not activated", "volume (mm^3)", "first (ms)",
           "mean (ms)", "last (ms)"},
          regions_);
  }

 private:
  using Rows = std::vector<std::vector<CsvValue>>;
  static void write(const std::filesystem::path& path, const std::vector<std::string>& columns,
                    const Rows& rows) {
    CsvFile table(path, columns);
    for (const std::vector<CsvValue>& row : rows) table.append(row);
  }
  Rows regions_, points_;
};

void log_set_up(const PreparedActivation& p, const SetUpTimes& t) {
  log::info(text(
      "set-up: mesh %.3g s, checks %.3g s, order %.3g s, incidences %.3g s, products %.3g s, upload %.3g s%s",
      p.seconds_reading, p.seconds_checking, p.seconds_ordering, t.incidences, t.products, t.upload,
      t.decomposition > 0.001 ? text(", decomposition %.3g s", t.decomposition).c_str() : ""));
}

/// @param begin_files called when all that can be refused has been looked at
template <class B>
void run_on(const ActivationScenario& s, const PreparedActivation& p, const ActivationFiles& files,
            bool quiet, const std::function<void()>& begin_files) {
  const Stream<B> stream;
  ActivationSolver<B> solver(stream, p.mesh, p.medium, s.solve);
  begin_files();
  log_set_up(p, solver.set_up());
  log::flush(); // a solve may be long, and may be interrupted
  Tables tables;
  const bool keep = s.output.vtkhdf || s.output.vtu;
  std::vector<std::vector<real>> kept;
  SolveStatistics statistics;
  ProgressDisplay display(ProgressDisplay::style(quiet));
  const double start = Stream<Cpu>().seconds();
  // side by side as many as half a gigabyte of times holds
  const std::size_t n = p.cases.size(),
                    at_once = std::clamp<std::size_t>((std::size_t{1} << 26) / p.mesh.points.size(), 1, n);
  for (std::size_t first = 0; first < n; first += at_once) {
    const std::size_t some = std::min(at_once, n - first);
    const auto begin = p.starts.begin() + static_cast<std::ptrdiff_t>(first);
    std::optional<Heartbeat> heartbeat; // later the number of cases shows that it goes on
    if (first == 0) heartbeat.emplace("solving");
    const std::vector<std::vector<real>> times =
        solver.solve(stream, {begin, begin + static_cast<std::ptrdiff_t>(some)}, statistics);
    heartbeat.reset();
    for (std::size_t i = 0; i < some; ++i) {
      const std::string& name = p.cases[first + i];
      warn_of_late_stimuli(p, first + i, name, times[i]);
      tables.add(s, p, name, times[i]);
      if (!(keep || s.output.dat || s.output.igb)) continue;
      std::vector<real> in_order = p.in_file_order(times[i]);
      if (s.output.dat) write_dat(files.dat(name), {"", &in_order});
      if (s.output.igb) write_igb(files.igb(name), {"", &in_order});
      if (keep) kept.push_back(std::move(in_order));
    }
    Progress progress;
    progress.step = first + some, progress.steps = n, progress.what = "case";
    progress.seconds = Stream<Cpu>().seconds() - start;
    display.show(progress);
  }
  display.clear();
  if (keep) {
    const TetMesh mesh = p.mesh_in_file_order();
    std::vector<ActivationMap> maps;
    for (std::size_t c = 0; c < n; ++c)
      maps.push_back({p.cases[c].empty() ? "activation_time" : "activation_time_" + p.cases[c], &kept[c]});
    if (s.output.vtkhdf) write_vtkhdf(files.vtkhdf, mesh, maps);
    if (s.output.vtu) write_vtu(files.vtu, mesh, maps);
  }
  tables.write(files);
  const double cells = static_cast<double>(p.mesh.cells()) * static_cast<double>(n);
  log::info(text("%zu %s in %.4g s: %.4g million tetrahedra a second, %.3g solves a tetrahedron, %llu rounds",
                 n, n == 1 ? "case" : "cases", statistics.seconds, cells / statistics.seconds / 1e6,
                 static_cast<double>(statistics.solves) / cells,
                 static_cast<unsigned long long>(statistics.rounds)));
  log::info(text("memory at most: %.0f MiB of the host, %.3g bytes a tetrahedron in the solver's arrays",
                 peak_host_bytes() / 1048576.0,
                 static_cast<double>(peak_allocated_bytes<B>()) / p.mesh.cells()));
}

} // namespace

int run_activation(const RunRequest& request) {
  std::vector<std::string> warnings;
  const ActivationScenario s = activation_of(request, request.file, warnings);
  check_run_folder(s.output.folder, request.overwrite);
  const DeviceChoice device = choose_device(s.device);
  const PreparedActivation p = prepared(s);
  when_interrupted_say("before its end: an activation is solved in one piece, so run it again");
  const ActivationFiles files = activation_files(s.output.folder);
  std::optional<FolderLock> lock;
  std::optional<log::File> file;
  const auto begin_files = [&] {
    lock.emplace(prepare_run_folder(s.output.folder, request.overwrite));
    file.emplace(files.log);
    log::info(version_description());
    log::info(request.typed);
    write_file(files.scenario,
               "# The scenario as run, every key with its value. `ibsim run` takes it as it is.\n" +
                   resolved_activation(s));
    warnings.insert(warnings.end(), p.warnings.begin(), p.warnings.end());
    for (const std::string& warning : warnings) log::warning(warning);
    log::info(device.line);
    log::info(mesh_line(p));
  };
#if defined(IBSIM_WITH_CUDA)
  if (device.cuda)
    run_on<Cuda>(s, p, files, request.quiet, begin_files);
  else
#endif
    run_on<Cpu>(s, p, files, request.quiet, begin_files);
  log::info("results in " + s.output.folder);
  return 0;
}

namespace {

/// The largest ratio of speeds within a tetrahedron, of a sample of them.
real largest_ratio_of_speeds(const PreparedActivation& p) {
  const Index n = p.mesh.cells(), step = std::max<Index>(1, n / 10000);
  real most = 1;
  for (Index i = 0; i < n; i += step) {
    const Speeds v = p.medium.speeds_of(p.mesh, i);
    const real least = std::min({v.along, v.across, v.normal});
    if (least > 0) most = std::max(most, std::max({v.along, v.across, v.normal}) / least);
  }
  return most;
}

/// Why a case takes longer than the dry run waits.
std::string slow_case_words(const PreparedActivation& p) {
  constexpr real much = 4; // beyond, the solver's window is wider
  const real ratio = largest_ratio_of_speeds(p);
  return text("the dry run stopped after %.0f s: a case takes longer", most_seconds_of_dry_run) +
         (ratio > much
              ? text("; speeds that differ %.3g times within the tissue are solved slowly: a ventricle "
                     "took 50 times as long at a ratio of 20 as at 1.5",
                     ratio)
              : "");
}

/// @param json what the report for programs gets; without text where it is alone
template <class B>
void dry_run_on(const ActivationScenario& s, const PreparedActivation& p, nlohmann::ordered_json& json,
                bool with_text, std::vector<std::string>& warnings) {
  const Stream<B> stream;
  ActivationSolver<B> solver(stream, p.mesh, p.medium, s.solve);
  SolveStatistics statistics;
  statistics.most_seconds = most_seconds_of_dry_run;
  const std::vector<real> times = solver.solve(stream, {p.starts[0]}, statistics)[0];
  real last = 0;
  Index unreached = 0;
  for (const real t : times) {
    if (std::isfinite(t))
      last = std::max(last, t);
    else
      ++unreached;
  }
  if (!statistics.complete) warnings.push_back(slow_case_words(p));
  const SetUpTimes& t = solver.set_up();
  json = {{"set_up_seconds", p.seconds_reading + p.seconds_checking + p.seconds_ordering + t.incidences +
                                 t.products + t.upload + t.decomposition},
          {"case_seconds", statistics.seconds},
          {"case_is_complete", statistics.complete},
          {"array_bytes", peak_allocated_bytes<B>()}};
  if (statistics.complete) {
    json["last_activation_ms"] = last / 1e3;
    json["vertices_never_reached"] = unreached;
  }
  if (!with_text) return;
  std::cout
      << text("set-up       %.3g s (mesh %.3g, checks %.3g, order %.3g, solver %.3g)\n",
              p.seconds_reading + p.seconds_checking + p.seconds_ordering + t.incidences + t.products +
                  t.upload + t.decomposition,
              p.seconds_reading, p.seconds_checking, p.seconds_ordering,
              t.incidences + t.products + t.upload + t.decomposition)
      << (statistics.complete
              ? text("a case       %.4g s, %.4g million tetrahedra a second; %zu in all\n",
                     statistics.seconds, p.mesh.cells() / statistics.seconds / 1e6, p.cases.size())
              : text("a case       more than %.3g s; %zu in all\n", statistics.seconds, p.cases.size()))
      << text(
             "memory       %.4g MiB in the solver's arrays, %.3g bytes a tetrahedron; %.4g MiB of the host\n",
             peak_allocated_bytes<B>() / 1048576.0,
             static_cast<double>(peak_allocated_bytes<B>()) / p.mesh.cells(), peak_host_bytes() / 1048576.0)
      << (statistics.complete
              ? text("activation   complete after %.4g ms", last / 1e3) +
                    (unreached > 0 ? text(", %d vertices are never reached\n", unreached) : "\n")
              : std::string())
      << text("edges        %.4g ms long: a front is sharp to about that\n", solver.edge_time() / 1e3);
}

} // namespace

int check_activation(const RunRequest& request) {
  require_json(request.json);
  std::vector<std::string> warnings;
  const ActivationScenario s = activation_of(request, request.file, warnings);
  const DeviceChoice device = choose_device(s.device);
  const PreparedActivation p = prepared(s);
  nlohmann::ordered_json prediction;
  const bool with_text = !request.quiet && !is_json_alone(request.json);
  if (with_text)
    std::cout << request.file.string() << ": \"" << s.title << "\", of kind activation\ndevice       "
              << device.line << "\nmesh         " << mesh_line(p) << "\n";
#if defined(IBSIM_WITH_CUDA)
  if (device.cuda)
    dry_run_on<Cuda>(s, p, prediction, with_text, warnings);
  else
#endif
    dry_run_on<Cpu>(s, p, prediction, with_text, warnings);
  warnings.insert(warnings.end(), p.warnings.begin(), p.warnings.end());
  for (const std::string& warning : warnings)
    if (with_text)
      std::cout << "warning      " << warning << "\n";
    else if (request.quiet)
      log::warning(warning);
  write_json(request.json, json_text({{"kind", "activation"},
                                      {"title", s.title},
                                      {"tetrahedra", p.mesh.cells()},
                                      {"cases", p.cases.size()},
                                      {"folder", s.output.folder},
                                      {"device", device.line},
                                      {"prediction", prediction},
                                      {"warnings", warnings}}));
  return 0;
}

} // namespace ibsim
