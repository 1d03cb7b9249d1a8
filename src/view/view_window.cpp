#include "base/error.hpp"
#include "view/view.hpp"
namespace ibsim::view {
void view_run(const std::filesystem::path&, const PictureOptions&) { throw ResourceError("no window yet"); }
} // namespace ibsim::view
