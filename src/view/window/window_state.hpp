// The state of a window and what was done in it; its panels change this, its loop draws it.
#pragma once

#include "pictures/run_pictures.hpp"
#include "pictures/run_tables.hpp"
#include "renderer/renderer.hpp"

#include <memory>
#include <optional>

namespace ibsim::view {

struct WindowState {
  WindowState(const std::filesystem::path& run, const PictureOptions& picture)
      : folder(run), options(picture), pictures(RunPictures::open(run, picture)), tables(run) {
    frame = pictures->frames().size() - 1;
    for (std::size_t c = 0; c < tables.columns().size(); ++c)
      if (tables.columns()[c].name.find("elastic energy") != std::string::npos) column = static_cast<int>(c);
  }

  std::filesystem::path folder;
  PictureOptions options;
  std::unique_ptr<RunPictures> pictures;
  RunTables tables;

  std::size_t frame = 0;
  bool playing = false, follow = true, help = false, panels = true;
  float frames_a_second = 12;
  bool new_scene = true, new_range = true, new_picture = true, new_camera = true; ///< to be made
  Scene scene;
  Camera camera;
  float reach_of_scene = 1;        ///< from how far it was made to be seen
  std::string message;             ///< the last thing that was done, or went wrong
  std::optional<int> picked;       ///< object
  int column = 0, cell_column = 7; ///< of the tables, in the graphs

  double time() const { return pictures->frames().at(frame).time; }
  void go_to(std::size_t i) {
    if (i != frame) frame = i, new_scene = true;
  }
  /// Called after a change of the options. @param of_range also of what the map shows
  void changed(bool of_range) {
    new_scene = true, new_range |= of_range;
    pictures->set_options(options);
  }
  void save_picture(const Image&);
  void save_camera();
};

/// The panels of one redraw, by Dear ImGui. @param image made by the next redraw if a picture is to be saved
void draw_panels(WindowState&, bool& save_picture);

} // namespace ibsim::view
