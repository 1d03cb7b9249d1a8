// `ibsim render`: the frames of a run as PNG files, or as a movie.
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/wall_clock.hpp"
#include "pictures/run_pictures.hpp"
#include "pictures/view.hpp"
#include "renderer/gl_context.hpp"
#include "renderer/movie.hpp"
#include "renderer/picture_writer.hpp"
#include "renderer/renderer.hpp"

#include <algorithm>
#include <future>
#include <optional>

namespace ibsim::view {
namespace fs = std::filesystem;
namespace {

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return;
  fs::create_directories(folder, error);
  if (error) throw ResourceError("cannot create " + folder.string() + ": " + reason_of(error.value()));
}

/// Draws one picture after another, and reads the frame of the next one meanwhile.
class Drawing {
 public:
  Drawing(const RenderRequest& request, RunPictures& run)
      : request_(request), run_(run), renderer_(request.picture.width, request.picture.height),
        start_(now()) {
    if (!request.picture.camera.empty()) camera_.emplace(request.picture.camera);
  }

  /// @param scene makes the scene of picture i. @param use takes its picture
  template <class MakeScene, class Use>
  std::size_t all(std::size_t count, MakeScene scene, Use use) {
    run_.expect_next(count > 1);
    const auto timed = [this, &scene](std::size_t i) {
      const double begin = now();
      Scene made = scene(i);
      scenes_ += now() - begin;
      return made;
    };
    std::future<Scene> next = std::async(std::launch::async, timed, std::size_t{0});
    std::size_t done = 0;
    for (; done < count && !stopped(); ++done) {
      const double begin = now();
      Scene present = next.get();
      const double there = now();
      const float aspect =
          static_cast<float>(request_.picture.width) / static_cast<float>(request_.picture.height);
      if (!camera_ && !usual_) usual_ = run_.camera(present, aspect); // that of the first stays
      if (done + 1 < count) next = std::async(std::launch::async, timed, done + 1);
      renderer_.load(present);
      const double loaded = now();
      renderer_.paint(present, camera_ ? camera_->at(time_of(done)) : *usual_, request_.picture);
      if (request_.measure) renderer_.finish();
      const double drawn = now();
      Image image = renderer_.picture();
      const double fetched = now();
      use(done, std::move(image));
      run_.take_back(std::move(present));
      sums_.waiting += there - begin, sums_.loading += loaded - there, sums_.drawing += drawn - loaded;
      sums_.fetching += fetched - drawn, sums_.using_it += now() - fetched;
      if (done == 0) first_drawn_ = now();
      if (request_.progress) request_.progress({done + 1, count, 0, 0, now() - start_, 0, "picture"});
    }
    if (next.valid()) next.wait();
    drawn_ = done;
    return done;
  }
  /// s a picture.
  Rendered::Stages stages() const {
    const double n = std::max<double>(1, static_cast<double>(drawn_));
    return {scenes_ / n,
            sums_.waiting / n,
            sums_.loading / n,
            sums_.drawing / n,
            sums_.fetching / n,
            sums_.using_it / n,
            0};
  }
  double first_drawn() const { return first_drawn_; }
  std::function<double(std::size_t)> time_of = [](std::size_t) { return 0.0; };

 private:
  bool stopped() const { return request_.stop_requested && request_.stop_requested(); }
  const RenderRequest& request_;
  RunPictures& run_;
  Renderer renderer_;
  std::optional<CameraFile> camera_;
  std::optional<Camera> usual_;
  double start_, first_drawn_ = 0;
  Rendered::Stages sums_; ///< s, of all pictures
  double scenes_ = 0;     ///< s, of scenes: one at a time is made
  std::size_t drawn_ = 0;
};

std::string file_name(const PictureOptions& picture, std::size_t number) {
  return look_names()[static_cast<std::size_t>(picture.look)] + text("_%06zu.png", number);
}

std::string kept(std::size_t pictures) {
  return pictures == 0 ? ""
                       : text(" (%zu earlier picture%s %s kept)", pictures, pictures > 1 ? "s" : "",
                              pictures > 1 ? "are" : "is");
}

void make_movie(const RenderRequest& request, RunPictures& run, Drawing& drawing, Rendered& result) {
  const std::vector<FrameEntry>& frames = run.frames();
  const double first = frames.front().time, last = frames.back().time;
  const auto count = static_cast<std::size_t>(std::max(1.0, request.seconds * request.rate + 0.5));
  const auto time_of = [=](std::size_t i) {
    return count > 1 ? first + (last - first) * static_cast<double>(i) / static_cast<double>(count - 1)
                     : first;
  };
  make_folder(request.movie.parent_path());
  Movie movie(request.movie, request.picture.width, request.picture.height, request.rate);
  drawing.time_of = time_of;
  const auto end_movie = [&] {
    if (result.pictures > 0) movie.finish();
  };
  try {
    drawing.all(
        count,
        [&](std::size_t i) {
          Scene scene = run.at(time_of(i));
          if (scene.caption.starts_with("t = "))
            scene.caption = time_caption(time_of(i), last, time_of(1) - first);
          return scene;
        },
        [&](std::size_t, const Image& image) {
          movie.add(image);
          ++result.pictures;
        });
  } catch (const Error& e) {
    const bool of_movie = std::string(e.what()).starts_with("no movie");
    if (!of_movie) end_movie(); // what there is of it can be played
    throw Error(e.exit_code(), std::string(e.what()) +
                                   (of_movie || result.pictures == 0 ? "" : "; the movie ends before it"));
  }
  end_movie();
  result.where = request.movie;
}

void make_pictures(const RenderRequest& request, RunPictures& run, Drawing& drawing, Rendered& result) {
  const std::vector<FrameEntry>& frames = run.frames();
  std::vector<std::size_t> wanted;
  if (request.every_frame) {
    for (std::size_t i = 0; i < frames.size(); ++i) wanted.push_back(i);
  } else {
    const FrameEntry& one = request.time ? nearest_frame(frames, *request.time) : frames.back();
    wanted.push_back(static_cast<std::size_t>(&one - frames.data()));
  }
  const bool is_file = !request.every_frame && request.output.extension() == ".png";
  const fs::path folder = is_file                  ? request.output.parent_path()
                          : request.output.empty() ? request.run / "pictures"
                                                   : request.output;
  make_folder(folder);
  PictureWriter writer;
  drawing.time_of = [&](std::size_t i) { return frames[wanted[i]].time; };
  try {
    drawing.all(
        wanted.size(), [&](std::size_t i) { return run.frame(wanted[i]); },
        [&](std::size_t i, Image&& image) {
          const fs::path path =
              is_file ? request.output : folder / file_name(request.picture, frames[wanted[i]].number);
          writer.add(path, std::move(image));
          result.where = wanted.size() == 1 ? path : folder;
        });
    writer.finish();
  } catch (const Error& e) {
    std::size_t there = 0;
    try {
      writer.finish();
      there = writer.written();
    } catch (const Error&) {
      there = writer.written();
    }
    throw Error(e.exit_code(), e.what() + kept(there));
  }
  result.pictures = writer.written();
  result.stages.compressing =
      writer.seconds() / static_cast<double>(std::max<std::size_t>(1, writer.written()));
}

} // namespace

Rendered render_run(const RenderRequest& request) {
  const double start = now();
  Rendered result;
  const std::unique_ptr<RunPictures> run = RunPictures::open(request.run, request.picture);
  if (!request.picture.camera.empty()) CameraFile{request.picture.camera}; // its errors come first
  const OffscreenContext context;
  result.renderer = renderer_name();
  const std::size_t last = run->frames().size() - 1;
  if (request.every_frame || !request.movie.empty()) {
    run->fit_range(0, last);
  } else {
    const std::vector<FrameEntry>& frames = run->frames();
    const std::size_t one =
        request.time ? static_cast<std::size_t>(&nearest_frame(frames, *request.time) - frames.data()) : last;
    run->fit_range(one, one);
  }
  Drawing drawing(request, *run);
  if (!request.movie.empty())
    make_movie(request, *run, drawing, result);
  else
    make_pictures(request, *run, drawing, result);
  const double end = now();
  const double compressing = result.stages.compressing;
  result.stages = drawing.stages();
  result.stages.compressing = compressing;
  result.first = drawing.first_drawn() - start;
  if (result.pictures > 1)
    result.each = (end - drawing.first_drawn()) / static_cast<double>(result.pictures - 1);
  if (request.stop_requested && request.stop_requested())
    throw Interrupted(text("interrupted; %zu pictures were made", result.pictures));
  return result;
}

} // namespace ibsim::view
