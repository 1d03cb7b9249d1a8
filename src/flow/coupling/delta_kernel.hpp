// The regularised delta kernels by name. The formulas are in delta_kernels.hpp, one small struct each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

enum class DeltaKernel { cosine, peskin4, roma3, hat, bspline3 };

/// Names as in a scenario: "cosine", "peskin-4-point", "roma-3-point", "hat", "b-spline-3".
std::string to_string(DeltaKernel);
std::optional<DeltaKernel> delta_kernel_from(std::string_view name);
std::vector<std::string> delta_kernel_names();
/// s, the number of grid points in one direction that a point touches (paper, equation 12).
int support(DeltaKernel);

} // namespace ibsim
