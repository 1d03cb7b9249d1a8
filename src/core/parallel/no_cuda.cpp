// device.hpp for a binary that was built without CUDA. Compiled only then.
#include "base/error.hpp"
#include "parallel/device.hpp"

namespace ibsim {

bool built_with_cuda() { return false; }
std::string why_no_cuda_device() { return "this binary was built without CUDA"; }
int cuda_devices() { return 0; }
DeviceDescription describe_cuda_device(int) { throw ResourceError(why_no_cuda_device()); }
std::size_t free_cuda_memory() { throw ResourceError(why_no_cuda_device()); }
std::size_t free_cuda_memory(int) { throw ResourceError(why_no_cuda_device()); }

} // namespace ibsim
