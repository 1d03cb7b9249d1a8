#include "pictures/run_pictures.hpp"

#include "base/error.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"
#include "geometry/triangle_mesh.hpp"
#include "pictures/flow_scene.hpp"
#include "pictures/frames_ahead.hpp"
#include "pictures/range_units.hpp"
#include "pictures/vessel_colours.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace ibsim::view {
namespace {

namespace fs = std::filesystem;

/// Missing libraries are errors of the machine, not of the run.
template <class F>
auto or_resource_error(F read) {
  try {
    return read();
  } catch (const InputError& e) {
    throw ResourceError(e.what());
  }
}

/// How much farther away the camera stands, so that numbers beside the box are in the picture.
constexpr double room_for_axes = 1.2;

class FlowPictures : public RunPictures {
 public:
  FlowPictures(fs::path folder, const PictureOptions& options)
      : folder_(std::move(folder)), box_(read_box(run_files(folder_).scenario)), options_(options) {
    refresh();
  }

  bool refresh() override {
    std::vector<FrameEntry> found = frames_of(folder_, cells_series);
    if (found.empty()) found = frames_of(folder_, fluid_series), only_fluid_ = !found.empty();
    wall_.set_frames(box_.vessel ? frames_of(folder_, wall_series) : std::vector<FrameEntry>{});
    if (found.empty()) found = frames_of(folder_, wall_series), only_fluid_ = !found.empty();
    if (found.empty())
      throw InputError(folder_.string() +
                       ": has no frames to draw (yet); output.cells_every sets how often a run writes them");
    const bool more = found.size() != frames_.size();
    frames_ = std::move(found);
    fluid_ = frames_of(folder_, fluid_series);
    return more;
  }

  void set_options(const PictureOptions& options) override {
    if (options.field != options_.field || options.slice != options_.slice) range_.reset();
    if (options.unwrapped != options_.unwrapped) extent_.clear();
    options_ = options;
    usual_.reset();
    if (range_) apply_limits(*range_, options_.least, options_.most);
  }

  void fit_range(std::size_t first, std::size_t last) override {
    if (options_.look != Look::data || (only_fluid_ && !colours_wall())) return;
    range_.reset();
    if (colours_wall()) range_ = wall_.range(frames_.at(first).time, frames_.at(last).time, options_.field);
    if (only_fluid_ || (colours_wall() && options_.field == "wall_stress")) {
      apply_limits(*range_, options_.least, options_.most);
      return;
    }
    constexpr std::size_t most = 9;
    for (const auto& frame : surfaces_.some(frames_, first, last, most, arrays())) {
      const Range range = range_of(field_values(*frame, options_.field, areas_at_start()));
      range_ = range_ ? united(*range_, range) : range;
      if (shares_its_bar() && !fluid_.empty())
        range_ = united(*range_, speeds_on(Velocity(fluid_at(frame->time), ends_in_y()), *options_.slice));
    }
    if (range_) apply_limits(*range_, options_.least, options_.most);
  }

  void expect_next(bool yes) override { surfaces_.expect_next(yes); }
  void look_from(const Camera& camera, int height) override { viewer_ = {camera, height}; }

  void take_back(Scene&& scene) override {
    const std::lock_guard lock(spare_mutex_);
    spare_ = std::move(scene.surfaces);
  }

  Scene frame(std::size_t i) override {
    if (only_fluid_) return fluid_scene(frames_.at(i).time);
    return scene_of(*data_of(i));
  }

  Scene at(double time) override {
    if (only_fluid_) return fluid_scene(time);
    const auto after =
        std::find_if(frames_.begin(), frames_.end(), [&](const FrameEntry& f) { return f.time >= time; });
    if (after == frames_.begin()) return scene_of(*data_of(0));
    if (after == frames_.end()) return scene_of(*data_of(frames_.size() - 1));
    const auto i = static_cast<std::size_t>(after - frames_.begin());
    const double t = (time - frames_[i - 1].time) / (frames_[i].time - frames_[i - 1].time);
    const FramesAhead::Frame before = data_of(i - 1);
    return scene_of(between(*before, *data_of(i), t));
  }

  Camera camera(const Scene&, float aspect) override {
    const bool objects_alone = options_.look != Look::data && !only_fluid_ && !options_.slice &&
                               !options_.streamlines && !options_.axes && !box_.vessel;
    const double zoom = options_.axes ? options_.zoom / room_for_axes : options_.zoom;
    if (!only_fluid_ && (options_.unwrapped || objects_alone)) find_extent();
    std::vector<Vec3f> all = extent_;
    if (all.empty() || !objects_alone || box_.walls_in_y)
      for (int c = 0; c < 8; ++c)
        all.push_back({c & 1 ? box_.size[0] : 0, c & 2 ? box_.size[1] : 0, c & 4 ? box_.size[2] : 0});
    if (extent_.empty() || !objects_alone) {
      Vec3f low = all[0], high = low;
      for (const Vec3f& p : all)
        for (std::size_t d = 0; d < 3; ++d)
          low[d] = std::min(low[d], p[d]), high[d] = std::max(high[d], p[d]);
      return camera_for(options_.look, low, high, aspect, zoom);
    }
    return camera_for(options_.look, all, aspect, zoom);
  }

 private:
  /// Points of all objects in frames of the whole run: the same for pictures of any time.
  void find_extent() {
    if (!extent_.empty()) return;
    constexpr std::size_t looked_at = 5;
    for (const auto& frame : surfaces_.some(frames_, 0, frames_.size() - 1, looked_at, {})) {
      const std::vector<Vec3f> points = some_points(*frame, forms(*frame), box_, options_.unwrapped);
      extent_.insert(extent_.end(), points.begin(), points.end());
    }
  }

  /// Whether the wall of the vessel has the colours of the field. Objects have no stress on walls.
  bool colours_wall() const {
    return options_.look == Look::data && wall_.has_frames() && is_field_of_wall(options_.field);
  }
  std::vector<float> wall_values(double time) {
    if (!colours_wall()) return {};
    std::vector<float> values = wall_.at(time, options_.field).values;
    if (values.size() != box_.vessel->vertices.size())
      throw ResourceError(folder_.string() + ": frames of the wall are not of the vessel in scenario.yaml");
    return values;
  }
  std::vector<std::string> arrays() const {
    if (colours_wall() && options_.field == "wall_stress") return {};
    return options_.look == Look::data ? arrays_for(options_.field) : std::vector<std::string>{};
  }
  FramesAhead::Frame data_of(std::size_t i) { return surfaces_.get(frames_, i, arrays()); }
  const std::vector<float>& areas_at_start() {
    if (areas_.empty() && options_.field == "area strain")
      areas_ = point_areas(*surfaces_.some(frames_, 0, 0, 1, {}).at(0));
    return areas_;
  }
  /// Made once: a run's surfaces are the same in all frames.
  const SurfaceForms& forms(const SurfaceFrameData& data) {
    if (!forms_ || forms_of_ != data.topology)
      forms_.emplace(*data.topology, data.positions), forms_of_ = data.topology;
    return *forms_;
  }
  /// Where the camera of a picture stands, as far as that is known before the picture.
  Viewer viewer(double time) {
    if (viewer_.camera) return viewer_;
    if (!options_.camera.empty()) {
      if (!camera_file_) camera_file_.emplace(options_.camera);
      return {camera_file_->at(time), options_.height};
    }
    if (!usual_)
      usual_ = camera({}, static_cast<float>(options_.width) / static_cast<float>(options_.height));
    return {usual_, options_.height};
  }

  Mesh spare() {
    const std::lock_guard lock(spare_mutex_);
    return std::exchange(spare_, {});
  }
  Scene scene_of(const SurfaceFrameData& data) {
    std::vector<float> values;
    if (colours_wall() && options_.field == "wall_stress")
      values.assign(data.topology->object.size(), std::numeric_limits<float>::quiet_NaN());
    else if (options_.look == Look::data)
      values = field_values(data, options_.field, areas_at_start()).values;
    Scene scene = surface_scene(data, forms(data), box_, options_, values, viewer(data.time), spare(),
                                wall_values(data.time));
    scene.map = options_.map;
    if (options_.look == Look::data) scene.range = range_;
    add_flow(scene, data.time);
    if (options_.paths) add_paths(scene, folder_, box_, options_.unwrapped, data.time);
    return scene;
  }
  Scene fluid_scene(double time) {
    SurfaceFrameData none;
    none.time = time;
    Scene scene = surface_scene(none, SurfaceForms(*none.topology, {}), box_, options_, {}, viewer(time), {},
                                wall_values(time));
    scene.map = options_.map;
    if (colours_wall()) scene.range = range_;
    if (!colours_wall() && !options_.slice && !options_.streamlines) {
      const PictureOptions before = options_;
      options_.slice = Slice{};
      add_flow(scene, time);
      options_ = before;
    } else {
      add_flow(scene, time);
    }
    return scene;
  }
  bool ends_in_y() const { return box_.walls_in_y || box_.slides_in_y; }
  /// Whether the slice has the colours of the cells' velocity, one bar for both.
  bool shares_its_bar() const { return options_.slice && options_.field == "velocity"; }
  /// The frame of the fluid nearest to a time.
  const FluidFrameData& fluid_at(double time) {
    const FrameEntry& entry = nearest_frame(fluid_, time);
    if (!entry.damage.empty()) throw ResourceError(entry.damage);
    if (fluid_shown_ != entry.number || fluid_data_.velocity.empty()) {
      fluid_data_ = or_resource_error([&] { return read_fluid_frame(entry.path); });
      fluid_shown_ = entry.number;
    }
    return fluid_data_;
  }
  void add_flow(Scene& scene, double time) {
    if (!options_.slice && !options_.streamlines) return;
    if (fluid_.empty())
      throw InputError(
          folder_.string() +
          ": has no frames of the fluid, which slices and streamlines need (output.fluid_every)");
    const Velocity velocity(fluid_at(time), ends_in_y());
    const bool by_speed = !scene.range;
    if (options_.slice) {
      if (options_.slice->at &&
          (*options_.slice->at < 0 ||
           *options_.slice->at > box_.size[static_cast<std::size_t>(options_.slice->axis)]))
        throw InputError("--slice: lies outside the box");
      const bool same_bar = scene.range && shares_its_bar();
      auto [picture, range] =
          flow_slice(velocity, *options_.slice, by_speed || same_bar ? options_.map : "grey",
                     same_bar ? scene.range : std::nullopt);
      scene.slice = std::move(picture);
      if (by_speed) scene.range = range;
      if (options_.arrows) add_arrows(scene, velocity, *options_.slice);
    }
    if (options_.streamlines) {
      if (by_speed && !scene.range) {
        float fastest = 0;
        for (std::size_t i = 0; i + 2 < fluid_data_.velocity.size(); i += 3)
          fastest = std::max(fastest, length({fluid_data_.velocity[i], fluid_data_.velocity[i + 1],
                                              fluid_data_.velocity[i + 2]}));
        scene.range = Range{0, std::max(fastest, 1e-30f), "speed", "um/us"};
      }
      add_streamlines(scene, velocity);
    }
  }

  fs::path folder_;
  RunBox box_;
  PictureOptions options_;
  std::vector<FrameEntry> fluid_;
  bool only_fluid_ = false;
  VesselColours wall_;
  std::optional<Range> range_;
  std::vector<float> areas_;
  std::vector<Vec3f> extent_;
  std::optional<SurfaceForms> forms_;
  std::shared_ptr<const SurfaceTriangles> forms_of_;
  Viewer viewer_;
  std::optional<Camera> usual_;
  std::optional<CameraFile> camera_file_;
  FluidFrameData fluid_data_;
  std::size_t fluid_shown_ = 0;
  std::mutex spare_mutex_;
  Mesh spare_; ///< of a scene that has been drawn
  FramesAhead surfaces_;
};

} // namespace

std::unique_ptr<RunPictures> RunPictures::open(const fs::path& folder, const PictureOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) throw InputError(folder.string() + ": is not the folder of a run");
  if (auto maps = open_activation(folder, options)) return maps;
  if (auto diagram = open_space_time(folder, options)) return diagram;
  if (is_file(folder / "line.vtkhdf.series"))
    throw InputError(folder.string() +
                     ": a run of kind line has a picture over place and time, space_time.vtkhdf, when it has "
                     "ended and has one segment; scripts/plot_run.py draws networks and unfinished runs");
  if (!is_file(run_files(folder).scenario))
    throw InputError(folder.string() + ": is not the folder of a run: it has no scenario.yaml");
  return std::make_unique<FlowPictures>(folder, options);
}

} // namespace ibsim::view
