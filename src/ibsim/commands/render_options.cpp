#include "commands/render_options.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>

namespace ibsim {
namespace {

using view::PictureOptions;

/// An option whose text a function reads; what it throws becomes the message.
template <class Read>
CLI::Option* read_by(CLI::App& app, const std::string& name, const std::string& type, const std::string& help,
                     Read read) {
  return app
      .add_option_function<std::string>(
          name,
          [name, read](const std::string& text) {
            try {
              read(text);
            } catch (const InputError& e) {
              throw CLI::ValidationError(name, e.what());
            }
          },
          help)
      ->type_name(type);
}

/// A number from `least` to `most`; what is no number, as nan, is refused (CLI::Range lets it through).
CLI::Option* number(CLI::App& app, const std::string& name, double& field, double least, double most,
                    const std::string& help) {
  return read_by(app, name, "X", help, [&field, least, most](const std::string& text) {
    const double x = parse_number(text);
    if (!(x >= least && x <= most))
      throw InputError("expected a number from " + shortest_decimals(least) + " to " +
                       shortest_decimals(most) + ", got " + in_quotes(text));
    field = x;
  });
}

int whole_number(const std::string& text, const std::string& of) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  constexpr int most = 16384;
  if (error != std::errc() || end != text.data() + text.size() || n < 16 || n > most)
    throw InputError("expected WIDTHxHEIGHT in pixels, each from 16 to 16384, got " + in_quotes(of));
  return n;
}

void read_size(PictureOptions& picture, const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos) whole_number("", text);
  picture.width = whole_number(text.substr(0, x), text),
  picture.height = whole_number(text.substr(x + 1), text);
}

void read_slice(PictureOptions& picture, const std::string& text) {
  const std::size_t axis = text.empty() ? std::string::npos : std::string("xyz").find(text[0]);
  if (axis == std::string::npos || (text.size() > 1 && text[1] != '='))
    throw InputError("expected a plane such as y=8um, or y alone for the middle, got " + in_quotes(text));
  view::Slice slice{static_cast<int>(axis), {}};
  if (text.size() > 1) slice.at = parse_quantity(text.substr(2), dimension::length);
  picture.slice = slice;
}

void read_range(PictureOptions& picture, const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw InputError("expected LEAST:MOST with a unit of the field, as in 0:8mm/s, got " + in_quotes(text));
  picture.least = text.substr(0, colon), picture.most = text.substr(colon + 1);
}

void read_background(PictureOptions& picture, const std::string& text) {
  const bool hex = text.size() == 7 && text[0] == '#' &&
                   text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!hex && text != "white" && text != "black" && text != "transparent")
    throw InputError("expected white, black, transparent or a colour such as #f0e8e0, got " +
                     in_quotes(text));
  picture.background = text;
}

/// Pictures are .png: another ending would become the name of a folder.
std::string wrong_picture(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const char* movie : {".mp4", ".mov", ".avi", ".gif", ".webm"})
    if (ending == movie) return "writes pictures; a movie is --movie " + in_quotes(path);
  for (const char* other : {".pdf", ".svg", ".eps", ".ps", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp"})
    if (ending == other)
      return "pictures are .png, not " + std::string(other) + ": expected a name such as " +
             in_quotes(std::filesystem::path(path).replace_extension(".png").string()) + ", or a folder";
  return "";
}

} // namespace

void settle_look(const CLI::App& app, CommandLine& line) {
  if (app.get_option("--field")->count() == 0) return;
  view::Look& look = line.render.picture.look;
  if (app.get_option("--look")->count() == 0) look = view::Look::data;
  if (look != view::Look::data)
    throw InputError("--field colours the data look; leave out --look, or choose --look data");
}

void add_picture_options(CLI::App& app, CommandLine& line, bool movies) {
  view::RenderRequest& request = line.render;
  PictureOptions& picture = request.picture;
  app.add_option("RUN", line.file, "Output folder of a run, also during the run")->required();
  app.add_option_function<std::string>(
         "--look",
         [&picture](const std::string& name) {
           const auto& names = view::look_names();
           picture.look =
               static_cast<view::Look>(std::find(names.begin(), names.end(), name) - names.begin());
         },
         "microscope (light through haemoglobin), studio (lit surfaces; default) or data (coloured by "
         "--field)")
      ->type_name("LOOK")
      ->check(CLI::IsMember(view::look_names()));
  app.add_option("--field", picture.field,
                 "Field that colours the data look, which this option implies: tension (default), tension_2, "
                 "velocity, traction, wall_stress, area strain, object")
      ->type_name("NAME")
      ->check([](const std::string& name) {
        const auto& names = view::field_names();
        if (std::find(names.begin(), names.end(), name) != names.end()) return std::string();
        std::string all;
        for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
        return "expected one of " + all + ", got " + in_quotes(name) + did_you_mean(name, names);
      });
  read_by(app, "--range", "LEAST:MOST",
          "Range of the field's colours, as in 0:8mm/s (default: from the frames shown)",
          [&picture](const std::string& text) { read_range(picture, text); });
  app.add_option("--map", picture.map, "Colours of the field: viridis (default), cividis or coolwarm")
      ->type_name("NAME")
      ->check(CLI::IsMember({"viridis", "cividis", "coolwarm"}));
  number(app, "--opacity", picture.opacity, 0.05, 1,
         "Opacity of the surfaces in the data look, from 0.05 to 1 (default)");
  read_by(app, "--slice", "PLANE",
          "Plane that shows the flow, as in y=8um; y is the middle. For an activation: plane that cuts the "
          "mesh open",
          [&picture](const std::string& text) { read_slice(picture, text); });
  app.add_flag("--arrows", picture.arrows, "Arrows on the slice");
  app.add_flag("--streamlines", picture.streamlines, "Streamlines of the flow");
  app.add_flag("--paths", picture.paths, "Paths of the objects' centres so far");
  app.add_flag("--beads", picture.beads, "A bead on each membrane, which shows its rotation");
  app.add_flag("--unwrapped", picture.unwrapped,
               "Objects at their unwrapped places, outside the periodic box too");
  app.add_flag("--images", picture.images, "Periodic images around the box");
  read_by(app, "--background", "COLOUR",
          "Background: white, black, transparent or #rrggbb (default: as the look)",
          [&picture](const std::string& text) { read_background(picture, text); });
  number(app, "--zoom", picture.zoom, 0.05, 100, "Magnification (default: 1, which shows the box)");
  app.add_option("--camera", picture.camera, "YAML file of a camera, as saved by ibsim view")
      ->type_name("FILE");
  app.add_flag("--axes", picture.axes, "Ticks and numbers along edges of the box, instead of the scale bar");
  app.add_flag("!--plain", picture.annotations, "No time, scale bar and legend");
  read_by(app, "--size", "WIDTHxHEIGHT", "Size in pixels (default: 1920x1080)",
          [&picture](const std::string& text) { read_size(picture, text); });
  if (!movies) {
    app.add_flag("--measure", line.measure,
                 "Measure the pictures a second that a window would show on this machine, without a window");
    app.add_flag("--wait", line.wait, "Wait up to two minutes for the first frame of a run");
    return;
  }
  CLI::Option* time =
      read_by(app, "--time", "TIME", "The frame nearest to this time, as in 0.5ms (default: the last)",
              [&request](const std::string& text) { request.time = parse_quantity(text, dimension::time); });
  CLI::Option* every =
      app.add_flag("--every-frame", request.every_frame, "A picture of every frame")->excludes(time);
  app.add_option("-o,--output", request.output, "A .png, or a folder (default: RUN/pictures)")
      ->type_name("PATH")
      ->check(wrong_picture);
  app.add_flag("--measure", request.measure, "Report the time of each stage of a picture on this machine");
  app.add_option("--movie", request.movie, "File of a movie (.mp4) by ffmpeg, smooth between the frames")
      ->type_name("FILE")
      ->excludes(time)
      ->excludes(every);
  number(app, "--seconds", request.seconds, 0.1, 3600, "Length of the movie in seconds (default: 10)");
  app.add_option("--rate", request.rate, "Pictures a second of the movie (default: 30)")
      ->type_name("N")
      ->check(CLI::Range(1, 240));
}

} // namespace ibsim
