// The regularised delta kernels by name. The formulas are in delta_kernels.hpp and composite_kernels.hpp, one
// small struct each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

enum class DeltaKernel {
  cosine,
  peskin4,
  roma3,
  hat,
  bspline3,
  composite_b_spline32,
  composite_b_spline21,
  composite_sharp
};

/// Names as in a scenario: "cosine", "peskin-4-point", "roma-3-point", "hat", "b-spline-3",
/// "composite-b-spline-3-2", "composite-b-spline-2-1", "composite-sharp".
std::string to_string(DeltaKernel);
std::optional<DeltaKernel> delta_kernel_from(std::string_view name);
std::vector<std::string> delta_kernel_names();
/// s, the number of grid points in one direction that a point touches (paper, equation 12); of a composite
/// kernel the larger number.
int support(DeltaKernel);
/// Whether the kernels along and across a component differ (composite_kernels.hpp).
bool is_composite(DeltaKernel);

} // namespace ibsim
