// Names of the delta kernels.
#include "coupling/delta_kernel.hpp"

#include "base/enum_names.hpp"
#include "coupling/delta_kernels.hpp"

namespace ibsim {
namespace {

constexpr EnumName<DeltaKernel> names[] = {
    {DeltaKernel::cosine, "cosine"},
    {DeltaKernel::peskin4, "peskin-4-point"},
    {DeltaKernel::roma3, "roma-3-point"},
    {DeltaKernel::hat, "hat"},
    {DeltaKernel::bspline3, "b-spline-3"},
    {DeltaKernel::composite_b_spline32, "composite-b-spline-3-2"},
    {DeltaKernel::composite_b_spline21, "composite-b-spline-2-1"},
    {DeltaKernel::composite_sharp, "composite-sharp"},
};

} // namespace

std::string to_string(DeltaKernel kernel) { return name_in(names, kernel); }
std::optional<DeltaKernel> delta_kernel_from(std::string_view name) { return value_in(names, name); }
std::vector<std::string> delta_kernel_names() { return names_in(names); }

int support(DeltaKernel kernel) {
  return with_kernel(kernel, [](auto k) { return decltype(k)::support; });
}

bool is_composite(DeltaKernel kernel) {
  return with_kernel(kernel, [](auto k) { return decltype(k)::is_composite; });
}

} // namespace ibsim
