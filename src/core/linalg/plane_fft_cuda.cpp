// plane_fft.hpp on the GPU, with cuFFT: all planes of a field are one batch. Fields are too far apart to be
// of the same batch: small ones go side by side, large ones, which fill the GPU, one after the other.
//
// cuFFT takes real data from multiples of 16 bytes on only. Where a plane has an odd number of values, a
// field may start between two of them, after other planes or fields, and is copied to a place of its own.
#include "linalg/cufft_plan.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"
#include "parallel/branches_cuda.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr std::size_t most_side_by_side = 3 << 20; ///< values of a field

/// Both ways, of one field at a time.
struct FieldPlans {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  FieldPlans(const detail::PlaneShape& shape) {
    const CufftLayout real_data{{shape.slow, shape.slow_step}, 1, shape.plane_step},
        modes{{shape.slow, shape.fast / 2 + 1}, 1, shape.modes()};
    const std::size_t bytes =
        std::max(forward.make({shape.slow, shape.fast}, real_data, modes, CUFFT_D2Z, shape.planes),
                 inverse.make({shape.slow, shape.fast}, modes, real_data, CUFFT_Z2D, shape.planes));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
};

} // namespace

template <>
struct PlaneFft<Cuda>::Plan {
  int fields;
  std::size_t field_size, field_modes;
  int side_by_side;
  std::vector<std::unique_ptr<FieldPlans>> plans; ///< one a branch
  Branches branches;
  Array<real, Cuda> aligned_field; ///< where some need it

  Plan(const Stream<Cuda>& stream, Int3 n, Planes planes, int number)
      : fields(number), field_size(static_cast<std::size_t>(n.x) * n.y * n.z), field_modes(complex_size(n)),
        side_by_side(field_size % 2 == 0 && field_size <= most_side_by_side ? number : 1),
        branches(stream, side_by_side) {
    for (int i = 0; i < side_by_side; ++i)
      plans.push_back(std::make_unique<FieldPlans>(detail::plane_shape(n, planes)));
    if (n.x % 2 == 1 && n.y % 2 == 1) aligned_field = Array<real, Cuda>(field_size);
  }
  std::size_t field_bytes() const { return field_size * sizeof(real); }
  /// f(stream, plans, field) for all fields
  template <class F>
  void for_each_field(const Stream<Cuda>& stream, F f) {
    branches.run(stream, [&](const Stream<Cuda>& branch, int i) {
      for (int field = i; field < fields; field += side_by_side)
        f(branch, *plans[static_cast<std::size_t>(i)], field);
    });
  }
};

template <>
PlaneFft<Cuda>::PlaneFft(const Stream<Cuda>& stream, Int3 n, Planes planes, int fields)
    : plan_(std::make_unique<Plan>(stream, n, planes, fields)) {}
template <>
PlaneFft<Cuda>::~PlaneFft() = default;
template <>
PlaneFft<Cuda>::PlaneFft(PlaneFft&&) noexcept = default;

template <>
void PlaneFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  Plan& p = *plan_;
  p.for_each_field(stream, [&](const Stream<Cuda>& branch, FieldPlans& plans, int f) {
    real* field = const_cast<real*>(in) + f * p.field_size;
    if (!is_aligned(field)) {
      copy_within_device(branch, p.aligned_field.data(), field, p.field_bytes());
      field = p.aligned_field.data();
    }
    plans.forward.follow(branch);
    check_cufft(cufftExecD2Z(plans.forward.get(), field,
                             reinterpret_cast<cufftDoubleComplex*>(out + f * p.field_modes)),
                "a forward transform of planes");
  });
}

template <>
void PlaneFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  Plan& p = *plan_;
  p.for_each_field(stream, [&](const Stream<Cuda>& branch, FieldPlans& plans, int f) {
    real* const field = out + f * p.field_size;
    real* const place = is_aligned(field) ? field : p.aligned_field.data();
    plans.inverse.follow(branch);
    check_cufft(cufftExecZ2D(plans.inverse.get(),
                             reinterpret_cast<cufftDoubleComplex*>(in + f * p.field_modes), place),
                "an inverse transform of planes");
    if (place != field) copy_within_device(branch, field, place, p.field_bytes());
  });
}

} // namespace ibsim
