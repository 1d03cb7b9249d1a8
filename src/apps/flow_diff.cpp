// `ibsim diff RUN_A RUN_B` of two flows: the scenarios by their keys, the tables row by row, the frames value
// by value.
#include "apps/flow_application.hpp"
#include "apps/progress.hpp"
#include "base/error.hpp"
#include "io/compare_frames.hpp"
#include "io/compare_scenarios.hpp"
#include "io/read_scenario.hpp"
#include "io/run_folder.hpp"

#include <iostream>
#include <limits>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_lines = 12; // of one file

void require_run(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  if (!fs::is_regular_file(files.run_csv))
    throw InputError(folder.string() + " is not the folder of a run: it has no " +
                     files.run_csv.filename().string());
}

void print_scenarios(const fs::path& a, const fs::path& b) {
  std::vector<std::string> ignored;
  const std::vector<KeyDifference> differences = scenario_differences(
      read_scenario(run_files(a).scenario, {}, ignored), read_scenario(run_files(b).scenario, {}, ignored));
  std::size_t shown = 0;
  for (const KeyDifference& d : differences)
    if (!leaves_results_alone(d)) {
      if (shown++ == 0) std::cout << "scenarios differ\n";
      if (shown <= most_lines) std::cout << "  " << d.key << ": " << d.first << " and " << d.second << "\n";
    }
  if (shown > most_lines) std::cout << "  and " << shown - most_lines << " keys more\n";
  if (shown == 0)
    std::cout << "scenarios: the same"
              << (differences.empty() ? "" : ", but for title, end, output or device") << "\n";
}

void print(const std::string& name, const std::string& rows, const Comparison& found) {
  std::cout << name << ": ";
  if (found.common == 0) {
    std::cout << "no time in common\n";
    return;
  }
  std::cout << found.common << " " << rows << " in common, from " << time_text(found.first) << " to "
            << time_text(found.last);
  if (found.same) {
    std::cout << ", the same\n";
    return;
  }
  std::cout << "; they part "
            << (found.same_until < 0 ? "from the first on, at "
                                     : "after " + time_text(found.same_until) + ", at ")
            << time_text(found.parts_at) << "\n";
  for (std::size_t i = 0; i < std::min(found.lines.size(), most_lines); ++i)
    std::cout << "  " << found.lines[i] << "\n";
  if (found.lines.size() > most_lines)
    std::cout << "  and " << found.lines.size() - most_lines << " quantities more\n";
}

} // namespace

int diff_flow(const CommandLine& line) {
  require_run(line.file);
  require_run(line.other);
  settle_run_folder(line.file), settle_run_folder(line.other);
  print_scenarios(line.file, line.other);
  const RunFiles a = run_files(line.file), b = run_files(line.other);
  std::size_t common = 0;
  double parts_at = std::numeric_limits<double>::infinity();
  const auto add = [&](const fs::path& file, const std::string& rows, const Comparison& found) {
    print(file.filename().string(), rows, found);
    common += found.common;
    if (!found.same) parts_at = std::min(parts_at, found.parts_at);
  };
  const auto both = [](const fs::path& x, const fs::path& y) {
    return fs::is_regular_file(x) && fs::is_regular_file(y);
  };
  add(a.run_csv, "rows", compare_series(read_csv(a.run_csv), read_csv(b.run_csv), line.tolerance));
  if (both(a.cells_csv, b.cells_csv))
    add(a.cells_csv, "rows", compare_series(read_csv(a.cells_csv), read_csv(b.cells_csv), line.tolerance));
  if (both(a.cells, b.cells)) add(a.cells, "frames", compare_frames(a.cells, b.cells, line.tolerance));
  if (both(a.fluid, b.fluid)) add(a.fluid, "frames", compare_frames(a.fluid, b.fluid, line.tolerance));
  if (common == 0) throw InputError("the runs have no time in common, so they cannot be compared");
  if (parts_at == std::numeric_limits<double>::infinity()) {
    std::cout << (line.tolerance > 0 ? "the same within the tolerance\n" : "the same, bit for bit\n");
    return 0;
  }
  std::cout << "different, from " << time_text(parts_at) << " on\n";
  return 1;
}

} // namespace ibsim
