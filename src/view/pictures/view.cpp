#include "pictures/view.hpp"

namespace ibsim::view {

bool available() { return true; }

} // namespace ibsim::view
