// ibsim render and ibsim view.
#include "apps/commands.hpp"
#include "apps/interruption.hpp"
#include "apps/progress.hpp"
#include "base/error.hpp"
#include "base/log.hpp"

#include <cstdlib>

namespace ibsim {

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
  log::info((!request.movie.empty() || rendered.pictures == 1 ? "" : many) + rendered.where.string() +
            ", drawn by " + rendered.renderer);
  return 0;
}

int view_command(const CommandLine& line) {
  if (!view::available()) view::view_run(line.file, line.render.picture); // says what to install
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))
    throw ResourceError("there is no display for a window; pictures and movies need none: ibsim render " +
                        line.file.string());
  view::view_run(line.file, line.render.picture);
  return 0;
}

} // namespace ibsim
