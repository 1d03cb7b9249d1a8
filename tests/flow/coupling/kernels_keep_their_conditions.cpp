// The conditions that define the delta kernels, at many positions of the point in its cell, and the weights
// against the formulas.
#include "coupling/points_and_fields.hpp"
#include "coupling/stencil.hpp"

namespace ibsim {
using namespace coupling_test;

/// visit(Kernel{}, staggered) for the kernel along a component and the one across it; once where they are the
/// same.
template <class Visit>
void over_the_pair(DeltaKernel kernel, Visit visit) {
  with_kernel(kernel, [&](auto k) {
    using Pair = decltype(k);
    visit(typename Pair::Across{}, true);
    if (Pair::is_composite) visit(typename Pair::Along{}, false);
  });
}

/// visit(r, weights, staggered) for r over the cell of a kernel, ends included, weights[a] at r + a - s/2.
template <class Visit>
void over_the_cell(DeltaKernel kernel, Visit visit) {
  over_the_pair(kernel, [&](auto k, bool staggered) {
    constexpr int s = decltype(k)::support, steps = 1000;
    const real start = s % 2 ? -0.5 : 0;
    for (int i = 0; i < steps; ++i) {
      const real r = start + static_cast<real>(i) / steps;
      std::vector<real> w(s);
      decltype(k)::weights(r, w.data());
      visit(r, w, staggered);
    }
  });
}

// Each weight is a handful of operations on numbers of at most 3: 8 round-offs each, 4 weights; the reference
// of composite-sharp adds 15 products.
constexpr real tolerance = 4 * 8 * round_off;

TEST(DeltaKernels, weights_are_the_published_formula_and_phi) {
  for (const DeltaKernel kernel : all_kernels) {
    over_the_cell(kernel, [&](real r, const std::vector<real>& w, bool staggered) {
      const auto s = static_cast<int>(w.size());
      for (int a = 0; a < s; ++a)
        // At the ends of the support the root of a number near 0 (1 for Peskin's) carries the root's relative
        // error: no loss.
        EXPECT_NEAR(w[a], formula(kernel, r + a - s / 2, staggered), tolerance)
            << to_string(kernel) << " r = " << r + a - s / 2;
    });
    over_the_pair(kernel, [&](auto k, bool staggered) {
      for (real r = -2.2; r < 2.2; r += 1e-3)
        EXPECT_NEAR(decltype(k)::phi(r), formula(kernel, r, staggered), tolerance)
            << to_string(kernel) << " r = " << r;
    });
  }
}

TEST(DeltaKernels, weights_sum_to_one) {
  for (const DeltaKernel kernel : all_kernels)
    over_the_cell(kernel, [&](real r, const std::vector<real>& w, bool) {
      real sum = 0;
      for (real weight : w) sum += weight;
      EXPECT_NEAR(sum, 1, tolerance) << to_string(kernel) << " r = " << r;
    });
}

TEST(DeltaKernels, even_and_odd_weights_sum_to_one_half) {
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::peskin4})
    over_the_cell(kernel, [&](real r, const std::vector<real>& w, bool) {
      EXPECT_NEAR(w[0] + w[2], 0.5, tolerance) << to_string(kernel) << " r = " << r;
      EXPECT_NEAR(w[1] + w[3], 0.5, tolerance) << to_string(kernel) << " r = " << r;
    });
}

TEST(DeltaKernels, first_moment_vanishes) {
  for (const DeltaKernel kernel : all_kernels) {
    if (kernel == DeltaKernel::cosine) continue;
    over_the_cell(kernel, [&](real r, const std::vector<real>& w, bool) {
      real moment = 0;
      const auto s = static_cast<int>(w.size());
      for (int a = 0; a < s; ++a) moment += (r + a - s / 2) * w[a];
      EXPECT_NEAR(moment, 0, 2 * tolerance) << to_string(kernel) << " r = " << r; // |r| <= 2
    });
  }
}

// int r^2 phi(r) dr, which is what a plane of sites at all places of a cell sees: s/12 of a B-spline of
// support s; of composite-sharp 0 across, and across plus the box's 1/12 along.
TEST(DeltaKernels, second_moments_are_as_published) {
  const auto moment = [](DeltaKernel kernel, bool staggered) {
    real sum = 0;
    over_the_pair(kernel, [&](auto k, bool of) {
      if (of != staggered) return;
      // Gauss' rule of four points on half cells: exact for the pieces, of degree 7 at most
      const real node[2] = {std::sqrt(3.0 / 7 - 2.0 / 7 * std::sqrt(1.2)),
                            std::sqrt(3.0 / 7 + 2.0 / 7 * std::sqrt(1.2))},
                 weight[2] = {(18 + std::sqrt(30.0)) / 36, (18 - std::sqrt(30.0)) / 36};
      for (int half = -4; half < 4; ++half)
        for (int i = 0; i < 2; ++i)
          for (const real side : {-1.0, 1.0}) {
            const real r = 0.5 * half + 0.25 + 0.25 * side * node[i];
            sum += 0.25 * weight[i] * r * r * decltype(k)::phi(r);
          }
    });
    return sum;
  };
  EXPECT_NEAR(moment(DeltaKernel::composite_b_spline21, false), 3.0 / 12, tolerance);
  EXPECT_NEAR(moment(DeltaKernel::composite_b_spline21, true), 2.0 / 12, tolerance);
  EXPECT_NEAR(moment(DeltaKernel::composite_b_spline32, false), 4.0 / 12, tolerance);
  EXPECT_NEAR(moment(DeltaKernel::composite_b_spline32, true), 3.0 / 12, tolerance);
  EXPECT_NEAR(moment(DeltaKernel::composite_sharp, false), 1.0 / 12, tolerance);
  EXPECT_NEAR(moment(DeltaKernel::composite_sharp, true), 0, tolerance);
}

// phi_n'(x) = phi_t(x + 1/2) - phi_t(x - 1/2), as an integral over intervals without kinks, by Gauss' rule of
// three points, which is exact for them (degree 4).
TEST(DeltaKernels, along_is_the_average_of_across) {
  const real node = std::sqrt(0.6);
  for (const DeltaKernel kernel : composite_kernels)
    with_kernel(kernel, [&](auto k) {
      using Along = typename decltype(k)::Along;
      using Across = typename decltype(k)::Across;
      for (int piece = -5; piece < 5; ++piece) {
        const real from = 0.5 * piece, to = from + 0.5, mid = from + 0.25;
        const auto rise = [&](real x) { return Across::phi(x + 0.5) - Across::phi(x - 0.5); };
        const real integral =
            0.25 * (5 * rise(mid - 0.25 * node) + 8 * rise(mid) + 5 * rise(mid + 0.25 * node)) / 9;
        EXPECT_NEAR(Along::phi(to) - Along::phi(from), integral, tolerance)
            << to_string(kernel) << " " << from;
      }
    });
}

TEST(DeltaKernels, sum_of_squares_or_second_moment_is_constant) {
  // Peskin 2002, section 6 (3/8); Roma et al. 1999 (1/2); the paper's cosine shares Peskin's; B-spline:
  // variance s/12 = 1/3.
  const std::pair<DeltaKernel, real> sums[] = {
      {DeltaKernel::cosine, 0.375}, {DeltaKernel::peskin4, 0.375}, {DeltaKernel::roma3, 0.5}};
  for (const auto& [kernel, constant] : sums)
    over_the_cell(kernel,
                  [&, kernel = kernel, constant = constant](real r, const std::vector<real>& w, bool) {
                    real squares = 0;
                    for (real weight : w) squares += weight * weight;
                    EXPECT_NEAR(squares, constant, tolerance) << to_string(kernel) << " r = " << r;
                  });
  over_the_cell(DeltaKernel::bspline3, [&](real r, const std::vector<real>& w, bool) {
    real second = 0;
    for (int a = 0; a < 4; ++a) second += (r + a - 2) * (r + a - 2) * w[a];
    EXPECT_NEAR(second, 1.0 / 3, 4 * tolerance) << "r = " << r; // r^2 <= 4
  });
}

TEST(DeltaKernels, are_even_continuous_and_end_at_their_support) {
  for (const DeltaKernel kernel : all_kernels)
    over_the_pair(kernel, [&](auto k, bool) {
      using Kernel = decltype(k);
      constexpr real step = 1e-3, end = Kernel::support / 2.0;
      for (real r = -end - 0.1; r < end + 0.1; r += step) {
        EXPECT_EQ(Kernel::phi(r), Kernel::phi(-r));
        // |phi'| <= 100/24 (composite-sharp, 1/2); 1.5 of the others (3-point, 1/2)
        EXPECT_LE(std::fabs(Kernel::phi(r + step) - Kernel::phi(r)),
                  (kernel == DeltaKernel::composite_sharp ? 4.2 : 1.5) * step)
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

} // namespace ibsim
