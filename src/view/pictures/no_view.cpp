// In place of all else in this folder where the libraries for pictures are not there.
#include "base/error.hpp"
#include "pictures/view.hpp"

namespace ibsim::view {
namespace {

[[noreturn]] void refuse() {
  throw ResourceError(
      "this ibsim was built without pictures: install libepoxy-dev libglfw3-dev libimgui-dev libglm-dev "
      "libpng-dev fonts-dejavu-core (scripts/setup does), then build again");
}

} // namespace

bool available() { return false; }
Rendered render_run(const RenderRequest&) { refuse(); }
void view_run(const std::filesystem::path&, const PictureOptions&) { refuse(); }
ViewSpeed measure_view(const std::filesystem::path&, const PictureOptions&, double) { refuse(); }
std::unique_ptr<LivePictures> make_live_pictures(const std::filesystem::path&, const std::filesystem::path&,
                                                 LivePictures::Fixed, PictureLook) {
  refuse();
}

} // namespace ibsim::view
