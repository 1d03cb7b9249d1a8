#include "experiments/chart.hpp"

#include "base/text.hpp"
#include "io/frame_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr double width = 720, height = 460, left = 70, right = 20, top = 40, bottom = 55;
const std::vector<std::string> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                       "#e69f00", "#56b4e9", "#000000"};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value), high = std::max(high, value);
  }
  /// With a margin, and never empty.
  Range wider() const {
    if (!(low <= high)) return {0, 1};
    const double room = low == high ? std::max(0.5, std::abs(low) / 2) : 0.04 * (high - low);
    return {low - room, high + room};
  }
};

std::string words_at(double x, double y, const std::string& style, const std::string& words) {
  return text("<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style.c_str()) + xml(words) + "</text>\n";
}

} // namespace

std::vector<double> round_ticks(double low, double high, int wished) {
  const double raw = (high - low) / wished, power = std::pow(10, std::floor(std::log10(raw)));
  const double part = raw / power, step = power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12) + 1e-9 * step; ++i)
    ticks.push_back(i * step);
  return ticks;
}

std::string to_svg(const Chart& chart) {
  Range x, y;
  for (const Curve& curve : chart.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) x.add(curve.x[i]), y.add(curve.y[i]);
  x = x.wider(), y = y.wider();
  const auto across = [&](double v) {
    return left + (v - x.low) / (x.high - x.low) * (width - left - right);
  };
  const auto up = [&](double v) {
    return height - bottom - (v - y.low) / (y.high - y.low) * (height - top - bottom);
  };

  std::string svg = text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"%g\" height=\"%g\" fill=\"white\"/>\n",
      width, height, width, height, width, height);
  svg += words_at(width / 2, 24, "text-anchor=\"middle\" font-size=\"15\"", chart.title);
  for (const double tick : round_ticks(x.low, x.high, 7)) {
    svg += text("<path d=\"M%.1f %.1fV%.1f\" stroke=\"#ddd\"/>\n", across(tick), top, height - bottom);
    svg += words_at(across(tick), height - bottom + 18, "text-anchor=\"middle\"", text("%g", tick));
  }
  for (const double tick : round_ticks(y.low, y.high, 6)) {
    svg += text("<path d=\"M%.1f %.1fH%.1f\" stroke=\"#ddd\"/>\n", left, up(tick), width - right);
    svg += words_at(left - 8, up(tick) + 4, "text-anchor=\"end\"", text("%g", tick));
  }
  svg += text("<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"black\"/>\n", left,
              top, width - left - right, height - top - bottom);
  svg += words_at((left + width - right) / 2, height - 14, "text-anchor=\"middle\"", chart.x);
  const double middle = (top + height - bottom) / 2;
  svg +=
      words_at(18, middle, text("text-anchor=\"middle\" transform=\"rotate(-90 18 %g)\"", middle), chart.y);

  double legend = top + 18;
  for (std::size_t c = 0; c < chart.curves.size(); ++c, legend += 18) {
    const Curve& curve = chart.curves[c];
    const char* colour = colours[c % colours.size()].c_str();
    std::string path;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
      const double px = across(curve.x[i]), py = up(curve.y[i]);
      if (curve.points)
        svg +=
            text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"none\" stroke=\"%s\"/>\n", px, py, colour);
      else
        path += text("%s%.1f %.1f", path.empty() ? "M" : "L", px, py);
    }
    if (!path.empty())
      svg += "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\"/>\n";
    svg += curve.points ? text("<circle cx=\"%g\" cy=\"%g\" r=\"3.5\" fill=\"none\" stroke=\"%s\"/>\n",
                               left + 25, legend - 4, colour)
                        : text("<path d=\"M%g %gh26\" stroke=\"%s\" stroke-width=\"2\"/>\n", left + 12,
                               legend - 4, colour);
    svg += words_at(left + 46, legend, "", curve.name);
  }
  return svg + "</svg>\n";
}

} // namespace ibsim
