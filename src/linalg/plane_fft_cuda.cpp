// plane_fft.hpp on the GPU, with cuFFT: all planes of a field are one batch, field after field.
#include "linalg/cufft_plan.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {

template <>
struct PlaneFft<Cuda>::Plan {
  int fields;
  std::size_t field_size, field_modes;
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plan(Int3 n, Planes planes, int number)
      : fields(number), field_size(static_cast<std::size_t>(n.x) * n.y * n.z), field_modes(complex_size(n)) {
    const detail::PlaneShape shape = detail::plane_shape(n, planes);
    const CufftLayout real_data{{shape.slow, shape.slow_step}, 1, shape.plane_step},
        modes{{shape.slow, shape.fast / 2 + 1}, 1, shape.modes()};
    const std::size_t bytes =
        std::max(forward.make({shape.slow, shape.fast}, real_data, modes, CUFFT_D2Z, shape.planes),
                 inverse.make({shape.slow, shape.fast}, modes, real_data, CUFFT_Z2D, shape.planes));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
};

template <>
PlaneFft<Cuda>::PlaneFft(const Stream<Cuda>&, Int3 n, Planes planes, int fields)
    : plan_(std::make_unique<Plan>(n, planes, fields)) {}
template <>
PlaneFft<Cuda>::~PlaneFft() = default;
template <>
PlaneFft<Cuda>::PlaneFft(PlaneFft&&) noexcept = default;

template <>
void PlaneFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  plan_->forward.follow(stream);
  for (int f = 0; f < plan_->fields; ++f)
    check_cufft(cufftExecD2Z(plan_->forward.get(), const_cast<real*>(in) + f * plan_->field_size,
                             reinterpret_cast<cufftDoubleComplex*>(out + f * plan_->field_modes)),
                "a forward transform of planes");
}

template <>
void PlaneFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  plan_->inverse.follow(stream);
  for (int f = 0; f < plan_->fields; ++f)
    check_cufft(cufftExecZ2D(plan_->inverse.get(),
                             reinterpret_cast<cufftDoubleComplex*>(in + f * plan_->field_modes),
                             out + f * plan_->field_size),
                "an inverse transform of planes");
}

} // namespace ibsim
