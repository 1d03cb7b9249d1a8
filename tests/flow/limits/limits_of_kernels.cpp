// The limits of the step follow the delta kernel (coupling/plane_response.hpp): runs by each composite kernel
// begin a little out of balance; below the limit what is out of balance dies away, beyond it it grows.
#include "coupling/plane_response.hpp"
#include "flow/limits/growth.hpp"

#include <numbers>

namespace ibsim {
using namespace testing_scenarios;

namespace {

const DeltaKernel composite_kernels[] = {DeltaKernel::composite_b_spline32, DeltaKernel::composite_b_spline21,
                                         DeltaKernel::composite_sharp};

// A plane that the fluid answers without a kernel moves by F/(4 mu q) along a wave and by F/(2 mu q) across
// it, so q^2 m < q/4 and q/2: a kernel only smooths, but for what rows of the grid add where the plane lies
// well. 32 cells are long beside any kernel: with the second moment m_2 of the kernel along the wave and
// normal to it, the answer is that of the sharp plane to the order of q.
TEST(PlaneResponse, kernels_smooth_in_the_order_of_their_second_moments) {
  const real cosine = plane_response(DeltaKernel::cosine).shear.viscous,
             wide = plane_response(DeltaKernel::composite_b_spline32).shear.viscous,
             narrow = plane_response(DeltaKernel::composite_b_spline21).shear.viscous,
             sharp = plane_response(DeltaKernel::composite_sharp).shear.viscous, most = std::numbers::pi / 4;
  EXPECT_LT(cosine, wide);  // second moments across: 0.52, 0.25,
  EXPECT_LT(wide, narrow);  // 0.17,
  EXPECT_LT(narrow, sharp); // and 0
  EXPECT_LT(sharp, most);   // q/2 of waves of four cells
}

template <class B>
class LimitsOfKernels : public GrowthTest<B> {};
TYPED_TEST_SUITE(LimitsOfKernels, Backends, BackendNames);

/// Grows a hundredfold at this part of the limit. The limit is that of a plane in the worst place of the
/// grid. Of composite-b-spline-2-1 planes elsewhere are moved by two thirds of that (docs/notes/kernels.md),
/// and no sphere lies in the worst place everywhere.
real grows_at(DeltaKernel kernel) { return kernel == DeltaKernel::composite_b_spline21 ? 1.6 : 1.15; }

// A disturbance dies away below the limit, but for what drifts within the membrane.
TYPED_TEST(LimitsOfKernels, backward_differences) {
  for (const DeltaKernel kernel : composite_kernels)
    for (const real h : {1.0, 0.25}) {
      Scenario s = soft_sphere(h);
      s.scheme = TimeScheme::bdf2;
      s.kernel = kernel;
      s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
      EXPECT_LT(this->growth(s, 0.9, 120), 1) << to_string(kernel) << " " << h;
      EXPECT_TRUE(this->grows(s, grows_at(kernel), 250, 100)) << to_string(kernel) << " " << h;
    } // measured: clean at 1 (1.3), growing at 1.15 (1.6)
}

TYPED_TEST(LimitsOfKernels, springs_and_bending) {
  for (const DeltaKernel kernel : composite_kernels) {
    Scenario s = soft_sphere(0.5);
    s.scheme = TimeScheme::bdf2;
    s.kernel = kernel;
    s.objects[0].closed().viscosity = {.viscosity = 300, .modulus = 0.3};
    EXPECT_LT(this->growth(s, 0.9, 120), 1) << to_string(kernel);
    EXPECT_TRUE(this->grows(s, 1.6, 250, 100)) << to_string(kernel); // measured: from 1.15, 1.3 and 1.6 on
    s.objects[0].closed().viscosity = {};
    s.objects[0].closed().bending = {.modulus = 0.1};
    EXPECT_LT(this->growth(s, 0.9, 120), 1) << to_string(kernel);
    EXPECT_TRUE(this->grows(s, 1.6, 250, 100)) << to_string(kernel); // measured: clean at 1.3
  }
}

// Sites that are out of place drift in the plane, as with the cosine kernel (limits_of_relaxed_tensions.cpp);
// what grows does so hundredfold.
TYPED_TEST(LimitsOfKernels, relaxed_tensions_and_inner_fluids) {
  for (const DeltaKernel kernel : composite_kernels)
    for (const real ratio : {0.2, 1.0, 5.0}) {
      Scenario s = soft_sphere(0.5);
      s.scheme = TimeScheme::bdf2, s.membrane = MembraneForm::resolved, s.tension = Tension::relaxed;
      s.kernel = kernel;
      s.objects[0].closed().law = Skalak{2.5e-3, 1};
      s.objects[0].closed().viscosity_ratio = ratio;
      s.objects[0].closed().viscosity = {.viscosity = 300, .modulus = 1.5};
      EXPECT_LT(this->growth(s, 0.9, 120), 5) << to_string(kernel) << " " << ratio;
    }
}

TYPED_TEST(LimitsOfKernels, tethers) {
  for (const DeltaKernel kernel : composite_kernels) {
    Scenario s = soft_sphere(0.5);
    s.scheme = TimeScheme::imex_rk;
    s.kernel = kernel;
    s.objects[0].tethers = {{.stiffness = 1}};
    EXPECT_LT(this->growth(s, 0.9, 60), 1) << to_string(kernel);
    EXPECT_TRUE(this->grows(s, 2, 60, 10)) << to_string(kernel);
  }
}

TYPED_TEST(LimitsOfKernels, the_papers_scheme) {
  for (const DeltaKernel kernel : composite_kernels)
    for (const real h : {1.0, 0.25}) {
      Scenario s = soft_sphere(h);
      s.kernel = kernel;
      s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
      EXPECT_LT(this->growth(s, 0.9, 300), 1) << to_string(kernel) << " " << h;
      EXPECT_TRUE(this->grows(s, grows_at(kernel), 300, 100)) << to_string(kernel) << " " << h;
    } // measured: as backward differences
}

} // namespace
} // namespace ibsim
