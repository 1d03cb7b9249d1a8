#include "program/progress.hpp"

#include "base/log.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr double seconds_between_redraws = 0.2, seconds_between_lines = 5;

int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

std::string time_text(real us) {
  const real magnitude = std::fabs(us);
  if (magnitude >= 1e6) return text("%.4g s", us / 1e6);
  if (magnitude >= 1e3) return text("%.4g ms", us / 1e3);
  return text("%.4g us", us);
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 3.6e6 * 24) return "?";
  const long s = std::lround(seconds);
  if (s < 60) return text("%ld s", s);
  if (s < 3600) return text("%ld min %02ld s", s / 60, s % 60);
  return text("%ld h %02ld min", s / 3600, s % 3600 / 60);
}

ProgressDisplay::Style ProgressDisplay::style_for_this_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal && std::string_view(terminal) != "dumb" ? Style::bar
                                                                                   : Style::lines;
}

void ProgressDisplay::measure_rate(const Progress& p) {
  if (!started_) {
    started_ = true;
    rate_step_ = p.first_step;
  }
  // A fresh value at least every second, averaged with the one before, so that it follows changes but does
  // not flicker.
  if (const double elapsed = p.seconds - rate_at_; elapsed >= 1 || (rate_ == 0 && elapsed > 0.05)) {
    const double fresh = static_cast<double>(p.step - rate_step_) / elapsed;
    rate_ = rate_ > 0 ? 0.7 * rate_ + 0.3 * fresh : fresh;
    rate_at_ = p.seconds;
    rate_step_ = p.step;
  }
}

std::string ProgressDisplay::numbers(const Progress& p) const {
  const double left = rate_ > 0 ? static_cast<double>(p.steps - p.step) / rate_ : std::nan("");
  std::string line = std::to_string(p.step);
  if (p.steps > 0) line += "/" + std::to_string(p.steps);
  if (p.end > 0) line += "  " + time_text(p.time) + " of " + time_text(p.end);
  line += text("  %.4g ", rate_) + std::string(p.what) + "s/s";
  if (p.steps > 0) line += "  " + duration_text(left) + " left";
  return line;
}

void ProgressDisplay::show(const Progress& p) {
  if (style_ == Style::silent) return;
  if (p.step < rate_step_ || p.seconds < rate_at_) { // another run
    started_ = false;
    shown_at_ = rate_ = rate_at_ = 0;
  }
  const double due = style_ == Style::bar ? seconds_between_redraws : seconds_between_lines;
  const bool finished = p.steps > 0 && p.step >= p.steps;
  if (started_ && p.seconds - shown_at_ < due && !finished) return;
  measure_rate(p);
  if (style_ == Style::lines && p.seconds < due) return; // a short run needs no lines
  if (style_ == Style::bar && finished) return clear();
  shown_at_ = p.seconds;
  if (style_ == Style::lines) {
    log::info(std::string(p.what) + " " + numbers(p));
    return;
  }
  const std::string right = numbers(p);
  const int width = std::clamp(terminal_width() - static_cast<int>(right.size()) - 5, 0, 40);
  std::string line;
  if (width >= 5 && p.steps > 0) {
    const int done = static_cast<int>(static_cast<double>(width) * static_cast<double>(p.step) /
                                      static_cast<double>(p.steps));
    line.append("[").append(done, '=');
    if (done < width) line.append(">").append(width - done - 1, ' ');
    line.append("]  ");
  }
  line += right;
  // never wraps
  line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(terminal_width() - 1, 1))));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressDisplay::clear() {
  if (!drawn_) return;
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

} // namespace ibsim
