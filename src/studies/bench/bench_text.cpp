// The report of `ibsim bench` for people: a block a case, a line an operation, at most 120 columns.
#include "base/text.hpp"
#include "bench/bench.hpp"

#include <cmath>

namespace ibsim {
namespace {

std::string seconds_text(double s) {
  return s < 1e-3 ? text("%.4g us", 1e6 * s) : s < 1 ? text("%.4g ms", 1e3 * s) : text("%.4g s", s);
}
std::string bytes_text(double bytes) {
  return bytes < 1e9 ? text("%.0f MB", bytes / 1e6) : text("%.2f GB", bytes / 1e9);
}
std::string number_or_dash(const char* format, double value) {
  if (!std::isfinite(value)) return "-";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}
std::string reach_text(const BenchTime& t) {
  return std::isfinite(t.reach)
             ? "  " + seconds_text(t.reach) +
                   (t.seconds <= t.reach ? ": yes" : text(": no, %.2f of it", t.seconds / t.reach))
             : "";
}

std::string heading(const BenchCase& c) {
  std::string line = c.name;
  if (c.grid.x > 0) line += text(", a grid of %d x %d x %d", c.grid.x, c.grid.y, c.grid.z);
  if (c.array_bytes > 0) line += ", " + bytes_text(c.array_bytes) + " in arrays";
  if (c.device_bytes > 0) line += ", " + bytes_text(c.device_bytes) + " of the device";
  return "\n" + line + "\n";
}

/// A line of rates that both kinds of table have: time, million points/s, GB/s, percent of the copy
/// bandwidth.
std::string rates(const BenchTime& t, double copy_bandwidth) {
  const double rate = t.bytes > 0 ? t.bytes / t.seconds : no_figure;
  return text("%12s %10s %9s %7s", seconds_text(t.seconds).c_str(),
              number_or_dash("%.4g", t.points > 0 ? 1e-6 * t.points / t.seconds : no_figure).c_str(),
              number_or_dash("%.4g", 1e-9 * rate).c_str(),
              number_or_dash("%.1f %%", 100 * rate / copy_bandwidth).c_str());
}

std::string coupling_lines(const BenchCase& c, double copy_bandwidth) {
  std::string lines;
  int threads = -1;
  for (const BenchTime& t : c.times) {
    if (t.threads != threads && t.threads > 0)
      lines += text("  %d %s\n", t.threads, t.threads == 1 ? "thread" : "threads");
    threads = t.threads;
    const double atomics = c.seconds("spread by atomics", t.threads), one = c.seconds(t.operation, 1);
    const bool spreads = t.operation.rfind("spread", 0) == 0;
    lines += text("    %-26s", t.operation.c_str()) + rates(t, copy_bandwidth) +
             text(" %11s", number_or_dash("%.3g", spreads ? t.seconds / atomics : no_figure).c_str()) +
             text(" %11s",
                  number_or_dash("%.0f %%", t.threads > 1 ? 100 * one / (t.threads * t.seconds) : no_figure)
                      .c_str()) +
             reach_text(t) + "\n";
  }
  return lines;
}

std::string step_lines(const BenchCase& c, double copy_bandwidth) {
  std::string lines;
  const double whole = c.seconds("step");
  for (const BenchTime& t : c.times)
    lines += text("    %-13s", t.operation.c_str()) + rates(t, copy_bandwidth) +
             text(" %7.1f %%", 100 * t.seconds / whole) +
             text(" %12s %9s", std::isfinite(t.floor) ? seconds_text(t.floor).c_str() : "-",
                  number_or_dash("%.0f %%", 100 * t.floor / t.seconds).c_str()) +
             reach_text(t) + "\n";
  if (whole > 0) lines += text("    %.4g steps a second", 1 / whole);
  if (c.time_step > 0)
    lines +=
        text(", in steps of %.3g us %.4g s a physical millisecond", c.time_step, c.seconds_a_millisecond());
  if (whole > 0) lines += "\n";
  return lines;
}

std::string prediction_line(const BenchCase& c) {
  const double predicted = c.seconds("predicted"), needed = c.seconds("needed");
  if (c.times.empty()) return "";
  return text("    predicted %s, needed %s: %.2f of what was needed\n", seconds_text(predicted).c_str(),
              seconds_text(needed).c_str(), predicted / needed);
}

/// One line: boxes side by side against the first case of the same boxes, which is of one alone.
std::string boxes_line(const BenchCase& c, const BenchReport& report) {
  double one = no_figure;
  for (const BenchCase& other : report.cases)
    if (other.kind == c.kind && other.compared == c.compared && other.objects == 1)
      one = other.seconds("step");
  if (c.times.empty()) return "";
  return text("    %-32s%12s %14.4g %11.3g %12s  %s\n", c.name.c_str(),
              seconds_text(c.seconds("a step of each")).c_str(), 1 / c.seconds("step"),
              one / c.seconds("step"), seconds_text(c.seconds("set-up of a box")).c_str(),
              c.same_bits.value_or(false) ? "yes" : "NO");
}

/// Any other kind: what was timed, how long a call takes, and what it moves.
std::string plain_lines(const BenchCase& c, double copy_bandwidth) {
  std::string lines;
  for (const BenchTime& t : c.times)
    lines += text("    %-40s", t.operation.c_str()) + rates(t, copy_bandwidth) + reach_text(t) + "\n";
  return lines;
}

/// The schemes in time side by side: cases that follow each other, the first of them the old one.
std::string schemes_table(const BenchReport& report) {
  std::string lines;
  const auto line = [](const BenchCase& one) {
    return text("    %-27s steps of %8s us, %8s ms a step, %9s s a physical millisecond", one.scheme.c_str(),
                number_or_dash("%.3g", one.time_step).c_str(),
                number_or_dash("%.4g", 1e3 * one.seconds("step")).c_str(),
                number_or_dash("%.4g", one.seconds_a_millisecond()).c_str());
  };
  const BenchCase* old = nullptr;
  bool alone = true;
  for (const BenchCase& c : report.cases) {
    if (c.kind != "step" || c.compared.empty()) continue;
    if (!old || old->compared != c.compared || !(old->grid == c.grid)) {
      old = &c, alone = true;
      continue;
    }
    if (alone) lines += "\n" + c.compared + text(", a grid of %d^3\n", c.grid.x) + line(*old) + "\n";
    alone = false;
    const double times = old->seconds_a_millisecond() / c.seconds_a_millisecond();
    lines += line(c) + "\n      " + number_or_dash("%.3g", times) + " times as fast\n";
  }
  return lines.empty() ? "" : "\nschemes in time, each in 3/4 of its longest stable step\n" + lines;
}

} // namespace

std::string bench_text(const BenchReport& report) {
  std::string out = report.device + text(": a copy of %s moves %.4g GB/s, read and written\n",
                                         bytes_text(report.copy_bytes).c_str(), 1e-9 * report.copy_bandwidth);
  out +=
      "GB/s count the least traffic (spread: 48 bytes a point and 24 a grid point; interpolate: 48 a point "
      "and 24 a grid\n"
      "point in reach; a step: src/flow/step/step_traffic.hpp); \"of copy\" is the percentage of that "
      "bandwidth.\n";
  std::string kind;
  for (const BenchCase& c : report.cases) {
    if (c.kind != kind) {
      kind = c.kind;
      if (kind == "coupling")
        out += text("\n    %-26s%12s %10s %9s %7s %11s %11s  %s\n", "", "a call", "Mpoints/s", "GB/s",
                    "of copy", "per atomics", "efficiency", "reach");
      else if (kind == "step")
        out += text("\n    %-13s%12s %10s %9s %7s %9s %12s %9s  %s\n", "", "a step", "Mpoints/s", "GB/s",
                    "of copy", "share", "floor", "of floor", "reach");
      else if (kind == "boxes")
        out += text("\ngrids of %d^3, each a run with a thread and a stream\n\n", c.grid.x) +
               text("    %-32s%12s %14s %11s %12s  %s\n", "", "a step", "all, steps/s", "against one",
                    "set-up", "bits as alone");
      else if (kind == "prediction")
        out += "\nthe times of whole runs that `ibsim check` predicts\n";
      else
        out +=
            text("\n    %-40s%12s %10s %9s %7s  %s\n", "", "a call", "Mpoints/s", "GB/s", "of copy", "reach");
    }
    if (kind == "boxes") {
      out += boxes_line(c, report);
      if (!c.skipped.empty()) out += text("    %-32sleft out: ", c.name.c_str()) + c.skipped + "\n";
      continue;
    }
    out += heading(c) + (kind == "coupling"     ? coupling_lines(c, report.copy_bandwidth)
                         : kind == "step"       ? step_lines(c, report.copy_bandwidth)
                         : kind == "prediction" ? prediction_line(c)
                                                : plain_lines(c, report.copy_bandwidth));
    if (!c.skipped.empty()) out += "    left out: " + c.skipped + "\n";
  }
  return out + schemes_table(report);
}

} // namespace ibsim
