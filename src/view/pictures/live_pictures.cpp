// Pictures of a run while it goes on.
#include "base/error.hpp"
#include "base/text.hpp"
#include "parallel/device.hpp"
#include "pictures/surface_scene.hpp"
#include "pictures/view.hpp"
#include "renderer/gl_context.hpp"
#include "renderer/picture_writer.hpp"
#include "renderer/renderer.hpp"

namespace ibsim::view {
namespace fs = std::filesystem;

namespace {

class DrawnBeside : public LivePictures {
 public:
  DrawnBeside(const fs::path& folder, const fs::path& scenario, Fixed fixed, Look look)
      : folder_(folder / "pictures"), box_(read_box(scenario)) {
    data_.topology = std::make_shared<SurfaceTriangles>(
        SurfaceTriangles{std::move(fixed.triangles), std::move(fixed.object), std::move(fixed.kind)});
    options_.look = look;
    // less than half the work of a picture of render
    options_.width = 1280, options_.height = 720;
  }
  ~DrawnBeside() override { renderer_.reset(); }
  void start() override;
  double draw(const Surfaces&, std::size_t number) override;
  void settle() override {
    if (writer_) writer_->finish();
  }

 private:
  fs::path folder_;
  RunBox box_;
  SurfaceFrameData data_;
  std::optional<SurfaceForms> forms_;
  PictureOptions options_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;
  std::optional<Range> range_;
  std::optional<PictureWriter> writer_;
  Mesh memory_; ///< of the scene before
};

void DrawnBeside::start() {
  context_ = std::make_unique<OffscreenContext>(OffscreenContext::Share::what_others_leave);
  renderer_ = std::make_unique<Renderer>(options_.width, options_.height);
  writer_.emplace(cpu_threads()); // its thread is as modest as this one
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw ResourceError("cannot create " + folder_.string() + ": " + reason_of(error.value()));
}

double DrawnBeside::draw(const Surfaces& surfaces, std::size_t number) {
  data_.time = surfaces.time;
  data_.positions.assign(surfaces.positions.begin(), surfaces.positions.end());
  std::vector<float> values;
  if (options_.look == Look::data) {
    data_.fields = {{"tension_1", "dyn/cm", 1, {surfaces.tension_1.begin(), surfaces.tension_1.end()}}};
    FieldValues field = field_values(data_, "tension", {});
    const Range range = range_of(field);
    range_ = range_ ? united(*range_, range) : range; // it grows as the run goes on
    values = std::move(field.values);
  }
  if (!forms_) forms_.emplace(*data_.topology, data_.positions);
  const float aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
  const Camera camera = camera_for(options_.look, Vec3f{}, box_.size, aspect, 1);
  Scene scene =
      surface_scene(data_, *forms_, box_, options_, values, {camera, options_.height}, std::move(memory_));
  if (options_.look == Look::data) scene.range = range_;
  renderer_->load(scene);
  double on_card = 0;
  for (const auto& [pass, seconds] : renderer_->measure(scene, camera, options_)) on_card += seconds;
  writer_->add(folder_ / text("live_%06zu.png", number), renderer_->picture());
  memory_ = std::move(scene.surfaces);
  return context_->in_software() ? 0 : on_card;
}

} // namespace

std::unique_ptr<LivePictures> make_live_pictures(const fs::path& folder, const fs::path& scenario,
                                                 LivePictures::Fixed fixed, Look look) {
  return std::make_unique<DrawnBeside>(folder, scenario, std::move(fixed), look);
}

} // namespace ibsim::view
