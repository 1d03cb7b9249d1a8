// Names of the delta kernels.
#include "coupling/delta_kernel.hpp"

#include "coupling/delta_kernels.hpp"

namespace ibsim {
namespace {

constexpr struct {
  DeltaKernel kernel;
  const char* name;
} names[] = {
    {DeltaKernel::cosine, "cosine"},       {DeltaKernel::peskin4, "peskin-4-point"},
    {DeltaKernel::roma3, "roma-3-point"},  {DeltaKernel::hat, "hat"},
    {DeltaKernel::bspline3, "b-spline-3"},
};

} // namespace

std::string to_string(DeltaKernel kernel) {
  for (const auto& entry : names)
    if (entry.kernel == kernel) return entry.name;
  return {};
}

std::optional<DeltaKernel> delta_kernel_from(std::string_view name) {
  for (const auto& entry : names)
    if (name == entry.name) return entry.kernel;
  return std::nullopt;
}

std::vector<std::string> delta_kernel_names() {
  std::vector<std::string> all;
  for (const auto& entry : names) all.emplace_back(entry.name);
  return all;
}

int support(DeltaKernel kernel) {
  return with_kernel(kernel, [](auto k) { return decltype(k)::support; });
}

} // namespace ibsim
