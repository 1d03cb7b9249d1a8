// The conditions that define the delta kernels, at many positions of the point in its cell, and the weights
// against the formulas.
#include "coupling/points_and_fields.hpp"
#include "coupling/stencil.hpp"

namespace ibsim::coupling_test {

/// visit(r, weights) for r over the cell of a kernel, ends included, weights[a] at r + a - s/2.
template <class Visit>
void over_the_cell(DeltaKernel kernel, Visit visit) {
  with_kernel(kernel, [&](auto k) {
    constexpr int s = decltype(k)::support, steps = 1000;
    const real start = s % 2 ? -0.5 : 0;
    for (int i = 0; i < steps; ++i) {
      const real r = start + static_cast<real>(i) / steps;
      std::vector<real> w(s);
      decltype(k)::weights(r, w.data());
      visit(r, w);
    }
  });
}

// Each weight is a handful of operations on numbers of at most 3: 8 round-offs each, 4 weights.
constexpr real tolerance = 4 * 8 * round_off;

TEST(DeltaKernels, weights_are_the_published_formula_and_phi) {
  for (const DeltaKernel kernel : all_kernels)
    over_the_cell(kernel, [&](real r, const std::vector<real>& w) {
      for (int a = 0; a < support(kernel); ++a) {
        const real at = r + a - support(kernel) / 2;
        // At the ends of the support the root of a number near 0 (1 for Peskin's) carries the root's relative
        // error: no loss.
        EXPECT_NEAR(w[a], formula(kernel, at), tolerance) << to_string(kernel) << " r = " << at;
        with_kernel(kernel, [&](auto k) {
          EXPECT_NEAR(decltype(k)::phi(at), formula(kernel, at), tolerance)
              << to_string(kernel) << " r = " << at;
        });
      }
    });
}

TEST(DeltaKernels, weights_sum_to_one) {
  for (const DeltaKernel kernel : all_kernels)
    over_the_cell(kernel, [&](real r, const std::vector<real>& w) {
      real sum = 0;
      for (real weight : w) sum += weight;
      EXPECT_NEAR(sum, 1, tolerance) << to_string(kernel) << " r = " << r;
    });
}

TEST(DeltaKernels, even_and_odd_weights_sum_to_one_half) {
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::peskin4})
    over_the_cell(kernel, [&](real r, const std::vector<real>& w) {
      EXPECT_NEAR(w[0] + w[2], 0.5, tolerance) << to_string(kernel) << " r = " << r;
      EXPECT_NEAR(w[1] + w[3], 0.5, tolerance) << to_string(kernel) << " r = " << r;
    });
}

TEST(DeltaKernels, first_moment_vanishes) {
  for (const DeltaKernel kernel :
       {DeltaKernel::peskin4, DeltaKernel::roma3, DeltaKernel::hat, DeltaKernel::bspline3})
    over_the_cell(kernel, [&](real r, const std::vector<real>& w) {
      real moment = 0;
      for (int a = 0; a < support(kernel); ++a) moment += (r + a - support(kernel) / 2) * w[a];
      EXPECT_NEAR(moment, 0, 2 * tolerance) << to_string(kernel) << " r = " << r; // |r| <= 2
    });
}

TEST(DeltaKernels, sum_of_squares_or_second_moment_is_constant) {
  // Peskin 2002, section 6 (3/8); Roma et al. 1999 (1/2); the paper's cosine shares Peskin's; B-spline:
  // variance s/12 = 1/3.
  const std::pair<DeltaKernel, real> sums[] = {
      {DeltaKernel::cosine, 0.375}, {DeltaKernel::peskin4, 0.375}, {DeltaKernel::roma3, 0.5}};
  for (const auto& [kernel, constant] : sums)
    over_the_cell(kernel, [&, kernel = kernel, constant = constant](real r, const std::vector<real>& w) {
      real squares = 0;
      for (real weight : w) squares += weight * weight;
      EXPECT_NEAR(squares, constant, tolerance) << to_string(kernel) << " r = " << r;
    });
  over_the_cell(DeltaKernel::bspline3, [&](real r, const std::vector<real>& w) {
    real second = 0;
    for (int a = 0; a < 4; ++a) second += (r + a - 2) * (r + a - 2) * w[a];
    EXPECT_NEAR(second, 1.0 / 3, 4 * tolerance) << "r = " << r; // r^2 <= 4
  });
}

TEST(DeltaKernels, are_even_continuous_and_end_at_their_support) {
  for (const DeltaKernel kernel : all_kernels)
    with_kernel(kernel, [&](auto k) {
      using Kernel = decltype(k);
      constexpr real step = 1e-3, end = Kernel::support / 2.0;
      for (real r = -end - 0.1; r < end + 0.1; r += step) {
        EXPECT_EQ(Kernel::phi(r), Kernel::phi(-r));
        // |phi'| <= 1.5 (3-point, 1/2)
        EXPECT_LE(std::fabs(Kernel::phi(r + step) - Kernel::phi(r)), 1.5 * step)
            << to_string(kernel) << " r = " << r;
      }
      EXPECT_EQ(Kernel::phi(end), 0);
      EXPECT_EQ(Kernel::phi(end + 1), 0);
    });
}

TEST(DeltaKernels, names_lead_back) {
  EXPECT_EQ(delta_kernel_names().size(), all_kernels.size());
  for (const DeltaKernel kernel : all_kernels) EXPECT_EQ(delta_kernel_from(to_string(kernel)), kernel);
  EXPECT_EQ(delta_kernel_from("Cosine"), std::nullopt);
  EXPECT_EQ(spread_algorithm_names().size(), all_algorithms.size());
  for (const SpreadAlgorithm algorithm : all_algorithms)
    EXPECT_EQ(spread_algorithm_from(to_string(algorithm)), algorithm);
  EXPECT_EQ(spread_algorithm_from(""), std::nullopt);
}

} // namespace ibsim::coupling_test
