// Pictures of a run while it goes on.
#include "base/error.hpp"
#include "base/text.hpp"
#include "view/gl_context.hpp"
#include "view/png_file.hpp"
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
  ~Parts() { renderer.reset(); }
};

LivePictures::LivePictures(const fs::path& folder, const fs::path& scenario, Fixed fixed, Look look)
    : parts_(std::make_unique<Parts>()) {
  parts_->folder = folder / "pictures";
  parts_->box = read_box(scenario);
  parts_->data.topology = std::make_shared<SurfaceTriangles>(
      SurfaceTriangles{std::move(fixed.triangles), std::move(fixed.object), std::move(fixed.kind)});
  parts_->options.look = look;
}
LivePictures::~LivePictures() = default;

void LivePictures::draw(const Surfaces& surfaces, std::size_t number) {
  Parts& p = *parts_;
  if (!p.renderer) {
    p.context = std::make_unique<OffscreenContext>();
    p.renderer = std::make_unique<Renderer>(p.options.width, p.options.height);
    std::error_code error;
    fs::create_directories(p.folder, error);
    if (error) throw ResourceError("cannot create " + p.folder.string() + ": " + reason_of(error.value()));
  }
  const std::size_t n = p.data.topology->object.size();
  p.data.time = surfaces.time;
  p.data.positions.resize(3 * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < 3; ++d)
      p.data.positions[3 * i + d] = static_cast<float>(surfaces.positions[d * n + i]);
  p.data.fields = {{"tension_1", "dyn/cm", 1, {surfaces.tension_1.begin(), surfaces.tension_1.end()}}};
  std::vector<float> values;
  if (p.options.look == Look::data) {
    FieldValues field = field_values(p.data, "tension", {});
    const Range range = range_of(field);
    p.range = p.range ? united(*p.range, range) : range; // it grows as the run goes on
    values = std::move(field.values);
  }
  if (!p.forms) p.forms.emplace(*p.data.topology, p.data.positions);
  const float aspect = static_cast<float>(p.options.width) / static_cast<float>(p.options.height);
  const Camera camera = camera_for(p.options.look, Vec3f{}, p.box.size, aspect, 1);
  Scene scene = surface_scene(p.data, *p.forms, p.box, p.options, values, {camera, p.options.height});
  if (p.options.look == Look::data) scene.range = p.range;
  p.renderer->load(scene);
  write_png(p.folder / text("live_%06zu.png", number), p.renderer->draw(scene, camera, p.options));
}

} // namespace ibsim::view
