#include "fluid/sheared_modes_impl.hpp"

namespace ibsim {

IBSIM_INSTANTIATE(float)

} // namespace ibsim
