// Pictures of runs: what apps see of this folder. No header of OpenGL, a window system or PNG stands in it.
//
// Where ibsim was built without the libraries for pictures (IBSIM_VIEW), no_view.cpp stands in: each function
// throws a ResourceError that says what to install.
#pragma once

#include "base/progress.hpp"
#include "pictures/picture_options.hpp"
#include "program/live_pictures.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace ibsim::view {

/// Whether this ibsim was built with the libraries for pictures.
bool available();

struct RenderRequest {
  std::filesystem::path run; ///< the folder of a run
  PictureOptions picture;
  std::optional<double> time; ///< us: the frame nearest to it; none: the last
  bool every_frame = false;
  bool measure = false;         ///< waits after each stage, for Rendered::stages
  std::filesystem::path output; ///< a PNG, or with every_frame a folder; empty: in the run's folder
  std::filesystem::path movie;  ///< empty: none
  double seconds = 10;          ///< of the movie
  int rate = 30;                ///< pictures of the movie a second
  std::function<void(const Progress&)> progress;
  std::function<bool()> stop_requested; ///< pictures so far stay
};

/// What was written, for a person.
struct Rendered {
  std::size_t pictures = 0;
  std::filesystem::path where;
  std::string renderer; ///< OpenGL's words for what drew
  double first = 0;     ///< s until the first picture was drawn, with all that is made once
  double each = 0;      ///< s a picture after that, until the last one is on the disk or in the movie

  /// s a picture, the mean of all: where its time went. The scene is made by other threads, meanwhile.
  struct Stages {
    double scene = 0;                  ///< read, and triangles as fine as seen
    double waiting = 0;                ///< for the scene
    double loading = 0, drawing = 0;   ///< to the card; on it
    double fetching = 0, using_it = 0; ///< back; until the writer or ffmpeg has taken it
    double compressing = 0;            ///< and writing, by another thread
  } stages;
};

/// @throws ResourceError where there is no EGL, no OpenGL 4.5, no ffmpeg, a frame is damaged or a folder
/// cannot be written: pictures so far stay; InputError for what the user gave; Interrupted
Rendered render_run(const RenderRequest&);

/// A window that plays a run. Returns when it is closed. @throws ResourceError without a display
void view_run(const std::filesystem::path& run, const PictureOptions&);

/// What a window would show, without one.
struct ViewSpeed {
  double first_picture = 0; ///< s, with all that is made once: the context, shaders, surfaces
  double turning = 0;       ///< pictures a second of one frame, while the camera goes round it
  double playing = 0;       ///< frames a second, each read and drawn
  std::size_t frames = 0, triangles = 0;
  std::string renderer;
  std::vector<std::pair<std::string, double>> passes; ///< of a picture, s by the card's own clock
};
/// @param seconds for each of the two. @throws ResourceError as render_run
ViewSpeed measure_view(const std::filesystem::path& run, const PictureOptions&, double seconds);

/// Pictures of a run while it goes on: a MakeLivePictures (program/live_pictures.hpp).
std::unique_ptr<LivePictures> make_live_pictures(const std::filesystem::path& folder,
                                                 const std::filesystem::path& scenario, LivePictures::Fixed,
                                                 PictureLook);

} // namespace ibsim::view
