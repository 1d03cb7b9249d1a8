// Pictures of a run while it goes on.
#include "base/error.hpp"
#include "base/text.hpp"
#include "parallel/device.hpp"
#include "view/gl_context.hpp"
#include "view/picture_writer.hpp"
#include "view/renderer.hpp"
#include "view/surface_scene.hpp"
#include "view/view.hpp"

namespace ibsim::view {
namespace fs = std::filesystem;

struct LivePictures::Parts {
  fs::path folder;
  RunBox box;
  SurfaceFrameData data;
  std::optional<SurfaceForms> forms;
  PictureOptions options;
  std::unique_ptr<OffscreenContext> context;
  std::unique_ptr<Renderer> renderer;
  std::optional<Range> range;
  std::optional<PictureWriter> writer;
  Mesh memory; ///< of the scene before
  ~Parts() { renderer.reset(); }
};

LivePictures::LivePictures(const fs::path& folder, const fs::path& scenario, Fixed fixed, Look look)
    : parts_(std::make_unique<Parts>()) {
  parts_->folder = folder / "pictures";
  parts_->box = read_box(scenario);
  parts_->data.topology = std::make_shared<SurfaceTriangles>(
      SurfaceTriangles{std::move(fixed.triangles), std::move(fixed.object), std::move(fixed.kind)});
  parts_->options.look = look;
  // less than half the work of a picture of render
  parts_->options.width = 1280, parts_->options.height = 720;
}
LivePictures::~LivePictures() = default;

void LivePictures::start() {
  Parts& p = *parts_;
  p.context = std::make_unique<OffscreenContext>(OffscreenContext::Share::what_others_leave);
  p.renderer = std::make_unique<Renderer>(p.options.width, p.options.height);
  p.writer.emplace(cpu_threads()); // its thread is as modest as this one
  std::error_code error;
  fs::create_directories(p.folder, error);
  if (error) throw ResourceError("cannot create " + p.folder.string() + ": " + reason_of(error.value()));
}

void LivePictures::settle() {
  if (parts_->writer) parts_->writer->finish();
}

double LivePictures::draw(const Surfaces& surfaces, std::size_t number) {
  Parts& p = *parts_;
  p.data.time = surfaces.time;
  p.data.positions.assign(surfaces.positions.begin(), surfaces.positions.end());
  std::vector<float> values;
  if (p.options.look == Look::data) {
    p.data.fields = {{"tension_1", "dyn/cm", 1, {surfaces.tension_1.begin(), surfaces.tension_1.end()}}};
    FieldValues field = field_values(p.data, "tension", {});
    const Range range = range_of(field);
    p.range = p.range ? united(*p.range, range) : range; // it grows as the run goes on
    values = std::move(field.values);
  }
  if (!p.forms) p.forms.emplace(*p.data.topology, p.data.positions);
  const float aspect = static_cast<float>(p.options.width) / static_cast<float>(p.options.height);
  const Camera camera = camera_for(p.options.look, Vec3f{}, p.box.size, aspect, 1);
  Scene scene = surface_scene(p.data, *p.forms, p.box, p.options, values, {camera, p.options.height},
                              std::move(p.memory));
  if (p.options.look == Look::data) scene.range = p.range;
  p.renderer->load(scene);
  double on_card = 0;
  for (const auto& [pass, seconds] : p.renderer->measure(scene, camera, p.options)) on_card += seconds;
  p.writer->add(p.folder / text("live_%06zu.png", number), p.renderer->picture());
  p.memory = std::move(scene.surfaces);
  return p.context->in_software() ? 0 : on_card;
}

} // namespace ibsim::view
