// The picture of a line's values, x to the right and time upwards, with its axes.
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "pictures/range_units.hpp"
#include "pictures/run_pictures.hpp"
#include "renderer/colours.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

constexpr int most_texels = 4096;

class SpaceTimePictures : public RunPictures {
 public:
  SpaceTimePictures(const std::filesystem::path& file, const PictureOptions& options) : options_(options) {
    frames_.push_back({0, file, 0, ""});
  }
  void set_options(const PictureOptions& options) override { options_ = options; }
  void fit_range(std::size_t, std::size_t) override {}
  Scene at(double) override { return frame(0); }

  Scene frame(std::size_t) override {
    SpaceTimeData data;
    try {
      data = read_space_time(frames_[0].path, options_.field == "tension" ? "" : options_.field);
    } catch (const InputError& e) {
      throw ResourceError(e.what());
    }
    Scene scene;
    // a picture 1.6 wide and 1 high; what is seen of it is written on the axes
    scene.low = {0, 0, 0}, scene.high = {1.6f, 1, 0.01f};
    scene.grain = 0.1f;
    scene.flat_units = true;
    scene.map = options_.map;
    FieldValues field{data.values, data.name, data.units};
    Range range = range_of(field);
    apply_limits(range, options_.least, options_.most);
    PictureInScene picture;
    picture.along = {1.6f, 0, 0}, picture.across = {0, 1, 0};
    picture.width = std::min(data.nx, most_texels), picture.height = std::min(data.nt, most_texels);
    const std::vector<std::uint8_t> colours = map_colours(options_.map);
    for (int v = 0; v < picture.height; ++v)
      for (int u = 0; u < picture.width; ++u) {
        const auto x = static_cast<std::size_t>(static_cast<std::int64_t>(u) * data.nx / picture.width),
                   t = static_cast<std::size_t>(static_cast<std::int64_t>(v) * data.nt / picture.height);
        const double value = data.values[x + static_cast<std::size_t>(data.nx) * t];
        const double part = std::isfinite(value)
                                ? std::clamp((value - range.least) / (range.most - range.least), 0.0, 1.0)
                                : 0;
        const auto* colour = colours.data() + 4 * static_cast<std::size_t>(std::lround(255 * part));
        picture.pixels.insert(picture.pixels.end(), colour, colour + 4);
      }
    scene.slice = std::move(picture);
    scene.range = range;
    const bool has_units = !data.time_units.empty();
    // a texel is a cell, of which the file has the centre
    const double half = data.nx > 1 ? 0.5 * (data.last_x - data.first_x) / (data.nx - 1) : 0;
    scene.axes = Axes{{data.first_x - half, data.last_x + half, "x", has_units ? "um" : ""},
                      {data.times.front(), data.times.back(), "time", data.time_units}};
    return scene;
  }

  Camera camera(const Scene&, float aspect) override {
    Camera camera;
    camera.target = {0.86f, 0.44f, 0}, camera.eye = {0.86f, 0.44f, 3};
    camera.height = static_cast<float>(std::max(1.28, 2.4 / static_cast<double>(aspect)) / options_.zoom);
    return camera;
  }

 private:
  PictureOptions options_;
};

} // namespace

std::unique_ptr<RunPictures> open_space_time(const std::filesystem::path& folder,
                                             const PictureOptions& options) {
  const std::filesystem::path file = folder / "space_time.vtkhdf";
  if (!is_file(file)) return nullptr;
  return std::make_unique<SpaceTimePictures>(file, options);
}

} // namespace ibsim::view
