#include "view/run_pictures.hpp"

#include "base/error.hpp"
#include "io/frame_series.hpp"
#include "io/run_folder.hpp"
#include "view/flow_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ibsim::view {
namespace {

namespace fs = std::filesystem;

/// Those without which nothing can be shown are errors of the machine: the run is what it is.
template <class F>
auto or_resource_error(F read) {
  try {
    return read();
  } catch (const InputError& e) {
    throw ResourceError(e.what());
  }
}

class FlowPictures : public RunPictures {
 public:
  FlowPictures(fs::path folder, const PictureOptions& options)
      : folder_(std::move(folder)), box_(read_box(run_files(folder_).scenario)), options_(options) {
    refresh();
  }

  bool refresh() override {
    std::vector<FrameEntry> found = frames_of(folder_, cells_series);
    if (found.empty()) found = frames_of(folder_, fluid_series), only_fluid_ = !found.empty();
    if (found.empty())
      throw InputError(folder_.string() +
                       ": has no frames to draw (yet); output.cells_every sets how often a run writes them");
    const bool more = found.size() != frames_.size();
    frames_ = std::move(found);
    fluid_ = frames_of(folder_, fluid_series);
    return more;
  }

  void set_options(const PictureOptions& options) override {
    if (options.field != options_.field) range_.reset(), cache_.clear();
    options_ = options;
    if (range_) apply_limits(*range_);
  }

  void fit_range(std::size_t first, std::size_t last) override {
    if (options_.look != Look::data || only_fluid_) return;
    range_.reset();
    constexpr std::size_t most = 9;
    const std::size_t n = last - first + 1, looked_at = std::min(n, most);
    for (std::size_t k = 0; k < looked_at; ++k) {
      const FrameEntry& entry = frames_[first + (looked_at > 1 ? k * (n - 1) / (looked_at - 1) : 0)];
      if (!entry.damage.empty()) continue; // its turn comes
      const SurfaceFrameData data = load(entry);
      const Range range = range_of(field_values(data, options_.field, areas_at_start()));
      range_ = range_ ? united(*range_, range) : range;
    }
    if (range_) apply_limits(*range_);
  }

  Scene frame(std::size_t i) override {
    if (only_fluid_) return fluid_scene(frames_.at(i).time);
    return scene_of(data_of(i));
  }

  Scene at(double time) override {
    if (only_fluid_) return fluid_scene(time);
    const auto after =
        std::find_if(frames_.begin(), frames_.end(), [&](const FrameEntry& f) { return f.time >= time; });
    if (after == frames_.begin()) return scene_of(data_of(0));
    if (after == frames_.end()) return scene_of(data_of(frames_.size() - 1));
    const auto i = static_cast<std::size_t>(after - frames_.begin());
    const double t = (time - frames_[i - 1].time) / (frames_[i].time - frames_[i - 1].time);
    return scene_of(between(data_of(i - 1), data_of(i), t));
  }

  Camera camera(const Scene& scene, float aspect) override {
    const bool objects_alone =
        options_.look != Look::data && !only_fluid_ && !options_.slice && !options_.streamlines;
    if (objects_alone && !box_.walls_in_y) find_extent();
    return objects_alone && !extent_.empty()
               ? camera_for(options_.look, extent_, aspect, options_.zoom)
               : camera_for(options_.look, scene.low, scene.high, aspect, options_.zoom);
  }

  std::string picked(const Scene& scene, const Vec3f& from, const Vec3f& along) override;

 private:
  /// Points of all objects in five frames of the run: the same for pictures of any time.
  void find_extent() {
    if (!extent_.empty()) return;
    constexpr std::size_t looked_at = 5, every = 5;
    for (std::size_t k = 0; k < looked_at; ++k) {
      const FrameEntry& entry = frames_[k * (frames_.size() - 1) / (looked_at - 1)];
      if (!entry.damage.empty()) continue;
      PictureOptions plain = options_;
      plain.images = plain.beads = false;
      const Scene scene = surface_scene(read(entry, {}), box_, plain, {});
      for (std::size_t i = 0; i < scene.surfaces.vertices.size(); i += every)
        extent_.push_back(scene.surfaces.vertices[i].position);
    }
  }

  static SurfaceFrameData read(const FrameEntry& entry, const std::vector<std::string>& arrays) {
    if (!entry.damage.empty()) throw ResourceError(entry.damage);
    return or_resource_error([&] { return read_surface_frame(entry.path, arrays); });
  }
  SurfaceFrameData load(const FrameEntry& entry) const {
    return read(entry, options_.look == Look::data ? arrays_for(options_.field) : std::vector<std::string>{});
  }
  /// The frame as read, kept while its neighbours are drawn.
  const SurfaceFrameData& data_of(std::size_t i) {
    const FrameEntry& entry = frames_.at(i);
    const auto key = std::make_pair(entry.number, options_.look == Look::data);
    if (const auto known = cache_.find(key); known != cache_.end()) return known->second;
    while (cache_.size() > 1)
      cache_.erase(cache_.begin()->first.first < entry.number ? cache_.begin() : std::prev(cache_.end()));
    return cache_[key] = load(entry);
  }
  const std::vector<float>& areas_at_start() {
    if (areas_.empty() && options_.field == "area strain") areas_ = point_areas(read(frames_.front(), {}));
    return areas_;
  }
  void apply_limits(Range& range) const {
    if (options_.least) range.least = *options_.least;
    if (options_.most) range.most = *options_.most;
    if (!(range.most > range.least))
      throw InputError("--range: the upper end must be greater than the lower one");
  }

  Scene scene_of(const SurfaceFrameData& data) {
    shown_ = &data;
    std::vector<float> values;
    if (options_.look == Look::data) values = field_values(data, options_.field, areas_at_start()).values;
    Scene scene = surface_scene(data, box_, options_, values);
    scene.map = options_.map;
    if (options_.look == Look::data) scene.range = range_;
    add_flow(scene, data.time);
    if (options_.paths) add_paths(scene, folder_, box_, options_.unwrapped, data.time);
    return scene;
  }
  Scene fluid_scene(double time) {
    SurfaceFrameData none;
    none.time = time;
    Scene scene = surface_scene(none, box_, options_, {});
    if (!options_.slice && !options_.streamlines) {
      const PictureOptions before = options_;
      options_.slice = Slice{};
      add_flow(scene, time);
      options_ = before;
    } else {
      add_flow(scene, time);
    }
    return scene;
  }
  void add_flow(Scene& scene, double time) {
    if (!options_.slice && !options_.streamlines) return;
    if (fluid_.empty())
      throw InputError(
          folder_.string() +
          ": has no frames of the fluid, which slices and streamlines need (output.fluid_every)");
    const FrameEntry& entry = nearest_frame(fluid_, time);
    if (!entry.damage.empty()) throw ResourceError(entry.damage);
    if (fluid_shown_ != entry.number || fluid_data_.velocity.empty()) {
      fluid_data_ = or_resource_error([&] { return read_fluid_frame(entry.path); });
      fluid_shown_ = entry.number;
    }
    const Velocity velocity(fluid_data_, !box_.periodic(1));
    const bool by_speed = !scene.range;
    if (options_.slice) {
      if (options_.slice->at &&
          (*options_.slice->at < 0 ||
           *options_.slice->at > box_.size[static_cast<std::size_t>(options_.slice->axis)]))
        throw InputError("--slice: lies outside the box");
      auto [picture, range] = flow_slice(velocity, *options_.slice, by_speed ? options_.map : "cividis");
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
  std::optional<Range> range_;
  std::vector<float> areas_;
  std::vector<Vec3f> extent_;
  std::map<std::pair<std::size_t, bool>, SurfaceFrameData> cache_;
  const SurfaceFrameData* shown_ = nullptr;
  FluidFrameData fluid_data_;
  std::size_t fluid_shown_ = 0;
};

/// Moeller and Trumbore (1997): where a ray meets a triangle, in lengths of `along`; negative if nowhere.
float meets(const Vec3f& from, const Vec3f& along, const Vec3f& a, const Vec3f& b, const Vec3f& c) {
  const Vec3f ab = b - a, ac = c - a, p = cross(along, ac);
  const float determinant = dot(ab, p);
  if (std::fabs(determinant) < 1e-12f) return -1;
  const Vec3f s = from - a, q = cross(s, ab);
  const float u = dot(s, p) / determinant, v = dot(along, q) / determinant;
  return u < 0 || v < 0 || u + v > 1 ? -1 : dot(ac, q) / determinant;
}

std::string FlowPictures::picked(const Scene& scene, const Vec3f& from, const Vec3f& along) {
  if (!shown_) return {};
  const Mesh& mesh = scene.surfaces;
  float nearest = 1e30f;
  std::size_t hit = 0;
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const float at =
        meets(from, along, mesh.vertices[mesh.triangles[t]].position,
              mesh.vertices[mesh.triangles[t + 1]].position, mesh.vertices[mesh.triangles[t + 2]].position);
    if (at > 0 && at < nearest) nearest = at, hit = mesh.triangles[t];
  }
  if (nearest > 1e29f || hit >= shown_->object.size()) return {};
  return std::to_string(shown_->object[hit]);
}

} // namespace

std::unique_ptr<RunPictures> RunPictures::open(const fs::path& folder, const PictureOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) throw InputError(folder.string() + ": is not the folder of a run");
  if (auto maps = open_activation(folder, options)) return maps;
  if (auto diagram = open_space_time(folder, options)) return diagram;
  if (!is_file(run_files(folder).scenario))
    throw InputError(folder.string() + ": is not the folder of a run: it has no scenario.yaml");
  return std::make_unique<FlowPictures>(folder, options);
}

} // namespace ibsim::view
