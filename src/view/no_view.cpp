// In place of all else in this folder where the libraries for pictures are not there.
#include "base/error.hpp"
#include "view/view.hpp"

namespace ibsim::view {
namespace {

[[noreturn]] void refuse() {
  throw ResourceError(
      "this ibsim was built without pictures: install libepoxy-dev libglfw3-dev libimgui-dev libglm-dev "
      "libpng-dev fonts-dejavu-core (scripts/setup does), then build again");
}

} // namespace

struct LivePictures::Parts {};

bool available() { return false; }
Rendered render_run(const RenderRequest&) { refuse(); }
void view_run(const std::filesystem::path&, const PictureOptions&) { refuse(); }
ViewSpeed measure_view(const std::filesystem::path&, const PictureOptions&, double) { refuse(); }
LivePictures::LivePictures(const std::filesystem::path&, const std::filesystem::path&, Fixed, Look) {
  refuse();
}
LivePictures::~LivePictures() = default;
void LivePictures::start() { refuse(); }
double LivePictures::draw(const Surfaces&, std::size_t) { refuse(); }
void LivePictures::settle() { refuse(); }

} // namespace ibsim::view
