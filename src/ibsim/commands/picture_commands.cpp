// ibsim render and ibsim view.
#include "base/log.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/view_beside.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"
#include "program/interruption.hpp"
#include "program/progress.hpp"

#include <chrono>
#include <thread>

namespace ibsim {
namespace {

bool has_frames(const std::filesystem::path& folder) {
  return !frame_paths(folder, cells_series, false).empty() ||
         !frame_paths(folder, fluid_series, false).empty();
}

} // namespace

int render_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  hold_interruptions();
  ProgressDisplay display(ProgressDisplay::style(line.quiet));
  view::RenderRequest request = line.render;
  request.run = line.file;
  request.progress = [&display](const Progress& progress) { display.show(progress); };
  request.stop_requested = interruption_requested;
  const view::Rendered rendered = view::render_run(request);
  display.clear();
  const std::string many = std::to_string(rendered.pictures) + " pictures in ";
  const std::string pace = rendered.pictures > 1 ? text(", then %.2g s each", rendered.each) : "";
  log::info((!request.movie.empty() || rendered.pictures == 1 ? "" : many) + rendered.where.string() +
            ", drawn by " + rendered.renderer + text(": %.2g s until the first", rendered.first) + pace);
  const auto& s = rendered.stages;
  if (request.measure)
    log::info(text(
        "ms a picture: scene %.1f (waited for it %.1f), to the card %.1f, drawn %.1f, back %.1f, handed on "
        "%.1f, compressed and written %.1f; scenes and files by other threads",
        1e3 * s.scene, 1e3 * s.waiting, 1e3 * s.loading, 1e3 * s.drawing, 1e3 * s.fetching, 1e3 * s.using_it,
        1e3 * s.compressing));
  return 0;
}

int view_command(const CommandLine& line) {
  if (line.measure) {
    constexpr double seconds = 3;
    const view::PictureOptions& picture = line.render.picture;
    const view::ViewSpeed speed = view::measure_view(line.file, picture, seconds);
    log::info(
        text("%zu frames, %zu triangles at %d x %d, by %s: first picture after %.2f s, then %.1f pictures "
             "a second while turned, %.1f frames a second while played",
             speed.frames, speed.triangles, picture.width, picture.height, speed.renderer.c_str(),
             speed.first_picture, speed.turning, speed.playing));
    std::string passes;
    for (const auto& [name, s] : speed.passes)
      passes += (passes.empty() ? "" : ", ") + name + text(" %.2f", 1e3 * s);
    log::info("ms of a picture on the card, by pass: " + passes);
    return 0;
  }
  require_display(line.file);
  constexpr int most_seconds = 120;
  for (int tenths = 0; line.wait && tenths < 10 * most_seconds && !has_frames(line.file); ++tenths)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  view::view_run(line.file, line.render.picture);
  return 0;
}

} // namespace ibsim
